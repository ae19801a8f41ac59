// The C linker that rustc calls for every native program, build scripts included.
import { Failure, which } from "./run.mjs";
import { aptInstall, hasApt } from "./apt.mjs";

export async function ensureLinker() {
  if (which("cc") !== null) return;
  if (hasApt()) return aptInstall(["gcc", "libc6-dev"], "rustc needs a C linker");
  const cure = process.platform === "darwin" ? "xcode-select --install" : "your system's package manager (package gcc)";
  throw new Failure(`there is no C linker (cc), which rustc needs: install it with ${cure}`);
}
