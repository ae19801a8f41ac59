/** The two settings in which transient times are measured, one for each of the paper's tables, as studies. */

import { USUAL, type Study, type StudyDocument, type Table } from "../../../../lib/study";
import type { ExperimentDocument } from "../../state/document";

type Network = ExperimentDocument["network"];
export type Method = "dsgd" | "exactDiffusion" | "extra" | "gradientTracking";

export interface Family {
  id: string;
  title: string;
  /** Whether n is the same on all graphs, so that the theory's slope is that of 1/(1 - λ) alone. */
  fixed: boolean;
  /** All with a positive semi-definite W. */
  networks: readonly Network[];
}

export interface Setting {
  id: "table1" | "table2";
  title: string;
  /** How the step size and the error are made, in words. */
  about: string;
  table: Table;
  families: readonly Family[];
  problem: ExperimentDocument["problem"];
  variance: number;
}

const network = (
  topology: Network["topology"],
  laziness: number,
  rule: "metropolis" | "maxDegree" = "metropolis",
): Network => ({
  topology,
  weights: { rule },
  laziness,
});
/** The parameter in which the members of a family differ. */
interface Graphs {
  /** n of the graphs that get ever lazier, and their laziness: all agents linked, and on a ring. */
  agents: number;
  complete: readonly number[];
  ring: readonly number[];
  /** n of the rings, and rows × columns of the grids, smallest first. */
  rings: readonly number[];
  grids: readonly (readonly [number, number])[];
}

function familiesOf({ agents, complete, ring, rings, grids }: Graphs): Family[] {
  const span = (sizes: readonly unknown[]) => `${String(sizes[0])} to ${String(sizes.at(-1))}`;
  return [
    // W = 11ᵀ/n without laziness, so that θ is λ.
    {
      id: "lazyComplete",
      title: `${agents} agents, all linked, ever lazier`,
      fixed: true,
      networks: complete.map((theta) => network({ kind: "complete", agents }, theta, "maxDegree")),
    },
    {
      id: "lazyRing",
      title: `ring of ${agents}, ever lazier`,
      fixed: true,
      networks: ring.map((theta) => network({ kind: "ring", agents }, theta)),
    },
    {
      id: "ring",
      title: `rings of ${span(rings)}`,
      fixed: false,
      networks: rings.map((n) => network({ kind: "ring", agents: n }, 0.5)),
    },
    {
      id: "grid",
      title: `grids of ${span(grids.map((sides) => sides.join(" × ")))}`,
      fixed: false,
      networks: grids.map(([rows, columns]) => network({ kind: "grid", rows, columns }, 0.5)),
    },
  ];
}

/** Agents with Hessians that differ, so that their disagreement shows in ∇f(x̄). */
const NONCONVEX: Setting = {
  id: "table1",
  title: "Table 1, smooth costs",
  about:
    "step size √(n/K); the error is what Theorem 1 bounds, (1/K) Σ E‖∇f(x̄)‖² + E‖(1/n) Σ ∇fᵢ(xᵢ)‖². The costs are least squares with a different Hessian for each agent",
  table: "nonconvex",
  families: familiesOf({
    agents: 4,
    complete: [0.8, 0.84, 0.87, 0.9, 0.92, 0.94],
    ring: [0.7, 0.76, 0.81, 0.85, 0.88],
    rings: [4, 5, 6, 7, 8],
    grids: [
      [2, 2],
      [2, 3],
      [3, 3],
      [3, 4],
    ],
  }),
  problem: { kind: "leastSquares", dimension: 2, samplesPerAgent: 1, heterogeneity: 1, conditionNumber: 1 },
  variance: 2,
};

/** One Hessian for all, where x̄ is that of centralised SGD, and what is left is the network's. */
const PL: Setting = {
  id: "table2",
  title: "Table 2, PL condition",
  about:
    "step size 2 ln(K²)/(μK); the error is (1/n) Σ f(xᵢ) − f*, averaged over the last quarter of the iterations. The costs are least squares with a common Hessian",
  table: "pl",
  families: familiesOf({
    agents: 6,
    complete: [0.8, 0.85, 0.89, 0.92, 0.94, 0.955],
    ring: [0.5, 0.67, 0.78, 0.855, 0.9],
    rings: [5, 6, 8, 10, 12],
    grids: [
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
    ],
  }),
  problem: {
    kind: "leastSquares",
    dimension: 4,
    samplesPerAgent: 10,
    heterogeneity: 0.05,
    conditionNumber: 1,
    commonHessian: true,
  },
  variance: 1,
};

/** The first is the one to begin with. */
export const SETTINGS: readonly Setting[] = [NONCONVEX, PL];

/** The study that measures transient times of these methods in a setting, on a family of networks. */
export function timesStudy(
  { table, problem, variance }: Setting,
  { networks }: Family,
  methods: readonly Method[],
  { trials, factor = USUAL[table].factor }: { trials: number; factor?: number },
): Study {
  const document: ExperimentDocument = {
    version: 1,
    seed: "1",
    trials,
    iterations: 1,
    network: networks[0]!,
    problem,
    gradient: { noise: "gaussian", variance },
    stepSize: { kind: "constant", value: 0.1 },
    methods: [{ kind: "psgd" }, ...methods.map((kind) => ({ kind }))],
  };
  return {
    version: 1,
    over: "inverseGap",
    metric: "",
    transient: { table, factor, longest: USUAL[table].longest },
    vary: [{ path: "network", values: [...networks] }],
    document: document as unknown as StudyDocument,
  };
}
