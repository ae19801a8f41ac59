/** The agents of one network as maps, and one of them in large. */

import type { Box } from "../frame";
import { drawDisc } from "../marks";
import { formatShare } from "../format";
import type { Placement } from "../graph/place";
import { mix } from "../theme";
import { nameOf } from "../called";
import type { GraphData, GraphPanel } from "../types";
import type { Samples } from "./data";
import { drawField, drawOwn, drawRim, drawSamples, type MapInk, type Place } from "./map";
import { type Around, dotSize, drawCaption, drawMiddle, largePlace, middleOf, type Room } from "./middle";

/** Dots in a small map are no more than these. */
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

/** The middle of the network, or the map that the reader looks at. */
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
