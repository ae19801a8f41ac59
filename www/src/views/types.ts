/**
 * The views' data and events: plain data in, events out.
 *
 * A view knows no document and no simulation. The page calls `update` with the data it has; the view draws at the next
 * animation frame and reports what the reader does. Numbers are f64 as the core gives them; NaN and ±∞ are allowed and
 * drawn as "no value". Blocks of iterates are row-major, n × d, row i = agent i.
 */

import type { Named } from "./format";
import type { Beliefs, Samples } from "./beliefs/data";
import type { MethodStyle, Theme } from "./theme";
import type { EdgeList, GraphEdit } from "./graph/structure";

export type { MethodStyle } from "./theme";

/** A view in its host element. `destroy` removes what the view added and every listener. */
export interface View<Data> {
  update(data: Data): void;
  setTheme(theme: Theme): void;
  /** The picture as it stands, for export; null before the first `update`. */
  figure(): Promise<Figure | null>;
  destroy(): void;
}

/** A picture that can be drawn again at any scale, on a canvas or as SVG. Sizes in CSS pixels. */
export interface Figure {
  width: number;
  height: number;
  description: string;
  draw(painter: Painter): void;
}

/** The part of a 2D canvas context that views draw with; the SVG writer implements it too. */
export type Painter = Pick<
  CanvasRenderingContext2D,
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "closePath"
  | "arc"
  | "rect"
  | "stroke"
  | "fill"
  | "fillRect"
  | "fillText"
  | "measureText"
  | "setLineDash"
  | "save"
  | "restore"
  | "clip"
  | "translate"
  | "strokeStyle"
  | "fillStyle"
  | "lineWidth"
  | "lineJoin"
  | "lineCap"
  | "globalAlpha"
  | "font"
  | "textAlign"
  | "textBaseline"
>;

/** The `id` of the quantity that is not a number: each agent's model, drawn as a map of the plane. */
export const BELIEFS = "beliefs";

export interface Quantity {
  id: string;
  /** As shown, e.g. "‖xᵢ − x̄‖". */
  label: string;
  /** A log scale shows zeros in the lowest colour; a share is in [0, 1], told in per cent; what is signed has colours about 0. */
  scale: "log" | "linear" | "share" | "signed";
}

/** The agents of one method, as one network shows them. */
export interface GraphPanel {
  /** `id` of one of the methods to choose from; absent where there is no choice. */
  method?: string;
  name?: string;
  /** One value an agent by the quantities' ids; absent or empty while they are not known. */
  values: Readonly<Record<string, ArrayLike<number>>>;
  beliefs?: Beliefs | null;
  /** A few words on the result, e.g. "50 % right". */
  finding?: string;
}

export interface GraphData extends Named {
  /** The document's `topology.kind`: chooses the layout. */
  family: string;
  title: string;
  /** For `grid` and `torus`. */
  rows?: number;
  columns?: number;
  agents: number;
  /** Pairs i₀, j₀, i₁, j₁, …, agents numbered from 0, each undirected edge once. */
  edges: ArrayLike<number>;
  /** How many components the graph has; without it they are counted. */
  components?: number;
  /** w_ij per edge, in the order of `edges`, or E[w_ij] where there are `changes`; without it all edges are drawn alike. */
  weights?: ArrayLike<number>;
  /** Of a network that changes: the iteration shown, and for each edge whether it is in use, 1 or 0. */
  now?: { iteration: number; used: ArrayLike<number> };
  /** The text below the picture on how it changes, e.g. λ of E[Wₖ]. */
  changes?: string;
  /** λ, λₘᵢₙ and 1 − λ of W. */
  spectrum?: { mixingRate: number; smallestEigenvalue: number; spectralGap: number };
  /** Given positions x₀, y₀, x₁, … in any unit (`randomGeometric`). */
  positions?: ArrayLike<number>;
  quantities: readonly Quantity[];
  quantity: string;
  /** Whether it is for readers who know no formula: it says itself which quantity it is, and of models leaves the mean out. */
  plain?: boolean;
  /** The ends of its scale of colours, the upper one at least; without it, the extremes of what is shown. */
  colors?: readonly [number, number];
  /** One network, or two side by side, with one layout and one scale of colours. */
  panels: readonly GraphPanel[];
  /** The quantity's values of a network that there is no room for: it shares the scale, so that colours stay when it is its turn. */
  unseen?: ArrayLike<number>;
  methods?: readonly Choice[];
  /** Of classification in the plane. */
  samples?: Samples | null;
  /** The names of several classes in the plane, by their places. */
  classes?: readonly string[] | undefined;
  /** Time in ms while agents communicate, for the animation of messages. */
  beat?: number | null;
}

