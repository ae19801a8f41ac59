/** The left figure's other side: where the agents' iterates are. On the curve or map of f for d ≤ 2, else as a heat map. */

import { bisectRight } from "d3-array";
import { h } from "./dom";
import { shownMethod, type Scene } from "./figures";
import type { Path } from "./simulation/run";
import { Terrain } from "./simulation/terrain";
import type { Theme } from "./views/theme";
import type { ContourData, Figure, HeatMapData, LandscapeData, MethodIterates, View } from "./views/types";
import { createContourView } from "./views/state/contours";
import { createHeatMapView } from "./views/state/heatmap";
import { createLandscapeView } from "./views/state/landscape";

type Kind = "landscape" | "contours" | "heatmap";

export interface AgentsView {
  update(scene: Scene): void;
  setTheme(theme: Theme): void;
  figure(): Promise<Figure | null>;
}

export function createAgentsView(host: HTMLElement, theme: Theme): AgentsView {
  let kind: Kind | null = null;
  let view: View<LandscapeData> | View<ContourData> | View<HeatMapData> | null = null;
  let terrain: Terrain | null = null;
  /** How many methods had diverged when it was begun. */
  let left = 0;

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

  function update(scene: Scene): void {
    const { agents: run, network, styles } = scene;
    const dimension = run?.description?.dimension;
    if (!run || !network || dimension === undefined) return;
    if (dimension > 2) {
      const method = shownMethod(scene);
      const iterates = run.sights.get(method)?.iterates;
      if (iterates?.length === network.agents * dimension)
        show("heatmap", createHeatMapView, { agents: network.agents, dimension, iterates, method: styles[method]! });
      return;
    }
    const lost = run.recording.divergedAt.filter((k) => k !== null).length;
    if (terrain?.run !== run || lost !== left) {
      terrain = new Terrain(run, dimension as 1 | 2);
      left = lost;
    }
    const methods = styles.flatMap((method, place): (MethodIterates & { place: number })[] => {
      const iterates = run.sights.get(place)?.iterates;
      return iterates && !scene.view.hidden.includes(method.label) ? [{ method, iterates, place }] : [];
    });
    const minimizer = run.description?.optimum?.point;
    const ways = methods.map(({ place }) => wayUntil(run.paths.get(place), scene.shown));
    // A method that has diverged is shown as long as another leaves it in the picture.
    const sound = methods.map(({ place }) => lost === styles.length || run.recording.divergedAt[place] === null);
    const covered = methods.flatMap(({ iterates }, i) => (sound[i] ? [iterates, ways[i]!] : []));
    terrain.cover([...covered, ...(minimizer ? [minimizer] : [])]);
    if (!terrain.values) return;
    const [x, y] = terrain.ranges as [[number, number], [number, number]];
    if (dimension === 1) {
      show("landscape", createLandscapeView, {
        x: terrain.places(x),
        f: terrain.values,
        methods,
        ...(minimizer ? { minimizer: minimizer[0]! } : {}),
      });
    } else {
      const size = terrain.samples;
      const withPaths = methods.map((entry, i) => ({ ...entry, path: [...ways[i]!, ...meanOf(entry.iterates)] }));
      show("contours", createContourView, {
        f: terrain.values,
        rows: size,
        columns: size,
        xRange: x,
        yRange: y,
        methods: withPaths,
        ...(minimizer ? { minimizer: [minimizer[0]!, minimizer[1]!] as const } : {}),
      });
    }
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
