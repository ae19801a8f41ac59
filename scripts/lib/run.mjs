// Shared by all scripts: the project's folder, messages, and running commands.
import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { constants as machine, homedir, setPriority } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const toolsDir = join(root, ".tools");

/** Where tools keep what they fetch, where nobody may write to the reader's own folder. */
function caches() {
  try {
    accessSync(homedir(), constants.W_OK);
    return {};
  } catch {
    const { CARGO_HOME = join(toolsDir, "cargo"), npm_config_cache: given = homedir() } = process.env;
    return { CARGO_HOME, npm_config_cache: given.startsWith(homedir()) ? join(toolsDir, "npm") : given };
  }
}

/** The environment of every command: the project's own tools come first on PATH. */
export const toolsEnv = {
  ...process.env,
  ...caches(),
  PATH: [join(toolsDir, "bin"), join(root, "node_modules", ".bin"), process.env.PATH].join(delimiter),
};

/** A failure that is reported by its message alone, without a stack. */
export class Failure extends Error {}

/** The name that lines of output begin with, where several commands run side by side. */
export const output = new AsyncLocalStorage();

export const say = (text) => process.stderr.write(`suda: ${text}\n`);
export const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

/** The full path of a program on PATH, or null. */
export function which(name, env = toolsEnv) {
  for (const dir of env.PATH.split(delimiter)) {
    const path = join(dir, name);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch {
      // not here
    }
  }
  return null;
}

function launch(
  command,
  args,
  { env = {}, cwd = root, timeout, stdout = "inherit", stderr = "inherit", aside = false },
) {
  const name = output.getStore();
  const open = (stream) => (name && stream === "inherit" ? "pipe" : stream);
  return new Promise((done, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...toolsEnv, ...env },
      stdio: ["ignore", open(stdout), open(stderr)],
      timeout,
    });
    if (open(stdout) !== stdout) forward(child.stdout, process.stdout, name);
    if (open(stderr) !== stderr) forward(child.stderr, process.stderr, name);
    if (aside && child.pid !== undefined) setPriority(child.pid, machine.priority.PRIORITY_LOW);
    let out = "";
    let err = "";
    if (stdout === "pipe") child.stdout.setEncoding("utf8").on("data", (text) => (out += text));
    if (stderr === "pipe") child.stderr.setEncoding("utf8").on("data", (text) => (err += text));
    child.on("error", (error) => {
      reject(
        new Failure(error.code === "ENOENT" ? `there is no \`${command}\` on PATH` : `${command}: ${error.message}`),
      );
    });
    child.on("close", (code, signal) => done({ code, signal, out, err }));
  });
}

/** Passes on what a command prints, line by line, each with the command's name before it. */
function forward(from, to, name) {
  createInterface({ input: from }).on("line", (line) => to.write(`${name} | ${line}\n`));
}

const describe = (command, args) => [command, ...args].join(" ");

/** Runs a command in the open; throws a Failure unless it exits 0. With `aside`, other work goes before it. */
export async function run(command, args = [], options = {}) {
  const { code, signal } = await launch(command, args, options);
  if (code !== 0)
    throw new Failure(
      `\`${describe(command, args)}\` ${signal ? `was ended by ${signal}` : `exited with status ${code}`}`,
    );
}

/** Runs a command and returns what it printed on standard output; throws a Failure with its errors unless it exits 0. */
export async function capture(command, args = [], options = {}) {
  const { code, signal, out, err } = await launch(command, args, { stderr: "pipe", ...options, stdout: "pipe" });
  if (code !== 0)
    throw new Failure(
      `\`${describe(command, args)}\` ${signal ? `was ended by ${signal}` : `exited with status ${code}`}\n${err.trim()}`,
    );
  return out;
}

/** Runs a command in silence: did it exit 0? */
export async function succeeds(command, args = [], options = {}) {
  try {
    return (await launch(command, args, { ...options, stdout: "ignore", stderr: "ignore" })).code === 0;
  } catch {
    return false;
  }
}

/** True for the module that node was started with. */
export const isMain = (url) => process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(url);

/** The body of a script: a Failure ends it with one message and status 1. */
export async function script(body) {
  try {
    await body();
  } catch (error) {
    say(error instanceof Failure ? `error: ${error.message}` : `error: ${error.stack}`);
    process.exitCode = 1;
  }
}
