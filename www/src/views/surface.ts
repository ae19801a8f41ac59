/** A canvas that fills its box, stays sharp at any pixel ratio and zoom, and redraws once a frame at most. */

import { element } from "./element";
import type { Size } from "./frame";

export type Surface = ReturnType<typeof createSurface>;

/** Browsers refuse larger canvases; beyond this the picture is scaled up instead. */
const LARGEST = 8192;

export function createSurface(box: HTMLElement, draw: (context: CanvasRenderingContext2D, size: Size) => void) {
  const canvas = element("canvas", "view-canvas");
  box.append(canvas);
  const context = canvas.getContext("2d");
  if (!context)
    box.append(element("p", "view-none", {}, "This browser cannot draw the picture; the data table has its numbers."));
  let width = 0;
  let height = 0;
  let ratio = 0;
  let scale = 1;
  let frame = 0;

  function paint(): void {
    frame = 0;
    // The window may have come to a screen of another ratio; out of sight nobody has told the size.
    if (ratio !== window.devicePixelRatio) fit();
    if (!context || width === 0 || height === 0) return;
    context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, { width, height });
  }

  /** Gives the canvas the box's size in device pixels; `exact` where the browser tells. This clears the canvas. */
  function fit(exact?: ResizeObserverSize): void {
    scale = unit();
    width = box.clientWidth / scale;
    height = box.clientHeight / scale;
    ratio = window.devicePixelRatio;
    // The page may keep it while what is below the picture opens.
    box.style.setProperty("--held", `${box.clientHeight}px`);
    const pixels = (css: number, device?: number): number =>
      // An emulated pixel ratio is not in the browser's own count.
      Math.min(LARGEST, Math.max(1, device && Math.abs(device - css * ratio) < 2 ? device : Math.round(css * ratio)));
    canvas.width = pixels(box.clientWidth, exact?.inlineSize);
    canvas.height = pixels(box.clientHeight, exact?.blockSize);
  }

  const observer = new ResizeObserver((entries) => {
    fit(entries[entries.length - 1]!.devicePixelContentBoxSize?.[0]);
    // At once, before the browser shows the cleared canvas.
    cancelAnimationFrame(frame);
    paint();
  });
  try {
    observer.observe(box, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(box);
  }

  /** No frame comes before a page is printed. */
  function flush(): void {
    if (frame === 0) return;
    cancelAnimationFrame(frame);
    paint();
  }
  addEventListener("beforeprint", flush);

  return {
    canvas,
    /** In units of the figure; see `unit`. */
    size: (): Size => ({ width, height }),
    /** Where the pointer is, in these units. */
    at({ clientX, clientY }: { clientX: number; clientY: number }): [number, number] {
      const { left, top } = canvas.getBoundingClientRect();
      return [(clientX - left) / scale, (clientY - top) / scale];
    },
    /** Draws at the next frame; many calls in one frame draw once. */
    redraw(): void {
      if (frame === 0) frame = requestAnimationFrame(paint);
    },
    destroy(): void {
      cancelAnimationFrame(frame);
      removeEventListener("beforeprint", flush);
      observer.disconnect();
      canvas.remove();
    },
  };
}

/** Tells of pointers over a canvas, and with null that a mouse has left it: a finger that taps neither moves nor leaves. */
export function followPointer(canvas: HTMLCanvasElement, point: (event: PointerEvent | null) => void): void {
  canvas.addEventListener("pointermove", point);
  canvas.addEventListener("pointerdown", point);
  canvas.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && point(null));
}

/**
 * Figures are laid out in units of a sixteenth of the page's type size: CSS pixels on most screens, more on large ones,
 * where the page's type grows. Text, lines and margins of the figures grow with it.
 */
export function unit(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}
