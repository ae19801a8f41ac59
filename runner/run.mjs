// suda run: an experiment, or some of its trials.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { communicationCsv, curvesCsv, experimentName } from "./csv.mjs";
import { readDocument } from "./document.mjs";
import { cut } from "./jobs.mjs";
import { loadModule } from "./module.mjs";
import { placesOf, write } from "./output.mjs";
import { compute } from "./pool.mjs";
import { shardLines } from "./shard.mjs";
import { BadInput, tell } from "./trouble.mjs";

function readArguments(args) {
  let parsed;
  try {
    const options = Object.fromEntries(
      ["out", "communication", "iterates", "trials", "threads"].map((name) => [name, { type: "string" }]),
    );
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new BadInput(error.message);
  }
  const { values, positionals } = parsed;
  if (positionals.length !== 1) throw new BadInput("suda run takes one document: suda run experiment.json");
  const trials =
    values.trials === undefined
      ? null
      : /^(0|[1-9]\d{0,8})\.\.([1-9]\d{0,8})$/.exec(values.trials)?.slice(1).map(Number);
  if (trials === undefined) throw new BadInput(`--trials: must be a range such as 0..250, got ${values.trials}`);
  const threads = values.threads === undefined ? availableParallelism() : Number(values.threads);
  if (values.threads !== undefined && !(/^[1-9]\d{0,3}$/.test(values.threads) && threads <= 1024)) {
    throw new BadInput(`--threads: must be a whole number from 1 to 1024, got ${values.threads}`);
  }
  const { out, communication, iterates } = values;
  if (trials && communication !== undefined)
    throw new BadInput("--communication: goes with suda merge where --trials leaves out trials");
  return { file: positionals[0], out, communication, iterates, trials, threads };
}

/** The recorded points of all parts together. */
function* points(parts, [from, to], methods, metrics) {
  const trials = to - from;
  const { iterations, seconds } = parts[0].records;
  for (let p = 0; p < iterations.length; p++) {
    const values = new Float64Array(metrics * methods * trials);
    const sent = new Float64Array(3 * methods);
    const times = new Float64Array(seconds.length > 0 ? methods * trials : 0);
    for (const { records, methods: here, trials: range } of parts) {
      const width = range[1] - range[0];
      const copy = (source, target, row, m, method) => {
        const start = (row * here.length + m) * width;
        return [source.subarray(start, start + width), (target * methods + method) * trials + range[0] - from];
      };
      here.forEach((method, m) => {
        for (let k = 0; k < metrics; k++) values.set(...copy(records.values, k, p * metrics + k, m, method));
        if (times.length > 0) times.set(...copy(records.seconds, 0, p, m, method));
        const { rounds, vectors, bits } = records.communication[m];
        sent.set([rounds[p], vectors[p], bits[p]], 3 * method);
      });
    }
    yield { iteration: iterations[p], values, sent, seconds: times };
  }
}

/** [method][agent][coordinate] of trial 0. */
function iteratesOf(parts) {
  const first = parts.filter(({ trials }) => trials[0] === 0);
  return first.flatMap(({ iterates, dimension: d }) =>
    iterates.map((flat) =>
      Array.from({ length: flat.length / d }, (_, agent) => Array.from(flat.subarray(agent * d, (agent + 1) * d))),
    ),
  );
}

/** The warnings, a line each, with their cures. */
function warnOf({ path, text, cures }) {
  const cure = cures.map((cure) => cure.text).join(", or ");
  tell(`warning: ${path}: ${text}${cure && `; ${cure}`}`);
}

/** Which methods diverged, in how many trials, and when the first of them did. */
function tellDivergence(parts, names, trials) {
  names.forEach((name, method) => {
    const ends = parts.flatMap(({ methods, records }) => {
      const m = methods.indexOf(method);
      const width = records.divergedAt.length / methods.length;
      return m < 0 ? [] : Array.from(records.divergedAt.subarray(m * width, (m + 1) * width));
    });
    const diverged = ends.filter((end) => !Number.isNaN(end));
    if (diverged.length === 0) return;
    const first = diverged.reduce((a, b) => Math.min(a, b));
    const where = trials === 1 ? "" : ` in ${diverged.length} of ${trials} trials`;
    tell(`methods[${method}]: ${name} diverged${where}, ${trials === 1 ? "" : "first "}at iteration ${first}`);
  });
}

export async function run(args) {
  const { file, out, communication, iterates, trials: asked, threads } = readArguments(args);
  const places = placesOf({ "--out": out, "--communication": communication, "--iterates": iterates }, [file]);
  const text = await readDocument(file);
  const { checkDocument, fingerprint, summarize, version } = await loadModule();
  try {
    checkDocument(text);
  } catch (error) {
    throw new BadInput(error.message);
  }
  const document = JSON.parse(text);
  const all = document.trials ?? 1;
  const trials = asked ?? [0, all];
  if (trials[0] >= trials[1] || trials[1] > all) {
    throw new BadInput(`--trials: must be a part of 0..${all}, got ${trials.join("..")}`);
  }
  if (iterates !== undefined && trials[0] > 0)
    throw new BadInput("--iterates: needs trial 0, which --trials leaves out");

  const parts = await compute(text, cut(trials, document.methods.length, threads), {
    threads,
    iterates: iterates !== undefined,
    warn: (warnings) => warnings.forEach(warnOf),
  });
  const { metrics } = parts[0].records;
  const names = [];
  for (const part of parts)
    for (const [m, method] of part.methods.entries()) names[method] = part.records.communication[m].method;
  tellDivergence(parts, names, trials[1] - trials[0]);
  const recorded = () => points(parts, trials, names.length, metrics.length);
  const identity = { version: version(), fingerprint: fingerprint(text) };
  const head = {
    ...identity,
    document,
    methods: names,
    metrics,
    trials,
    points: parts[0].records.iterations.length,
  };
  const table = { ...head, trials: trials[1] - trials[0], experiment: experimentName(head.version, head.fingerprint) };
  if (asked) await write(shardLines(head, recorded), places["--out"]);
  else await write(curvesCsv(table, recorded(), summarize), places["--out"]);
  if (communication !== undefined)
    await write(communicationCsv(table, recorded(), summarize), places["--communication"]);
  if (iterates !== undefined)
    await write([`${JSON.stringify({ iterates: iteratesOf(parts), ...identity })}\n`], places["--iterates"]);
}
