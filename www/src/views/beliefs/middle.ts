/** The middle of a network of maps: the result, the truth, the mean's map, or an agent's map enlarged. */

import { font, type Box } from "../frame";
import { disc } from "../marks";
import { distanceTo, segmentsOf, type Placement } from "../graph/place";
import type { Theme } from "../theme";
import type { GraphData, GraphPanel, Painter } from "../types";
import { beliefColor } from "./colors";
import { modelsIn, type Beliefs, type Samples } from "./data";
import { drawField, drawRim, drawSamples, type Place } from "./map";
import type { Tiles } from "./tiles";

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

/** Room in or beside a network. */
export interface Room extends Place {
  /** Whether it is the free middle of the network; else a band above it. */
  middle: boolean;
}

/**
 * The largest circle about the middle of the box that no agent and no edge enters; null where that is small, and there is
 * height for a band instead.
 */
export function middleOf(data: GraphData, at: Placement, box: Box): Room | null {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  let free = Infinity;
  for (let i = 0; i < data.agents; i++) free = Math.min(free, Math.hypot(at.x(i) - x, at.y(i) - y) - at.radius);
  const least = box.height < LOW || box.width < NARROW ? LEAST.words : LEAST.maps;
  for (let e = 0; e < data.edges.length / 2 && free >= least; e++)
    for (const segment of segmentsOf(data, at, e)) free = Math.min(free, distanceTo(segment, x, y));
  return free >= least ? { x, y, radius: free - 5, middle: true } : null;
}

/** The small maps: of all points, and of the mean; null where there is no room for them. */
export function minisOf(room: Room, box: Box): { truth: Place; mean: Place } | null {
  if (room.radius < (room.middle ? LEAST.maps - 5 : LEAST.band)) return null;
  if (!room.middle) {
    const radius = Math.min(22, room.radius);
    const right = box.left + box.width - radius - 8;
    return { truth: { x: right - 2 * radius - 52, y: room.y, radius }, mean: { x: right, y: room.y, radius } };
  }
  const radius = Math.min(70, 0.31 * room.radius);
  const y = room.y + 0.24 * room.radius;
  return {
    truth: { x: room.x - 1.22 * radius, y, radius },
    mean: { x: room.x + 1.22 * radius, y, radius },
  };
}

/** Where a map is shown in large: in the middle, or at the corner that is farthest from its agent. */
export function largePlace(room: Room, box: Box, from: readonly [number, number] | null): Place {
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

export interface MiddleLook {
  theme: Theme;
  tiles: Tiles | null;
  /** The model that the reader looks at: an agent, or n for the mean. */
  active: number | null;
}

/** Names the model of the large map, and how many points it classifies rightly. */
export function drawCaption(painter: Painter, room: Room, box: Box, text: string, theme: Theme): void {
  painter.save();
  painter.fillStyle = theme.ink;
  painter.textBaseline = "middle";
  painter.textAlign = room.middle ? "center" : "left";
  painter.font = `600 ${font(theme, room.middle ? 1 : 1.2)}`;
  painter.fillText(text, room.middle ? room.x : box.left + 8, room.middle ? room.y + 0.9 * room.radius : room.y);
  painter.restore();
}

/** The result, all points, and the mean's map. */
export function drawMiddle(
  painter: Painter,
  room: Room,
  box: Box,
  { finding, beliefs }: GraphPanel,
  samples: Samples | null | undefined,
  { theme, tiles, active }: MiddleLook,
): void {
  const minis = minisOf(room, box);
  painter.save();
  painter.textAlign = room.middle ? "center" : "left";
  painter.textBaseline = "middle";
  if (finding && active === null) drawFinding(painter, room, box, finding, minis?.truth ?? null, theme);
  painter.textAlign = "center";
  if (minis && samples) {
    const { truth } = minis;
    painter.fillStyle = beliefColor(0, theme);
    disc(painter, truth.x, truth.y, truth.radius);
    painter.fill();
    const look = { size: dotSize(truth.radius) / 1.6, plain: true, most: 400 };
    drawSamples(painter, truth, samples, [0, samples.labels.length], look);
    drawRim(painter, truth, theme);
    label(painter, truth, TRUTH, theme, room);
  }
  if (minis && beliefs) {
    const { mean } = minis;
    drawField(painter, mean, beliefs.fields, meanModel(beliefs), tiles, theme);
    drawRim(painter, mean, theme, beliefs && active === meanModel(beliefs) ? 2.5 : 1);
    label(painter, mean, MEAN, theme, room);
  }
  painter.restore();
}

/** What is found: a number, and in smaller letters what it is of, in a line or two. */
function drawFinding(painter: Painter, room: Room, box: Box, finding: string, truth: Place | null, theme: Theme): void {
  const [big, small = ""] = finding.split("\n");
  painter.font = font(theme, 0.94);
  const fits = (text: string, width: number): boolean => painter.measureText(text).width < width;
  const write = (line: string, x: number, y: number, strong: number | null): void => {
    painter.fillStyle = strong === null ? theme.muted : theme.ink;
    painter.font = strong === null ? font(theme, 0.94) : `600 ${font(theme, strong)}`;
    painter.fillText(line, x, y);
  };
  if (room.middle) {
    painter.font = `600 ${font(theme)}`;
    const most = (1.7 * room.radius) / painter.measureText(big!).width;
    const scale = Math.min(2.8, most, Math.max(1.25, room.radius / 62));
    painter.font = font(theme, 0.94);
    const y = truth ? room.y - 0.5 * room.radius : room.y;
    const explained = truth !== null && fits(small, 1.75 * room.radius);
    write(big!, room.x, y, scale);
    if (explained) write(small, room.x, y + 8 * scale + 9, null);
    return;
  }
  const x = box.left + 8;
  const width = (truth ? truth.x - truth.radius - LABEL : box.left + box.width) - x - 6;
  if (room.radius < LOWEST) {
    write(big!, x, room.y, 1.1);
  } else if (fits(small, width)) {
    write(big!, x, room.y - 8, 1.35);
    write(small, x, room.y + 11, null);
  } else {
    const words = small.split(" ");
    const half = Math.ceil(words.length / 2);
    write(big!, x, room.y - 15, 1.35);
    write(words.slice(0, half).join(" "), x, room.y + 4, null);
    write(words.slice(half).join(" "), x, room.y + 17, null);
  }
}

function label(painter: Painter, { x, y, radius }: Place, text: string, theme: Theme, room: Room): void {
  if (!room.middle && room.radius < LOWEST) return;
  painter.fillStyle = theme.muted;
  painter.font = font(theme, 0.92);
  if (room.middle) {
    // Where the two would touch, the pictures speak for themselves.
    const wide = (painter.measureText(TRUTH).width + painter.measureText(MEAN).width) / 2;
    if (wide < 2.4 * radius) painter.fillText(text, x, y + radius + 9);
    return;
  }
  painter.textAlign = "right";
  const [first, second] = text.split(" ");
  painter.fillText(first!, x - radius - 5, y - 7);
  painter.fillText(second!, x - radius - 5, y + 7);
  painter.textAlign = "center";
}

/** The mean is the last of the models. */
export function meanModel({ fields }: Beliefs): number {
  return modelsIn(fields) - 1;
}

/** Of the dots in a map. */
export function dotSize(radius: number): number {
  return Math.max(0.9, Math.min(4, radius / 13));
}
