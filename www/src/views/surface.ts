/** A canvas that fills its box, stays sharp at any pixel ratio and zoom, and redraws once a frame at most. */

export interface Surface {
  canvas: HTMLCanvasElement;
  /** Size in CSS pixels. */
  size(): { width: number; height: number };
  /** Draws at the next frame; many calls in one frame draw once. */
  redraw(): void;
  destroy(): void;
}

/** Browsers refuse larger canvases; beyond this the picture is scaled up instead. */
const LARGEST = 8192;

export function createSurface(
  box: HTMLElement,
  draw: (context: CanvasRenderingContext2D, width: number, height: number) => void,
): Surface {
  const canvas = document.createElement("canvas");
  canvas.className = "view-canvas";
  box.append(canvas);
  const context = canvas.getContext("2d")!;
  let width = 0;
  let height = 0;
  let frame = 0;

  function paint(): void {
    frame = 0;
    if (width === 0 || height === 0) return;
    context.setTransform(canvas.width / width, 0, 0, canvas.height / height, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, width, height);
  }

  function resize(deviceWidth: number, deviceHeight: number): void {
    width = box.clientWidth;
    height = box.clientHeight;
    canvas.width = Math.min(LARGEST, Math.max(1, Math.round(deviceWidth)));
    canvas.height = Math.min(LARGEST, Math.max(1, Math.round(deviceHeight)));
    // Setting the size cleared the canvas: paint before the browser shows it.
    cancelAnimationFrame(frame);
    paint();
  }

  const observer = new ResizeObserver((entries) => {
    const entry = entries[entries.length - 1]!;
    const exact = entry.devicePixelContentBoxSize?.[0];
    const ratio = window.devicePixelRatio || 1;
    if (exact) resize(exact.inlineSize, exact.blockSize);
    else resize(entry.contentRect.width * ratio, entry.contentRect.height * ratio);
  });
  try {
    observer.observe(box, { box: "device-pixel-content-box" });
  } catch {
    observer.observe(box);
  }

  return {
    canvas,
    size: () => ({ width, height }),
    redraw() {
      if (frame === 0) frame = requestAnimationFrame(paint);
    },
    destroy() {
      cancelAnimationFrame(frame);
      observer.disconnect();
      canvas.remove();
    },
  };
}
