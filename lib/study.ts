// Studies: one experiment document with some of its fields varied, and how the errors at the end depend on them; of transient
// times, transient.ts tells more. Used by the page's laboratories and by `suda sweep`; knows neither, nor the core.

/** The quantity on the horizontal axis. */
export type Over = "value" | "inverseGap" | "agents";

/** A field of the document, and its value at each point of the study. */
export interface Variation {
  /** E.g. `stepSize.value` or `methods[1].laziness`. */
  path: string;
  values: unknown[];
}

/** The table of the paper whose setting transient times are measured in. */
export type Table = "nonconvex" | "pl";

/** That not errors at the end are measured but transient times, and how. */
export interface Transient {
  /** Chooses the step size of each K, and the error. */
  table: Table;
  /** How far above centralised SGD's an error may be. */
  factor: number;
  /** No run is longer than this, in iterations. */
  longest: number;
}

/** That not errors at one step size are measured but each method's own best one, and where it is looked for. */
export interface BestStep {
  /** The first and the last step size that all methods try; null where the core's judgement of stability says it. */
  from: number | null;
  to: number | null;
  /** How many step sizes all methods try, at equal ratios. */
  steps: number;
  /** How often each method then tries two more, halfway to the neighbours of its best. */
  refine: number;
}

export interface Study {
  version: 1;
  document: StudyDocument;
  /** Taken together: all lists are equally long. */
  vary: Variation[];
  /** The first variation's values, 1/(1 - λ), or n. */
  over: Over;
  /** What is measured; of transient times the table says it. */
  metric: string;
  /** Null where errors at the end are measured. */
  transient: Transient | null;
  /** Left out where the step sizes are the document's. */
  bestStep?: BestStep;
}

/** An experiment document, as far as a study looks into it. */
export interface StudyDocument {
  iterations: number;
  trials?: number;
  metrics?: string[];
  [field: string]: unknown;
}

/** The results of one point's run, by method. */
export interface Outcome {
  agents: number;
  /** 1 - λ; see `gapOf`. */
  gap: number;
  names: string[];
  /** Of each trial the mean of the curve's last tenth; NaN where it diverged. */
  ends: number[][];
  /** Whether the mean over trials had settled. */
  settled: boolean[];
  /** The part of Theorem 1's bound that stays as K grows; null where there is no bound. */
  bounds: (number | null)[];
}

/** One method at one point. */
export interface Row {
  point: number;
  x: number;
  agents: number;
  gap: number;
  method: string;
  error: number;
  /** Ends of the 95 % interval of the mean over trials, as the core has them. */
  low: number;
  high: number;
  settled: boolean;
  /** Trials that diverged. */
  diverged: number;
  bound: number | null;
}

export interface Line {
  slope: number;
  intercept: number;
  halfWidth: number;
}

/** Mean and ends of the interval of each point; the core's `summarize`. */
export type Summarize = (values: Float64Array, trials: number) => ArrayLike<number>;
/** The line of ln(y) over ln(1/x); the core's `transientSlope`. */
export type Fit = (x: Float64Array, y: Float64Array) => Line | null;

/** What is usual for each table. */
export const USUAL: Record<Table, Omit<Transient, "table">> = {
  nonconvex: { factor: 1.5, longest: 60_000 },
  pl: { factor: 2, longest: 200_000 },
};

const OVERS: readonly string[] = ["value", "inverseGap", "agents"];
const MOST_POINTS = 1_000;
/** Points of a curve that are recorded. */
const RECORDED = 200;

