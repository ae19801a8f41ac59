/** The network: a picture to look at and to edit. Knows the graph that it shows; reports the edits that the reader makes. */

import { max } from "d3-array";
import { createFold } from "../access";
import { createCanvasView } from "../canvas-view";
import { colorScale, type ColorScale } from "../colormap";
import { formatCount } from "../format";
import type { Size } from "../frame";
import type { Theme } from "../theme";
import { createTiles } from "../beliefs/tiles";
import { BELIEFS, type GraphData, type GraphEvents, type Painter, type View } from "../types";
import { createGraphBar } from "./bar";
import { describeGraph } from "./describe";
import { drawAgents, drawEdges, drawGraph, isDrawn, standsOf, type GraphPicture, type Stand } from "./draw";
import { fillEdges } from "./edges";
import { createHand } from "./hand";
import { createLayoutMemory } from "./memory";
import { createNames } from "../names";
import { graphTable } from "./numbers";
import { drawOverview } from "./overview";
import { components } from "./structure";

/** Edges are kept as a picture between frames when there are more than these. */
const EDGES_CACHED = 2000;

export function createGraphView(host: HTMLElement, theme: Theme, events: GraphEvents = {}): View<GraphData> {
  const memory = createLayoutMemory();
  let picture: GraphPicture | null = null;
  let editing = false;
  let cache: { canvas: HTMLCanvasElement; key: string } | null = null;
  let revision = 0;

  const view = createCanvasView<GraphData>(host, theme, {
    className: "view-graph",
    name: "Network of agents",
    draw,
    describe: describeGraph,
    subject: ({ family, agents, edges, quantity }) => [family, agents, edges.length, quantity].join(),
    table: graphTable,
  });
  const { canvas } = view.surface;
  const tiles = createTiles(view.theme, () => canvas.width / view.surface.size().width);
  const names = createNames(view.box, (panel, id) => events.onMethod?.(panel, id));
  const bar = createGraphBar(view, {
    quantity: (id) => events.onQuantity?.(id),
    editing: setEditing,
    weights: setWeights,
    add: () => hand.add(),
    remove: () => hand.remove(),
    write(element, text) {
      if (events.write) events.write(element, text);
      else if (element.textContent !== text) element.textContent = text;
    },
    editable: events.onEdit !== undefined,
  });
  // Without a listener for edits nothing can be cut.
  const links =
    events.onEdit &&
    createFold(view.foot, (content) => {
      const data = view.data();
      if (data) fillEdges(content, data, hand.cut);
    });
  const hand = createHand({
    view,
    events,
    picture: () => picture,
    stands,
    editing: () => editing,
    moved: () => revision++,
    chosen: () => picture && bar.update(picture.data, picture.selected),
  });
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-roledescription", "network diagram");

  function draw(painter: Painter, data: GraphData, shown: Theme, size: Size): void {
    const context = canvas.getContext("2d")!;
    if (!picture) drawOverview(painter, data, shown, size);
    else if (painter !== context) drawGraph(painter, atRest(picture), shown, size);
    else {
      if (data.edges.length / 2 <= EDGES_CACHED) drawEdges(painter, picture, shown, size);
      else context.drawImage(cachedEdges(picture, shown, size), 0, 0, size.width, size.height);
      drawAgents(painter, picture, shown, size, tiles);
    }
  }

  function cachedEdges(shown: GraphPicture, palette: Theme, size: Size): HTMLCanvasElement {
    const key = [palette.name, canvas.width, canvas.height, size.width, size.height, revision].join();
    if (cache?.key === key) return cache.canvas;
    cache ??= { canvas: document.createElement("canvas"), key };
    cache.key = key;
    cache.canvas.width = canvas.width;
    cache.canvas.height = canvas.height;
    const context = cache.canvas.getContext("2d")!;
    context.setTransform(canvas.width / size.width, 0, 0, canvas.height / size.height, 0, 0);
    drawEdges(context, shown, palette, size);
    return cache.canvas;
  }

  function update(data: GraphData): void {
    const before = picture?.data ?? view.data();
    const same =
      before !== null && before.edges === data.edges && before.agents === data.agents && before.family === data.family;
    const moved = before !== null && placeKey(before) !== placeKey(data);
    if (!same) {
      revision++;
      picture = isDrawn(data) ? pictureOf(data) : null;
      if (links) links.title.textContent = `Links (${formatCount(data.edges.length / 2)})`;
    } else if (picture) {
      if (before.weights !== data.weights || before.now?.used !== data.now?.used || moved) revision++;
      picture = {
        ...picture,
        data,
        panel: Math.min(picture.panel, data.panels.length - 1),
        scale: scaleOf(data),
      };
    }
    bar.update(data, picture?.selected ?? null);
    // In a summary no method is shown.
    names.update(isDrawn(data) ? data : { panels: [] });
    view.update(data);
    if (!same) links?.refresh();
    hand.refresh(same);
  }

  function pictureOf(data: GraphData): GraphPicture {
    const steps = hand.stepsTo(data);
    const known = steps.length > 0 || picture?.data.agents === data.agents;
    /** After an edit the reader still stands at the same agent. */
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

  function setWeights(on: boolean): void {
    if (picture) picture.weights = on;
    revision++;
    view.surface.redraw();
  }

  function setEditing(on: boolean): void {
    editing = on;
    if (picture) Object.assign(picture, { selected: null, edge: null, link: null });
    canvas.classList.toggle("view-editing", on);
    const data = view.data();
    if (data) bar.update(data, null);
    hand.refresh(false);
    view.surface.redraw();
  }

  function stands(): Stand[] {
    return picture ? standsOf(picture, view.surface.size()) : [];
  }

  for (const type of ["blur", "keydown"]) canvas.addEventListener(type, hand.take);
  // A finger on an agent moves it; anywhere else the swipe scrolls the page.
  canvas.addEventListener(
    "touchstart",
    (event) => {
      const touch = event.touches[0];
      if (touch && event.touches.length === 1 && hand.takes(...view.surface.at(touch))) event.preventDefault();
    },
    { passive: false },
  );

  return {
    update,
    setTheme: view.setTheme,
    figure: view.figure,
    destroy: view.destroy,
  };
}

/** The inputs of the layout besides the graph. */
function placeKey({ panels, quantity }: GraphData): string {
  return [panels.length, panels.some(({ name }) => name !== undefined), quantity === BELIEFS].join();
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
