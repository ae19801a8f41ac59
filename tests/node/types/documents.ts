// Checked by tsc alone, without the types of a browser or of Node.js.
import init, {
  type Catalog,
  type Curves,
  checkDocument,
  Experiment,
  type ExperimentDocument,
  type MethodDocument,
  type ProblemDocument,
  presets,
  type Theory,
  type TopologyDocument,
} from "../../../dist/lib/suda.js";

const methods: MethodDocument[] = [
  { kind: "dsgd", variant: "combineThenAdapt", label: "DSGD", stepSize: { kind: "constant", value: 0.1 } },
  { kind: "exactDiffusion", laziness: 0.5 },
  { kind: "suda", a: [1], bSquared: [1, -1], c: [1] },
];

export const document: ExperimentDocument = {
  $schema: "./experiment.schema.json",
  version: 1,
  seed: 5n,
  iterations: 100,
  record: { every: 2 },
  metrics: ["gradientNorm", "consensus"],
  network: {
    topology: {
      kind: "explicit",
      agents: 3,
      edges: [
        [0, 1],
        [1, 2],
      ],
    },
    weights: { rule: "metropolis" },
  },
  problem: { kind: "logistic", dimension: 3, samplesPerAgent: 10 },
  gradient: { noise: "gaussian", variance: 0.01 },
  stepSize: { kind: "halving", value: 0.1, every: 10 },
  start: {
    kind: "perAgent",
    values: [
      [0, 0, 0],
      [1, 1, 1],
      [2, 2, 2],
    ],
  },
  methods,
};

export const given: ProblemDocument = {
  kind: "logistic",
  data: { kind: "csv", text: "1,2", header: "auto", columns: [0, "b"], split: { kind: "byColumn", column: 0 } },
};

// @ts-expect-error: no such kind
export const kind: TopologyDocument = { kind: "rings", agents: 3 };
// @ts-expect-error: a field of another kind
export const stranger: TopologyDocument = { kind: "ring", agents: 3, probability: 0.5 };
// @ts-expect-error: a missing field
export const missing: TopologyDocument = { kind: "erdosRenyi", agents: 3 };
// @ts-expect-error: text for a number
export const text: TopologyDocument = { kind: "ring", agents: "3" };
// @ts-expect-error: no such variant
export const variant: MethodDocument = { kind: "dsgd", variant: "combine" };
// @ts-expect-error: generated data want their size
export const unsized: ProblemDocument = { kind: "logistic", dimension: 3 };
// @ts-expect-error: no such metric
export const metric: ExperimentDocument = { ...document, metrics: ["regret"] };
// @ts-expect-error: another version
export const version: ExperimentDocument = { ...document, version: 2 };
// @ts-expect-error: one way to record
export const record: ExperimentDocument = { ...document, record: { every: 1, points: 2 } };

/** The kind tells the fields. */
export function agents(topology: TopologyDocument): number {
  switch (topology.kind) {
    case "grid":
    case "torus":
      return topology.rows * topology.columns;
    case "hypercube":
      return 2 ** topology.dimension;
    default:
      return topology.agents;
  }
}

export async function answers(): Promise<[Curves, Theory, Catalog | object]> {
  await init();
  await init(new Uint8Array(8));
  checkDocument(presets()[0]!.document);
  const experiment = new Experiment(document, { trials: [0, 1] });
  const curves = experiment.curves();
  const mean: Float64Array | undefined = curves.series[0]?.mean;
  const ends: (number | null)[] = curves.series.map(({ divergedAt }) => divergedAt);
  const first: [number, number] | undefined = experiment.network().edges[0];
  const none: number | undefined = experiment.expected(0)?.iterations[0];
  const domains = [mean?.length, ends.length, first?.[1], none];
  // @ts-expect-error: may be null
  experiment.network().eigenvalues.length;
  return [curves, experiment.theory("dsgd"), domains];
}
