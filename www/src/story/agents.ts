/** The left figure's other side: where the agents' iterates are. On the curve or map of f for d ≤ 2, else as a heat map. */

import { bisectRight } from "d3-array";
import { h } from "../controls/dom";
import type { ExperimentDocument } from "../state/document";
import { namesOf, shownMethod, shownMethods, type Scene } from "../scene/figures";
import { shortened } from "../state/methods";
import { listed, listedIn, minimumOf, pulled, type ListedData } from "../scene/move-minimum";
import type { Path } from "../simulation/run";
import { Terrain } from "../simulation/terrain";
import type { Theme } from "../views/theme";
import type {
  ContourData,
  ContourEvents,
  ContourPanel,
  Figure,
  HeatMapData,
  LandscapeData,
  MethodIterates,
  View,
} from "../views/types";

/** The views of where the agents are; null where they cannot be had. */
export type LoadViews = () => Promise<Views | null>;
type Views = typeof import("../views/state/all");

type Kind = "landscape" | "contours" | "heatmap";

/** Where f of the problem `pl` bends: beyond it is a plain parabola. */
const VALLEY = [-4, 4] as const;

export interface AgentsView {
  update(scene: Scene): void;
  setTheme(theme: Theme): void;
  figure(): Promise<Figure | null>;
}

export interface AgentsEvents extends Pick<ContourEvents, "onMethod"> {
  /** The problem with an agent's own minimum pulled elsewhere. */
  onPull(problem: ExperimentDocument["problem"]): void;
  /** The views have come: what is shown is wanted again. */
  onReady(): void;
}

