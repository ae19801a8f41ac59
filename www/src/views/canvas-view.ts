/** Shared by all canvas views: a figure in its host with a summary, a table and export, on a canvas that stays sharp. */

import { createAccess, type Access, type Table } from "./access";
import { element, set } from "./element";
import type { Sheet, Size } from "./frame";
import type { Theme } from "./theme";
import type { View } from "./types";
import "./views.css";

export interface CanvasParts<Data> {
  /** Class of the root, where its picture has styles of its own. */
  className?: string;
  /** The accessible name of the picture. */
  name: string;
  /** What kind of picture it is, for screen readers, where keys act on it. */
  role?: string;
  draw(sheet: Sheet, data: Data): void;
  describe(data: Data): string;
  /** What the description is about, in a word: another is told soon, also during a run. */
  subject?(data: Data): string;
  table(data: Data): Table;
}

export interface CanvasView<Data> extends View<Data> {
  root: HTMLElement;
  /** Holds the canvas; tooltips are placed in it. */
  box: HTMLElement;
  /** Fold-outs below the picture. */
  foot: HTMLElement;
  surface: Surface;
  access: Access;
  data(): Data | null;
  theme(): Theme;
}

export function createCanvasView<Data>(host: HTMLElement, theme: Theme, parts: CanvasParts<Data>): CanvasView<Data> {
  let data: Data | null = null;
  const [box, foot] = [element("div", "view-box"), element("div", "view-foot")];
  const root = element("div", `view ${parts.className ?? ""}`.trimEnd(), {}, box, foot);
  host.append(root);
  const surface = createSurface(box, (painter, size) => {
    if (data !== null) parts.draw({ painter, theme, size }, data);
  });
  const access = createAccess(foot, parts.name, () => (data === null ? null : parts.table(data)));
  set(surface.canvas, { role: "img", "aria-label": parts.name, "aria-describedby": access.summaryId });
  if (parts.role) set(surface.canvas, { role: "application", "aria-roledescription": parts.role, tabIndex: 0 });
  applyTheme(root, theme);

  return {
    root,
    box,
    foot,
    surface,
    access,
    data: () => data,
    theme: () => theme,
    update(next) {
      data = next;
      access.describe(() => parts.describe(next), parts.subject?.(next) ?? "");
      access.refresh();
      surface.redraw();
    },
    setTheme(next) {
      theme = next;
      applyTheme(root, theme);
      surface.redraw();
    },
    async figure() {
      if (data === null) return null;
      const shown = data;
      const size = surface.size();
      if (size.width === 0 || size.height === 0) return null;
      return {
        ...size,
        description: parts.describe(shown),
        draw: (painter) => parts.draw({ painter, theme, size }, shown),
      };
    },
    destroy() {
      surface.destroy();
      root.remove();
    },
  };
}

/** The palette as custom properties, so that `views.css` follows the theme without a second table. */
function applyTheme(root: HTMLElement, theme: Theme): void {
  for (const name of ["paper", "ink", "muted", "rule", "grid", "accent", "warning"] as const)
    root.style.setProperty(`--view-${name}`, theme[name]);
  root.style.setProperty("--view-font", theme.font);
}

type Surface = ReturnType<typeof createSurface>;

/** Browsers refuse larger canvases; beyond this the picture is scaled up instead. */
const LARGEST = 8192;

function createSurface(box: HTMLElement, draw: (context: CanvasRenderingContext2D, size: Size) => void) {
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

/** The unit of figures: a sixteenth of the page's type size, in CSS pixels. Text, lines and margins grow with it. */
export const unit = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
