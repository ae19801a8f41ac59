// Packages of a Debian-like system.
import { Failure, run, say, which } from "./run.mjs";

export const hasApt = () => process.platform === "linux" && which("apt-get") !== null;

/** Installs packages with apt, as root or through sudo; the message begins with `why`. */
export async function aptInstall(packages, why) {
  const asRoot = process.getuid() === 0;
  const sudo = asRoot || which("sudo") === null ? "" : "sudo ";
  const command = `${sudo}apt-get update && ${sudo}apt-get install ${packages.join(" ")}`;
  if (!asRoot && !sudo) throw new Failure(`${why}: run \`${command}\` as root, then this again`);
  say(`${why}: ${command}`);
  const apt = (...args) =>
    run(asRoot ? "apt-get" : "sudo", [...(asRoot ? [] : ["apt-get"]), "-qq", ...args], {
      env: { DEBIAN_FRONTEND: "noninteractive" },
      stdout: "ignore",
    });
  try {
    await apt("update");
    await apt("install", "-y", "--no-install-recommends", ...packages);
  } catch (failure) {
    throw new Failure(`${failure.message}; ${why}: run \`${command}\`, then this again`);
  }
}