export interface GraphEvents {
  /** The edit makes this graph, which is shown at once. The page answers with `update`, now or later, or `false`: not to be had. */
  onEdit?(edit: GraphEdit, edited: EdgeList): boolean | undefined;
  onQuantity?(id: string): void;
  onMethod?(panel: number, id: string): void;
  /** The agent under the pointer or the keyboard, or null; n is the mean of all. */
  onAgent?(agent: number | null): void;
  write?(element: HTMLElement, text: string): void;
}

export interface CurveSeries {
  method: MethodStyle;
  /** Ascending, in the unit of the horizontal axis; may differ between methods (gossip rounds, bits, seconds). */
  x: ArrayLike<number>;
  mean: ArrayLike<number>;
  /** Ends of the 95 % interval; absent with one trial. */
  low?: ArrayLike<number>;
  high?: ArrayLike<number>;
  trials?: readonly ArrayLike<number>[];
  /** The expected mean by theory, drawn as a thin line. */
  expected?: { x: ArrayLike<number>; mean: ArrayLike<number> };
  divergedAt: number | null;
  visible: boolean;
}

export interface Choice {
  id: string;
  label: string;
  meaning?: string;
}

export interface CurvesData {
  metrics: readonly Choice[];
  metric: string;
  /** E.g. iterations k, gossip rounds, bits sent. */
  axes: readonly Choice[];
  axis: string;
  logX: boolean;
  logY: boolean;
  /** The ends of the vertical axis, where they are fixed; it is linear then. */
  yRange?: readonly [number, number];
  /** What the vertical axis shows at least of a whole run; both ends positive. */
  yLeast?: readonly [number, number];
  /** Which way is better, in a few words. */
  better?: string;
  series: readonly CurveSeries[];
  before?: readonly CurveSeries[];
  /** What it is called; “before” without it. */
  beforeName?: string;
  /** Where the reader is, on the horizontal axis, when that is not at the curves' end. */
  shown?: number;
  /** Where the horizontal axis ends while the run is under way; without it, at the last x. */
  xEnd?: number;
}

export interface CurvesEvents {
  onMetric?(id: string): void;
  onAxis?(id: string): void;
  onLogX?(on: boolean): void;
  onLogY?(on: boolean): void;
}

/** One method's iterates, n × d. */
export interface MethodIterates {
  method: MethodStyle;
  iterates: ArrayLike<number>;
}

/** d = 1: f with every agent as a dot. */
export interface LandscapeData {
  /** Ascending abscissae and f there; equal lengths. */
  x: ArrayLike<number>;
  f: ArrayLike<number>;
  methods: readonly MethodIterates[];
  minimizer?: number;
}

export interface ContourPanel extends MethodIterates {
  /** `id` of one of the methods to choose from; absent where there is no choice. */
  id?: string;
  /** The mean x̄ over time, pairs, oldest first. */
  path?: ArrayLike<number>;
  pulls?: Pulls;
}

/** The parts of each agent's next move, in the unit of the iterates; n × d each. */
export interface Pulls {
  readonly own: ArrayLike<number>;
  readonly neighbors: ArrayLike<number>;
  readonly remembered: ArrayLike<number>;
}

/** d = 2: level lines of f with the agents of one method, or of two side by side. */
export interface ContourData {
  /** Samples of f, row-major, `rows` × `columns`; row 0 at the smallest second coordinate. */
  f: ArrayLike<number>;
  rows: number;
  columns: number;
  xRange: readonly [number, number];
  yRange: readonly [number, number];
  panels: readonly ContourPanel[];
  methods?: readonly Choice[];
  /** The network's edges, as in `GraphData`. */
  edges?: ArrayLike<number>;
  /** Where each agent's own cost is least, pairs; absent while that is not known. */
  optima?: ArrayLike<number>;
  movable?: boolean;
  minimizer?: readonly [number, number];
  /** How much longer than the pulls their arrows are; 1 without it. */
  arrows?: number;
}

export interface ContourEvents {
  onMethod?(panel: number, id: string): void;
  /** The reader wants this agent's cost to be least there. */
  onOptimum?(agent: number, place: readonly [number, number]): void;
}

/** Any d: deviations x_i − x̄ of one method, agents × coordinates. */
export interface HeatMapData extends Named {
  agents: number;
  dimension: number;
  /** n × d; the view subtracts the mean. */
  iterates: ArrayLike<number>;
  method: MethodStyle;
}

export interface SpectrumData {
  /** Eigenvalues of W, any order; ticks on the real axis. */
  network: ArrayLike<number>;
  methods: readonly {
    method: MethodStyle;
    /** Eigenvalues of the method's transition matrix G. */
    re: ArrayLike<number>;
    im: ArrayLike<number>;
    /** Index into `network` of the λ_i that each belongs to. */
    of: ArrayLike<number>;
  }[];
}
