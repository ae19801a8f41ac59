/** The plan of a transient-time measurement, and how it is carried out. Knows no workers and no page. */

import type { ExperimentDocument } from "../document";
import {
  transientSlope,
  transientTime,
  type Slope,
  type Theory,
  type TransientTime,
  type Tables,
} from "../simulation/core";
import type { Family, Method, Setting } from "./settings";

type Network = ExperimentDocument["network"];

export interface Plan {
  setting: Setting;
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
  /** The table's transient times, with the constant one. */
  orders: Map<Method, number>;
}

/** What one run tells. */
export interface Outcome {
  /** The errors, by the methods' places. */
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

/** Measures graph by graph; `report` hears of every K, and of every graph that is done. */
export async function measure(
  plan: Plan,
  simulate: Simulate,
  report: (graph: number, iterations: number, points: readonly Point[]) => void,
): Promise<Point[]> {
  const { setting } = plan;
  const points: Point[] = [];
  for (const [graph, network] of plan.family.networks.entries()) {
    const probe = await simulate(document(plan, network, 1, 0.1, plan.methods), true);
    const { methods, tables } = probe.theory!;
    const rows = tables[setting.table];
    const mu = methods[0]!.plConstant ?? 1;
    const series = new Map(
      plan.methods.map((method) => [
        method,
        { k: [] as number[], errors: [] as number[], references: [] as number[], within: 0 },
      ]),
    );
    let open = [...plan.methods];
    for (let k = FIRST; k <= setting.longest && open.length > 0; k = Math.ceil(k * STEP)) {
      report(graph, k, points);
      const { errors } = await simulate(document(plan, network, k, setting.stepSize(k, probe.agents, mu), open), false);
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
      const time = transientTime(
        Float64Array.from(k),
        Float64Array.from(errors),
        Float64Array.from(references),
        plan.factor,
      );
      if (time) times.set(method, time);
    }
    const orders = new Map(
      plan.methods.map((method) => [
        method,
        Math.min(...rows.filter((row) => row.method === setting.rows[method]).map((row) => row.transientTime)),
      ]),
    );
    points.push({ agents: probe.agents, gap: probe.gap, times, orders });
    report(graph + 1, 0, points);
  }
  return points;
}

function document(
  { setting, trials }: Plan,
  network: Network,
  iterations: number,
  alpha: number,
  methods: readonly Method[],
): ExperimentDocument {
  return {
    version: 1,
    seed: "1",
    trials,
    iterations,
    record: { every: Math.ceil(iterations / setting.points) },
    metrics: [...setting.metrics],
    network,
    problem: setting.problem,
    gradient: { noise: "gaussian", variance: setting.variance },
    stepSize: { kind: "constant", value: alpha },
    methods: [{ kind: "psgd" }, ...methods.map((kind) => ({ kind }))],
  };
}

/** The slope against 1/(1 - λ) on log-log axes of what was measured; null below two points. */
export function measuredSlope(points: readonly Point[], method: Method): Slope | null {
  const times = points
    .map(({ times }) => times.get(method))
    .map((time) => (time?.kind === "at" ? time.iterations : NaN));
  return transientSlope(
    Float64Array.from(points, ({ gap }) => gap),
    Float64Array.from(times),
  );
}

/** The same of the theory's order on these graphs, which for one n is a straight line save where its larger term changes. */
export function theorySlope(points: readonly Point[], method: Method): Slope | null {
  return transientSlope(
    Float64Array.from(points, ({ gap }) => gap),
    Float64Array.from(points, ({ orders }) => orders.get(method) ?? NaN),
  );
}

export function toCsv(points: readonly Point[], { setting, family, trials, factor }: Plan): string {
  const lines = ["table,family,agents,gap,method,kind,iterations,order,trials,factor"];
  for (const { agents, gap, times, orders } of points)
    for (const [method, { kind, iterations }] of times)
      lines.push(
        [setting.table, family.id, agents, gap, method, kind, iterations, orders.get(method), trials, factor].join(),
      );
  return `${lines.join("\n")}\n`;
}

/** The points of such a file. */
export function fromCsv(csv: string): Point[] {
  const points = new Map<string, Point>();
  for (const line of csv.trimEnd().split("\n").slice(1)) {
    const [, , agents, gap, method, kind, iterations, order] = line.split(",");
    const point = points.get(gap!) ?? { agents: Number(agents), gap: Number(gap), times: new Map(), orders: new Map() };
    point.times.set(method as Method, { kind, iterations: Number(iterations) } as TransientTime);
    point.orders.set(method as Method, Number(order));
    points.set(gap!, point);
  }
  return [...points.values()];
}
