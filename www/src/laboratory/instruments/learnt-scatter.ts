/** Each coordinate of each agent's correction over what it has to be: on the diagonal all is learnt. */

import { drawAxes } from "../../views/axes";
import { createCanvasView } from "../../views/canvas-view";
import { formatNumber } from "../../views/format";
import { clipTo, frameOf, type Frame, type Size } from "../../views/frame";
import { disc, drawRule } from "../../views/marks";
import type { Table } from "../../views/table";
import { methodColor, type Theme } from "../../views/theme";
import type { MethodStyle, Painter, View } from "../../views/types";
import { missing, norms } from "./learnt";

export interface ScatterData {
  method: MethodStyle;
  agents: number;
  /** n × d. */
  learnt: ArrayLike<number>;
  wanted: ArrayLike<number>;
  throughA: boolean;
  /** The agent that the reader looks at. */
  agent: number | null;
}

/** More coordinates than these are drawn as a regular sample. */
const MOST = 4_000;

export function createLearntScatter(host: HTMLElement, theme: Theme): View<ScatterData> {
  /** The axes' half width; it stays while it serves, so that points move and not the ground. */
  let reach = 0;
  return createCanvasView<ScatterData>(host, theme, {
    className: "view-learnt-scatter",
    name: "What the method takes off the gradients over what it has to",
    draw(painter, data, shown, size) {
      const most = greatest(data);
      if (most > reach || most < reach / 3) reach = 1.15 * most;
      draw(painter, data, frameFor(size, reach || 1), shown);
    },
    describe,
    table,
  });
}

function greatest({ learnt, wanted }: ScatterData): number {
  let most = 0;
  for (const block of [learnt, wanted])
    for (let i = 0; i < block.length; i++) if (Number.isFinite(block[i])) most = Math.max(most, Math.abs(block[i]!));
  return most;
}

function frameFor({ width, height }: Size, reach: number): Frame {
  const side = Math.max(20, Math.min(width - 70, height - 26 - 44));
  const box = { left: (width - side) / 2 + 20, top: 26, width: side, height: side };
  return frameOf(box, [-reach, reach], [-reach, reach]);
}

function draw(painter: Painter, data: ScatterData, frame: Frame, theme: Theme): void {
  const { method, agents, learnt, wanted, agent, throughA } = data;
  const [xTitle, yTitle] = throughA ? ["A (∇fᵢ − mean)", "A c, taken off"] : ["∇fᵢ − mean", "c, taken off"];
  drawAxes(painter, frame, { xTitle, yTitle }, theme);
  painter.save();
  clipTo(painter, frame);
  const [low, high] = frame.x.domain() as [number, number];
  const diagonal = [frame.x(low), frame.y(low), frame.x(high), frame.y(high)] as const;
  drawRule(painter, diagonal, { color: theme.rule, width: 1, dash: [3, 3] });
  const d = learnt.length / agents;
  const stride = Math.ceil(learnt.length / MOST);
  const color = methodColor(method, theme);
  const dot = (i: number, radius: number): void => {
    disc(painter, frame.x(wanted[i]!), frame.y(learnt[i]!), radius);
    painter.fill();
  };
  painter.fillStyle = color;
  painter.globalAlpha = agent === null ? 0.55 : 0.2;
  for (let i = 0; i < learnt.length; i += stride) dot(i, 2.5);
  painter.globalAlpha = 1;
  if (agent !== null) for (let i = agent * d; i < (agent + 1) * d; i++) dot(i, 4);
  painter.restore();
}

function describe(data: ScatterData): string {
  const share = missing(data);
  return share === null
    ? `${data.method.label}: the agents’ gradients do not differ.`
    : `${data.method.label}: what is taken off the gradients is ${formatNumber(100 * share, 2)} % off what makes them differ.`;
}

function table({ learnt, wanted, agents, agent }: ScatterData): Table {
  const d = learnt.length / agents;
  if (agent === null) {
    const [own, needed] = [norms(learnt, agents), norms(wanted, agents)];
    return {
      caption: "Norms, agent by agent; point at an agent for its coordinates.",
      columns: ["agent", "taken off", "to be taken off"],
      rows: Array.from({ length: Math.min(agents, 400) }, (_, i) => [
        String(i),
        formatNumber(own[i]!),
        formatNumber(needed[i]!),
      ]),
    };
  }
  return {
    caption: `Agent ${agent}, coordinate by coordinate.`,
    columns: ["coordinate", "taken off", "to be taken off"],
    rows: Array.from({ length: Math.min(d, 400) }, (_, j) => [
      String(j + 1),
      formatNumber(learnt[agent * d + j]!),
      formatNumber(wanted[agent * d + j]!),
    ]),
  };
}
