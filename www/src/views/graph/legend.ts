/** The legend of a graph's colours, below it. */

import { beliefColor, manyColor, MARKS } from "../beliefs/colors";
import { drawMark } from "../beliefs/map";
import { cividis, diverging, type ColorScale } from "../colormap";
import { briefClasses, formatShare } from "../format";
import type { Sheet } from "../frame";
import { drawColors, drawDisc, drawText, widthOf } from "../marks";
import { BELIEFS, type Quantity } from "../types";
import { LEGEND_HEIGHT } from "./place";

/** Bottom right: the quantity (where `named`; on the page a choice stands there), low end, colour bar, high end. */
export function drawLegend(sheet: Sheet, quantity: Quantity, scale: ColorScale | null, named: boolean): void {
  if (quantity.id === BELIEFS) drawKey(sheet, named);
  else if (scale) drawScale(sheet, quantity, scale, named);
}

function drawScale(sheet: Sheet, { label, scale: kind }: Quantity, scale: ColorScale, named: boolean): void {
  const { theme, size } = sheet;
  const isShare = kind === "share";
  const [low, high] = isShare ? [formatShare(0), formatShare(1)] : [scale.low, scale.high];
  const type = { size: 0.96, align: "right" } as const;
  const y = size.height - LEGEND_HEIGHT / 2;
  let x = size.width - 10;
  const write = (text: string, color: string): void => {
    drawText(sheet, text, x, y, { ...type, color });
    x -= widthOf(sheet, text, type) + 6;
  };
  if (scale.varied || isShare) {
    write(high, theme.muted);
    // The choice of the quantity has the other side.
    const ends = widthOf(sheet, low, type) + widthOf(sheet, high, type) + 22;
    const width = Math.max(28, Math.min(120, size.width / 4, 0.54 * size.width - ends));
    x -= width;
    drawColors(sheet.painter, { left: x, top: y - 4, width, height: 8 }, 48, (share) =>
      kind === "signed" ? diverging(2 * share - 1, theme) : cividis(share),
    );
    x -= 6;
    write(low, theme.muted);
  } else write(`${scale.low} for all`, theme.muted);
  if (named && widthOf(sheet, label, type) < x) write(label, theme.muted);
}

type Words = readonly [seen: string, answers: string];
const WORDS: readonly Words[] = [
  ["dots: what it has seen", "colour: what it answers"],
  ["what it has seen", "what it answers"],
  ["seen", "answers"],
];
const WORDLESS: Words = ["", ""];

/** How samples of the two classes are marked, and the colours of a model that is sure of either, or of none. */
function drawKey(sheet: Sheet, named: boolean): void {
  const { painter, theme, size } = sheet;
  const y = size.height - LEGEND_HEIGHT / 2;
  const bar = Math.max(36, Math.min(110, (size.width - 20) / 5));
  const type = { size: 0.94, color: theme.muted, align: "left" } as const;
  const mark = 14;
  const whole = (words: Words): number =>
    words.reduce((sum, text) => sum + widthOf(sheet, text, type), 2 * mark + 30 + bar);
  // A choice beside it needs the other half.
  const most = named ? size.width - 20 : 0.54 * size.width;
  const words = WORDS.find((some) => whole(some) < most) ?? WORDLESS;
  let x = size.width - 10 - whole(words);
  const write = (text: string): void => {
    drawText(sheet, text, x, y, type);
    x += widthOf(sheet, text, type) + 6;
  };
  write(words[0]);
  for (const { fill, rim } of [MARKS.negative, MARKS.positive]) {
    drawDisc(painter, x + 4, y, 3.5, { fill, rim: { color: rim, width: 1.1 } });
    x += mark;
  }
  x += 14;
  write(words[1]);
  drawColors(painter, { left: x, top: y - 5, width: bar, height: 10 }, 44, (share) =>
    beliefColor(8 * (share - 0.5), theme),
  );
}

/** Several classes: their marks and colours with their names, in few letters or two rows where there is less room for these. */
export function drawClassesKey(sheet: Sheet, classes: readonly string[]): void {
  const { painter, theme, size } = sheet;
  const type = { size: 0.94, color: theme.muted, align: "left" } as const;
  const mark = 16;
  const cell = (names: readonly string[]): number =>
    mark + Math.max(...names.map((name) => (name === "" ? 2 : widthOf(sheet, name, type) + 11)));
  const brief = briefClasses(classes);
  const ways = [
    [classes, 1],
    [brief, 1],
    [brief, 2],
  ] as const;
  // The choice beside it needs room.
  const fitting = ways.find(([names, rows]) => Math.ceil(names.length / rows) * cell(names) < 0.6 * size.width);
  const [names, rows] = fitting ?? [classes.map(() => ""), 1];
  const columns = Math.ceil(names.length / rows);
  const left = size.width - 10 - columns * cell(names);
  names.forEach((name, i) => {
    const x = left + (i % columns) * cell(names);
    const y = size.height - LEGEND_HEIGHT / 2 + 16 * (Math.floor(i / columns) - (rows - 1) / 2);
    painter.fillStyle = manyColor(i);
    painter.fillRect(x, y - 6, mark, 12);
    drawMark(painter, i, x + mark / 2, y, 3.4, false);
    drawText(sheet, name, x + mark + 3, y, type);
  });
}
