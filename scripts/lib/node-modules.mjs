// The packages of package-lock.json, installed where they are not there, or not in its versions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, root, run, say, seconds, which } from "./run.mjs";

const oldest = [20, 19];

/** Whether node_modules is what package-lock.json asks for; npm keeps a list of what is there. */
function areInstalled() {
  const packages = (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages;
  try {
    const there = packages("node_modules/.package-lock.json");
    // Optional ones are for other machines.
    return Object.entries(packages("package-lock.json")).every(
      ([path, { version, optional }]) => path === "" || optional || there[path]?.version === version,
    );
  } catch {
    return false;
  }
}

export async function ensureNodeModules() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw new Failure(
      `Node.js ${process.versions.node} is too old: install ${oldest.join(".")} or later from https://nodejs.org`,
    );
  }
  if (areInstalled()) return;
  if (which("npm") === null) throw new Failure("npm is missing: install Node.js with npm from https://nodejs.org");
  say("installing the Node.js packages (npm ci)");
  const start = performance.now();
  await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel", "error"]);
  say(`the Node.js packages are there (${seconds(start)})`);
}