/** Reads a study. Throws an Error that names the path and the rule; the document itself is the core's to check. */
export function readStudy(value: unknown): Study {
  const study = objectOf(value, "the study");
  for (const name of Object.keys(study))
    if (!["version", "document", "vary", "over", "metric", "transient", "bestStep", "name"].includes(name))
      throw new Error(`${name}: is no field of a study`);
  if (study["version"] !== 1) throw new Error("version: must be 1");
  const document = objectOf(study["document"], "document") as StudyDocument;
  const bestStep = study["bestStep"] == null ? null : readBestStep(study["bestStep"]);
  // The best step sizes of one document are of use, too.
  const { over = bestStep && study["vary"] === undefined ? "agents" : "value", vary = bestStep ? [] : null } = study;
  if (!OVERS.includes(over as string)) throw new Error(`over: must be one of ${OVERS.join(", ")}`);
  if (!Array.isArray(vary) || (vary.length === 0 && !(bestStep && over !== "value")))
    throw new Error("vary: must be a list of at least one { path, values }");
  const variations = vary.map((one: unknown, i): Variation => {
    const { path, values } = objectOf(one, `vary[${i}]`);
    if (typeof path !== "string") throw new Error(`vary[${i}].path: must be text, such as stepSize.value`);
    stepsOf(path, `vary[${i}].path`);
    if (!Array.isArray(values) || values.length === 0 || values.length > MOST_POINTS)
      throw new Error(`vary[${i}].values: must be a list of 1 to ${MOST_POINTS} values`);
    return { path, values };
  });
  const [first] = variations;
  variations.forEach(({ values }, i) => {
    if (values.length !== first!.values.length)
      throw new Error(`vary[${i}].values: must be as many as those of vary[0], ${first!.values.length}`);
  });
  if (over === "value")
    first!.values.forEach((one, i) => {
      if (typeof one !== "number" || !(one > 0))
        throw new Error(`vary[0].values[${i}]: must be a number above 0 to draw errors over it`);
    });
  const transient = study["transient"] == null ? null : readTransient(study["transient"]);
  if (transient && bestStep) throw new Error("bestStep: of transient times K says the step size");
  if (transient && study["metric"] !== undefined) throw new Error("metric: of transient times the table says it");
  const metric = study["metric"] ?? document.metrics?.[0] ?? "gradientNorm";
  if (typeof metric !== "string") throw new Error("metric: must be the name of a metric");
  return {
    ...{ version: 1, document, vary: variations, over: over as Over, metric, transient },
    ...(bestStep ? { bestStep } : {}),
  };
}

function readBestStep(value: unknown): BestStep {
  const asked = objectOf(value, "bestStep");
  for (const name of Object.keys(asked))
    if (!["from", "to", "steps", "refine"].includes(name))
      throw new Error(`bestStep.${name}: is no field of what is said of best step sizes`);
  const number = (name: "from" | "to"): number | null => {
    const given = asked[name] ?? null;
    if (given !== null && !(typeof given === "number" && given > 0 && given <= 1e6))
      throw new Error(`bestStep.${name}: must be a number above 0, at most 1000000`);
    return given as number | null;
  };
  const whole = (name: "steps" | "refine", usual: number, least: number, most: number): number => {
    const given = asked[name] ?? usual;
    if (!(typeof given === "number" && Number.isInteger(given) && given >= least && given <= most))
      throw new Error(`bestStep.${name}: must be a whole number from ${least} to ${most}`);
    return given;
  };
  const [from, to] = [number("from"), number("to")];
  if (from !== null && to !== null && !(to > from)) throw new Error("bestStep.to: must be above bestStep.from");
  return { from, to, steps: whole("steps", 17, 3, 200), refine: whole("refine", 3, 0, 20) };
}

function readTransient(value: unknown): Transient {
  const asked = objectOf(value, "transient");
  for (const name of Object.keys(asked))
    if (!["table", "factor", "longest"].includes(name))
      throw new Error(`transient.${name}: is no field of what is said of transient times`);
  const { table } = asked;
  if (table !== "nonconvex" && table !== "pl") throw new Error("transient.table: must be nonconvex or pl");
  const { factor = USUAL[table].factor, longest = USUAL[table].longest } = asked;
  if (typeof factor !== "number" || !(factor > 1 && factor <= 1e6))
    throw new Error("transient.factor: must be a number above 1, at most 1000000");
  if (typeof longest !== "number" || !Number.isInteger(longest) || longest < 20 || longest > 1e9)
    throw new Error("transient.longest: must be a whole number from 20 to 1000000000");
  return { table, factor, longest };
}

function objectOf(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error(`${what}: must be an object`);
  return value as Record<string, unknown>;
}

/** The study as a file, which `readStudy` reads. */
export function studyText({ metric, transient, ...study }: Study): string {
  return `${JSON.stringify({ ...study, ...(transient ? { transient } : { metric }) }, null, 2)}\n`;
}

/** `methods[2].laziness` as its steps. */
function stepsOf(path: string, where: string): (string | number)[] {
  if (!/^[A-Za-z]\w*(\[\d+\]|\.[A-Za-z]\w*)*$/.test(path))
    throw new Error(`${where}: must be a path such as stepSize.value or methods[1].laziness, got ${path.slice(0, 60)}`);
  return path.split(/[.[\]]+/).flatMap((step) => (step === "" ? [] : [/^\d+$/.test(step) ? Number(step) : step]));
}

