// What is on the canvases of the page, for tests of what a reader sees: where curves run, where dots lie, what colours they
// have. Places are in CSS pixels of their canvas.
import type { Page } from "@playwright/test";

export interface Dot {
  x: number;
  y: number;
  radius: number;
  /** As the canvas tells it: "#rrggbb" or "rgba(…)". */
  color: string;
  /** Whether it is a rim only. */
  rim: boolean;
}

export interface Stroke {
  points: [number, number][];
  color: string;
  width: number;
  alpha: number;
}

interface Log {
  dots: Dot[];
  strokes: Stroke[];
}

/** Has the page note what is drawn; before it is opened. */
export async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const logs = new WeakMap<HTMLCanvasElement, Log>();
    const paths = new WeakMap<CanvasRenderingContext2D, { arc: Dot | null; points: [number, number][] }>();
    Object.assign(window, { drawingOf: (canvas: HTMLCanvasElement) => logs.get(canvas) ?? { dots: [], strokes: [] } });
    const logOf = (canvas: HTMLCanvasElement): Log => {
      const log = logs.get(canvas) ?? { dots: [], strokes: [] };
      logs.set(canvas, log);
      return log;
    };
    const place = (context: CanvasRenderingContext2D, x: number, y: number): [number, number] => {
      const { a, b, c, d, e, f } = context.getTransform();
      const ratio = context.canvas.width / (context.canvas.clientWidth || context.canvas.width);
      return [(a * x + c * y + e) / ratio, (b * x + d * y + f) / ratio];
    };
    const plain = CanvasRenderingContext2D.prototype;
    const { beginPath, arc, moveTo, lineTo, fill, stroke, clearRect } = plain;
    plain.beginPath = function () {
      paths.set(this, { arc: null, points: [] });
      beginPath.call(this);
    };
    plain.arc = function (...parts) {
      const path = paths.get(this);
      if (path) {
        const [x, y] = place(this, parts[0], parts[1]);
        const [edge] = place(this, parts[0] + parts[2], parts[1]);
        path.arc = { x, y, radius: edge - x, color: "", rim: false };
      }
      arc.apply(this, parts);
    };
    for (const [name, draw] of [
      ["moveTo", moveTo],
      ["lineTo", lineTo],
    ] as const)
      plain[name] = function (x, y) {
        const path = paths.get(this);
        if (path && path.points.length < 20_000) path.points.push(place(this, x, y));
        draw.call(this, x, y);
      };
    plain.fill = function (...parts: unknown[]) {
      const found = paths.get(this)?.arc;
      if (found) logOf(this.canvas).dots.push({ ...found, color: String(this.fillStyle) });
      fill.apply(this, parts as [Path2D]);
    };
    plain.stroke = function (...parts: unknown[]) {
      const path = paths.get(this);
      const look = { color: String(this.strokeStyle), width: this.lineWidth, alpha: this.globalAlpha };
      if (path?.arc) logOf(this.canvas).dots.push({ ...path.arc, color: look.color, rim: true });
      else if (path) logOf(this.canvas).strokes.push({ points: path.points, ...look });
      stroke.apply(this, parts as [Path2D]);
    };
    plain.clearRect = function (...parts) {
      logs.set(this.canvas, { dots: [], strokes: [] });
      clearRect.apply(this, parts);
    };
  });
}

/** Two frames: what was asked for is drawn. */
export const still = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))));

/** All dots and strokes on the canvases within `host`, and how wide these are. */
export async function drawing(page: Page, host: string): Promise<Log & { width: number; height: number }> {
  await still(page);
  return page.evaluate((host) => {
    const { drawingOf } = window as unknown as { drawingOf(canvas: HTMLCanvasElement): Log };
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>(`${host} canvas`)].filter(
      (canvas) => canvas.clientWidth > 0 && getComputedStyle(canvas).visibility === "visible",
    );
    const logs = canvases.map(drawingOf);
    return {
      dots: logs.flatMap(({ dots }) => dots),
      strokes: logs.flatMap(({ strokes }) => strokes),
      width: Math.max(0, ...canvases.map((canvas) => canvas.clientWidth)),
      height: Math.max(0, ...canvases.map((canvas) => canvas.clientHeight)),
    };
  }, host);
}
