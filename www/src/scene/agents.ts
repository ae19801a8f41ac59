/** Where the agents’ iterates are, as the views want it, and an agent’s own minimum, pulled elsewhere. */

import { bisectRight } from "d3-array";
import { meanOf } from "../simulation/models";
import type { Path, Run } from "../simulation/run";
import { Terrain } from "../simulation/terrain";
import type { ContourData, ContourPanel, HeatMapData, LandscapeData, MethodIterates, Pulls } from "../views/types";
import { methodChoices, namesIn, namesOf, shownMethod, shownMethods, type Scene } from "./figures";
import type { ExperimentDocument } from "../state/document";
import type { TargetSamples } from "../simulation/core";

/** The longest arrow of a pull, as a share of the map's side, and the shortest longest one of a run that begins. */
const ARROW = { most: 0.4, least: 0.06 };
/** Where f of the problem `pl` bends: beyond it is a plain parabola. */
const VALLEY = [-4, 4] as const;

export type AgentsData =
  | { kind: "landscape"; data: LandscapeData }
  | { kind: "contours"; data: ContourData }
  | { kind: "heatmap"; data: HeatMapData };

export class Agents {
  /** The agents' data as a list, where their own minima can be pulled. */
  listed: ListedData | null = null;
  #terrain: Terrain | null = null;
  /** The newest complete terrain; it stays until the next one is complete, so that nothing flickers. */
  #ground: Terrain | null = null;
  /** How many methods had diverged when it was begun. */
  #lost = 0;
  /** The greatest part of a pull along either axis in this run so far, and how much longer than pulls their arrows are. */
  #pulls: { run: Run | null; most: [number, number]; factor: number } = { run: null, most: [0, 0], factor: 1 };

  /** Null while what is shown is not known yet. */
  data(scene: Scene): AgentsData | null {
    const { agents: run, network } = scene;
    const dimension = run?.description?.dimension;
    if (!run || !network || dimension === undefined) return null;
    return dimension > 2 ? heatMap(scene, dimension) : this.#map(scene, dimension as 1 | 2);
  }

  #map(scene: Scene, dimension: 1 | 2): AgentsData | null {
    const { styles } = scene;
    const run = scene.agents!;
    const lost = run.recording.divergedAt.filter((k) => k !== null).length;
    let terrain = this.#terrain;
    if (terrain?.run !== run || lost !== this.#lost) {
      // Methods that have diverged since would make the map too large.
      terrain = new Terrain(run, dimension, terrain?.run === run ? null : terrain);
      this.#terrain = terrain;
      this.#lost = lost;
    }
    const minimizer = run.description?.optimum?.point;
    const minima = dimension === 2 ? this.#minima(scene) : null;
    const methods = styles.flatMap((method, place): Shown[] => {
      const { iterates, pulls } = run.sights.get(place) ?? {};
      // A method that has diverged is shown as long as another leaves it in the picture.
      const sound = lost === styles.length || run.recording.divergedAt[place] === null;
      const way = wayUntil(run.paths.get(place), scene.shown);
      return iterates ? [{ method, iterates, place, sound, way, ...(pulls ? { pulls } : {}) }] : [];
    });
    const covered = methods.filter(({ sound }) => sound).flatMap(({ iterates, way }) => [iterates, way]);
    const window = scene.document.problem.kind === "pl" ? VALLEY : null;
    terrain.cover([...covered, ...(minimizer ? [minimizer] : []), ...(minima ? [minima] : [])], window);
    if (terrain.values || this.#ground?.dimension !== dimension) this.#ground = terrain;
    const ground = this.#ground;
    if (!ground.values) return null;
    if (dimension === 2) {
      const data = contours(scene, ground, methods, minimizer, minima, this.listed !== null);
      return data && { kind: "contours", data: { ...data, arrows: this.#factor(run, data) } };
    }
    const names = namesIn(scene);
    const data = {
      x: ground.places(ground.ranges[0]!),
      f: ground.values,
      methods: methods
        .filter(({ method }) => !scene.view.hidden.includes(method.label))
        .map((shown) => ({ ...shown, method: { ...shown.method, label: names[shown.place]! } })),
      ...(minimizer ? { minimizer: minimizer[0]! } : {}),
    };
    return { kind: "landscape", data };
  }

  /** How much longer than the pulls their arrows are: the same through a run, unless one would leave the map. */
  #factor(run: Run, { panels, xRange, yRange }: ContourData): number {
    const known = this.#pulls;
    const most: [number, number] = known.run === run ? known.most : [0, 0];
    for (const { pulls } of panels)
      for (const part of pulls ? [pulls.own, pulls.neighbors, pulls.remembered] : [])
        for (let at = 0; at < part.length; at++)
          if (Number.isFinite(part[at])) most[at % 2] = Math.max(most[at % 2]!, Math.abs(part[at]!));
    const longest = Math.max(most[0] / (xRange[1] - xRange[0]), most[1] / (yRange[1] - yRange[0]));
    const fits =
      known.factor * longest <= ARROW.most && known.factor * longest >= (known.run === run ? 0 : ARROW.least);
    const factor = fits || longest === 0 ? known.factor : roundBelow(ARROW.most / longest);
    this.#pulls = { run, most, factor };
    return factor;
  }

  /** Where the agents' own costs are least: as the document lists their data, or as the run has found. */
  #minima({ document, agents: run }: Scene): Float64Array | null {
    const inDocument = listedIn(document);
    const found = run?.document === document ? run.minima : null;
    this.listed = inDocument ?? (found?.samples ? listed(found.samples) : null);
    if (!inDocument) return found?.places ?? null;
    return Float64Array.from(inDocument.targets.flatMap((_, agent) => minimumOf(inDocument, agent)));
  }
}

