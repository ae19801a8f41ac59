// Where output goes: to a file, which appears whole or not at all; straight to what is no file, a device or a pipe; or to
// standard output. Every place is checked before the run.
import {
  accessSync,
  constants,
  createWriteStream,
  existsSync,
  fstatSync,
  lstatSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { appendFile, chmod, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BadInput, Unread, wordsOf } from "./trouble.mjs";

/** Files that are being written, which an interruption removes. */
const partials = new Set();

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => {
    for (const partial of partials) rmSync(partial, { force: true });
    // Again, now without a handler, so that the shell sees the signal that ended the run.
    process.kill(process.pid, signal);
  });
}

/** The file at a path, links followed; null if there is none. */
function lookAt(path, option) {
  try {
    return statSync(path);
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw new BadInput(`${option}: ${path}: ${wordsOf(error)}`);
  }
}

/** The file that a path leads to, through links, whether it is there yet or not. */
function led(path, option) {
  let at = resolve(path);
  for (let links = 0; ; links++) {
    let folder;
    try {
      folder = realpathSync(dirname(at));
    } catch (error) {
      const what = error.code === "ENOENT" ? "there is no such folder" : wordsOf(error);
      throw new BadInput(`${option}: ${dirname(at)}: ${what}`);
    }
    at = join(folder, at.slice(dirname(at).length).replace(/^[\\/]+/, ""));
    if (!lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) return at;
    if (links === 40) throw new BadInput(`${option}: ${path}: this link leads to itself`);
    const to = readlinkSync(at);
    at = isAbsolute(to) ? to : resolve(folder, to);
  }
}

function check(path, mode, option) {
  try {
    accessSync(path, mode);
  } catch (error) {
    throw new BadInput(`${option}: ${path}: ${wordsOf(error)}`);
  }
}

/** Where `option`, of which the user gave `path`, writes; standard output where there is none, and for `-`. */
function placeOf(option, path) {
  if (path === undefined || path === "-") return { name: "standard output", identity: identityOf(fstatSync(1)) };
  if (path === "") throw new BadInput(`${option}: needs the name of a file`);
  const found = lookAt(path, option);
  if (found?.isDirectory()) throw new BadInput(`${option}: ${path}: this is a folder`);
  // A path that names an open file is written to as it is, as the shell would do.
  if (found && (!found.isFile() || /^\/(dev|proc)\//.test(resolve(path)))) {
    check(path, constants.W_OK, option);
    return { name: path, straight: path, identity: identityOf(found) };
  }
  const file = led(path, option);
  if (found) check(file, constants.W_OK, option);
  check(dirname(file), constants.W_OK | constants.X_OK, option);
  return { name: path, file, mode: found?.mode, identity: found ? identityOf(found) : file };
}

/** The identity of a place; null for those that may take several outputs, such as terminals. */
function identityOf(found) {
  return found.isCharacterDevice() ? null : `${found.dev}:${found.ino}`;
}

/**
 * The places of the options, `{ "--out": path, … }`, checked: none is written to twice, and none is one of `inputs`.
 * Of options without a path only `--out` has a place.
 */
export function placesOf(options, inputs) {
  const places = Object.entries(options)
    .filter(([option, path]) => option === "--out" || path !== undefined)
    .map(([option, path]) => [option, placeOf(option, path)]);
  const used = new Map();
  for (const input of inputs) {
    const found = input === "-" ? null : statSync(input, { throwIfNoEntry: false });
    if (found?.isFile()) used.set(identityOf(found), `${input}, which is read`);
  }
  for (const [option, { name, identity }] of places) {
    if (identity === null) continue;
    if (used.has(identity)) throw new BadInput(`${option}: ${name} is the same file as ${used.get(identity)}`);
    used.set(identity, `that of ${option}`);
  }
  return Object.fromEntries(places);
}

/** An error of writing to what the user calls `name`, in words. */
function failure(name, error) {
  if (error.code === "EPIPE") return new Unread(`${name}: the reader has closed it; the rest is not written`);
  return error.code === undefined || error instanceof BadInput ? error : new Error(`${name}: ${wordsOf(error)}`);
}

/**
 * A place that gets piece by piece, each of which is there at once and stays, whatever ends the program: of a file under its
 * name with `.partial`, until it is whole. `kept` is what is there already, for one who `resumes`.
 */
export async function growing(place, resumes) {
  const { name, file, mode } = place;
  const partial = `${file}.partial`;
  if (resumes && !file)
    throw new BadInput("--resume: needs --out with the name of a file, beside which lies what is done");
  const checked = async (action) => {
    try {
      return await action;
    } catch (error) {
      throw failure(name, error);
    }
  };
  const begun = resumes ? [partial, file].find((path) => existsSync(path)) : undefined;
  return {
    kept: begun ? await checked(readFile(begun, "utf8")) : "",
    /** What `kept` is part of, as the user calls it. */
    name: begun === partial ? `${name}.partial` : name,
    /** Begins, or goes on after `text`. */
    async begin(text) {
      if (!file) return write([text], place);
      const goesOn = begun === partial && this.kept.startsWith(text);
      await checked(goesOn ? truncate(partial, Buffer.byteLength(text)) : writeFile(partial, text));
    },
    add: (text) => (file ? checked(appendFile(partial, text)) : write([text], place)),
    async end() {
      if (!file) return;
      if (mode !== undefined) await checked(chmod(partial, mode & 0o7777));
      await checked(rename(partial, file));
    },
  };
}

/** Writes the pieces to a place. */
export async function write(pieces, { name, file, straight, mode }) {
  const text = Readable.from(pieces);
  const partial = `${file}.${process.pid}.partial`;
  try {
    if (straight) return await pipeline(text, createWriteStream(straight, { flags: "a" }));
    if (!file) return await pipeline(text, process.stdout, { end: false });
    partials.add(partial);
    await pipeline(text, createWriteStream(partial));
    if (mode !== undefined) await chmod(partial, mode & 0o7777);
    await rename(partial, file);
  } catch (error) {
    if (file) await rm(partial, { force: true });
    throw failure(name, error);
  } finally {
    partials.delete(partial);
  }
}
