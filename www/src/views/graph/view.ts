/** The network: a picture to look at and to edit. Knows the graph that it shows; reports the edits that the reader makes. */

import { createFold } from "../access";
import { createCanvasView } from "../canvas-view";
import { formatCount } from "../format";
import type { Sheet } from "../frame";
import type { Theme } from "../theme";
import { createTiles } from "../beliefs/tiles";
import type { GraphData, GraphEvents, View } from "../types";
import { createGraphBar, fillEdges } from "./bar";
import { describeGraph, graphTable } from "./describe";
import { drawAgents, drawEdges, drawGraph, isDrawn, type GraphPicture } from "./draw";
import { takeKey, followPointers } from "./pointer";
import type { Step } from "./layout";
import { GraphModel } from "./model";
import { createNames } from "../choices";
import { drawOverview } from "./overview";

/** Edges are kept as a picture between frames when there are more than these. */
const EDGES_CACHED = 2000;

export function createGraphView(host: HTMLElement, theme: Theme, events: GraphEvents = {}): View<GraphData> {
  const view = createCanvasView<GraphData>(host, theme, {
    className: "view-graph",
    name: "Network of agents",
    role: "network diagram",
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
  const model = new GraphModel(view, events, bar.update, show);
  const drawCached = cachedEdges(canvas, model);
  const tiles = createTiles(view.theme, () => canvas.width / view.surface.size().width);
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

  /** `step`: the reader's edit that has made this graph. */
  function show(data: GraphData, step: Step | null): void {
    const same = model.take(data, step);
    // In a summary no method is shown.
    names.update(isDrawn(data) ? data : { panels: [] });
    view.update(data);
    bar.update();
    if (links && !same) {
      links.title.textContent = `Links (${formatCount(data.edges.length / 2)})`;
      links.refresh();
    }
    model.tell();
  }

  return { ...view, update: (data) => show(data, null) };
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
