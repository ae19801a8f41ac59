/** The messages between the page and its workers, and long lists in them as typed arrays: these are copied at once. */

import type {
  AgentValues,
  ExpectedCurves,
  ExperimentDescription,
  ExperimentDocument,
  NetworkMode,
  Pulls,
  Records,
  TargetSamples,
} from "./core";
import type { NetworkFacts, TheoryFacts } from "./facts";
import type { Plane, PlaneSamples } from "./plane";

/** One share of a run: some methods of the document (by their places), some of its trials [from, to). */
export interface Job {
  readonly id: number;
  readonly document: ExperimentDocument;
  readonly methods: number[];
  readonly trials: [number, number];
  /** Whether this job also reports on the network and the experiment. */
  readonly describe: boolean;
}

/** The data of the first trial that the page shows, by the methods' places in the document. */
export interface Watch {
  /** Iterates, and on a map the pulls there. */
  readonly iterates: readonly number[];
  readonly agents: readonly number[];
  /** Also where the agents' own costs are least; said once, since it does not change. */
  readonly optima?: boolean;
  /** How much of all samples each model has right, for problems with labels. */
  readonly shares?: readonly number[];
  /** The models' outputs on the plane, for problems with labels and two features. */
  readonly fields?: FieldWatch | null;
  /** What the models say of an input, for problems of several classes. */
  readonly scores?: ScoreWatch | null;
  /** As it was at this iteration, or as near before it as is kept; left out for the latest. */
  readonly at?: number | null;
}

/** Nothing is worked out for a picture that nobody sees. */
export const UNSEEN: Watch = { iterates: [], agents: [] };

/** What a run's jobs find out besides its records; null while it is not known, or not asked for. */
export interface Findings {
  network: NetworkFacts | null;
  /** Again at the end of a run that has shown something to be warned of. */
  description: ExperimentDescription | null;
  preparing: Preparation | null;
  /** ‖x_i* - x*‖ of each agent; and with two unknowns where the x_i* are. */
  optima: Float64Array | null;
  minima: Minima | null;
  /** All samples, where they lie in the plane and the models' outputs there are shown. */
  samples: PlaneSamples | null;
  /** What models of several classes can be asked of, once they are to be asked. */
  inputs: Inputs | null;
}

/** Where the agents' own costs are least, with two unknowns. */
interface Minima {
  /** x₀, y₀, x₁, y₁, … */
  readonly places: Float64Array;
  /** The agents' samples in least squares; null of other problems. */
  readonly samples: readonly TargetSamples[] | null;
}

export interface FieldWatch {
  readonly methods: readonly number[];
  /** Points of the grid along either coordinate. */
  readonly cells: number;
  /** A model that is looked at in large, on a finer grid: an agent, or n for the mean. */
  readonly large: { readonly model: number; readonly cells: number } | null;
}

interface ScoreWatch {
  readonly methods: readonly number[];
  /** The features; null while it is not known which inputs there are. */
  readonly input: readonly number[] | null;
}

/** Inputs of several classes that models can be asked of, and what the agents have seen. */
export interface Inputs {
  readonly width: number;
  /** Row by row: rows that no agent has, or else the agents' own, as many as are kept at most. */
  readonly features: Float64Array;
  readonly labels: Float64Array;
  readonly unseen: boolean;
  /** For each agent the places of the classes that it has samples of, ascending. */
  readonly seen: readonly (readonly number[])[];
}

/** What the page may ask of a job: the fields of the question, and the answer. */
export interface Questions {
  /** f at these points, k × d. */
  values: { fields: { points: Float64Array }; answer: Float64Array };
  theory: { fields: object; answer: TheoryFacts };
  /** The links that an iteration uses: i and j of each; null where the network does not change. */
  links: { fields: { iteration: number }; answer: Uint32Array | null };
  /** How much of the methods’ disagreement lies in each mode of W now, in the first trial; unless `known`, also these modes. */
  modes: { fields: { known: boolean }; answer: { modes: NetworkMode[] | null; shares: ModeShares[] } };
}

export type QuestionOf<Kind extends keyof Questions> = { kind: Kind } & Questions[Kind]["fields"];
export type Question = { [Kind in keyof Questions]: QuestionOf<Kind> }[keyof Questions];
export type Answer = Questions[keyof Questions]["answer"];

export type ToWorker =
  /** The page compiles the core once and posts it. */
  | { type: "module"; module: WebAssembly.Module }
  /** The images of handwritten digits, before a job that asks for them. */
  | { type: "digits"; images: Uint8Array }
  | { type: "start"; job: Job }
  /** Advance until this iteration, then wait. */
  | { type: "until"; id: number; iteration: number }
  | { type: "watch"; id: number; watch: Watch }
  | { type: "ask"; id: number; ticket: number; question: Question }
  | { type: "free" };

