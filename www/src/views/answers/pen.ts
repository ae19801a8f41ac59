/** What a mouse, a pen or a finger draws on an element, as strokes in shares of its sides. */

import type { Stroke } from "./ink";

/** After so long a pause another drawing begins, in ms. */
const PAUSE = 2_000;
/** Points that lie closer are one. */
const CLOSE = 0.006;

export interface Paper {
  /** Whether it can be drawn on. */
  isOpen(): boolean;
  /** Whether there is no drawing to go on with. */
  isFresh(): boolean;
  /** All strokes of the drawing so far; once a frame while it goes on. */
  draw(strokes: readonly Stroke[]): void;
}

export function followPen(element: HTMLElement, paper: Paper): void {
  let strokes: number[][] = [];
  let line: number[] | null = null;
  let rested = -Infinity;
  let frame = 0;

  function follow(event: PointerEvent, stroke: number[]): void {
    const { left, top, width, height } = element.getBoundingClientRect();
    const within = (at: number): number => Math.max(0, Math.min(1, at));
    const moves = event.getCoalescedEvents?.() ?? [];
    for (const { clientX, clientY } of moves.length > 0 ? moves : [event]) {
      const [x, y] = [within((clientX - left) / width), within((clientY - top) / height)];
      const [lastX = Infinity, lastY = Infinity] = stroke.slice(-2);
      if (Math.hypot(x - lastX, y - lastY) >= CLOSE) stroke.push(x, y);
    }
    if (frame === 0) frame = requestAnimationFrame(tell);
  }

  function tell(): void {
    frame = 0;
    paper.draw(strokes);
  }

  element.addEventListener("pointerdown", (event) => {
    if (!paper.isOpen() || event.button !== 0 || line) return;
    element.setPointerCapture(event.pointerId);
    if (paper.isFresh() || performance.now() - rested > PAUSE) strokes = [];
    line = [];
    strokes = [...strokes, line];
    follow(event, line);
  });
  element.addEventListener("pointermove", (event) => line && follow(event, line));
  for (const end of ["pointerup", "pointercancel"] as const)
    element.addEventListener(end, () => {
      line = null;
      rested = performance.now();
    });
}
