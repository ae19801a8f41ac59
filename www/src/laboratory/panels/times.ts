/** Transient times: the two settings in which they are measured, one for each of the paper's tables, as studies, and the results. */

import { gapOf, USUAL, type Study, type StudyDocument, type Table } from "../../../../lib/study";
import {
  probesOf,
  TIME_COLUMNS,
  timesAt,
  timesCsv,
  timeSlopesOf,
  type Simulate,
  type TimeRow,
} from "../../../../lib/transient";
import type { Work } from "../../controls/measurement";
import { field } from "../../controls/save";
import { catalog, transientSlope, transientTime, type MetricName } from "../../simulation/core";
import { wholeRun } from "../../simulation/pool";
import type { ExperimentDocument } from "../../state/document";
import { stylesOf } from "../../state/methods";
import { formatCount, formatNumber } from "../../views/format";
import { powersOf, type Found } from "./powers";

type Network = ExperimentDocument["network"];

export const METHODS = [
  { kind: "dsgd", label: "DSGD", usual: true },
  { kind: "exactDiffusion", label: "Exact-Diffusion", usual: true },
  { kind: "extra", label: "EXTRA", usual: false },
  { kind: "gradientTracking", label: "Gradient tracking", usual: true },
] as const;
type Method = (typeof METHODS)[number]["kind"];

interface Family {
  id: string;
  title: string;
  /** Whether n is the same on all graphs, so that the theory's slope is that of 1/(1 - λ) alone. */
  fixed: boolean;
  /** All with a positive semi-definite W. */
  networks: readonly Network[];
}

export interface Setting {
  /** The end of its address. */
  id: "table-1" | "table-2";
  title: string;
  /** How the step size and the error are made, in words. */
  about: string;
  table: Table;
  families: readonly Family[];
  problem: ExperimentDocument["problem"];
  variance: number;
}

const network = (topology: Network["topology"], laziness: number, rule: "metropolis" | "maxDegree" = "metropolis") => ({
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
  id: "table-1",
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
  id: "table-2",
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

/** Measures the study network by network, and tells what is found so far. */
export async function measureTimes(
  study: Study,
  setting: Setting,
  family: Family,
  work: Work,
  show: (found: Found) => void,
): Promise<string> {
  const rows: TimeRow[] = [];
  const documents = probesOf(study);
  for (const [point, document] of documents.entries()) {
    const report = (k: number) =>
      work.tell(point / documents.length, `Network ${point + 1} of ${documents.length}, K = ${formatCount(k)} …`);
    rows.push(...(await timesAt(study, point, document, simulateOn(work), transientTime, report)));
    show(foundTimes(setting, family, rows));
  }
  return finding(rows);
}

/** Runs documents to their ends on the workers of a measurement. */
function simulateOn({ workers, unlessCancelled }: Work): Simulate {
  const run = (document: unknown) => unlessCancelled(wholeRun(workers, document as ExperimentDocument));
  return {
    async probe(document) {
      const done = await run(document);
      const { methods, tables } = await unlessCancelled(done.ask({ kind: "theory" }));
      const { network, description } = done;
      return {
        names: description!.methods,
        agents: network?.agents ?? NaN,
        gap: network ? gapOf(network) : NaN,
        mu: methods[0]!.plConstant,
        tables,
      };
    },
    async run(document) {
      const { recording, document: own } = await run(document);
      return own.methods.map((_, place) => ({
        iterations: recording.iterations,
        mean: (metric) => recording.curve(place, metric as MetricName).mean,
      }));
    },
  };
}

/** A comparison of the slopes of DSGD and Exact-Diffusion, if both were measured. */
function finding(rows: readonly TimeRow[]): string {
  if (!["dsgd", "exactDiffusion"].every((name) => rows.some(({ method }) => method === name))) return "";
  const slopes = timeSlopesOf(rows, transientSlope);
  const of = (name: Method) => slopes.find(({ method }) => method === name)?.time;
  const [steep, flat] = [of("dsgd"), of("exactDiffusion")];
  if (!steep || !flat) return "Too few times were reached to fit slopes.";
  const apart = steep.slope - steep.halfWidth > flat.slope + flat.halfWidth;
  const words = `DSGD’s slope is ${formatNumber(steep.slope)}, Exact-Diffusion’s ${formatNumber(flat.slope)}`;
  return apart
    ? `${words}: DSGD’s is steeper, beyond both intervals.`
    : `${words}; their intervals overlap, so this measurement does not tell them apart.`;
}

const WORDS = { at: "", atMost: "at most ", moreThan: "more than " };

/** What is a result of a family of networks, in a word. */
export const timesOf = ({ id }: Setting, family: Family): string => `${id}, ${family.id}`;

export function foundTimes(setting: Setting, family: Family, rows: readonly TimeRow[]): Found {
  const slopes = timeSlopesOf(rows, transientSlope);
  const styles = stylesOf(METHODS, catalog().methods);
  const methods = METHODS.map(({ kind }, i) => ({ name: kind, style: styles[i]! }));
  const n = family.fixed
    ? "n is the same on all networks."
    : "n grows with the network, and with it the theory’s slope.";
  return {
    of: timesOf(setting, family),
    name: "transient-times",
    csv: `${TIME_COLUMNS}\n${timesCsv(rows, field)}`,
    caption: "Slopes against 1/(1 − λ) on log-log axes",
    theory: `theory, ${setting.title.split(",")[0]!}`,
    words: [
      `Rings are times outside the tried K, excluded from the fit. ${n} The theory’s order is that of an upper bound as λ → 1, which leaves out logarithms of K and the powers of λ in front; at these gaps measured slopes may be somewhat larger or smaller. Only the slope of its line means something; the line goes through the middle of the points. The study as JSON also runs in a shell, on several machines: suda sweep study.json.`,
    ],
    picture: {
      axis: "1 / (1 − λ)",
      quantity: "transient time (iterations)",
      title: "Transient times",
      ...powersOf(
        rows,
        methods.filter(({ name }) => rows.some(({ method }) => method === name)),
        {
          point: ({ kind, iterations }) => ({
            y: iterations,
            full: kind === "at",
            text: `${WORDS[kind]}${formatCount(Math.round(iterations))}`,
          }),
          fit(name) {
            const slope = slopes.find(({ method }) => method === name);
            return { line: slope?.time ?? null, order: slope?.order ?? null };
          },
          theory: ({ order }) => order ?? NaN,
        },
      ),
    },
  };
}

/** The rows of a file of times; its methods have names without commas. */
export function timesFromCsv(csv: string): TimeRow[] {
  return csv
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line): TimeRow => {
      const [point, x, agents, gap, method, kind, iterations, order] = line.split(",");
      return {
        point: Number(point),
        x: Number(x),
        agents: Number(agents),
        gap: Number(gap),
        method: method!,
        kind: kind as TimeRow["kind"],
        iterations: Number(iterations),
        order: order === "" ? null : Number(order),
      };
    });
}