/** Why a document cannot be run: the place, empty where the whole is meant, and a message that begins with it. */
export interface Refused {
  message: string;
  path: string;
}

export type FromWorker =
  | { type: "ready" }
  | { type: "found"; id: number; findings: Partial<Findings> }
  /** The network with the fastest weights as matrices, so that the other jobs need not find them. */
  | { type: "solved"; id: number; network: ExperimentDocument["network"] }
  | { type: "started"; id: number }
  | { type: "report"; id: number; report: Report }
  | { type: "answer"; id: number; ticket: number; answer: Answer }
  /** The expectation of the curves of this job's methods, where there is a closed form. */
  | { type: "expected"; id: number; curves: { method: number; expected: ExpectedCurves }[] }
  | ({ type: "refused"; id: number } & Refused)
  /** The computation broke (a panic, memory); this instance is of no more use. */
  | { type: "broken"; message: string };

/** A stage of the preparations: the fastest weights, the data, f*, and what can be said of the methods before they run. */
export interface Preparation {
  readonly stage: "weights" | "data" | "optimum" | "outlook";
  /** How much of it is done at least, from 0 to 1; null where that is not known. */
  readonly share: number | null;
}

/** The part of (1/n) Σ ‖x_i - x̄‖² of a method in each mode. */
interface ModeShares {
  readonly method: number;
  readonly shares: Float64Array;
}

/** The visible state of one method's agents. */
export interface Sight {
  readonly method: number;
  readonly iteration: number;
  /** The iteration that was asked for; null: the latest. Of a run too large for its way to be kept, the latest comes for any. */
  readonly asked: number | null;
  /** n × d, row i = agent i. */
  readonly iterates: Float64Array | null;
  /** With d = 2 and no more than a hundred agents, what moves them from there; null where the method has diverged. */
  readonly pulls: Pulls | null;
  readonly agents: AgentValues | null;
  /** How much of all samples each agent's model has right, in [0, 1]. */
  readonly shares: Float64Array | null;
  readonly fields: SightFields | null;
  /** The probabilities of the classes that each agent's model gives the input, n × C. */
  readonly scores: Float64Array | null;
}

/** F of models on a grid over the samples' plane: of the agents and at last of their mean, and of one in large. */
export interface SightFields {
  readonly fields: Grid;
  readonly large: { readonly model: number; readonly fields: Grid } | null;
}

interface Grid {
  readonly plane: Plane;
  readonly cells: number;
  /** 1 for two classes, or one for each of several. */
  readonly outputs: number;
  /** Models × cells × cells × outputs, row after row from the lowest y. */
  readonly values: Float32Array;
}

/** Where the mean of the first trial's agents has been, with d = 2. */
export interface Mean {
  readonly method: number;
  readonly iteration: number;
  readonly at: readonly [number, number];
}

export interface Report {
  readonly done: number;
  /** Iterations per ms of the newest work, waiting left out; 0 before there is any. */
  readonly pace: number;
  readonly records: Records;
  readonly sights: readonly Sight[];
  /** Since the last report. */
  readonly means: readonly Mean[];
  /** Size of the instance's memory, in bytes. */
  readonly memory: number;
}

/** Shorter lists go as they are; longer ones would be copied one by one on the page’s own thread. */
const LONG = 5_000;

interface Rows {
  /** In each row, or 0 for one list of numbers. */
  readonly columns: number;
  readonly numbers: Float64Array;
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === "number");

const rows = (columns: number, numbers: Float64Array): Rows => ({ columns, numbers });

function packedList(list: readonly unknown[]): unknown {
  const [first] = list;
  if (typeof first === "number")
    return list.length >= LONG && isNumbers(list) ? rows(0, Float64Array.from(list)) : list;
  if (!Array.isArray(first) || typeof first[0] !== "number") return list.map(packed);
  const columns = first.length;
  if (list.length * columns < LONG) return list;
  const numbers = new Float64Array(list.length * columns);
  let at = 0;
  for (const row of list) {
    if (!Array.isArray(row) || row.length !== columns) return list;
    for (const entry of row) {
      if (typeof entry !== "number") return list;
      numbers[at++] = entry;
    }
  }
  return rows(columns, numbers);
}

/** The same data, to be sent; `opened` gives them back as they were. */
export function packed(value: unknown): unknown {
  if (Array.isArray(value)) return packedList(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, packed(inner)]));
}

/** What was packed: nothing else has typed arrays. */
export function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (typeof value !== "object" || value === null) return value;
  const { columns, numbers } = value as Partial<Rows>;
  if (numbers instanceof Float64Array && typeof columns === "number") {
    const list = Array.from(numbers);
    return columns === 0
      ? list
      : Array.from({ length: list.length / columns }, (_, i) => list.slice(i * columns, (i + 1) * columns));
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, opened(inner)]));
}
