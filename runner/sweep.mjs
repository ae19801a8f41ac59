// suda sweep: a study, some of its points, or parts of it joined.
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { field } from "./csv.mjs";
import { readDocument } from "./document.mjs";
import { cut } from "./jobs.mjs";
import { loadModule, loadStudies, provideDigits } from "./module.mjs";
import { placesOf, write } from "./output.mjs";
import { compute } from "./pool.mjs";
import { BadInput, tell } from "./trouble.mjs";

function readArguments(args) {
  let parsed;
  try {
    const options = Object.fromEntries(["out", "points", "threads"].map((name) => [name, { type: "string" }]));
    parsed = parseArgs({ args, options: { ...options, merge: { type: "boolean" } }, allowPositionals: true });
  } catch (error) {
    throw new BadInput(error.message);
  }
  const { values, positionals } = parsed;
  const [file, ...parts] = positionals;
  if (!file || (values.merge ? parts.length === 0 : parts.length > 0))
    throw new BadInput("suda sweep takes one study, and its parts with --merge: suda sweep study.json");
  const points = values.points === undefined ? null : /^(0|[1-9]\d{0,3})\.\.([1-9]\d{0,3})$/.exec(values.points);
  if (values.points !== undefined && (points === null || values.merge))
    throw new BadInput(`--points: must be a range such as 0..4, without --merge, got ${values.points}`);
  const threads = values.threads === undefined ? availableParallelism() : Number(values.threads);
  if (values.threads !== undefined && !(/^[1-9]\d{0,3}$/.test(values.threads) && threads <= 1024))
    throw new BadInput(`--threads: must be a whole number from 1 to 1024, got ${values.threads}`);
  return { file, parts: values.merge ? parts : null, out: values.out, points: points?.slice(1).map(Number), threads };
}

/** Runs a document; by methods their names, and of a metric each trial's curve and their mean. */
async function runOf(document, threads, { summarize }) {
  const { trials = 1, methods } = document;
  const parts = await compute(JSON.stringify(document), cut([0, trials], methods.length, threads), {
    threads,
    iterates: false,
    warn: () => {},
  });
  const { iterations, metrics } = parts[0].records;
  return methods.map((_, method) => {
    const own = parts.filter((part) => part.methods.includes(method)).sort((a, b) => a.trials[0] - b.trials[0]);
    const curves = (metric) =>
      own.flatMap(({ records, methods: here, trials: [from, to] }) => {
        const [m, width] = [here.indexOf(method), to - from];
        const at = (p) => ((p * metrics.length + metrics.indexOf(metric)) * here.length + m) * width;
        return Array.from({ length: width }, (_, trial) =>
          Float64Array.from(iterations, (_, p) => records.values[at(p) + trial]),
        );
      });
    const mean = (metric) => {
      const all = curves(metric);
      return Float64Array.from(iterations, (_, p) => {
        const at = Float64Array.from(all, (curve) => curve[p]);
        return summarize(at, at.length)[0];
      });
    };
    const name = own[0].records.communication[own[0].methods.indexOf(method)].method;
    return { name, iterations, curves, mean };
  });
}

/** What the theory says of a document, and its network. */
function theoryOf(document, { Experiment, describeNetwork }, gapOf) {
  const network = describeNetwork(document.network, document.seed);
  const experiment = new Experiment(JSON.stringify(document), { trials: [0, 1] });
  try {
    const methods = document.methods.map((_, method) => experiment.theory(method));
    const { methods: names } = experiment.describe();
    return { names, agents: network.agents, gap: gapOf(network), methods, tables: experiment.tables() };
  } finally {
    experiment.free();
  }
}

/** How errors at the end are measured; see lib/study.ts. */
const floors = (study, threads, module, { COLUMNS, csvOf, documentsOf, endOf, gapOf, rowsOf, slopesOf }) => ({
  columns: COLUMNS,
  documents: documentsOf(study),
  rowsOfPoint: ({ methods }) => methods.length,
  async measure(point, document) {
    const runs = await runOf(document, threads, module);
    const { agents, gap, methods } = theoryOf(document, module, gapOf);
    const outcome = {
      agents,
      gap,
      names: runs.map(({ name }) => name),
      ends: runs.map(({ curves }) => curves(study.metric).map(endOf)),
      settled: runs.map(({ mean }) => module.curveHasSettled(mean(study.metric))),
      bounds: methods.map(({ bound }) => (bound ? bound.noise + bound.network + bound.networkHigherOrder : null)),
    };
    return rowsOf(study, point, outcome, module.summarize);
  },
  csv: (rows) => csvOf(rows, study, field),
  slopes: (rows) =>
    slopesOf(rows, module.transientSlope).map(({ method, error, bound }) => [
      method,
      error,
      bound,
      "that of Theorem 1's bound",
    ]),
});

