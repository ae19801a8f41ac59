// suda sweep: a study, some of its points, or parts of it joined.
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { field, fieldsOf } from "./csv.mjs";
import { readDocument } from "./document.mjs";
import { cut } from "./jobs.mjs";
import { loadModule, loadStudies, provideDigits } from "./module.mjs";
import { growing, placesOf, write } from "./output.mjs";
import { compute } from "./pool.mjs";
import { showProgress } from "./progress.mjs";
import { BadInput, tell } from "./trouble.mjs";

function readArguments(args) {
  let parsed;
  try {
    const options = Object.fromEntries(["out", "points", "threads"].map((name) => [name, { type: "string" }]));
    const switches = { merge: { type: "boolean" }, resume: { type: "boolean" } };
    parsed = parseArgs({ args, options: { ...options, ...switches }, allowPositionals: true });
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
  if (values.resume && values.merge) throw new BadInput("--resume: goes without --merge, which computes nothing");
  const threads = values.threads === undefined ? availableParallelism() : Number(values.threads);
  if (values.threads !== undefined && !(/^[1-9]\d{0,3}$/.test(values.threads) && threads <= 1024))
    throw new BadInput(`--threads: must be a whole number from 1 to 1024, got ${values.threads}`);
  return {
    ...{ file, parts: values.merge ? parts : null, out: values.out, resumes: values.resume === true, threads },
    points: points?.slice(1).map(Number),
  };
}

/** A method's name on one line. */
const nameOf = (text) => field(text.replaceAll(/\s+/g, " "));

/** Runs a document; by methods their names, and of a metric each trial's curve and their mean. */
async function runOf(document, threads, { summarize }, advance) {
  const { trials = 1, methods } = document;
  const parts = await compute(JSON.stringify(document), cut([0, trials], methods.length, threads), {
    threads,
    iterates: false,
    warn: () => {},
    advance,
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
    const { methods: names, stability } = experiment.describe();
    return { names, agents: network.agents, gap: gapOf(network), methods, stability, tables: experiment.tables() };
  } finally {
    experiment.free();
  }
}

/** How errors at the end are measured; see lib/study.ts. `advance` of all kinds gets what more is done of a point. */
const floors = (study, threads, module, { COLUMNS, csvOf, documentsOf, endOf, gapOf, rowsOf, slopesOf }) => ({
  columns: COLUMNS,
  documents: documentsOf(study),
  rowsOfPoint: ({ methods }) => methods.length,
  async measure(point, document, advance) {
    const runs = await runOf(document, threads, module, advance);
    const { agents, gap, methods } = theoryOf(document, module, gapOf);
    const outcome = {
      agents,
      gap,
      names: runs.map(({ name }) => name),
      ends: runs.map(({ curves }) => curves(study.metric).map(endOf)),
      settled: runs.map(({ mean }) => module.curveHasSettled(mean(study.metric))),
      bounds: methods.map(({ bound }) => (bound ? bound.noise + bound.network + bound.networkHigherOrder : null)),
    };
    return csvOf(rowsOf(study, point, outcome, module.summarize), study, nameOf);
  },
  slopes: (rows) =>
    slopesOf(rows, module.transientSlope).map(({ method, error, bound }) => [
      method,
      error,
      bound,
      "that of Theorem 1's bound",
    ]),
});

/** How best step sizes are found; see lib/steps.ts. */
const steps = (study, threads, module, { bestStepsAt, documentsOf, gapOf, lineOf, stepsCsv, STEP_COLUMNS }) => ({
  columns: STEP_COLUMNS,
  documents: documentsOf(study),
  rowsOfPoint: ({ methods }) => methods.length,
  async measure(point, document, advance) {
    const { stability, ...known } = theoryOf(document, module, gapOf);
    const setting = { ...known, ranges: stability.map((judged) => judged?.range ?? null) };
    const run = (one, share) => runOf(one, threads, module, (more) => advance(more * share));
    const rows = await bestStepsAt(study, point, document, setting, run, module);
    return stepsCsv(rows, study, nameOf);
  },
  slopes(rows) {
    const methods = [...new Set(rows.map(({ method }) => method))];
    return methods.map((method) => {
      const own = rows.filter((row) => row.method === method);
      return [method, lineOf(own, ({ error }) => error, module.transientSlope), null];
    });
  },
});

/** How transient times are measured; see lib/transient.ts. */
const times = (study, threads, module, { gapOf, TIME_COLUMNS, probesOf, timesAt, timesCsv, timeSlopesOf }) => ({
  columns: TIME_COLUMNS,
  documents: probesOf(study),
  rowsOfPoint: ({ methods }) => methods.length - 1,
  async measure(point, document, advance) {
    const simulate = {
      async probe(first) {
        const { methods, ...known } = theoryOf(first, module, gapOf);
        return { ...known, mu: methods[0].plConstant };
      },
      run: (one, share) => runOf(one, threads, module, (more) => advance(more * share)),
    };
    return timesCsv(await timesAt(study, point, document, simulate, module.transientTime), nameOf);
  },
  slopes: (rows) =>
    timeSlopesOf(rows, module.transientSlope).map(({ method, time, order }) => [method, time, order, "the theory's"]),
});

/** The row that a line of CSV has, as lib/ made it, of the fields that slopes are of. */
function rowOf(line, columns) {
  const cells = fieldsOf(line);
  const row = Object.fromEntries(columns.split(",").map((name, i) => [name, cells[i]]));
  const number = (text) => (text === "" || text === undefined ? null : Number(text));
  const numbers = ["point", "x", "error", "bound", "iterations", "order"].map((name) => [name, number(row[name])]);
  return { ...row, ...Object.fromEntries(numbers) };
}

/** What a sweep has written before: the lines of each point that is whole. */
function finishedIn({ kept, name }, head, mark, documents, rowsOfPoint) {
  const lines = kept.split("\n");
  // Whatever ended the program may have cut the last line.
  lines.pop();
  if (lines.length === 0) return new Map();
  if (lines.shift() !== head || lines.some((line) => !line.endsWith(`,${mark}`)))
    throw new BadInput(
      `${name}: is of another study, or of another version of SUDA, so that --resume cannot go on with it`,
    );
  const points = new Map();
  for (const line of lines) {
    const point = Number.parseInt(line, 10);
    points.set(point, [...(points.get(point) ?? []), line]);
  }
  for (const [point, own] of points) if (own.length !== rowsOfPoint(documents[point])) points.delete(point);
  return points;
}

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
  const { file, parts, out, points: asked, resumes, threads } = readArguments(args);
  const places = placesOf({ "--out": out }, [file, ...(parts ?? [])]);
  const text = await readDocument(file);
  const module = await loadModule();
  const studies = await loadStudies();
  let study;
  let kind;
  try {
    study = studies.readStudy(JSON.parse(text));
    kind = (study.transient ? times : study.bestStep ? steps : floors)(study, threads, module, studies);
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
  const growth = await growing(places["--out"], resumes);
  const finished = finishedIn(growth, head, mark, documents, kind.rowsOfPoint);
  const lines = [];
  let next = from;
  for (; next < to && finished.has(next); next++) lines.push(...finished.get(next));
  await growth.begin([head, ...lines].map((line) => `${line}\n`).join(""));
  if (next > from) tell(`${next - from} of ${to - from} points are done already`);
  const shown = showProgress(to - next);
  try {
    for (let point = next; point < to; point++) {
      shown.begin(`point ${point - from + 1} of ${to - from}`, point - next);
      const text = (await kind.measure(point, documents[point], shown.advance)).replaceAll("\n", `,${mark}\n`);
      await growth.add(text);
      lines.push(...text.split("\n").slice(0, -1));
    }
  } finally {
    shown.end();
  }
  await growth.end();
  const rows = lines.map((line) => rowOf(line, kind.columns));
  for (const [method, line, theory, whose] of kind.slopes(rows)) {
    if (!line) continue;
    const interval = Number.isFinite(line.halfWidth)
      ? ` (95 % interval ${short(line.slope - line.halfWidth)} to ${short(line.slope + line.halfWidth)})`
      : "";
    tell(`${method}: slope ${short(line.slope)}${interval}${theory ? `, ${whose} ${short(theory.slope)}` : ""}`);
  }
}

const short = (value) => String(Number(value.toPrecision(3)));
