/** The agents of one network as maps, and one of them in large. */

import type { Box } from "../frame";
import { disc } from "../marks";
import { formatShare } from "../format";
import type { Placement } from "../graph/place";
import { mix } from "../theme";
import { nameOf } from "../called";
import type { GraphData, GraphPanel, Painter } from "../types";
import type { Samples } from "./data";
import { drawField, drawOwn, drawRim, drawSamples, type Place } from "./map";
import { dotSize, drawCaption, drawMiddle, largePlace, middleOf, type MiddleLook, type Room } from "./middle";

/** Dots in a small map are no more than these. */
const MOST_DOTS = 60;

/** The quantity whose values are how much of all samples each agent's model has right. */
const ACCURACY = "accuracy";

/** Everybody's samples are this much fainter than an agent's own. */
const FAINT = 0.3;

/** Draws the map of one agent at its place. */
export function drawAgentMap(
  painter: Painter,
  agent: number,
  at: Placement,
  { beliefs }: GraphPanel,
  samples: Samples | null | undefined,
  { tiles, theme }: MiddleLook,
): void {
  const place = { x: at.x(agent), y: at.y(agent), radius: at.radius };
  if (!beliefs) {
    disc(painter, place.x, place.y, place.radius);
    painter.fillStyle = mix(theme.paper, theme.ink, 0.08);
    painter.fill();
  } else {
    drawField(painter, place, beliefs.fields, agent, tiles, theme, true);
  }
  if (samples && at.radius > 9)
    drawOwn(painter, place, samples, agent, { size: dotSize(at.radius), most: MOST_DOTS }, tiles);
}

/** The middle of the network, or the map that the reader looks at. */
export function drawAround(
  painter: Painter,
  data: GraphData,
  panel: GraphPanel,
  box: Box,
  at: Placement,
  room: Room,
  maps: MiddleLook,
): void {
  const { active, theme } = maps;
  const { beliefs } = panel;
  const covered = room.middle && active !== null && beliefs;
  if (!covered) {
    drawMiddle(painter, room, box, panel, data.samples, maps);
  }
  if (active === null || !beliefs) return;
  const from = active < data.agents ? ([at.x(active), at.y(active)] as const) : null;
  const place = largePlace(room, box, from);
  painter.save();
  if (!room.middle) {
    painter.fillStyle = theme.paper;
    disc(painter, place.x, place.y, place.radius + 4);
    painter.fill();
  }
  drawLarge(painter, place, panel, active, data.samples, maps);
  painter.restore();
  const right = panel.values[ACCURACY]?.[active];
  const name = active < data.agents ? nameOf(data, active) : "Mean model";
  const words = room.middle && room.radius < 110 ? "" : " right";
  drawCaption(painter, room, box, right === undefined ? name : `${name}: ${formatShare(right)}${words}`, theme);
}

function drawLarge(
  painter: Painter,
  place: Place,
  { beliefs }: GraphPanel,
  model: number,
  samples: Samples | null | undefined,
  { tiles, theme }: MiddleLook,
): void {
  if (!beliefs) return;
  const large = beliefs.large?.model === model ? beliefs.large.fields : null;
  const [fields, row] = large ? [large, 0] : [beliefs.fields, model];
  drawField(painter, place, fields, row, tiles, theme);
  if (samples) {
    const size = dotSize(place.radius * 0.6);
    painter.save();
    painter.globalAlpha = FAINT;
    drawSamples(painter, place, samples, [0, samples.labels.length], { size: 0.75 * size, most: 400 });
    painter.restore();
    if (model < samples.starts.length - 1) drawOwn(painter, place, samples, model, { size, most: 400 }, null);
  }
  drawRim(painter, place, theme, 1.5);
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
