// The packages of package-lock.json, installed once and again whenever the lock file or Node.js changes.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, root, run, say, seconds, which } from "./run.mjs";

const oldest = [20, 19];

export async function ensureNodeModules() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    throw new Failure(
      `Node.js ${process.versions.node} is too old: install ${oldest.join(".")} or later from https://nodejs.org`,
    );
  }
  const lock = readFileSync(join(root, "package-lock.json"));
  const wanted = createHash("sha256").update(lock).update(`${major} ${process.platform} ${process.arch}`).digest("hex");
  const stamp = join(root, "node_modules/.suda-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  if (which("npm") === null) throw new Failure("npm is missing: install Node.js with npm from https://nodejs.org");
  say("installing the Node.js packages (npm ci)");
  const start = performance.now();
  await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel", "error"]);
  writeFileSync(stamp, wanted);
  say(`the Node.js packages are there (${seconds(start)})`);
}
