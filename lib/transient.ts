// Studies of transient times: from which K on a method does as well as centralised SGD. For each K all methods run K
// iterations with the step size that the paper's corollaries have for this K.

import {
  lineOf,
  placeOf,
  variedDocuments,
  type Fit,
  type Line,
  type Study,
  type StudyDocument,
  type Table,
} from "./study.js";

/** What one run recorded of a method. */
export interface Curves {
  iterations: ArrayLike<number>;
  /** The mean over trials. */
  mean(metric: string): ArrayLike<number>;
}

/** What is known of a point before it is measured. */
export interface Probe {
  /** The methods' unique names. */
  names: readonly string[];
  agents: number;
  /** 1 - λ; see `gapOf`. */
  gap: number;
  /** μ of the PL condition; null where it is not known. */
  mu: number | null;
  /** The paper's tables on this network. */
  tables: Record<Table, readonly { method: string; transientTime: number }[]>;
}

/** Carries out the runs of a study. */
export interface Simulate {
  probe(document: StudyDocument): Promise<Probe>;
  /** By the methods' places; `share` is the run's part of all that the point may need. */
  run(document: StudyDocument, share: number): Promise<readonly Curves[]>;
}

/** A time: where the error came within the factor, or beyond which of the K that were tried it lies. */
export interface Time {
  kind: "at" | "atMost" | "moreThan";
  iterations: number;
}

/** The core's `transientTime`. */
export type Measure = (
  iterations: Float64Array,
  errors: Float64Array,
  references: Float64Array,
  factor: number,
) => Time | null;

/** One method at one point. */
export interface TimeRow extends Time {
  point: number;
  x: number;
  agents: number;
  gap: number;
  method: string;
  /** The table's transient time, with the constant one; null of methods that it does not have. */
  order: number | null;
}

interface Rule {
  metrics: readonly string[];
  /** How many points of a run are recorded, about. */
  points: number;
  /** The step size of the table's corollaries for K iterations. */
  stepSize(iterations: number, agents: number, mu: number): number;
  error(curves: Curves): number;
  /** The rows of the table that speak of the kinds of methods; EXTRA's is Exact-Diffusion's by the paper's Remark 6. */
  rows: Readonly<Record<string, string>>;
}

/** What Theorem 1 bounds. */
const THEOREM_1 = ["gradientNorm", "averageGradient"] as const;
/** From this share of the iterations on, errors count in Table 2's setting: averaged, they vary less from run to run. */
const LATE = 0.75;
const GAP = "meanOptimalityGap";

const RULES: Record<Table, Rule> = {
  nonconvex: {
    metrics: THEOREM_1,
    points: 200,
    stepSize: (iterations, agents) => Math.sqrt(agents / iterations),
    error: (curves) => runningAverage(curves)?.mean.at(-1) ?? NaN,
    rows: { dsgd: "DSGD", exactDiffusion: "ED/D²", extra: "ED/D²", gradientTracking: "ATC-GT" },
  },
  pl: {
    metrics: [GAP],
    points: 40,
    stepSize: (iterations, _agents, mu) => (4 * Math.log(iterations)) / (mu * iterations),
    error({ iterations, mean }) {
      const all = Array.from(iterations);
      const from = all.findIndex((k) => k >= LATE * all.at(-1)!);
      const late = Array.from(mean(GAP)).slice(from);
      return late.reduce((sum, value) => sum + value, 0) / late.length;
    },
    rows: { dsgd: "DSGD", exactDiffusion: "ED/D²", extra: "ED/D²", gradientTracking: "GT" },
  },
};

/** How far apart the K are, as a factor. */
const STEP = 1.5;
const FIRST = 20;
/** A method has arrived when it stays within the factor for so many K in a row. */
const IN_A_ROW = 3;
const REFERENCE = "psgd";

/** The mean over k < K of the quantity that Theorem 1 bounds, at each recorded K ≥ 1; an iteration that was not recorded counts as the last one before it that was. */
export function runningAverage({ iterations, mean }: Curves): { k: number[]; mean: number[] } | null {
  const [first, second] = [mean(THEOREM_1[0]), mean(THEOREM_1[1])];
  const points = Math.min(first.length, second.length, iterations.length);
  if (points < 2 || Number.isNaN(first[0])) return null;
  const result = { k: [] as number[], mean: [] as number[] };
  let sum = 0;
  for (let i = 0; i + 1 < points; i++) {
    const [from, to] = [iterations[i]!, iterations[i + 1]!];
    sum += (to - from) * (first[i]! + second[i]!);
    result.k.push(to);
    result.mean.push(sum / to);
  }
  return result;
}

