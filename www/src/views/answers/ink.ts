/**
 * What a reader draws, as an image like those of the data: a bitmap of 32 × 32 that the figure fills from top to bottom,
 * with as much ink whatever the pen, upright, counted in blocks of 4 × 4, as C. Kaynak made the images of handwritten digits
 * (UCI Machine Learning Repository, 1998) by the programs of M. D. Garris and others (NISTIR 5469, 1994).
 */

/** A line of the pen: x₀, y₀, x₁, y₁, … in any unit, y downwards. */
export type Stroke = readonly number[];

/** What a reader has drawn, in shares of the pad's side, and the image that it makes. */
export interface Ink {
  strokes: readonly Stroke[];
  values: readonly number[];
}

/** Blocks along either side of the image, and dots along either side of a block. */
export const CELLS = 8;
const BLOCK = 4;
const SIDE = CELLS * BLOCK;
/** The highest and the widest figure, in dots: so the outermost rows and columns get as much ink as the data’s. */
const HIGHEST = 30.75;
const WIDEST = 22;
/** A figure is at most so many times as high as it is wide, or the other way round, for its box to be filled. */
const SLIMMEST = 5;
/** The share of a bitmap that is ink, whatever the digit: pens differ, normalised images do not. The data’s have 0.305 ± 0.035. */
const INK = 0.305;
/** Half the width of a line, in dots. */
const THINNEST = 1;
const THICKEST = 4.5;

/** The grey values, row by row from the top, each of 0, 1/16, …, 1; null of no ink. */
export function imageOf(strokes: readonly Stroke[]): Float64Array | null {
  const drawn = strokes.filter(({ length }) => length >= 2);
  if (drawn.length === 0) return null;
  // Thicker lines leave less room to the figure: the width is found by halving.
  let [thin, thick] = [THINNEST, THICKEST];
  for (let round = 0; round < 6; round++) {
    const half = (thin + thick) / 2;
    if (share(bitmapOf(fitted(drawn, half), half)) < INK) thin = half;
    else thick = half;
  }
  const bitmap = bitmapOf(fitted(drawn, thin), thin);
  const slant = slantOf(bitmap);
  const image = new Float64Array(CELLS * CELLS);
  bitmap.forEach((dot, at) => {
    const row = Math.floor(at / SIDE);
    const column = (at % SIDE) - Math.round(slant * (row + 0.5 - SIDE / 2));
    if (column >= 0 && column < SIDE)
      image[Math.floor(row / BLOCK) * CELLS + Math.floor(column / BLOCK)]! += dot / BLOCK ** 2;
  });
  return image;
}

/** How far the left end of the lowest row lies to the right of that of the highest, in dots a row. */
function slantOf(bitmap: Uint8Array): number {
  const [first, last] = [bitmap.indexOf(1), bitmap.lastIndexOf(1)].map((at) => Math.floor(at / SIDE)) as [
    number,
    number,
  ];
  const left = (row: number): number => bitmap.indexOf(1, row * SIDE) % SIDE;
  return (left(last) - left(first)) / (last - first || 1);
}

/** The strokes in the bitmap's dots, in the middle, with room for half a line around them. */
function fitted(strokes: readonly Stroke[], half: number): number[][] {
  const [left, right] = ends(strokes, 0);
  const [top, bottom] = ends(strokes, 1);
  const [width, height] = [right - left, bottom - top];
  const most = Math.max(width, height) || 1;
  const down = (HIGHEST - 2 * half) / Math.max(height, most / SLIMMEST);
  const across = Math.min(down, (WIDEST - 2 * half) / Math.max(width, most / SLIMMEST));
  return strokes.map((stroke) =>
    stroke.map((at, i) =>
      i % 2 === 0 ? SIDE / 2 + (at - (left + right) / 2) * across : SIDE / 2 + (at - (top + bottom) / 2) * down,
    ),
  );
}

function ends(strokes: readonly Stroke[], coordinate: 0 | 1): [number, number] {
  const values = strokes.flatMap((stroke) => stroke.filter((_, i) => i % 2 === coordinate));
  return [Math.min(...values), Math.max(...values)];
}

/** 1 for each dot that lies no further than `half` from a line, else 0. */
function bitmapOf(strokes: readonly (readonly number[])[], half: number): Uint8Array {
  const bitmap = new Uint8Array(SIDE * SIDE);
  for (const stroke of strokes)
    for (let i = 0; i < stroke.length; i += 2) {
      const from = Math.max(0, i - 2);
      paint(bitmap, [stroke[from]!, stroke[from + 1]!, stroke[i]!, stroke[i + 1]!], half);
    }
  return bitmap;
}

function paint(bitmap: Uint8Array, [x0, y0, x1, y1]: [number, number, number, number], half: number): void {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const length = dx * dx + dy * dy || 1;
  const within = (at: number): number => Math.max(0, Math.min(SIDE - 1, Math.floor(at)));
  for (let row = within(Math.min(y0, y1) - half); row <= within(Math.max(y0, y1) + half); row++)
    for (let column = within(Math.min(x0, x1) - half); column <= within(Math.max(x0, x1) + half); column++) {
      const [x, y] = [column + 0.5 - x0, row + 0.5 - y0];
      const along = Math.max(0, Math.min(1, (x * dx + y * dy) / length));
      if (Math.hypot(x - along * dx, y - along * dy) <= half) bitmap[row * SIDE + column] = 1;
    }
}

function share(bitmap: Uint8Array): number {
  return bitmap.reduce((sum, dot) => sum + dot, 0) / bitmap.length;
}
