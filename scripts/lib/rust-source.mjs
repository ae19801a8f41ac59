// The source of Rust's standard library, of exactly the compiler's release.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture, Failure, run, say, which } from "./run.mjs";

const keyring = "/usr/share/keyrings/debian-archive-keyring.gpg";
const suites = ["trixie-backports", "sid"];

/** Advice for a release whose source is not available. */
const cure = (release) =>
  `run \`rustup target add wasm32-unknown-unknown\` where there is network, or set SUDA_RUST_LIBRARY to a tar archive ` +
  `of the folder library/ of Rust ${release}'s source, with its vendor/ folder`;

/** Unpacks the source into `work` and returns the path of its library/ folder. */
export async function rustSource(release, work) {
  const archive = process.env.SUDA_RUST_LIBRARY;
  if (archive) await run("tar", ["-xf", archive, "-C", work, "--no-same-owner"]);
  else await fromDebian(release, work);
  const library = join(work, "library");
  if (!existsSync(join(library, "sysroot/Cargo.toml")) || !existsSync(join(library, "vendor"))) {
    throw new Failure(
      `${archive ?? "Debian's rust-src"} has no library/sysroot or no library/vendor: ${cure(release)}`,
    );
  }
  return library;
}

/** The mirror that apt has this machine's Debian from. It needs no package lists. */
async function mirror() {
  const codename = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1];
  const uris = await capture("apt-get", ["update", "--print-uris"]);
  return new RegExp(`^'(.+)/dists/${codename}/InRelease'`, "m").exec(uris)?.[1];
}

/** apt with a state of its own for one suite: the machine's sources, lists and pins stay as they are. */
function privateApt(dir, uri, suite) {
  for (const name of ["parts", "lists/partial", "archives/partial"]) mkdirSync(join(dir, name), { recursive: true });
  writeFileSync(join(dir, "status"), "");
  writeFileSync(
    join(dir, "parts/suite.sources"),
    `Types: deb\nURIs: ${uri}\nSuites: ${suite}\nComponents: main\nSigned-By: ${keyring}\n`,
  );
  const settings = {
    "Dir::Etc::SourceList": "/dev/null",
    "Dir::Etc::SourceParts": join(dir, "parts"),
    "Dir::Etc::Preferences": "/dev/null",
    "Dir::Etc::PreferencesParts": "/dev/null",
    "Dir::State": dir,
    "Dir::State::Lists": join(dir, "lists"),
    "Dir::State::status": join(dir, "status"),
    "Dir::Cache": dir,
    "Dir::Cache::archives": join(dir, "archives"),
    "Acquire::Languages": "none",
    "Acquire::Retries": "3",
    "APT::Sandbox::User": "root",
    "APT::Update::Error-Mode": "any",
    "APT::Update::Post-Invoke-Success::": "true",
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ["-o", `${key}=${value}`]);
  return {
    update: () => capture("apt-get", [...options, "-qq", "update"]),
    versions: async () =>
      (await capture("apt-cache", [...options, "madison", "rust-src"]))
        .split("\n")
        .map((line) => line.split("|")[1]?.trim()),
    download: (version) => capture("apt-get", [...options, "-qq", "download", `rust-src=${version}`], { cwd: dir }),
  };
}

/** Takes the package rust-src from a Debian suite that has this release. apt checks signature and checksum. */
async function fromDebian(release, work) {
  if (which("apt-get") === null || which("dpkg-deb") === null || !existsSync(keyring)) {
    throw new Failure(`the target wasm32-unknown-unknown is missing: ${cure(release)}`);
  }
  const uri = await mirror();
  if (!uri) throw new Failure(`apt has no mirror of this machine's Debian: ${cure(release)}`);
  for (const suite of suites) {
    say(`looking for the source of Rust ${release} in Debian's ${suite}`);
    const dir = join(work, suite);
    const apt = privateApt(dir, uri, suite);
    let version;
    try {
      await apt.update();
      version = (await apt.versions()).find(
        (have) => have?.startsWith(release) && /^[+~-]/.test(have.slice(release.length)),
      );
    } catch (failure) {
      say(failure.message);
    }
    if (!version) continue;
    await apt.download(version);
    const deb = readdirSync(dir).find((name) => name.endsWith(".deb"));
    const tar = join(work, "rust-src.tar");
    await run("sh", ["-c", 'dpkg-deb --fsys-tarfile "$1" > "$2"', "sh", join(dir, deb), tar]);
    // Only library/, a fifth of the package, which carries its dependencies along.
    await run("tar", [
      "-xf",
      tar,
      "-C",
      work,
      "--strip-components=4",
      "--no-same-owner",
      `./usr/src/rustc-${release}/library`,
    ]);
    return;
  }
  throw new Failure(`Debian's ${suites.join(" and ")} have no rust-src ${release}: ${cure(release)}`);
}
