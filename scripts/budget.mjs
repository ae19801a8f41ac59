// npm run budget: builds the site and holds what the page loads at start against its budget of bytes over the wire.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSite } from "./build.mjs";
import { Failure, isMain, root, script } from "./lib/run.mjs";

const site = join(root, "dist/site");
const wanted = 100_000;
const limit = 140_000;

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} KB`.padStart(9);

/** The files for other pages, which the page itself does not load. */
const isForOthers = (file) => /^(embed\/|lib\/|example-paper\/|element\.js$)/.test(file);
/** The part of the core that comes when it is first needed; tests/page/rest.spec.ts sees that it does not come before. */
const isRest = (file) => /^assets\/rest-[^/]*\.wasm$/.test(file);

/** What starts the page, and its workers. */
const starts = ["index.html", "src/simulation/worker.ts"];

/** The files of the site that the page does not load at start: those of its other documents, and what is imported on demand. */
function later() {
  const manifest = JSON.parse(readFileSync(join(site, ".vite/manifest.json"), "utf8"));
  const filesFrom = (keys) => {
    const seen = new Set();
    const visit = (key) => {
      if (seen.has(key)) return;
      seen.add(key);
      manifest[key].imports?.forEach(visit);
    };
    keys.forEach(visit);
    return new Set(
      [...seen].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? []), ...(manifest[key].assets ?? [])]),
    );
  };
  const atStart = filesFrom(starts);
  const others = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry || manifest[key].isEntry);
  const documents = readdirSync(site).filter((name) => name.endsWith(".html") && name !== "index.html");
  return new Set([...documents, ...[...filesFrom(others)].filter((file) => !atStart.has(file))]);
}

/** Every file that the page loads at start, with its size gzipped, largest first. */
export function loadedAtStart() {
  const skipped = later();
  return readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(site.length + 1)
        .replaceAll("\\", "/"),
    )
    .filter((file) => !file.startsWith(".vite/") && !isForOthers(file) && !isRest(file) && !skipped.has(file))
    .map((file) => ({ file, bytes: gzipSync(readFileSync(join(site, file))).length }))
    .sort((a, b) => b.bytes - a.bytes);
}

/** Prints the sizes; throws a Failure above the limit. */
export function checkBudget() {
  const files = loadedAtStart();
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  process.stdout.write("\nWhat the page loads at start, gzipped:\n");
  for (const { file, bytes } of files) process.stdout.write(`${kilobytes(bytes)}  ${file}\n`);
  process.stdout.write(`${kilobytes(total)}  in all (wanted ${wanted / 1000} KB, limit ${limit / 1000} KB)\n`);
  if (total > limit) throw new Failure(`the page loads ${total} bytes at start, ${total - limit} over the limit`);
}

if (isMain(import.meta.url)) {
  await script(async () => {
    await buildSite();
    checkBudget();
  });
}
