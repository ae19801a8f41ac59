/** A kind and its parameters; the catalog lists them. */
export interface Kinded {
  kind: string;
  [parameter: string]: unknown;
}
export interface WeightsDocument {
  rule: string;
  epsilon?: number;
  matrix?: number[][];
}
export interface NetworkDocument {
  topology: Kinded;
  weights: WeightsDocument;
  laziness?: number;
  changes?: Kinded;
}
export interface GradientDocument {
  noise: string;
  variance?: number;
  batch?: number;
}
export type MetricName = "gradientNorm" | "optimalityGap" | "meanOptimalityGap" | "consensus" | "averageGradient";
export interface MethodDocument extends Kinded {
  label?: string;
  laziness?: number;
  rounds?: number;
  acceleration?: string;
  stepSize?: Kinded;
}

/** The experiment document, version 1. */
export interface ExperimentDocument {
  version: 1;
  name?: string;
  /** A u64: a decimal string, or a number up to 2^53 - 1. */
  seed?: string | number;
  trials?: number;
  /** K. */
  iterations: number;
  record?: { every: number } | { points: number } | { logPoints: number };
  /** What to record; everything when left out. */
  metrics?: MetricName[];
  network: NetworkDocument;
  problem: Kinded;
  gradient?: GradientDocument;
  stepSize: Kinded;
  start?: Kinded;
  methods: MethodDocument[];
}

/** Some of an experiment's trials [from, to) and some of its methods (indices). */
export interface ExperimentPart {
  trials?: [number, number];
  methods?: number[];
}

export interface Series {
  /** The label, or the kind (with variant), made unique. */
  method: string;
  metric: MetricName;
  /** The mean over trials; NaN from where a trial diverged. */
  mean: Float64Array;
  /** The ends of the 95 % confidence interval of the mean. */
  low: Float64Array;
  high: Float64Array;
  /** The first iteration at which a trial diverged. */
  divergedAt: number | null;
}
/** Gossip rounds and numbers sent so far over the whole network, in one trial, at each recorded iteration. */
export interface Communication {
  method: string;
  rounds: Float64Array;
  scalars: Float64Array;
}
export interface Curves {
  iterations: Uint32Array;
  series: Series[];
  communication: Communication[];
}

/** Per-trial values of a part, to be merged with those of other parts. */
export interface Records {
  /** The index of the first recorded point in `values`. */
  from: number;
  /** The iterations recorded from that point on. */
  iterations: Uint32Array;
  /** The experiment's methods in this part, by index. */
  methods: Uint32Array;
  /** [from, to) of the experiment's trials. */
  trials: Uint32Array;
  metrics: MetricName[];
  /** [point][metric][method][trial]. */
  values: Float64Array;
  /** [method][trial]; NaN where it has not diverged. */
  divergedAt: Float64Array;
  /** From the same point on. */
  communication: Communication[];
}

export interface AgentValues {
  /** ‖x_i - x̄‖ of each agent. */
  disagreement: Float64Array;
  /** ‖∇f_i(x_i)‖ of each agent. */
  gradientNorm: Float64Array;
}

export interface LocalOptimum {
  /** x_i*, where an agent's own cost f_i is least; d numbers. */
  point: Float64Array;
  /** ‖x_i* - x*‖, from the point where f is least. */
  distance: number;
}

export interface NetworkDescription {
  agents: number;
  edges: [number, number][];
  /** Connected components. */
  components: number;
  /** The non-zero entries of W. */
  matrix: { rows: Uint32Array; columns: Uint32Array; values: Float64Array };
  /** All eigenvalues of W, descending; null for large networks. */
  eigenvalues: Float64Array | null;
  /** λ, the greatest |λ_i| but the first. */
  mixingRate: number;
  secondLargestEigenvalue: number;
  smallestEigenvalue: number;
  /** 1 - λ. */
  spectralGap: number;
  /** How far the extreme eigenvalues may be off; 0 when all were computed. */
  residual: number;
  /** x and y of each agent in the unit square, for random geometric graphs. */
  positions: Float64Array | null;
  warnings: string[];
}

/** How many there are, and the first ten of them. */
export interface Excerpt<T> {
  total: number;
  first: T[];
}

/** What reading a data file did. */
export interface ImportReport {
  /** The number of rows that are used, over all agents. */
  rows: number;
  /** The rows that could not be used, each with the line where it starts, from 1. */
  skipped: Excerpt<{ line: number; reason: string }>;
  /** What stands for -1 and for +1 and how many rows have it; null for targets. */
  labels: [LabelMeaning, LabelMeaning] | null;
  /** The columns that hold one value only, which standardisation turned into zeros. */
  constantColumns: Excerpt<string>;
}
/** A label as the file has it, text in quotes. */
export interface LabelMeaning {
  label: string;
  value: -1 | 1;
  rows: number;
}

export interface ExperimentDescription {
  /** The methods' unique names. */
  methods: string[];
  agents: number;
  dimension: number;
  trials: number;
  iterations: number;
  /** f* and a minimiser, in closed form (exact) or the best found; null when no metric needs it. */
  optimum: { value: number; point: Float64Array; exact: boolean } | null;
  /** What reading the data file did; null when the data are not from a file. */
  imported: ImportReport | null;
  warnings: { path: string; text: string }[];
}

export type Domain =
  | { type: "integer"; min: number; max: number }
  | { type: "number"; min: number; max: number; aboveMin: boolean; belowMax: boolean; logarithmic: boolean }
  | { type: "choice"; options: string[] }
  | { type: "flag" }
  | { type: "seed" }
  | { type: "text" }
  | { type: "numbers" }
  | { type: "structure" };
export interface Parameter {
  name: string;
  about: string;
  domain: Domain;
  required: boolean;
  default: number | null;
}
export interface Entry {
  kind: string;
  title: string;
  about: string;
  source: string;
  parameters: Parameter[];
}
export interface Catalog {
  version: number;
  document: Parameter[];
  record: Parameter[];
  network: Parameter[];
  topologies: Entry[];
  weights: Entry[];
  /** The kinds of `network.changes`. */
  changes: Entry[];
  problems: Entry[];
  data: Entry[];
  splits: Entry[];
  gradients: Entry[];
  stepSizes: Entry[];
  starts: Entry[];
  methods: Entry[];
  method: Parameter[];
  metrics: { name: MetricName; formula: string; about: string }[];
}
export interface Preset {
  id: string;
  /** lesson, paper (as printed) or ours (the paper's claim in a setting where it shows). */
  group: "lesson" | "paper" | "ours";
  title: string;
  note: string;
  document: ExperimentDocument;
}
