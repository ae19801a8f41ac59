// suda sweep: a study, some of its points, or parts of it joined.
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { field } from "./csv.mjs";
import { readDocument } from "./document.mjs";
import { cut } from "./jobs.mjs";
import { loadModule, loadStudies } from "./module.mjs";
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
    throw new BadInput("suda sweep takes one study, and parts of it with --merge: suda sweep study.json");
  const points = values.points === undefined ? null : /^(0|[1-9]\d{0,3})\.\.([1-9]\d{0,3})$/.exec(values.points);
  if (values.points !== undefined && (points === null || values.merge))
    throw new BadInput(`--points: must be a range such as 0..4, without --merge, got ${values.points}`);
  const threads = values.threads === undefined ? availableParallelism() : Number(values.threads);
  if (values.threads !== undefined && !(/^[1-9]\d{0,3}$/.test(values.threads) && threads <= 1024))
    throw new BadInput(`--threads: must be a whole number from 1 to 1024, got ${values.threads}`);
  return { file, parts: values.merge ? parts : null, out: values.out, points: points?.slice(1).map(Number), threads };
}

/** What the run of a document gave; see `Outcome` of lib/study.ts. */
async function outcomeOf(document, threads, { module, endOf }) {
  const text = JSON.stringify(document);
  const { trials = 1, methods } = document;
  const parts = await compute(text, cut([0, trials], methods.length, threads), {
    threads,
    iterates: false,
    warn: () => {},
  });
  const points = parts[0].records.iterations.length;
  const outcome = { names: [], ends: [], settled: [], bounds: [] };
  methods.forEach((_, method) => {
    const own = parts.filter((part) => part.methods.includes(method)).sort((a, b) => a.trials[0] - b.trials[0]);
    const curves = own.flatMap(({ records, methods: here, trials: [from, to] }) => {
      const [m, width] = [here.indexOf(method), to - from];
      return Array.from({ length: width }, (_, trial) =>
        Float64Array.from({ length: points }, (_, p) => records.values[(p * here.length + m) * width + trial]),
      );
    });
    const mean = Float64Array.from({ length: points }, (_, p) => {
      const at = Float64Array.from(curves, (curve) => curve[p]);
      return module.summarize(at, at.length)[0];
    });
    outcome.names.push(own[0].records.communication[own[0].methods.indexOf(method)].method);
    outcome.ends.push(curves.map(endOf));
    outcome.settled.push(module.curveHasSettled(mean));
  });
  const { agents, spectralGap: gap } = module.describeNetwork(document.network, document.seed);
  const experiment = new module.Experiment(text, { trials: [0, 1] });
  try {
    outcome.bounds = methods.map((_, method) => {
      const { bound } = experiment.theory(method);
      return bound ? bound.noise + bound.network + bound.networkHigherOrder : null;
    });
  } finally {
    experiment.free();
  }
  return { ...outcome, agents, gap };
}

/** The lines of all parts in the order of the points, each of this study and each point there once. */
async function joined(paths, head, mark, points) {
  const byPoint = new Map();
  for (const path of paths) {
    const [first, ...lines] = (await readDocument(path)).split("\n");
    if (first !== head) throw new BadInput(`${path}: is no part of a sweep`);
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
  let documents;
  try {
    study = studies.readStudy(JSON.parse(text));
    documents = studies.documentsOf(study);
    documents.forEach((document, point) => {
      try {
        module.checkDocument(document);
      } catch (error) {
        throw new Error(`point ${point}: ${error.message}`);
      }
    });
  } catch (error) {
    throw new BadInput(`${file}: ${error.message}`);
  }
  // Rows of another study, or of another version of the program, are told by it.
  const mark = createHash("sha256")
    .update(JSON.stringify([study, module.version()]))
    .digest("hex")
    .slice(0, 12);
  const head = `${studies.COLUMNS},study`;
  if (parts) {
    const found = await joined(parts, head, mark, documents.length);
    const { methods } = study.document;
    for (const { lines, path, point } of found)
      if (lines.length !== methods.length)
        throw new BadInput(`${path}: point ${point} has ${lines.length} of ${methods.length} methods`);
    await write([`${head}\n`, ...found.map(({ lines }) => `${lines.join("\n")}\n`)], places["--out"]);
    return;
  }
  const [from, to] = asked ?? [0, documents.length];
  if (from >= to || to > documents.length)
    throw new BadInput(`--points: must be a part of 0..${documents.length}, got ${from}..${to}`);
  const rows = [];
  for (let point = from; point < to; point++) {
    const outcome = await outcomeOf(documents[point], threads, { module, endOf: studies.endOf });
    rows.push(...studies.rowsOf(study, point, outcome, module.summarize));
  }
  const lines = studies.csvOf(rows, study, field).replaceAll("\n", `,${mark}\n`);
  await write([`${head}\n`, lines], places["--out"]);
  for (const { method, error, bound } of studies.slopesOf(rows, module.transientSlope)) {
    if (!error) continue;
    const interval = Number.isFinite(error.halfWidth)
      ? ` (95 % interval ${short(error.slope - error.halfWidth)} to ${short(error.slope + error.halfWidth)})`
      : "";
    tell(
      `${method}: slope ${short(error.slope)}${interval}${bound ? `, that of Theorem 1's bound ${short(bound.slope)}` : ""}`,
    );
  }
}

const short = (value) => String(Number(value.toPrecision(3)));