/** The documents of all points, with what is to be recorded. Throws an Error where a path leads nowhere. */
export function documentsOf(study: Study): StudyDocument[] {
  return variedDocuments(study).map((own) => ({
    ...own,
    metrics: [study.metric],
    record: { points: Math.max(1, Math.min(RECORDED, own.iterations || 1)) },
  }));
}

/** The document with the fields of each point. */
export function variedDocuments({ document, vary }: Study): StudyDocument[] {
  const count = vary[0]?.values.length ?? 1;
  return Array.from({ length: count }, (_, point) => {
    const own = JSON.parse(JSON.stringify(document)) as StudyDocument;
    vary.forEach(({ path, values }, i) => {
      set(own, stepsOf(path, `vary[${i}].path`), values[point], `vary[${i}].path: ${path}`);
    });
    return own;
  });
}

function set(into: unknown, steps: readonly (string | number)[], value: unknown, where: string): void {
  let at = into as Record<string | number, unknown>;
  for (const step of steps.slice(0, -1)) {
    const next = Object.hasOwn(at, step) ? at[step] : undefined;
    if (typeof next !== "object" || next === null) throw new Error(`${where}: the document has no such field`);
    at = next as Record<string | number, unknown>;
  }
  const last = steps.at(-1)!;
  if (Array.isArray(at) && !Object.hasOwn(at, last)) throw new Error(`${where}: the document has no such field`);
  at[last] = value;
}

/** The mean of the last tenth of a curve. */
export function endOf(curve: ArrayLike<number>): number {
  const count = Math.max(1, Math.floor(curve.length / 10));
  let sum = 0;
  for (let i = curve.length - count; i < curve.length; i++) sum += curve[i]!;
  return sum / count;
}

/** 1 - λ of a network, as `describeNetwork` tells it; of one that changes, with λ of the mean of its matrices, E[W_k]. */
export function gapOf(network: { spectralGap: number; changes: { mixingRate: number } | null }): number {
  return network.changes ? 1 - network.changes.mixingRate : network.spectralGap;
}

/** Where a point is drawn. */
export function placeOf(
  { over, vary }: Study,
  point: number,
  { agents, gap }: { agents: number; gap: number },
): number {
  return { value: vary[0]?.values[point] as number, inverseGap: 1 / gap, agents }[over];
}

export function rowsOf(study: Study, point: number, outcome: Outcome, summarize: Summarize): Row[] {
  const { agents, gap, names, ends, settled, bounds } = outcome;
  const x = placeOf(study, point, outcome);
  return names.map((method, m): Row => {
    const trials = Float64Array.from(ends[m]!);
    const [error, low, high] = Array.from(summarize(trials, trials.length)) as [number, number, number];
    const diverged = trials.filter(Number.isNaN).length;
    return {
      point,
      x,
      agents,
      gap,
      method,
      error,
      low,
      high,
      settled: settled[m]!,
      diverged,
      bound: bounds[m] ?? null,
    };
  });
}

/** Slopes on log-log axes, a method each: of the errors and, where there is one, of Theorem 1's bound. */
export function slopesOf(rows: readonly Row[], fit: Fit): { method: string; error: Line | null; bound: Line | null }[] {
  const methods = [...new Set(rows.map(({ method }) => method))];
  return methods.map((method) => {
    const own = rows.filter((row) => row.method === method);
    const line = (y: (row: Row) => number) => lineOf(own, y, fit);
    return { method, error: line(({ error }) => error), bound: line(({ bound }) => bound ?? NaN) };
  });
}

/** The line of ln(y) over ln(x). */
export function lineOf<T extends { x: number }>(rows: readonly T[], y: (row: T) => number, fit: Fit): Line | null {
  // The core fits over 1/x.
  const x = Float64Array.from(rows, (row) => 1 / row.x);
  return fit(
    x,
    Float64Array.from(rows, (row) => positive(y(row))),
  );
}

/** Values without a logarithm do not count. */
function positive(value: number): number {
  return value > 0 ? value : NaN;
}

export const COLUMNS = "point,x,agents,gap,method,metric,error,low,high,settled,diverged,bound";

/** The rows as CSV, without the head; `field` quotes a name. */
export function csvOf(rows: readonly Row[], { metric }: Study, field: (text: string) => string): string {
  return rows
    .map(({ point, x, agents, gap, method, error, low, high, settled, diverged, bound }) =>
      [point, x, agents, gap, field(method), metric, error, low, high, settled, diverged, bound ?? ""].join(),
    )
    .map((line) => `${line}\n`)
    .join("");
}
