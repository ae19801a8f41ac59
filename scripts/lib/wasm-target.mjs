// Makes rustc able to compile for wasm32-unknown-unknown: with what is there, with rustup, or, where rustup cannot
// download, by building the standard library from its source.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { rustSource } from "./rust-source.mjs";
import { capture, Failure, run, say, seconds, succeeds, which } from "./run.mjs";

const target = "wasm32-unknown-unknown";
const rustupSeconds = 120;

/** The rustc on PATH: its release, commit, and the folder with its targets. */
async function compiler() {
  if (which("rustc") === null || which("cargo") === null) {
    throw new Failure(
      "Rust is missing: install it with the command that https://rustup.rs shows, then open a new terminal",
    );
  }
  const sysroot = (await capture("rustc", ["--print", "sysroot"])).trim();
  const version = await capture("rustc", ["-vV"]);
  const field = (name) => new RegExp(`^${name}: (.*)$`, "m").exec(version)?.[1];
  return { sysroot, release: field("release"), commit: field("commit-hash"), targets: join(sysroot, "lib/rustlib") };
}

/** Does a program that uses std compile for the target? With link-time optimisation if `optimised`. */
async function works(optimised = false) {
  const work = mkdtempSync(join(tmpdir(), "suda-rustc-"));
  try {
    const source = join(work, "probe.rs");
    writeFileSync(source, '#[unsafe(no_mangle)]\npub extern "C" fn probe(n: u32) -> usize { n.to_string().len() }\n');
    const how = optimised ? ["-O", "-C", "lto=fat", "-C", "panic=abort"] : ["--emit=metadata"];
    const args = [
      "--edition",
      "2024",
      "--crate-type",
      "cdylib",
      "--target",
      target,
      ...how,
      "-o",
      join(work, "probe"),
      source,
    ];
    return await succeeds("rustc", args, { env: { RUSTFLAGS: undefined } });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function addByRustup(rustc) {
  if (which("rustup") === null || !rustc.sysroot.includes("/toolchains/")) return false;
  say(`asking rustup for the target ${target}`);
  const args = ["target", "add", "--toolchain", basename(rustc.sysroot), target];
  try {
    await run("rustup", args, { timeout: rustupSeconds * 1000 });
    return await works();
  } catch (failure) {
    say(`${failure.message}: building the target's standard library from source instead`);
    return false;
  }
}

/** Builds the crates of the sysroot from `library` as the official builds do, and returns the folder of their rlibs. */
async function buildStd(rustc, library, work) {
  const home = join(work, "cargo-home");
  mkdirSync(home);
  const vendor = join(library, "vendor");
  writeFileSync(
    join(home, "config.toml"),
    `[source.crates-io]\nreplace-with = "vendored"\n[source.vendored]\ndirectory = ${JSON.stringify(vendor)}\n`,
  );
  // The caller's own settings of cargo and rustc must not reach this build.
  const unset = Object.keys(process.env).filter((name) => /^(CARGO_|RUSTC|RUSTFLAGS|RUSTDOCFLAGS)/.test(name));
  const out = join(work, "target");
  // The toolchain's own programs, where they are: rustup's stand-ins may choose another toolchain in another folder.
  const own = (name) => [join(rustc.sysroot, "bin", name)].find(existsSync) ?? which(name);
  await run(
    own("cargo"),
    [
      "build",
      "--quiet",
      "--offline",
      "--locked",
      "-Zavoid-dev-deps",
      "--profile",
      "dist",
      "--features",
      "backtrace",
      "--target",
      target,
      "--target-dir",
      out,
      "--manifest-path",
      join(library, "sysroot/Cargo.toml"),
    ],
    {
      cwd: library,
      env: {
        ...Object.fromEntries(unset.map((name) => [name, undefined])),
        CARGO_HOME: home,
        RUSTC: own("rustc"),
        // A toolchain's own std is built with the unstable features of its compiler.
        RUSTC_BOOTSTRAP: "1",
        CARGO_ENCODED_RUSTFLAGS: [
          "-Zforce-unstable-if-unmarked",
          `--remap-path-prefix=${library}=/rustc/${rustc.commit}/library`,
        ].join("\x1f"),
      },
    },
  );
  return join(out, target, "dist/deps");
}

async function addFromSource(rustc) {
  const start = performance.now();
  const work = mkdtempSync(join(tmpdir(), "suda-std-"));
  // Beside its final place, so that it gets there in one step, whole.
  const fresh = join(rustc.targets, `.${target}.${process.pid}`);
  try {
    const library = await rustSource(rustc.release, work);
    say(`building the standard library for ${target} (half a minute or more, once)`);
    const rlibs = await buildStd(rustc, library, work);
    try {
      mkdirSync(join(fresh, "lib"), { recursive: true });
      for (const name of readdirSync(rlibs).filter((file) => file.endsWith(".rlib"))) {
        cpSync(join(rlibs, name), join(fresh, "lib", name));
      }
      renameSync(fresh, join(rustc.targets, target));
    } catch (error) {
      // Another set-up may have been faster: then its result serves.
      if (!(await works()))
        throw new Failure(
          `${rustc.targets} cannot be written (${error.code}): run this as the owner of the Rust toolchain`,
        );
    }
    if (!(await works(true)))
      throw new Failure(`the standard library that was built for ${target} does not work with rustc ${rustc.release}`);
    say(`${target} is there (${seconds(start)})`);
  } finally {
    rmSync(work, { recursive: true, force: true });
    rmSync(fresh, { recursive: true, force: true });
  }
}

export async function ensureWasmTarget() {
  const rustc = await compiler();
  if (await works()) return;
  if (await addByRustup(rustc)) return;
  const dir = join(rustc.targets, target);
  if (existsSync(dir))
    throw new Failure(
      `${dir} does not fit rustc ${rustc.release}: remove it with \`rm -r ${dir}\`, then run this again`,
    );
  await addFromSource(rustc);
}
