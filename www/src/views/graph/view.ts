/** The network: a picture to look at and to edit. Knows the graph it is shown; says what the reader wants changed. */

import { createFold } from "../access";
import { createCanvasView } from "../canvas-view";
import { colorScale, type ColorScale } from "../colormap";
import { formatCount } from "../format";
import { bring, listenOnDemand } from "../on-demand";
import type { Theme } from "../theme";
import type { GraphData, GraphEvents, Painter, View } from "../types";
import { createGraphBar } from "./bar";
import { describeGraph } from "./describe";
import { AGENTS_DRAWN, drawAgents, drawEdges, drawGraph, placementOf, type GraphPicture, type Size } from "./draw";
import type { Hand } from "./hand";
import { agentAt, SLACK } from "./hit";
import { loadShapes, needsShapes } from "./layout";
import { createLayoutMemory } from "./memory";
import { components } from "./structure";

/** Edges are kept as a picture between frames when there are more than these. */
const EDGES_CACHED = 2000;
/** What a reader does with the picture. */
const DEEDS = [
  "pointerenter",
  "pointerdown",
  "pointermove",
  "pointerup",
  "pointercancel",
  "pointerleave",
  "focus",
  "blur",
  "keydown",
];

export function createGraphView(host: HTMLElement, theme: Theme, events: GraphEvents = {}): View<GraphData> {
  const memory = createLayoutMemory();
  let picture: GraphPicture | null = null;
  let editing = false;
  let cache: { canvas: HTMLCanvasElement; key: string } | null = null;
  let revision = 0;
  /** What to show once its layout has been loaded. */
  let waiting: GraphData | null = null;
  let hand: Hand | null = null;
  let overview: typeof import("./overview") | null = null;

  const view = createCanvasView<GraphData>(host, theme, {
    className: "view-graph",
    name: "Network of agents",
    draw,
    describe: describeGraph,
    table: async (data) => (await bring(() => import("./numbers")))?.graphTable(data) ?? null,
  });
  const { canvas } = view.surface;
  const bar = createGraphBar(view, {
    quantity: (id) => events.onQuantity?.(id),
    editing: setEditing,
    add: async () => (await bringHand())?.add(),
    remove: async () => (await bringHand())?.remove(),
  });
  const links = createFold(view.foot, async (content) => {
    const [part, own] = await Promise.all([bring(() => import("./edges")), bringHand()]);
    const data = view.data();
    if (part && own && data) part.fillEdges(content, data, own.cut);
  });
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-roledescription", "network diagram");

  function draw(painter: Painter, data: GraphData, shown: Theme, size: Size): void {
    if (!picture) return overview?.drawOverview(painter, data, shown, size);
    const onScreen = painter === canvas.getContext("2d");
    if (!onScreen) return drawGraph(painter, atRest(picture), shown, size);
    if (data.edges.length / 2 <= EDGES_CACHED) drawEdges(painter, picture, shown, size);
    else
      (painter as CanvasRenderingContext2D).drawImage(cachedEdges(picture, shown, size), 0, 0, size.width, size.height);
    drawAgents(painter, picture, shown, size);
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
    if (needsShapes(data) && data.agents <= AGENTS_DRAWN) {
      if (waiting === null) void loadShapes().then(() => waiting && update(waiting));
      waiting = data;
      return;
    }
    waiting = null;
    const before = picture?.data ?? view.data();
    const same =
      before !== null && before.edges === data.edges && before.agents === data.agents && before.family === data.family;
    if (!same) {
      revision++;
      picture = data.agents > AGENTS_DRAWN ? null : pictureOf(data);
      if (!picture) void bringOverview();
      links.title.textContent = `Links (${formatCount(data.edges.length / 2)})`;
    } else if (picture) {
      if (before.weights !== data.weights) revision++;
      picture = { ...picture, data, scale: scaleOf(data, before.quantity === data.quantity ? picture.scale : null) };
    }
    bar.update(data, picture?.selected ?? null);
    view.update(data);
    if (!same) links.refresh();
    hand?.refresh(same);
  }

  async function bringOverview(): Promise<void> {
    overview ??= await bring(() => import("./overview"));
    view.surface.redraw();
  }

  async function bringHand(): Promise<Hand | null> {
    const part = await bring(() => import("./hand"));
    return (hand ??=
      part &&
      part.createHand({
        view,
        events,
        picture: () => picture,
        place,
        editing: () => editing,
        moved: () => revision++,
        chosen: () => picture && bar.update(picture.data, picture.selected),
      }));
  }

  function pictureOf(data: GraphData): GraphPicture {
    const steps = hand?.stepsTo(data) ?? [];
    const known = steps.length > 0 || picture?.data.agents === data.agents;
    /** After an edit the reader still stands at the same agent. */
    const still = (agent: number | null = null): number | null =>
      known ? steps.reduce((at, step) => step.follow(at), agent) : null;
    return {
      data,
      layout: memory.layoutFor(data, steps),
      components: components(data),
      scale: scaleOf(data, null),
      active: still(picture?.active),
      selected: still(picture?.selected),
      edge: null,
      label: false,
      link: null,
    };
  }

  function setEditing(on: boolean): void {
    editing = on;
    if (picture) Object.assign(picture, { selected: null, edge: null, link: null });
    canvas.classList.toggle("view-editing", on);
    const data = view.data();
    if (data) bar.update(data, null);
    hand?.refresh(false);
    view.surface.redraw();
  }

  function place() {
    return picture && placementOf(picture, view.surface.size());
  }

  listenOnDemand(canvas, DEEDS, async () => (await bringHand())?.take ?? null);
  // A finger on an agent moves it; anywhere else the swipe scrolls the page.
  canvas.addEventListener(
    "touchstart",
    (event) => {
      const [at, touch] = [place(), event.touches[0]];
      if (!picture || !at || !touch || event.touches.length > 1) return;
      const agent = agentAt(picture.data, at, ...view.surface.at(touch), at.radius + SLACK.coarse);
      if (agent !== null) event.preventDefault();
    },
    { passive: false },
  );

  return {
    update,
    setTheme: view.setTheme,
    async figure() {
      if (!picture) await bringOverview();
      return view.figure();
    },
    destroy() {
      waiting = null;
      view.destroy();
    },
  };
}

/** The scale of the chosen quantity, with the ends that it had while they serve. */
function scaleOf({ quantities, quantity }: GraphData, before: ColorScale | null): ColorScale | null {
  const shown = quantities.find(({ id }) => id === quantity);
  return shown?.values.length
    ? colorScale(shown.values, shown.scale, { range: shown.range, before: before?.ends ?? null })
    : null;
}

/** The picture without what the reader points at, for export. */
function atRest(picture: GraphPicture): GraphPicture {
  return { ...picture, active: null, selected: null, edge: null, link: null, label: true };
}
