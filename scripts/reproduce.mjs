// npm run reproduce: the paper's figures and tables, measured, as docs/reproduction.md with the files that it shows.
// npm run reproduce -- figure-2-left --again: those that are named only, and even if they are there already.
// npm run reproduce -- --check: computes what is there again and compares, to the last bit; changes nothing.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { sweep } from "../runner/sweep.mjs";
import { buildLib } from "./build.mjs";
import { Failure, isMain, root, say, script } from "./lib/run.mjs";
import { computeCurves, documentOf, folder, recording, textOf } from "./reproduce/curves.mjs";
import { figures } from "./reproduce/figures.mjs";
import { pageOf } from "./reproduce/page.mjs";
import { place, recordedOf } from "./reproduce/recorded.mjs";
import { studyOf, tables } from "./reproduce/transient.mjs";

export const page = join(root, "docs/reproduction.md");

/** Style sheets mean nothing here. */
const unstyled = {
  name: "unstyled",
  enforce: "pre",
  resolveId: (source) => (source.endsWith(".css") ? "\0unstyled" : null),
  load: (id) => (id === "\0unstyled" ? "" : null),
};

/** The page's own code, with the core of dist/lib. */
export async function loadCode() {
  const { module } = await runnerImport(join(root, "scripts/reproduce/page-code.ts"), { plugins: [unstyled] });
  module.instantiate(new WebAssembly.Module(readFileSync(join(root, "dist/lib/suda_bg.wasm"))));
  return module;
}

/** What there is to make, the short ones first: name, cost, whether it is there, how it is made, and its numbers, computed again. */
export function itemsOf(code) {
  const ready = code.presets();
  const curves = figures
    .flatMap(({ id }) => [id, `${id}-ours`])
    .flatMap((id) => ready.filter((preset) => preset.id === id))
    .map((preset) => {
      const document = documentOf(code, preset);
      const { problem, trials, iterations, methods } = document;
      const cost = trials * iterations * methods.length * (problem.samplesPerAgent ?? 5) * (problem.dimension ?? 1);
      return { ...recording(preset.id, textOf(document), (paths) => computeCurves(code, document, paths)), cost };
    });
  const times = tables.map((table) => {
    const compute = ({ json, csv }) => sweep([json, "--out", csv]);
    return { ...recording(table.id, studyOf(code, table), compute), cost: 5e8 };
  });
  return [...curves, ...times].sort((a, b) => a.cost - b.cost);
}

const minutes = (seconds) => (seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`);

/** Does something with one after the other, and says how long it will take. */
async function each(items, act) {
  // Multiplications a second and core, to begin with; then as measured.
  let [cost, time] = [0, 0];
  const estimate = (work) => (time > 20 ? (work * time) / cost : work / (5e7 * availableParallelism()));
  for (const [i, item] of items.entries()) {
    const left = items.slice(i).reduce((sum, { cost }) => sum + cost, 0);
    say(
      `${item.id}, ${i + 1} of ${items.length}: about ${minutes(estimate(item.cost))}; all that is left, ${minutes(estimate(left))}`,
    );
    const start = performance.now();
    await act(item);
    time += (performance.now() - start) / 1000;
    cost += item.cost;
  }
}

/** Computes the numbers again; those that are not the recorded ones, to the last bit, by their names. */
export async function check(items) {
  const different = [];
  await each(items, async ({ id, again }) => {
    const [fresh, kept] = [await again(), readFileSync(join(folder, `${id}.csv`), "utf8")];
    const [lines, old] = [fresh, kept].map((text) => text.trimEnd().split("\n"));
    const off = Math.max(lines.length, old.length) - lines.filter((line, i) => line === old[i]).length;
    if (off > 0) different.push(id);
    say(
      `${id}: ${off > 0 ? `${off} of ${old.length} lines are not the recorded ones` : `the same ${old.length} lines`}`,
    );
  });
  return different;
}

export function writePage(code) {
  const { text, pictures } = pageOf(code);
  for (const [name, picture] of pictures) writeFileSync(join(folder, name), picture);
  writeFileSync(page, text);
  mkdirSync(place, { recursive: true });
  for (const [name, content] of recordedOf(code)) writeFileSync(join(place, name), content);
}

/** Those of the names; all if there are none. */
export function chosenOf(items, names) {
  const unknown = names.filter((name) => items.every(({ id }) => id !== name));
  if (unknown.length > 0)
    throw new Failure(`there is no ${unknown.join(", ")}: choose from ${items.map(({ id }) => id).join(", ")}`);
  return items.filter(({ id }) => names.length === 0 || names.includes(id));
}

if (isMain(import.meta.url)) {
  await script(async () => {
    const { values, positionals: asked } = parseArgs({
      options: { again: { type: "boolean" }, check: { type: "boolean" } },
      allowPositionals: true,
    });
    await buildLib();
    const code = await loadCode();
    const chosen = chosenOf(itemsOf(code), asked);
    const kept = await Promise.all(chosen.map(({ kept }) => kept()));
    if (values.check) {
      const absent = chosen.filter((_, i) => !kept[i]).map(({ id }) => id);
      if (absent.length > 0)
        throw new Failure(`not there from the document and version as they are now: ${absent.join(", ")}`);
      const different = await check(chosen);
      if (different.length > 0) throw new Failure(`not the recorded numbers: ${different.join(", ")}`);
      say(`${chosen.length} of ${chosen.length} are the recorded numbers, to the last bit`);
      return;
    }
    const missing = chosen.filter((_, i) => values.again || !kept[i]);
    await each(missing, ({ make }) => make());
    writePage(code);
    say(`docs/reproduction.md is written; ${chosen.length - missing.length} of ${chosen.length} were there already`);
  });
}
