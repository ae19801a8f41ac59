/** The agents of one network as maps, and in its middle the result, the mean’s map, or an agent’s enlarged. */

import type { Box, Ink } from "../frame";
import { drawDisc, drawText, widthOf } from "../marks";
import { formatShare, nameOf } from "../format";
import { distanceTo, segmentsOf, type Placement } from "../graph/place";
import { mix } from "../theme";
import type { GraphData, GraphPanel } from "../types";
import { modelsIn, type Samples, type Beliefs } from "./data";
import { drawField, drawOwn, drawRim, drawSamples, type MapInk, type Place } from "./map";
import { beliefColor } from "./colors";

const MOST_DOTS = 60;

/** The quantity whose values are how much of all samples each agent's model has right. */
const ACCURACY = "accuracy";

/** Everybody's samples are this much fainter than an agent's own. */
const FAINT = 0.3;

export function drawAgentMap(
  ink: MapInk,
  agent: number,
  at: Placement,
  { beliefs }: GraphPanel,
  samples: Samples | null | undefined,
): void {
  const { painter, theme } = ink;
  const place = { x: at.x(agent), y: at.y(agent), radius: at.radius };
  if (beliefs) drawField(ink, place, beliefs.fields, agent, true);
  else drawDisc(painter, place.x, place.y, place.radius, { fill: mix(theme.paper, theme.ink, 0.08) });
  if (samples && at.radius > 9) drawOwn(ink, place, samples, agent, { size: dotSize(at.radius), most: MOST_DOTS });
}

export function drawAround(ink: MapInk, data: GraphData, around: Around): void {
  const { painter, theme } = ink;
  const { panel, box, at, room, active } = around;
  const isLarge = active !== null && panel.beliefs;
  if (!room.middle || !isLarge) drawMiddle(ink, data, around);
  if (!isLarge) return;
  const place = largePlace(room, box, active < data.agents ? [at.x(active), at.y(active)] : null);
  painter.save();
  if (!room.middle) drawDisc(painter, place.x, place.y, place.radius + 4, { fill: theme.paper });
  drawLarge(ink, place, panel, active, data.samples);
  painter.restore();
  const right = panel.values[ACCURACY]?.[active];
  const name = active < data.agents ? nameOf(data, active) : "Mean model";
  const words = room.middle && room.radius < 110 ? "" : " right";
  drawCaption(ink, room, box, right === undefined ? name : `${name}: ${formatShare(right)}${words}`);
}

function drawLarge(
  ink: MapInk,
  place: Place,
  { beliefs }: GraphPanel,
  model: number,
  samples: Samples | null | undefined,
): void {
  const large = beliefs!.large?.model === model ? beliefs!.large.fields : null;
  drawField(ink, place, large ?? beliefs!.fields, large ? 0 : model);
  if (samples) {
    const { painter } = ink;
    const size = dotSize(place.radius * 0.6);
    painter.save();
    painter.globalAlpha = FAINT;
    drawSamples(painter, place, samples, [0, samples.labels.length], { size: 0.75 * size, most: 400 });
    painter.restore();
    if (model < samples.starts.length - 1) drawOwn({ ...ink, tiles: null }, place, samples, model, { size, most: 400 });
  }
  drawRim(ink, place, 1.5);
}

/** The room for the text about a network, and the box that it leaves. */
export function roomFor(data: GraphData, box: Box, placed: (box: Box) => Placement): { room: Room; box: Box } {
  const free = middleOf(data, placed(box), box);
  if (free) return { room: free, box };
  const band = Math.min(54, 0.2 * box.height);
  return {
    room: { x: box.left, y: box.top + band / 2, radius: band / 2 - 3, middle: false },
    box: { ...box, top: box.top + band, height: box.height - band },
  };
}

/** A middle smaller than these holds no small maps, or nothing; a lower band holds none. In units of the figure. */
const LEAST = { maps: 58, words: 34, band: 2 };
/** A figure lower than this has no height to give to a band. */
const LOW = 190;
/** A narrower one has no width for one. */
const NARROW = 230;
/** A band of less than twice this has room for one line. */
const LOWEST = 23;
/** What the names beside the small maps of a band take. */
const LABEL = 42;
const TRUTH = "all points";
const MEAN = "mean model";
/** The radius of the small maps, two or one, as a share of the middle's. */
const MINI = { two: 0.31, one: 0.4 };

export interface Room extends Place {
  /** Whether it is the free middle of the network; else a band above it. */
  middle: boolean;
}

/** One network of maps in its figure, and the model that the reader looks at: an agent, or n for the mean. */
interface Around {
  panel: GraphPanel;
  box: Box;
  at: Placement;
  room: Room;
  active: number | null;
}

/** The largest circle in the middle of the box without agents and edges; null where that is small, and a band has room. */
export function middleOf(data: GraphData, at: Placement, box: Box): Room | null {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  let free = Infinity;
  for (let i = 0; i < data.agents; i++) free = Math.min(free, Math.hypot(at.x(i) - x, at.y(i) - y) - at.radius);
  const least = box.height < LOW || box.width < NARROW ? LEAST.words : LEAST.maps;
  for (let e = 0; e < data.edges.length / 2 && free >= least; e++)
    for (const segment of segmentsOf(data, at, e)) free = Math.min(free, distanceTo(segment, x, y));
  return free >= least ? { x, y, radius: free - 5, middle: true } : null;
}

