/** The network: a picture to look at and to edit. Knows the graph it is shown; says what the reader wants changed. */

import { colorScale, type ColorScale } from "../colormap";
import { createCanvasView } from "../canvas-view";
import type { Theme } from "../theme";
import { createTooltip, reading } from "../tooltip";
import type { GraphData, GraphEdit, GraphEvents, Painter, View } from "../types";
import { createGraphBar } from "./bar";
import { describeAgent, describeGraph, graphTable } from "./describe";
import { AGENTS_DRAWN, drawAgents, drawEdges, drawGraph, placementOf, type GraphPicture, type Size } from "./draw";
import { applyEdit, components, edgeIndex } from "./edit";
import { createEdgeList } from "./edges";
import { agentAt, edgeAt } from "./hit";
import { listenToKeys } from "./keyboard";
import { loadForces, needsForces } from "./layout";
import { createLayoutMemory } from "./memory";
import { drawOverview } from "./overview";
import { listenToPointer } from "./pointer";

/** Edges are kept as a picture between frames when there are more than these. */
const EDGES_CACHED = 2000;

export function createGraphView(host: HTMLElement, theme: Theme, events: GraphEvents = {}): View<GraphData> {
  const memory = createLayoutMemory();
  let picture: GraphPicture | null = null;
  let editing = false;
  let cache: { canvas: HTMLCanvasElement; key: string } | null = null;
  /** Where the keyboard's link starts. */
  let linkFrom: number | null = null;
  let revision = 0;
  /** What to show once its layout has been loaded. */
  let waiting: GraphData | null = null;

  const view = createCanvasView<GraphData>(host, theme, {
    className: "view-graph",
    name: "Network of agents",
    draw,
    describe: describeGraph,
    table: graphTable,
  });
  const { canvas } = view.surface;
  const tooltip = createTooltip(view.box);
  const bar = createGraphBar(view.root, view.box, {
    quantity: (id) => events.onQuantity?.(id),
    editing: setEditing,
    add: () => addAgent(picture?.selected ?? picture?.active ?? null),
    remove: () => removeAgent(picture?.selected ?? null),
  });
  const edgeList = createEdgeList(view.foot, (edge) => emit({ type: "removeEdge", edge }));
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-roledescription", "network diagram");

  function draw(painter: Painter, data: GraphData, shown: Theme, size: Size): void {
    if (!picture) return drawOverview(painter, data, shown, size);
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
    if (needsForces(data) && data.agents <= AGENTS_DRAWN) {
      if (waiting === null) void loadForces().then(() => waiting && update(waiting));
      waiting = data;
      return;
    }
    waiting = null;
    const before = picture?.data ?? view.data();
    const same =
      before !== null && before.edges === data.edges && before.agents === data.agents && before.family === data.family;
    if (!same) {
      revision++;
      linkFrom = null;
      picture = data.agents > AGENTS_DRAWN ? null : pictureOf(data);
      tooltip.hide();
      edgeList.update(data);
    } else if (picture) {
      if (before.weights !== data.weights) revision++;
      picture = { ...picture, data, scale: scaleOf(data, before.quantity === data.quantity ? picture.scale : null) };
    }
    bar.update(data, picture?.selected ?? null);
    view.update(data);
    if (picture?.active != null) showTooltip(picture.active);
  }

  function pictureOf(data: GraphData): GraphPicture {
    // After a link is made or cut the reader still stands at the same agent.
    const active = picture?.data.agents === data.agents ? picture.active : null;
    return {
      data,
      layout: memory.layoutFor(data),
      components: components(data),
      scale: scaleOf(data, null),
      active,
      selected: null,
      edge: null,
      label: false,
      link: null,
    };
  }

  function emit(edit: GraphEdit, place?: readonly [number, number]): void {
    const data = view.data();
    if (!data || !applyEdit(data, edit)) return;
    memory.expect(edit, place);
    events.onEdit?.(edit);
  }

  function setEditing(on: boolean): void {
    editing = on;
    linkFrom = null;
    if (picture) Object.assign(picture, { selected: null, edge: null, link: null });
    canvas.classList.toggle("view-editing", on);
    const data = view.data();
    if (data) bar.update(data, null);
    view.surface.redraw();
  }

  function place() {
    return picture && placementOf(picture, view.surface.size());
  }

  function showTooltip(agent: number): void {
    const at = place();
    if (!picture || !at) return tooltip.hide();
    const lines = describeAgent(picture.data, agent).map(({ name, value }) => ({ name, values: [value] }));
    tooltip.show(at.x(agent), at.y(agent), reading(`Agent ${agent}`, lines));
  }

  function setActive(agent: number | null, edge: number | null = null): void {
    if (!picture || (picture.active === agent && picture.edge === edge)) return;
    const changed = picture.active !== agent;
    Object.assign(picture, { active: agent, edge });
    canvas.style.cursor = agent !== null ? (editing ? "crosshair" : "grab") : edge !== null ? "pointer" : "";
    if (agent === null) tooltip.hide();
    else showTooltip(agent);
    if (changed) events.onAgent?.(agent);
    view.surface.redraw();
  }

  function choose(agent: number): void {
    if (!picture) return;
    setActive(agent);
    if (editing) picture.selected = picture.selected === agent ? null : agent;
    bar.update(picture.data, picture.selected);
    view.surface.redraw();
  }

  function addAgent(neighbor: number | null): void {
    const data = view.data();
    if (!data) return;
    const linked = neighbor ?? data.agents - 1;
    const at = picture?.layout.positions;
    const beside = at ? ([nudged(at[2 * linked]!), nudged(at[2 * linked + 1]!)] as const) : undefined;
    emit({ type: "addAgent", neighbors: [linked] }, beside);
  }

  function removeAgent(agent: number | null): void {
    if (agent !== null) emit({ type: "removeAgent", agent });
  }

  function nearest(x: number, y: number, within: number): number | null {
    const at = place();
    return picture && at && agentAt(picture.data, at, x, y, within);
  }

  const stopPointer = listenToPointer(
    canvas,
    {
      agentAt: (x, y, slack) => nearest(x, y, (place()?.radius ?? 0) + slack),
      edgeAt(x, y, slack) {
        const at = place();
        return picture && at && edgeAt(picture.data, at, x, y, slack);
      },
      editing: () => editing,
    },
    {
      hover: setActive,
      move(agent, x, y) {
        const at = place();
        if (!picture || !at) return;
        const [u, v] = at.toUnit(x, y);
        picture.layout.positions[2 * agent] = u;
        picture.layout.positions[2 * agent + 1] = v;
        revision++;
        setActive(agent);
        showTooltip(agent);
        view.surface.redraw();
      },
      linking(link) {
        if (picture) picture.link = link;
        view.surface.redraw();
      },
      link: (from, to) => emit({ type: "addEdge", edge: [from, to] }),
      cut(edge) {
        const { edges } = picture!.data;
        emit({ type: "removeEdge", edge: [edges[2 * edge]!, edges[2 * edge + 1]!] });
      },
      add(x, y) {
        const neighbor = nearest(x, y, Infinity);
        if (neighbor !== null) emit({ type: "addAgent", neighbors: [neighbor] }, place()?.toUnit(x, y));
      },
      choose,
    },
  );
  const stopKeys = listenToKeys(canvas, {
    count: () => picture?.data.agents ?? 0,
    position: (agent) => [place()?.x(agent) ?? 0, place()?.y(agent) ?? 0],
    editing: () => editing,
    focused: () => picture?.active ?? null,
    focus(agent) {
      setActive(agent);
      const numbers = describeAgent(picture!.data, agent).map(({ name, value }) => `${name} ${value}`);
      view.access.say(`Agent ${agent}: ${numbers.join("; ")}`);
    },
    link() {
      const agent = picture?.active ?? null;
      if (!picture || agent === null) return;
      if (linkFrom === null || linkFrom === agent) {
        linkFrom = linkFrom === null ? agent : null;
        picture.selected = linkFrom;
        view.access.say(
          linkFrom === null ? "Link cancelled" : `Link from agent ${agent}: go to another agent and press Enter`,
        );
      } else {
        const edge = [linkFrom, agent] as const;
        const linked = edgeIndex(picture.data.edges, ...edge) >= 0;
        view.access.say(`Agents ${linkFrom} and ${agent} ${linked ? "are no longer linked" : "linked"}`);
        emit({ type: linked ? "removeEdge" : "addEdge", edge });
      }
      view.surface.redraw();
    },
    add: () => addAgent(picture?.active ?? null),
    remove: () => removeAgent(picture?.active ?? null),
    cancel() {
      linkFrom = null;
      if (picture) picture.selected = null;
      setActive(null);
      view.surface.redraw();
    },
  });
  const leave = (): void => setActive(null);
  canvas.addEventListener("blur", leave);

  return {
    update,
    setTheme: view.setTheme,
    figure: view.figure,
    destroy() {
      waiting = null;
      stopPointer();
      stopKeys();
      canvas.removeEventListener("blur", leave);
      view.destroy();
    },
  };
}

/** The scale of the chosen quantity, with the ends that it had while they serve. */
function scaleOf({ quantities, quantity }: GraphData, before: ColorScale | null): ColorScale | null {
  const shown = quantities.find(({ id }) => id === quantity);
  return shown ? colorScale(shown.values, shown.scale, { range: shown.range, before: before?.ends ?? null }) : null;
}

/** The picture without what the reader points at, for export. */
function atRest(picture: GraphPicture): GraphPicture {
  return { ...picture, active: null, selected: null, edge: null, link: null, label: true };
}

function nudged(position: number): number {
  return position + (position > 0.5 ? -0.12 : 0.12);
}
