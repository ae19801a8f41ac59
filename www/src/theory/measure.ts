/** The plan of a transient-time measurement, and how it is carried out. Knows no workers and no page. */

import type { ExperimentDocument } from "../document";
import { transientSlope, transientTime, type Slope, type Theory, type TransientTime, type Tables } from "../simulation/core";

export type Method = "dsgd" | "exactDiffusion" | "extra" | "gradientTracking";
/** Row of Table 2 that speaks of each method; EXTRA's is Exact-Diffusion's by the paper's Remark 3. */
const ROWS: Record<Method, string> = { dsgd: "DSGD", exactDiffusion: "ED/D²", extra: "ED/D²", gradientTracking: "GT" };

type Network = ExperimentDocument["network"];
export interface Family {
  id: string;
  title: string;
  /** Whether n is the same on all graphs, so that the theory's slope is that of 1/(1 - λ) alone. */
  fixed: boolean;
  networks: readonly Network[];
}

const network = (topology: Network["topology"], laziness: number, rule = "metropolis"): Network => ({ topology, weights: { rule }, laziness });

/** All of them have a positive semi-definite W. */
export const FAMILIES: readonly Family[] = [
  {
    id: "lazyComplete",
    title: "6 agents, all linked, ever lazier",
    fixed: true,
    // W = 11ᵀ/n without laziness, so that θ is λ.
    networks: [0.8, 0.86, 0.9, 0.93, 0.95, 0.965].map((theta) => network({ kind: "complete", agents: 6 }, theta, "maxDegree")),
  },
  {
    id: "lazyRing",
    title: "ring of 6, ever lazier",
    fixed: true,
    networks: [0.5, 0.67, 0.78, 0.855, 0.9].map((theta) => network({ kind: "ring", agents: 6 }, theta)),
  },
  { id: "ring", title: "rings of 5 to 12", fixed: false, networks: [5, 6, 8, 10, 12].map((agents) => network({ kind: "ring", agents }, 0.5)) },
  {
    id: "grid",
    title: "grids of 2 × 2 to 5 × 5",
    fixed: false,
    networks: [2, 3, 4, 5].map((side) => network({ kind: "grid", rows: side, columns: side }, 0.5)),
  },
];

export interface Plan {
  family: Family;
  methods: readonly Method[];
  trials: number;
  /** How far above centralised SGD's an error may be. */
  factor: number;
}

export interface Point {
  agents: number;
  gap: number;
  times: Map<Method, TransientTime>;
  /** Table 2's transient times, with the constant one. */
  orders: Map<Method, number>;
}

/** What one run tells. */
export interface Outcome {
  /** The error over the last quarter of the iterations, by the methods' places. */
  errors: number[];
  agents: number;
  gap: number;
  /** Asked for on short runs only. */
  theory: { methods: Theory[]; tables: Tables } | null;
}

/** Carries out an experiment. */
export type Simulate = (document: ExperimentDocument, withTheory: boolean) => Promise<Outcome>;

/** How far apart the K are, as a factor. */
const STEP = 1.5;
const FIRST = 20;
/** A method has arrived when it stays within the factor for so many K in a row. */
const IN_A_ROW = 3;
/** No run is longer than this, in iterations. */
const LONGEST = 200_000;
/** From this share of the iterations on, errors count: averaged, they vary less from run to run. */
export const LATE = 0.75;

/** Measures graph by graph; `report` hears of every K, and of every graph that is done. */
export async function measure(plan: Plan, simulate: Simulate, report: (graph: number, iterations: number, points: readonly Point[]) => void): Promise<Point[]> {
  const points: Point[] = [];
  for (const [graph, network] of plan.family.networks.entries()) {
    const probe = await simulate(document(plan, network, 1, 0.1, plan.methods), true);
    const { methods, tables } = probe.theory!;
    const mu = methods[0]!.plConstant ?? 1;
    const series = new Map(plan.methods.map((method) => [method, { k: [] as number[], errors: [] as number[], references: [] as number[], within: 0 }]));
    let open = [...plan.methods];
    for (let k = FIRST; k <= LONGEST && open.length > 0; k = Math.ceil(k * STEP)) {
      report(graph, k, points);
      const { errors } = await simulate(document(plan, network, k, stepSize(mu, k), open), false);
      const reference = errors[0]!;
      open.forEach((method, i) => {
        const measured = series.get(method)!;
        measured.k.push(k);
        measured.errors.push(errors[i + 1]!);
        measured.references.push(reference);
        measured.within = errors[i + 1]! <= plan.factor * reference ? measured.within + 1 : 0;
      });
      open = open.filter((method) => series.get(method)!.within < IN_A_ROW);
    }
    const times = new Map<Method, TransientTime>();
    for (const [method, { k, errors, references }] of series) {
      const time = transientTime(Float64Array.from(k), Float64Array.from(errors), Float64Array.from(references), plan.factor);
      if (time) times.set(method, time);
    }
    const orders = new Map(plan.methods.map((method) => [method, Math.min(...tables.pl.filter((row) => row.method === ROWS[method]).map((row) => row.transientTime))]));
    points.push({ agents: probe.agents, gap: probe.gap, times, orders });
    report(graph + 1, 0, points);
  }
  return points;
}

/** Corollaries 3 and 4: α = 2 ln(K²)/(μK). */
export function stepSize(mu: number, iterations: number): number {
  return (4 * Math.log(iterations)) / (mu * iterations);
}

/** Least squares with one Hessian for all, where x̄ is that of centralised SGD, and what is left is the network's. */
export function document({ trials }: Pick<Plan, "trials">, network: Network, iterations: number, alpha: number, methods: readonly Method[]): ExperimentDocument {
  return {
    version: 1,
    seed: "1",
    trials,
    iterations,
    record: { every: Math.ceil(iterations / 40) },
    metrics: ["meanOptimalityGap"],
    network,
    problem: { kind: "leastSquares", dimension: 4, samplesPerAgent: 10, heterogeneity: 0.05, conditionNumber: 1, commonHessian: true },
    gradient: { noise: "gaussian", variance: 1 },
    stepSize: { kind: "constant", value: alpha },
    methods: [{ kind: "psgd" }, ...methods.map((kind) => ({ kind }))],
  };
}

/** The slope against 1/(1 - λ) on log-log axes of what was measured; null below two points. */
export function measuredSlope(points: readonly Point[], method: Method): Slope | null {
  const times = points.map(({ times }) => times.get(method)).map((time) => (time?.kind === "at" ? time.iterations : NaN));
  return transientSlope(Float64Array.from(points, ({ gap }) => gap), Float64Array.from(times));
}

/** The same of the theory's order on these graphs, which for one n is a straight line save where its larger term changes. */
export function theorySlope(points: readonly Point[], method: Method): Slope | null {
  return transientSlope(Float64Array.from(points, ({ gap }) => gap), Float64Array.from(points, ({ orders }) => orders.get(method) ?? NaN));
}

export function toCsv(points: readonly Point[], { family, trials, factor }: Plan): string {
  const lines = ["family,agents,gap,method,kind,iterations,order,trials,factor"];
  for (const { agents, gap, times, orders } of points)
    for (const [method, { kind, iterations }] of times) lines.push([family.id, agents, gap, method, kind, iterations, orders.get(method), trials, factor].join());
  return `${lines.join("\n")}\n`;
}