/** The first document of each point, of one iteration. Throws an Error where times cannot be measured. */
export function probesOf(study: Study): StudyDocument[] {
  return variedDocuments(study).map((document) => {
    const methods = methodsOf(document);
    if (methods.filter(({ kind }) => kind === REFERENCE).length !== 1)
      throw new Error("document.methods: must hold psgd once, which times are measured against");
    if (methods.length < 2) throw new Error("document.methods: must hold a method besides psgd");
    methods.forEach(({ stepSize }, place) => {
      if (stepSize !== undefined)
        throw new Error(`document.methods[${place}].stepSize: of transient times K says the step size`);
    });
    return documentAt(study, document, methods, 1, 0.1);
  });
}

/** A method of a document, as far as it is looked into. */
interface Method {
  kind: string;
  stepSize?: unknown;
}

function methodsOf({ methods }: StudyDocument): readonly Method[] {
  if (!Array.isArray(methods)) throw new Error("document.methods: must be a list");
  return methods.map((method: unknown) => (typeof method === "object" && method !== null ? method : {}) as Method);
}

function documentAt(
  { transient }: Study,
  document: StudyDocument,
  methods: readonly Method[],
  iterations: number,
  alpha: number,
): StudyDocument {
  const { metrics, points } = RULES[transient!.table];
  return {
    ...document,
    iterations,
    record: { every: Math.ceil(iterations / points) },
    metrics: [...metrics],
    stepSize: { kind: "constant", value: alpha },
    methods,
  };
}

/** Measures a point, whose `document` is the one that `probesOf` gave; `report` is called for every K. */
export async function timesAt(
  study: Study,
  point: number,
  document: StudyDocument,
  { probe, run }: Simulate,
  measure: Measure,
  report: (iterations: number) => void = () => undefined,
): Promise<TimeRow[]> {
  const { table, factor, longest } = study.transient!;
  const { stepSize, error, rows } = RULES[table];
  const methods = methodsOf(document);
  const { names, agents, gap, mu, tables } = await probe(document);
  const reference = methods.find(({ kind }) => kind === REFERENCE)!;
  const series = methods.flatMap((method, place) =>
    method === reference
      ? []
      : [{ method, name: names[place]!, k: [] as number[], errors: [] as number[], bests: [] as number[], within: 0 }],
  );
  const lengths: number[] = [];
  for (let k = FIRST; k <= longest; k = Math.ceil(k * STEP)) lengths.push(k);
  const all = lengths.reduce((sum, k) => sum + k, 0);
  let open = series;
  for (const k of lengths) {
    if (open.length === 0) break;
    report(k);
    const asked = [reference, ...open.map(({ method }) => method)];
    const curves = await run(documentAt(study, document, asked, k, stepSize(k, agents, mu ?? 1)), k / all);
    const [best, ...errors] = curves.map(error) as [number, ...number[]];
    open.forEach((one, i) => {
      one.k.push(k);
      one.errors.push(errors[i]!);
      one.bests.push(best);
      one.within = errors[i]! <= factor * best ? one.within + 1 : 0;
    });
    open = open.filter(({ within }) => within < IN_A_ROW);
  }
  const x = placeOf(study, point, { agents, gap });
  return series.map(({ method, name, k, errors, bests }): TimeRow => {
    const time = measure(Float64Array.from(k), Float64Array.from(errors), Float64Array.from(bests), factor)!;
    const own = tables[table].filter((row) => row.method === rows[method.kind]).map((row) => row.transientTime);
    return { point, x, agents, gap, method: name, ...time, order: own.length > 0 ? Math.min(...own) : null };
  });
}

/** Slopes on log-log axes, a method each: of the times that were reached, and of the table's orders there. */
export function timeSlopesOf(
  rows: readonly TimeRow[],
  fit: Fit,
): { method: string; time: Line | null; order: Line | null }[] {
  const methods = [...new Set(rows.map(({ method }) => method))];
  return methods.map((method) => {
    const own = rows.filter((row) => row.method === method);
    return {
      method,
      time: lineOf(own, ({ kind, iterations }) => (kind === "at" ? iterations : NaN), fit),
      order: lineOf(own, ({ order }) => order ?? NaN, fit),
    };
  });
}

export const TIME_COLUMNS = "point,x,agents,gap,method,kind,iterations,order";

/** The rows as CSV, without the head; `field` quotes a name. */
export function timesCsv(rows: readonly TimeRow[], field: (text: string) => string): string {
  return rows
    .map(({ point, x, agents, gap, method, kind, iterations, order }) =>
      [point, x, agents, gap, field(method), kind, iterations, order ?? ""].join(),
    )
    .map((line) => `${line}\n`)
    .join("");
}