/** `load` is called when the agents are first shown. */
export function createAgentsView(host: HTMLElement, theme: Theme, events: AgentsEvents, load: LoadViews): AgentsView {
  let views: Views | null = null;
  /** For what the views were asked last; they are asked again for something else only. */
  let asked: Pick<Scene, "document" | "view"> | null = null;
  let kind: Kind | null = null;
  let view: View<LandscapeData> | View<ContourData> | View<HeatMapData> | null = null;
  let terrain: Terrain | null = null;
  /** The newest complete terrain; it stays until the next one is complete, so that nothing flickers. */
  let ground: Terrain | null = null;
  /** How many methods had diverged when it was begun. */
  let left = 0;
  let listedData: ListedData | null = null;

  function show<Data>(next: Kind, create: (host: HTMLElement, theme: Theme) => View<Data>, data: Data): void {
    if (kind !== next) {
      view?.destroy();
      const box = h("div");
      host.replaceChildren(box);
      view = create(box, theme) as unknown as typeof view;
      kind = next;
    }
    (view as unknown as View<Data>).update(data);
  }

  async function ask({ document, view }: Scene): Promise<void> {
    if (asked?.document === document && asked.view === view) return;
    asked = { document, view };
    views ??= await load();
    if (views) events.onReady();
  }

  function update(scene: Scene): void {
    if (!views) {
      void ask(scene);
      return;
    }
    const { agents: run, network, styles } = scene;
    const dimension = run?.description?.dimension;
    if (!run || !network || dimension === undefined) return;
    if (dimension > 2) {
      const method = shownMethod(scene);
      const iterates = run.sights.get(method)?.iterates;
      if (iterates?.length === network.agents * dimension)
        show("heatmap", views.createHeatMapView, {
          agents: network.agents,
          dimension,
          iterates,
          method: styles[method]!,
          ...namesOf(scene.document),
        });
      return;
    }
    const lost = run.recording.divergedAt.filter((k) => k !== null).length;
    if (terrain?.run !== run || lost !== left) {
      // Methods that have diverged since would make the map too large.
      terrain = new Terrain(run, dimension as 1 | 2, terrain?.run === run ? null : terrain);
      left = lost;
    }
    const minimizer = run.description?.optimum?.point;
    const minima = dimension === 2 ? minimaOf(scene) : null;
    const methods = styles.flatMap((method, place): Shown[] => {
      const iterates = run.sights.get(place)?.iterates;
      // A method that has diverged is shown as long as another leaves it in the picture.
      const sound = lost === styles.length || run.recording.divergedAt[place] === null;
      const way = wayUntil(run.paths.get(place), scene.shown);
      return iterates ? [{ method, iterates, place, sound, way }] : [];
    });
    const covered = methods.filter(({ sound }) => sound).flatMap(({ iterates, way }) => [iterates, way]);
    const window = scene.document.problem.kind === "pl" ? VALLEY : null;
    terrain.cover([...covered, ...(minimizer ? [minimizer] : []), ...(minima ? [minima] : [])], window);
    if (terrain.values || ground?.dimension !== dimension) ground = terrain;
    if (!ground.values) return;
    if (dimension === 1) showLandscape(views, scene, ground, methods, minimizer?.[0]);
    else showContours(views, scene, ground, methods, minimizer, minima);
  }

  function showLandscape(
    { createLandscapeView }: Views,
    scene: Scene,
    ground: Terrain,
    methods: Shown[],
    minimizer?: number,
  ): void {
    show("landscape", createLandscapeView, {
      x: ground.places(ground.ranges[0]!),
      f: ground.values!,
      methods: methods.filter(({ method }) => !scene.view.hidden.includes(method.label)),
      ...(minimizer !== undefined ? { minimizer } : {}),
    });
  }

  function showContours(
    { createContourView }: Views,
    scene: Scene,
    { samples, ranges, values }: Terrain,
    methods: Shown[],
    minimizer: ArrayLike<number> | undefined,
    minima: Float64Array | null,
  ): void {
    const names = shortened(scene.styles.map(({ label }) => label));
    const panels = shownMethods(scene).flatMap((shown): ContourPanel[] => {
      const found = methods.find(({ place }) => place === shown);
      if (!found) return [];
      const { method, iterates, way } = found;
      return [{ id: String(shown), method, iterates, path: [...way, ...meanOf(iterates)] }];
    });
    if (panels.length === 0) return;
    const choices = names.map((label, method) => ({ id: String(method), label }));
    const create = (box: HTMLElement, theme: Theme) =>
      createContourView(box, theme, {
        onMethod: events.onMethod,
        onOptimum: (agent, place) => listedData && events.onPull(pulled(listedData, agent, place)),
      } as ContourEvents);
    show("contours", create, {
      f: values!,
      rows: samples,
      columns: samples,
      xRange: ranges[0]!,
      yRange: ranges[1]!,
      panels,
      methods: choices,
      edges: scene.network!.edges,
      ...(minima?.length === panels[0]!.iterates.length ? { optima: minima, movable: listedData !== null } : {}),
      ...(minimizer ? { minimizer: [minimizer[0]!, minimizer[1]!] as const } : {}),
    });
  }

  /** Where the agents' own costs are least: as the document lists their data, or as the run has found. */
  function minimaOf({ document, agents: run }: Scene): Float64Array | null {
    const inDocument = listedIn(document);
    const found = run?.document === document ? run.minima : null;
    listedData = inDocument ?? (found?.samples ? listed(found.samples) : null);
    if (!inDocument) return found?.places ?? null;
    return Float64Array.from(inDocument.targets.flatMap((_, agent) => minimumOf(inDocument, agent)));
  }

  return {
    update,
    setTheme(next) {
      theme = next;
      view?.setTheme(next);
    },
    figure: async () => (await view?.figure()) ?? null,
  };
}

/** A method's agents, and the way of their mean. */
interface Shown extends MethodIterates {
  place: number;
  sound: boolean;
  way: number[];
}

/** The places of a path up to an iteration, or all. */
function wayUntil(path: Path | undefined, iteration: number | null): number[] {
  if (!path || iteration === null) return path?.places ?? [];
  return path.places.slice(0, 2 * bisectRight(path.iterations, iteration));
}

/** Of the iterates, n × 2. */
function meanOf(iterates: ArrayLike<number>): [number, number] {
  let [x, y] = [0, 0];
  for (let i = 0; i < iterates.length; i += 2) {
    x += iterates[i]!;
    y += iterates[i + 1]!;
  }
  return [(2 * x) / iterates.length, (2 * y) / iterates.length];
}
