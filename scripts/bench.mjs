// npm run bench: the engine in Chrome, in Node and natively, against plain JavaScript, C++ and NumPy, in one run on one machine.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { inChrome } from "../benches/chrome.mjs";
import { rate } from "../benches/measure.js";
import { byLanes, growth, lanes, workloads } from "../benches/workloads.mjs";
import { ensureBrowser } from "./lib/browser.mjs";
import { capture, root, say, script, succeeds } from "./lib/run.mjs";
import { buildWasm } from "./wasm.mjs";

const cores = availableParallelism();

/** Iterations per second of each workload, natively, as cargo builds it without flags. */
async function natively(jobs) {
  const folder = mkdtempSync(join(tmpdir(), "suda-bench-"));
  try {
    const file = join(folder, "workloads.json");
    writeFileSync(file, JSON.stringify(jobs));
    const printed = await capture("cargo", ["bench", "--quiet", "--bench", "engine", "--", file]);
    return JSON.parse(printed.trim().split("\n").at(-1)).map(({ rate: r }) => r);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function inNode(jobs) {
  const { default: init, Experiment } = await import("../www/pkg/suda.js");
  const exports = await init({ module_or_path: readFileSync(join(root, "www/pkg/suda_bg.wasm")) });
  const rates = jobs.map(({ document, milliseconds }) => {
    const experiment = new Experiment(document);
    const measured = rate(experiment, milliseconds);
    experiment.free();
    return measured;
  });
  return { rates, bytes: exports.memory.buffer.byteLength };
}

async function python() {
  const command = process.env.PYTHON ?? "python3";
  if (!(await succeeds(command, ["-c", "import numpy"]))) return null;
  return JSON.parse(await capture(command, [join(root, "benches/baseline.py")]));
}

/** Method-iterations per second of plain C++, by its name and the flags of g++; null where there is no g++. */
async function compiled() {
  if (!(await succeeds("g++", ["--version"]))) return null;
  const folder = mkdtempSync(join(tmpdir(), "suda-bench-"));
  try {
    const rates = {};
    for (const flags of ["-O3", "-O3 -ffast-math"]) {
      const program = join(folder, "baseline");
      const source = join(root, "benches/baseline.cpp");
      await capture("g++", ["-march=native", ...flags.split(" "), source, "-o", program]);
      [rates[`C++ (${flags})`]] = JSON.parse(await capture(program, []));
    }
    return rates;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const table = (head, rows) => {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  console.log([line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n"));
};
const number = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const ratio = (a, b) => (b ? `${(a / b).toFixed(2)} ×` : "–");

await script(async () => {
  await buildWasm();
  await ensureBrowser();
  say("building the native benchmark, then measuring; about two minutes");
  const native = await natively([...workloads, ...byLanes]);
  const javascript = JSON.parse(await capture("node", [join(root, "benches/baseline.mjs")]));
  const cpp = await compiled();
  const numpy = await python();
  const chrome = await inChrome(workloads.map(({ document }) => ({ document, workers: 1 })));
  const shared = workloads.filter(({ workers }) => workers);
  const all = await inChrome(shared.map(({ document }) => ({ document, workers: cores })));
  const node = await inNode(workloads);

  console.log(`Method-iterations per second, ${cores} cores\n`);
  table(
    ["workload", "Chrome, 1 worker", "Node", "native", "Chrome / native", "iterations/s in Chrome"],
    workloads.map(({ name, document }, i) => {
      const scale = lanes(document);
      return [
        name,
        number(chrome[i] * scale),
        number(node.rates[i] * scale),
        number(native[i] * scale),
        ratio(chrome[i], native[i]),
        number(chrome[i]),
      ];
    }),
  );
  const rows = [];
  for (const { name, document, baselines, workers, networks, classes } of workloads) {
    const i = workloads.findIndex((w) => w.name === name);
    const others = {};
    if (baselines || workers)
      Object.assign(others, {
        "plain JavaScript": javascript,
        "NumPy, one method at a time": numpy?.one,
        "NumPy, five methods stacked": numpy?.stacked,
        ...cpp,
      });
    if (networks) others.NumPy = numpy?.network;
    if (classes)
      Object.assign(others, { "NumPy, one method at a time": numpy?.classes, "NumPy, stacked": numpy?.classesStacked });
    for (const [other, rate] of Object.entries(others))
      for (const [where, all] of Object.entries({ Chrome: chrome, Node: node.rates, native }))
        rows.push([`${name}: ${where} against ${other}`, rate ? ratio(all[i] * lanes(document), rate) : "not here"]);
    if (workers)
      rows.push([
        `${name}: ${cores} workers against one`,
        ratio(all[shared.findIndex((w) => w.name === name)], chrome[i]),
      ]);
  }
  table(["ratio", "measured"], rows);

  const { rates: nodeByLanes } = await inNode(byLanes);
  console.log("Method-iterations per second of the reference workload over the lanes, exact gradients\n");
  const rates = (all) => all.map((rate, i) => number(rate * lanes(byLanes[i].document)));
  table(
    ["lanes", ...byLanes.map(({ name }) => name)],
    [
      ["Node", ...rates(nodeByLanes)],
      ["native", ...rates(native.slice(workloads.length))],
    ],
  );

  const families = [];
  for (const [what, sizes, document] of growth) {
    const { rates } = await inNode(sizes.map((size) => ({ document: document(size), milliseconds: 300 })));
    families.push([
      what,
      ...sizes.map((size, i) => `${size}: ${(1000 / rates[i] / (1000 / rates[0]) / (size / sizes[0])).toFixed(2)}`),
    ]);
  }
  console.log("Time of an iteration over the size, relative to the first size (1 is linear)\n");
  table(["growth in", "", "", ""], families);
  console.log(
    `Memory of the module after the workloads in Node, 100,000 agents included: ${(node.bytes / 1e6).toFixed(0)} MB`,
  );
});
