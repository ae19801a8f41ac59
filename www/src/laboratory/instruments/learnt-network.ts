/** Two networks side by side: how much each agent's correction has come to, and how much it has to. */

import { createCanvasView } from "../../views/canvas-view";
import { colorScale } from "../../views/colormap";
import { formatNumber } from "../../views/format";
import type { Size } from "../../views/frame";
import { drawGraph, standsOf, type GraphPicture } from "../../views/graph/draw";
import { agentAt, SLACK } from "../../views/graph/hit";
import { layoutOf, type Layout } from "../../views/graph/layout";
import { components } from "../../views/graph/structure";
import type { Table } from "../../views/table";
import type { Theme } from "../../views/theme";
import type { GraphData, Painter, View } from "../../views/types";

export const QUANTITY = "correction";

/** `onAgent`: the agent under the pointer or the keyboard. */
export function createLearntNetwork(
  host: HTMLElement,
  theme: Theme,
  onAgent: (agent: number | null) => void,
): View<GraphData> {
  let active: number | null = null;
  let placed: { edges: ArrayLike<number>; layout: Layout; parts: ReturnType<typeof components> } | null = null;
  const view = createCanvasView<GraphData>(host, theme, {
    className: "view-learnt-network",
    name: "How much of the agents’ gradients is taken off, and how much has to be",
    draw: (painter: Painter, data, shown, size: Size) => drawGraph(painter, pictureOf(data), shown, size),
    describe,
    table,
  });
  const { canvas } = view.surface;
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-roledescription", "network: the arrow keys go from agent to agent");

  function pictureOf(data: GraphData): GraphPicture {
    if (placed?.edges !== data.edges) placed = { edges: data.edges, layout: layoutOf(data), parts: components(data) };
    const values = data.panels.flatMap(({ values: own }) => Array.from(own[QUANTITY] ?? []));
    const most = Math.max(0, ...values.filter(Number.isFinite));
    return {
      data,
      layout: placed.layout,
      components: placed.parts,
      scale: colorScale(values, "linear", [0, most || 1]),
      active,
      panel: 0,
      selected: null,
      edge: null,
      label: true,
      weights: false,
      link: null,
    };
  }

  function choose(agent: number | null): void {
    if (agent === active) return;
    active = agent;
    view.surface.redraw();
    onAgent(agent);
  }

  const at = (event: PointerEvent): number | null => {
    const data = view.data();
    if (!data) return null;
    const [x, y] = view.surface.at(event);
    const slack = event.pointerType === "mouse" ? SLACK.fine : SLACK.coarse;
    for (const { at: place } of standsOf(pictureOf(data), view.surface.size())) {
      const agent = agentAt(data, place, x, y, place.radius + slack);
      if (agent !== null) return agent;
    }
    return null;
  };
  canvas.addEventListener("pointermove", (event) => choose(at(event)));
  canvas.addEventListener("pointerdown", (event) => choose(at(event)));
  canvas.addEventListener("keydown", (event) => {
    const data = view.data();
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!data || step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = active === null ? 0 : (active + step + data.agents) % data.agents;
    choose(next);
    view.access.say(`Agent ${next}: ${data.panels.map((panel) => `${panel.name} ${said(panel, next)}`).join(", ")}`);
  });

  return view;
}

function said({ values }: GraphData["panels"][number], agent: number): string {
  return formatNumber(values[QUANTITY]?.[agent] ?? NaN);
}

function describe({ panels }: GraphData): string {
  const words = panels.map(({ name, values }) => {
    const own = Array.from(values[QUANTITY] ?? []);
    return `${name}: ${formatNumber(Math.min(...own))} to ${formatNumber(Math.max(...own))}`;
  });
  return `Of the agents’ gradients, ${words.join("; ")}.`;
}

function table({ agents, panels }: GraphData): Table {
  return {
    caption: "Norms, agent by agent.",
    columns: ["agent", ...panels.map(({ name }) => name ?? "")],
    rows: Array.from({ length: Math.min(agents, 400) }, (_, i) => [
      String(i),
      ...panels.map((panel) => said(panel, i)),
    ]),
  };
}