/** How transient times are measured; see lib/transient.ts. */
const times = (study, threads, module, { gapOf, TIME_COLUMNS, probesOf, timesAt, timesCsv, timeSlopesOf }) => ({
  columns: TIME_COLUMNS,
  documents: probesOf(study),
  rowsOfPoint: ({ methods }) => methods.length - 1,
  measure: (point, document) =>
    timesAt(
      study,
      point,
      document,
      {
        async probe(first) {
          const { methods, ...known } = theoryOf(first, module, gapOf);
          return { ...known, mu: methods[0].plConstant };
        },
        run: (one) => runOf(one, threads, module),
      },
      module.transientTime,
    ),
  csv: (rows) => timesCsv(rows, field),
  slopes: (rows) =>
    timeSlopesOf(rows, module.transientSlope).map(({ method, time, order }) => [method, time, order, "the theory's"]),
});

/** The lines of all parts in the order of the points, each of this study and each point there once. */
async function joined(paths, head, mark, points) {
  const byPoint = new Map();
  for (const path of paths) {
    const [first, ...lines] = (await readDocument(path)).split("\n");
    if (first !== head) throw new BadInput(`${path}: is not a part of a sweep`);
    if (lines.pop() !== "") throw new BadInput(`${path}: its last line is cut short`);
    for (const line of lines) {
      const point = Number(/^\d+(?=,)/.exec(line)?.[0] ?? NaN);
      if (!(point < points) || !line.endsWith(`,${mark}`))
        throw new BadInput(`${path}: is of another study: ${line.slice(0, 60)}`);
      const known = byPoint.get(point) ?? { path, lines: [] };
      if (known.path !== path) throw new BadInput(`${path}: point ${point} is in ${known.path} too`);
      known.lines.push(line);
      byPoint.set(point, known);
    }
  }
  return Array.from({ length: points }, (_, point) => {
    const found = byPoint.get(point);
    if (!found) throw new BadInput(`point ${point} is missing`);
    return { ...found, point };
  });
}

export async function sweep(args) {
  const { file, parts, out, points: asked, threads } = readArguments(args);
  const places = placesOf({ "--out": out }, [file, ...(parts ?? [])]);
  const text = await readDocument(file);
  const module = await loadModule();
  const studies = await loadStudies();
  let study;
  let kind;
  try {
    study = studies.readStudy(JSON.parse(text));
    kind = (study.transient ? times : floors)(study, threads, module, studies);
    kind.documents.forEach((document, point) => {
      try {
        module.checkDocument(document);
      } catch (error) {
        throw new Error(`point ${point}: ${error.message}`);
      }
    });
  } catch (error) {
    throw new BadInput(`${file}: ${error.message}`);
  }
  // It identifies rows of another study, or of another version of the program.
  const mark = createHash("sha256")
    .update(JSON.stringify([study, module.version()]))
    .digest("hex")
    .slice(0, 12);
  const { documents } = kind;
  await provideDigits(module, documents);
  const head = `${kind.columns},study`;
  if (parts) {
    const found = await joined(parts, head, mark, documents.length);
    for (const { lines, path, point } of found) {
      const rows = kind.rowsOfPoint(documents[point]);
      if (lines.length !== rows) throw new BadInput(`${path}: point ${point} has ${lines.length} of ${rows} methods`);
    }
    await write([`${head}\n`, ...found.map(({ lines }) => `${lines.join("\n")}\n`)], places["--out"]);
    return;
  }
  const [from, to] = asked ?? [0, documents.length];
  if (from >= to || to > documents.length)
    throw new BadInput(`--points: must be a part of 0..${documents.length}, got ${from}..${to}`);
  const rows = [];
  for (let point = from; point < to; point++) rows.push(...(await kind.measure(point, documents[point])));
  const lines = kind.csv(rows).replaceAll("\n", `,${mark}\n`);
  await write([`${head}\n`, lines], places["--out"]);
  for (const [method, line, theory, whose] of kind.slopes(rows)) {
    if (!line) continue;
    const interval = Number.isFinite(line.halfWidth)
      ? ` (95 % interval ${short(line.slope - line.halfWidth)} to ${short(line.slope + line.halfWidth)})`
      : "";
    tell(`${method}: slope ${short(line.slope)}${interval}${theory ? `, ${whose} ${short(theory.slope)}` : ""}`);
  }
}

const short = (value) => String(Number(value.toPrecision(3)));