function heatMap(scene: Scene, dimension: number): AgentsData | null {
  const { agents } = scene.network!;
  const method = shownMethod(scene);
  const iterates = scene.agents!.sights.get(method)?.iterates;
  if (iterates?.length !== agents * dimension) return null;
  return {
    kind: "heatmap",
    data: { agents, dimension, iterates, method: scene.styles[method]!, ...namesOf(scene.document) },
  };
}

function contours(
  scene: Scene,
  { samples, ranges, values }: Terrain,
  methods: Shown[],
  minimizer: ArrayLike<number> | undefined,
  minima: Float64Array | null,
  movable: boolean,
): ContourData | null {
  const panels = shownMethods(scene).flatMap((shown): ContourPanel[] => {
    const found = methods.find(({ place }) => place === shown);
    if (!found) return [];
    const { method, iterates, way, pulls } = found;
    const path = [...way, ...meanOf(iterates, 2)];
    return [{ id: String(shown), method, iterates, path, ...(pulls ? { pulls } : {}) }];
  });
  if (panels.length === 0) return null;
  return {
    f: values!,
    rows: samples,
    columns: samples,
    xRange: ranges[0]!,
    yRange: ranges[1]!,
    panels,
    methods: methodChoices(scene),
    edges: scene.network!.edges,
    ...(minima?.length === panels[0]!.iterates.length ? { optima: minima, movable } : {}),
    ...(minimizer ? { minimizer: [minimizer[0]!, minimizer[1]!] as const } : {}),
  };
}

/** The greatest of 1, 2, 5 times a power of ten that is no greater. */
function roundBelow(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * [5, 2, 1].find((digit) => digit * power <= value)!;
}

interface Shown extends MethodIterates {
  place: number;
  sound: boolean;
  way: number[];
  pulls?: Pulls;
}

function wayUntil(path: Path | undefined, iteration: number | null): number[] {
  if (!path || iteration === null) return path?.places ?? [];
  return path.places.slice(0, 2 * bisectRight(path.iterations, iteration));
}

/** The least-squares data that a document lists: [agent][sample][coordinate], and [agent][sample]. */
interface ListedData {
  readonly kind: "explicit";
  readonly features: readonly (readonly (readonly number[])[])[];
  readonly targets: readonly (readonly number[])[];
}

/** Digits of the listed data: enough for the eye, and for short links. */
const DIGITS = 5;

/** The data that the document lists; null where it lists none of least squares in two unknowns. */
export function listedIn({ problem }: ExperimentDocument): ListedData | null {
  const { kind, data } = problem as { kind: string; data?: ListedData };
  const isFlat = data?.kind === "explicit" && data.features?.every((samples) => samples.every((h) => h.length === 2));
  return kind === "leastSquares" && isFlat && data.targets !== undefined ? data : null;
}

/** Lists generated data, one agent after the other. */
export function listed(agents: readonly TargetSamples[]): ListedData {
  const round = (value: number): number => Number(value.toPrecision(DIGITS));
  return {
    kind: "explicit",
    features: agents.map(({ features, targets }) =>
      Array.from(targets, (_, s) => [round(features[2 * s]!), round(features[2 * s + 1]!)]),
    ),
    targets: agents.map(({ targets }) => Array.from(targets, round)),
  };
}

/** Where an agent's cost is least: x with Σ h (h'x − t) = 0. NaN where its samples leave a direction open. */
export function minimumOf({ features, targets }: ListedData, agent: number): [number, number] {
  let [a, b, c, u, v] = [0, 0, 0, 0, 0];
  features[agent]!.forEach(([p = 0, q = 0], s) => {
    const t = targets[agent]![s]!;
    [a, b, c, u, v] = [a + p * p, b + p * q, c + q * q, u + p * t, v + q * t];
  });
  const determinant = a * c - b * b;
  return determinant > 0 ? [(c * u - b * v) / determinant, (a * v - b * u) / determinant] : [NaN, NaN];
}

/** The problem in which the agent's cost is least at `place`, of the same shape as before, and the other costs as they are. */
export function pulled(data: ListedData, agent: number, place: readonly [number, number]) {
  const [x, y] = minimumOf(data, agent);
  const [dx, dy] = [place[0] - x, place[1] - y];
  const targets = data.targets.map((own, i) =>
    i !== agent
      ? own
      : own.map((t, s) => {
          const [p = 0, q = 0] = data.features[i]![s]!;
          return Number((t + p * dx + q * dy).toPrecision(DIGITS));
        }),
  );
  return { kind: "leastSquares", data: { ...data, targets } } as unknown as ExperimentDocument["problem"];
}
