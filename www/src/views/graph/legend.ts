/** The legend of a graph's colours, below it. */

import { beliefColor, manyColor, MARKS } from "../beliefs/colors";
import { drawMark } from "../beliefs/map";
import { cividis, diverging, type ColorScale } from "../colormap";
import { formatShare } from "../format";
import { font, type Size } from "../frame";
import { disc } from "../marks";
import type { Theme } from "../theme";
import { BELIEFS, type Painter, type Quantity } from "../types";
import { LEGEND_HEIGHT } from "./place";

/** Bottom right: the quantity (where `named`; on the page a choice stands there), low end, colour bar, high end. */
export function drawLegend(
  painter: Painter,
  quantity: Quantity,
  scale: ColorScale | null,
  named: boolean,
  theme: Theme,
  size: Size,
): void {
  if (quantity.id === BELIEFS) drawKey(painter, named, theme, size);
  else if (scale) drawScale(painter, quantity, scale, named, theme, size);
}

function drawScale(
  painter: Painter,
  quantity: Quantity,
  scale: ColorScale,
  named: boolean,
  theme: Theme,
  size: Size,
): void {
  const label = named ? quantity.label : "";
  const [share, signed] = [quantity.scale === "share", quantity.scale === "signed"];
  const end = (at: 0 | 1): string => (share ? formatShare(at) : at === 0 ? scale.low : scale.high);
  const y = size.height - LEGEND_HEIGHT / 2;
  painter.font = font(theme, 0.96);
  painter.textBaseline = "middle";
  painter.textAlign = "right";
  let x = size.width - 10;
  const write = (text: string, color: string): void => {
    painter.fillStyle = color;
    painter.fillText(text, x, y);
    x -= painter.measureText(text).width + 6;
  };
  if (scale.varied || share) {
    write(end(1), theme.muted);
    // The choice of the quantity has the other side.
    const ends = painter.measureText(end(0)).width + painter.measureText(end(1)).width + 22;
    const width = Math.max(28, Math.min(120, size.width / 4, 0.54 * size.width - ends));
    const slices = 48;
    x -= width;
    for (let s = 0; s < slices; s++) {
      painter.fillStyle = signed ? diverging((2 * s) / (slices - 1) - 1, theme) : cividis(s / (slices - 1));
      painter.fillRect(x + (width * s) / slices, y - 4, width / slices + (s < slices - 1 ? 0.6 : 0), 8);
    }
    x -= 6;
    write(end(0), theme.muted);
  } else write(`${scale.low} for all`, theme.muted);
  if (painter.measureText(label).width < x) write(label, theme.muted);
}

type Words = readonly [seen: string, answers: string];
const WORDS: readonly Words[] = [
  ["dots: what it has seen", "colour: what it answers"],
  ["what it has seen", "what it answers"],
  ["seen", "answers"],
];
const WORDLESS: Words = ["", ""];

/** How samples of the two classes are marked, and the colours of a model that is sure of either, or of none. */
function drawKey(painter: Painter, named: boolean, theme: Theme, size: Size): void {
  const y = size.height - LEGEND_HEIGHT / 2;
  const bar = Math.max(36, Math.min(110, (size.width - 20) / 5));
  painter.font = font(theme, 0.94);
  painter.textBaseline = "middle";
  painter.textAlign = "left";
  const width = (word: string): number => painter.measureText(word).width;
  const mark = 14;
  const whole = (words: Words): number => 2 * mark + width(words[0]) + width(words[1]) + 30 + bar;
  // A choice beside it needs the other half.
  const most = named ? size.width - 20 : 0.54 * size.width;
  const words = WORDS.find((some) => whole(some) < most) ?? WORDLESS;
  const [seen, answers] = words;
  let x = size.width - 10 - whole(words);
  const dot = (look: { fill: string; rim: string }): void => {
    disc(painter, x + 4, y, 3.5);
    painter.fillStyle = look.fill;
    painter.fill();
    painter.strokeStyle = look.rim;
    painter.lineWidth = 1.1;
    painter.stroke();
    x += mark;
  };
  const write = (text: string): void => {
    painter.fillStyle = theme.muted;
    painter.fillText(text, x, y);
    x += width(text) + 6;
  };
  write(seen);
  dot(MARKS.negative);
  dot(MARKS.positive);
  x += 14;
  write(answers);
  const slices = 44;
  for (let s = 0; s < slices; s++) {
    painter.fillStyle = beliefColor(8 * (s / (slices - 1) - 0.5), theme);
    painter.fillRect(x + (bar * s) / slices, y - 5, bar / slices + (s < slices - 1 ? 0.6 : 0), 10);
  }
}

/** Several classes: their marks and colours with their names, as far as there is room for these. */
export function drawClassesKey(painter: Painter, classes: readonly string[], theme: Theme, size: Size): void {
  const y = size.height - LEGEND_HEIGHT / 2;
  painter.font = font(theme, 0.94);
  painter.textBaseline = "middle";
  painter.textAlign = "left";
  const [mark, gap] = [24, 10];
  const widths = classes.map((name) => painter.measureText(name).width);
  // The choice beside it needs room.
  const fits = classes.length * (mark + 4 + gap) + widths.reduce((sum, width) => sum + width, 0) < 0.6 * size.width;
  const each = (i: number): number => mark + (fits ? 4 + widths[i]! + gap : 2);
  let x = size.width - 10 - classes.reduce((sum, _, i) => sum + each(i), 0);
  classes.forEach((name, i) => {
    painter.fillStyle = manyColor(i);
    painter.fillRect(x, y - 6, mark, 12);
    drawMark(painter, i, x + mark / 2, y, 3.4, false);
    painter.fillStyle = theme.muted;
    if (fits) painter.fillText(name, x + mark + 4, y);
    x += each(i);
  });
}
