// npm run reproduce: the paper's figures and tables, measured, as docs/reproduction.md with the files that it shows.
// npm run reproduce -- figure-2-left --again: those that are named only, and even if they are there already.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runnerImport } from "vite";
import { buildLib } from "./build.mjs";
import { Failure, isMain, root, say, script } from "./lib/run.mjs";
import { documentOf, folder, isKept, makeCurves } from "./reproduce/curves.mjs";
import { figures } from "./reproduce/figures.mjs";
import { pageOf } from "./reproduce/page.mjs";
import { place, recordedOf } from "./reproduce/recorded.mjs";
import { isMeasured, measureTimes, planOf, tables } from "./reproduce/transient.mjs";

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

/** What there is to make, the short ones first: name, cost, whether it is there, and how it is made. */
export function itemsOf(code) {
  const version = code.version();
  const ready = code.presets();
  const curves = figures
    .flatMap(({ id }) => [id, `${id}-ours`])
    .flatMap((id) => ready.filter((preset) => preset.id === id))
    .map((preset) => {
      const document = documentOf(code, preset);
      const { problem, trials, iterations, methods } = document;
      const cost = trials * iterations * methods.length * (problem.samplesPerAgent ?? 5) * (problem.dimension ?? 1);
      return {
        id: preset.id,
        cost,
        document,
        kept: () => isKept(preset.id, document),
        make: () => makeCurves(preset.id, document),
      };
    });
  const times = tables.map((table) => {
    const plan = planOf(code, table, version);
    const report = (graph, graphs) =>
      process.stderr.isTTY &&
      process.stderr.write(
        `\rnetwork ${Math.min(graph + 1, graphs)} of ${graphs}\x1b[K${graph === graphs ? "\r\x1b[K" : ""}`,
      );
    return {
      id: table.id,
      cost: 5e8,
      kept: () => isMeasured(table.id, plan),
      make: () => measureTimes(code, table.id, plan, report),
    };
  });
  return [...curves, ...times].sort((a, b) => a.cost - b.cost);
}

const minutes = (seconds) => (seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`);

async function makeAll(items) {
  // Multiplications a second and core, to begin with; then as measured.
  let [cost, time] = [0, 0];
  const estimate = (work) => (time > 20 ? (work * time) / cost : work / (5e7 * availableParallelism()));
  for (const [i, item] of items.entries()) {
    const left = items.slice(i).reduce((sum, { cost }) => sum + cost, 0);
    say(
      `${item.id}, ${i + 1} of ${items.length}: about ${minutes(estimate(item.cost))}; all that is left, ${minutes(estimate(left))}`,
    );
    const start = performance.now();
    await item.make();
    time += (performance.now() - start) / 1000;
    cost += item.cost;
  }
}

export function writePage(code) {
  const { text, pictures } = pageOf(code);
  for (const [name, picture] of pictures) writeFileSync(join(folder, name), picture);
  writeFileSync(page, text);
  mkdirSync(place, { recursive: true });
  for (const [name, content] of recordedOf(code)) writeFileSync(join(place, name), content);
}

if (isMain(import.meta.url)) {
  await script(async () => {
    const {
      values: { again },
      positionals: asked,
    } = parseArgs({ options: { again: { type: "boolean" } }, allowPositionals: true });
    await buildLib();
    const code = await loadCode();
    const items = itemsOf(code);
    const unknown = asked.filter((name) => items.every(({ id }) => id !== name));
    if (unknown.length > 0)
      throw new Failure(`there is no ${unknown.join(", ")}: choose from ${items.map(({ id }) => id).join(", ")}`);
    const chosen = items.filter(({ id }) => asked.length === 0 || asked.includes(id));
    const kept = await Promise.all(chosen.map(({ kept }) => !again && kept()));
    await makeAll(chosen.filter((_, i) => !kept[i]));
    writePage(code);
    say(`docs/reproduction.md is written; ${kept.filter(Boolean).length} of ${chosen.length} were there already`);
  });
}
