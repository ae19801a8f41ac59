/** The network: a picture to look at and to edit. Knows the graph that it shows; reports the edits that the reader makes. */

import { max } from "d3-array";
import { createFold } from "../access";
import { createCanvasView } from "../canvas-view";
import { colorScale, type ColorScale } from "../colormap";
import { formatCount } from "../format";
import type { Sheet } from "../frame";
import type { Theme } from "../theme";
import { createTiles } from "../beliefs/tiles";
import { BELIEFS, type GraphData, type GraphEvents, type View } from "../types";
import { createGraphBar } from "./bar";
import { describeGraph } from "./describe";
import { drawAgents, drawEdges, drawGraph, isDrawn, type GraphPicture } from "./draw";
import { fillEdges } from "./edges";
import { takeKey } from "./keyboard";
import { createLayoutMemory, type LayoutMemory } from "./memory";
import { GraphModel } from "./model";
import { createNames } from "../names";
import { graphTable } from "./numbers";
import { drawOverview } from "./overview";
import { followPointers } from "./pointer";
import { components } from "./structure";

/** Edges are kept as a picture between frames when there are more than these. */
const EDGES_CACHED = 2000;

export function createGraphView(host: HTMLElement, theme: Theme, events: GraphEvents = {}): View<GraphData> {
  const memory = createLayoutMemory();
  const view = createCanvasView<GraphData>(host, theme, {
    className: "view-graph",
    name: "Network of agents",
    draw,
    describe: describeGraph,
    subject: ({ family, agents, edges, quantity }) => [family, agents, edges.length, quantity].join(),
    table: graphTable,
  });
  const { canvas } = view.surface;
  const names = createNames(view.box, events.onMethod);
  const bar = createGraphBar(view, events, () => model);
  // Without a listener for edits nothing can be cut.
  const links =
    events.onEdit &&
    createFold(view.foot, (content) => {
      const data = view.data();
      if (data) fillEdges(content, data, (edge) => model.edit({ type: "removeEdge", edge }));
    });
  const model = new GraphModel(view, events, bar.update);
  const drawCached = cachedEdges(canvas, model);
  const tiles = createTiles(view.theme, () => canvas.width / view.surface.size().width);
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-roledescription", "network diagram");
  canvas.addEventListener("blur", () => model.setActive(null));
  canvas.addEventListener("keydown", (event) => takeKey(model, event));
  followPointers(model);

  function draw(sheet: Sheet, data: GraphData): void {
    const { picture } = model;
    if (!picture) drawOverview(sheet, data);
    else if (sheet.painter !== canvas.getContext("2d")) drawGraph(sheet, atRest(picture));
    else {
      if (data.edges.length / 2 <= EDGES_CACHED) drawEdges(sheet, picture);
      else drawCached(sheet, picture);
      drawAgents(sheet, picture, tiles);
    }
  }

  return {
    update(data) {
      const before = model.picture?.data ?? view.data();
      const same = before !== null && isSame(before, data);
      if (!same) {
        model.revision++;
        model.picture = isDrawn(data) ? pictureOf(data, model, memory) : null;
        if (links) links.title.textContent = `Links (${formatCount(data.edges.length / 2)})`;
      } else if (model.picture) {
        if (linksKey(before).some((part, i) => part !== linksKey(data)[i])) model.revision++;
        const panel = Math.min(model.picture.panel, data.panels.length - 1);
        model.picture = { ...model.picture, data, panel, scale: scaleOf(data) };
      }
      // In a summary no method is shown.
      names.update(isDrawn(data) ? data : { panels: [] });
      view.update(data);
      bar.update();
      if (!same) links?.refresh();
      model.refresh(same);
    },
    setTheme: view.setTheme,
    figure: view.figure,
    destroy: view.destroy,
  };
}

/** Draws the links of a large network as a picture that is kept until something about them changes. */
function cachedEdges(canvas: HTMLCanvasElement, model: GraphModel) {
  let kept: { canvas: HTMLCanvasElement; key: string } | null = null;
  return ({ painter, theme, size }: Sheet, picture: GraphPicture): void => {
    const key = [theme.name, canvas.width, canvas.height, size.width, size.height, model.revision].join();
    if (kept?.key !== key) {
      kept = { canvas: kept?.canvas ?? document.createElement("canvas"), key };
      kept.canvas.width = canvas.width;
      kept.canvas.height = canvas.height;
      const context = kept.canvas.getContext("2d")!;
      context.setTransform(canvas.width / size.width, 0, 0, canvas.height / size.height, 0, 0);
      drawEdges({ painter: context, theme, size }, picture);
    }
    (painter as CanvasRenderingContext2D).drawImage(kept.canvas, 0, 0, size.width, size.height);
  };
}

/** The picture of a graph that the figure has not shown; after an edit the reader still stands at the same agent. */
function pictureOf(data: GraphData, model: GraphModel, memory: LayoutMemory): GraphPicture {
  const { picture } = model;
  const steps = model.stepsTo(data);
  const known = steps.length > 0 || picture?.data.agents === data.agents;
  const still = (agent: number | null = null): number | null =>
    known ? steps.reduce((at, step) => step.follow(at), agent) : null;
  return {
    data,
    layout: memory.layoutFor(data, steps),
    components: components(data),
    scale: scaleOf(data),
    active: still(picture?.active),
    selected: still(picture?.selected),
    panel: 0,
    edge: null,
    label: false,
    weights: picture?.weights ?? false,
    link: null,
  };
}

/** Whether both are the same graph. */
function isSame(a: GraphData, b: GraphData): boolean {
  return a.edges === b.edges && a.agents === b.agents && a.family === b.family;
}

/** Besides the graph, what the picture of its links depends on. */
function linksKey({ weights, now, panels, quantity }: GraphData): unknown[] {
  const named = panels.some(({ name }) => name !== undefined);
  return [weights, now?.used, panels.length, named, quantity === BELIEFS];
}

/** The scale of the chosen quantity. */
function scaleOf({ quantities, quantity, panels, unseen = [], colors }: GraphData): ColorScale | null {
  const kind = quantities.find(({ id }) => id === quantity)?.scale;
  // One scale for all that stands side by side.
  const shown = panels.flatMap((panel) => Array.from(panel.values[quantity] ?? []));
  if (!kind || shown.length === 0) return null;
  const values = [...shown, ...Array.from(unseen)];
  if (kind === "share") return colorScale(values, "linear", [0, 1]);
  if (!colors || kind === "signed") return colorScale(values, kind);
  return colorScale(values, kind, [colors[0], max([colors[1], ...values.filter(Number.isFinite)])!]);
}

/** The picture without highlights, for export. */
function atRest(picture: GraphPicture): GraphPicture {
  return {
    ...picture,
    data: { ...picture.data, beat: null },
    active: null,
    selected: null,
    edge: null,
    link: null,
    label: true,
  };
}