/** The small maps: of all points, and of the mean, unless it is in `plain` words; null where there is no room for them. */
export function minisOf(room: Room, box: Box, { plain = false }: Pick<GraphData, "plain">) {
  if (room.radius < (room.middle ? LEAST.maps - 5 : LEAST.band)) return null;
  const radius = room.middle ? Math.min(70, MINI[plain ? "one" : "two"] * room.radius) : Math.min(22, room.radius);
  const y = room.middle ? room.y + 0.24 * room.radius : room.y;
  const right = room.middle ? room.x + (plain ? 0 : 1.22 * radius) : box.left + box.width - radius - 8;
  const last = { x: right, y, radius };
  if (plain) return { truth: last, mean: null };
  return { truth: { ...last, x: right - (room.middle ? 2.44 * radius : 2 * radius + 52) }, mean: last };
}

/** Where a map is shown in large: in the middle, or at the corner that is farthest from its agent. */
function largePlace(room: Room, box: Box, from: readonly [number, number] | null): Place {
  if (room.middle) return { x: room.x, y: room.y - 0.1 * room.radius, radius: 0.87 * room.radius };
  const radius = Math.min(92, 0.3 * Math.min(box.width, box.height));
  const inset = radius + 6;
  const left = from !== null && from[0] > box.left + box.width / 2;
  const top = from !== null && from[1] > box.top + box.height / 2;
  return {
    x: left ? box.left + inset : box.left + box.width - inset,
    y: top ? box.top + inset : box.top + box.height - inset,
    radius,
  };
}

function drawCaption(ink: Ink, { middle, x, y, radius }: Room, box: Box, text: string): void {
  if (middle) drawText(ink, text, x, y + 0.9 * radius, { style: "600" });
  else drawText(ink, text, box.left + 8, y, { style: "600", size: 1.2, align: "left" });
}

/** The result, all points, and the mean's map; `active` is the model that the reader looks at. */
function drawMiddle(ink: MapInk, data: GraphData, { panel, room, box, active }: Around): void {
  const { painter, theme } = ink;
  const { finding, beliefs } = panel;
  const { samples } = data;
  const minis = minisOf(room, box, data);
  painter.save();
  if (finding && active === null) drawFinding(ink, room, box, finding, minis?.truth ?? null);
  if (minis && samples) {
    const { truth } = minis;
    drawDisc(painter, truth.x, truth.y, truth.radius, { fill: beliefColor(0, theme) });
    const look = { size: dotSize(truth.radius) / 1.6, plain: true, most: 400 };
    drawSamples(painter, truth, samples, [0, samples.labels.length], look);
    drawRim(ink, truth);
    drawLabel(ink, truth, TRUTH, room);
  }
  if (minis?.mean && beliefs) {
    const { mean } = minis;
    drawField(ink, mean, beliefs.fields, meanModel(beliefs));
    drawRim(ink, mean, active === meanModel(beliefs) ? 2.5 : 1);
    drawLabel(ink, mean, MEAN, room);
  }
  painter.restore();
}

/** What is found: a number, and in smaller letters what it is of, in a line or two. */
function drawFinding(ink: Ink, room: Room, box: Box, finding: string, truth: Place | null): void {
  const [big, small = ""] = finding.split("\n") as [string, string?];
  const lesser = { size: 0.94, color: ink.theme.muted } as const;
  const isWithin = (width: number): boolean => widthOf(ink, small, lesser) < width;
  if (room.middle) {
    const most = (1.7 * room.radius) / widthOf(ink, big, { style: "600" });
    const size = Math.min(2.8, most, Math.max(1.25, room.radius / 62));
    const y = truth ? room.y - 0.5 * room.radius : room.y;
    drawText(ink, big, room.x, y, { style: "600", size });
    if (truth && isWithin(1.75 * room.radius)) drawText(ink, small, room.x, y + 8 * size + 9, lesser);
    return;
  }
  const x = box.left + 8;
  const width = (truth ? truth.x - truth.radius - LABEL : box.left + box.width) - x - 6;
  const write = (above: number, size: number, lines: readonly (readonly [string, number])[]): void => {
    drawText(ink, big, x, room.y - above, { style: "600", size, align: "left" });
    for (const [line, below] of lines) drawText(ink, line, x, room.y + below, { ...lesser, align: "left" });
  };
  const words = small.split(" ");
  const half = Math.ceil(words.length / 2);
  if (room.radius < LOWEST) write(0, 1.1, []);
  else if (isWithin(width)) write(8, 1.35, [[small, 11]]);
  else
    write(15, 1.35, [
      [words.slice(0, half).join(" "), 4],
      [words.slice(half).join(" "), 17],
    ]);
}

function drawLabel(ink: Ink, { x, y, radius }: Place, text: string, room: Room): void {
  const type = { size: 0.92, color: ink.theme.muted } as const;
  if (room.middle) {
    // Where the two would touch, the pictures speak for themselves.
    const wide = (widthOf(ink, TRUTH, type) + widthOf(ink, MEAN, type)) / 2;
    if (wide < 2.4 * radius) drawText(ink, text, x, y + radius + 9, type);
  } else if (room.radius >= LOWEST)
    for (const [i, word] of text.split(" ").entries())
      drawText(ink, word, x - radius - 5, y - 7 + 14 * i, { ...type, align: "right" });
}

const meanModel = ({ fields }: Beliefs): number => modelsIn(fields) - 1;

const dotSize = (radius: number): number => Math.max(0.9, Math.min(4, radius / 13));
