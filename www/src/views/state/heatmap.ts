/** Any d: how far each agent is from the mean in each coordinate, as colours. */

import { createCanvasView } from "../canvas-view";
import { diverging } from "../colormap";
import { formatCount, formatNumber, plural, nameOf, signOf } from "../format";
import { niceLog, type Box, type Sheet, type Size } from "../frame";
import { drawColors, drawText, widthOf } from "../marks";
import type { Table } from "../access";
import type { Theme } from "../theme";
import { createTooltip, reading } from "../tooltip";
import type { HeatMapData, View } from "../types";

/** More cells than this a side are merged; the largest deviation stands for them. */
const CELLS = 160;

export function createHeatMapView(host: HTMLElement, theme: Theme): View<HeatMapData> {
  const view = createCanvasView<HeatMapData>(host, theme, {
    name: "Deviations of the agents from their mean",
    draw,
    describe,
    table,
  });
  const tooltip = createTooltip(view.box);
  const { canvas } = view.surface;
  canvas.addEventListener("pointermove", (event) => {
    const data = view.data();
    const [x, y] = view.surface.at(event);
    const box = boxOf(view.surface.size());
    const agent = data ? Math.floor(((y - box.top) / box.height) * data.agents) : -1;
    const coordinate = data ? Math.floor(((x - box.left) / box.width) * data.dimension) : -1;
    if (!data || agent < 0 || agent >= data.agents || coordinate < 0 || coordinate >= data.dimension)
      return tooltip.hide();
    const value = deviations(data)[agent * data.dimension + coordinate]!;
    const name = `coordinate ${coordinate + 1}`;
    tooltip.show(x, y, reading(nameOf(data, agent), [{ name, values: [formatNumber(value, 3, false)] }]));
  });
  canvas.addEventListener("pointerleave", tooltip.hide);
  return view;
}

function boxOf({ width, height }: Size): Box {
  return { left: 52, top: 28, width: Math.max(10, width - 68), height: Math.max(10, height - 92) };
}

function draw(sheet: Sheet, data: HeatMapData): void {
  const { painter, theme, size } = sheet;
  const box = boxOf(size);
  const { rows, columns, values } = merged(data, CELLS);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value) || 0), 0);
  const top = largest > 0 ? niceLog(largest, largest)[1] : 1;
  const [width, height] = [box.width / columns, box.height / rows];
  const gap = Math.min(width, height) > 5 ? 1 : -0.3;
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const value = values[r * columns + c]!;
      painter.fillStyle = Number.isFinite(value) ? diverging(value / top, theme) : theme.rule;
      painter.fillRect(box.left + c * width, box.top + r * height, width - gap, height - gap);
    }
  const write = (text: string, x: number, y: number, align: CanvasTextAlign, color: string): void =>
    drawText(sheet, text, x, y, { align, color });
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  write(`xᵢ − x̄ of ${data.method.label}`, 12, 12, "left", theme.ink);
  write("0", box.left - 8, box.top + 6, "right", theme.muted);
  write(formatCount(data.agents - 1), box.left - 8, bottom - 6, "right", theme.muted);
  write("agent", box.left - 8, (box.top + bottom) / 2, "right", theme.ink);
  write("1", box.left + 2, bottom + 14, "left", theme.muted);
  write(formatCount(data.dimension), right, bottom + 14, "right", theme.muted);
  write("coordinate", box.left + box.width / 2, bottom + 14, "center", theme.ink);
  const high = formatNumber(top);
  const left = right - widthOf(sheet, high) - 128;
  write(high, right, bottom + 42, "right", theme.muted);
  drawColors(painter, { left, top: bottom + 38, width: 120, height: 8 }, 40, (share) =>
    diverging(2 * share - 1, theme),
  );
  write(`−${high}`, left - 8, bottom + 42, "right", theme.muted);
}

function farthest(data: HeatMapData): { agent: number; distance: number } {
  const all = deviations(data);
  let found = { agent: 0, distance: 0 };
  for (let i = 0; i < data.agents; i++) {
    const distance = Math.hypot(...all.subarray(i * data.dimension, (i + 1) * data.dimension));
    if (distance > found.distance) found = { agent: i, distance };
  }
  return found;
}

function describe(data: HeatMapData): string {
  const { agent, distance } = farthest(data);
  const size = `${plural(data.agents, "agent")} in ${plural(data.dimension, "coordinate")}`;
  return `Deviations from the mean under ${data.method.label}, ${size}: agent ${signOf(data, agent)} is farthest, at distance ${formatNumber(distance, 2)}.`;
}

function table(data: HeatMapData): Table {
  const all = deviations(data);
  const [agents, coordinates] = [Math.min(200, data.agents), Math.min(20, data.dimension)];
  const cut = agents < data.agents || coordinates < data.dimension;
  return {
    caption: `xᵢ − x̄ of ${data.method.label}.`,
    columns: ["agent", ...Array.from({ length: coordinates }, (_, j) => `coordinate ${j + 1}`)],
    rows: Array.from({ length: agents }, (_, i) => [
      signOf(data, i),
      ...Array.from({ length: coordinates }, (_, j) => formatNumber(all[i * data.dimension + j]!)),
    ]),
    ...(cut ? { note: `The first ${agents} agents and ${coordinates} coordinates are listed.` } : {}),
  };
}

type Block = Pick<HeatMapData, "agents" | "dimension" | "iterates">;

interface Cells {
  rows: number;
  columns: number;
  /** Row-major; NaN where an iterate is no number. */
  values: Float64Array;
}

/** x_i − x̄, row-major n × d. */
export function deviations({ agents: n, dimension: d, iterates }: Block): Float64Array {
  const out = new Float64Array(n * d);
  for (let j = 0; j < d; j++) {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += iterates[i * d + j]! / n;
    for (let i = 0; i < n; i++) out[i * d + j] = iterates[i * d + j]! - mean;
  }
  return out;
}

/** The deviations merged into at most `most` × `most` cells, each the largest in size of its own. */
export function merged(data: Block, most: number): Cells {
  const { agents, dimension } = data;
  const [rows, columns] = [Math.min(agents, most), Math.min(dimension, most)];
  const values = new Float64Array(rows * columns);
  deviations(data).forEach((value, at) => {
    const row = Math.floor((Math.floor(at / dimension) * rows) / agents);
    const cell = row * columns + Math.floor(((at % dimension) * columns) / dimension);
    if (!(Math.abs(value) <= Math.abs(values[cell]!))) values[cell] = value;
  });
  return { rows, columns, values };
}
