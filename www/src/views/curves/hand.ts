/** What a reader does with the curves: reads them at the cursor, walks along them by keyboard, zooms. */

import type { Access } from "../access";
import { formatCount, formatNumber } from "../format";
import { methodSwatch } from "../legend";
import type { Theme } from "../theme";
import type { Range } from "../ticks";
import { createTooltip, reading } from "../tooltip";
import { unit } from "../unit";
import type { CurvesData } from "../types";
import { readingsAt, readingText, type Reading } from "./describe";
import { createPinch } from "./pinch";
import { AXIS, type Plot } from "./plot";
import { nearestIndex } from "./prepare";
import { labelOf } from "./scene";

/** What it works on. */
export interface Bench {
  box: HTMLElement;
  access: Access;
  plot: Plot;
  data(): CurvesData | null;
  theme(): Theme;
  /** Where the cursor is: x in the unit of the axis, the others in CSS pixels of the plotting area. */
  cursor(): { x: number; left: number; top: number } | null;
  /** What is shown of the axis. */
  window(): Range | null;
  setZoom(window: Range | null): void;
}

export interface Hand {
  /** Takes an event of the box. */
  take(event: Event): void;
  /** Shows the numbers at the cursor. */
  read(): void;
}

export function createHand({ box, access, plot, data, theme, cursor, window, setZoom }: Bench): Hand {
  const tooltip = createTooltip(box);

  function toData(x: number): number {
    return data()?.logX ? 10 ** x : x;
  }

  function longest(): ArrayLike<number> {
    return (data()?.series ?? []).reduce<ArrayLike<number>>(
      (x, series) => (series.x.length > x.length ? series.x : x),
      [],
    );
  }

  function read(): void {
    const [shown, at] = [data(), cursor()];
    if (!shown || !at) return tooltip.hide();
    const all = longest();
    const nearest = nearestIndex(all, toData(at.x));
    if (nearest < 0) return tooltip.hide();
    const x = all[nearest]!;
    const earlier = new Map(readingsAt(shown.pinned ?? [], x).map((then) => [then.series.method.label, then]));
    const lines = readingsAt(shown.series, x).map((now) => {
      const { method } = now.series;
      const before = earlier.get(method.label);
      const beside = before ? `before ${readingText(before)}` : intervalText(now);
      return { name: method.label, values: [readingText(now), beside], mark: methodSwatch(method, theme(), 20) };
    });
    const title = `${labelOf(shown.axes, shown.axis)} = ${formatCount(x)}`;
    tooltip.show(AXIS.left + at.left / unit(), AXIS.top + at.top / unit(), reading(title, lines));
  }

  function moveCursor(step: number | "first" | "last"): void {
    const [shown, all, at] = [data(), longest(), cursor()];
    if (!shown || all.length === 0) return;
    const here = at ? nearestIndex(all, toData(at.x)) : step === "first" ? 0 : all.length - 1;
    const next = step === "first" ? 0 : step === "last" ? all.length - 1 : here + step;
    const least = shown.logX && all[0] === 0 ? 1 : 0;
    const x = all[Math.min(all.length - 1, Math.max(least, next))]!;
    goTo(shown.logX ? Math.log10(Math.max(1, x)) : x);
    const said = readingsAt(shown.series, x).map((now) => `${now.series.method.label} ${readingText(now)}`);
    access.say(`${labelOf(shown.axes, shown.axis)} ${formatCount(x)}: ${said.join(", ")}`);
  }

  /** Puts the cursor at x (axis unit), and takes the window along where it would leave it. */
  function goTo(x: number): void {
    const [from, to] = window() ?? [x, x];
    const step = Math.min(0, x - from) + Math.max(0, x - to);
    if (step === 0) return plot.point(x);
    setZoom([from + step, to + step]);
    pointLater(x);
  }

  /** Once the new window is drawn. */
  function pointLater(x: number): void {
    requestAnimationFrame(() => plot.point(x));
  }

  function zoomBy(factor: number): void {
    const shown = window();
    if (!shown) return;
    const [from, to] = shown;
    const at = cursor();
    const centre = at?.x ?? (from + to) / 2;
    setZoom([centre - (centre - from) * factor, centre + (to - centre) * factor]);
    if (at) pointLater(centre);
  }

  const pinch = createPinch(box, window, setZoom);

  const keys: Record<string, () => void> = {
    ArrowLeft: () => moveCursor(-1),
    ArrowRight: () => moveCursor(1),
    PageUp: () => moveCursor(20),
    PageDown: () => moveCursor(-20),
    Home: () => moveCursor("first"),
    End: () => moveCursor("last"),
    "+": () => zoomBy(0.5),
    "-": () => zoomBy(2),
    Escape: () => setZoom(null),
  };

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
    if (event.key !== "Escape") event.preventDefault();
    keys[event.key]!();
  }

  return {
    read,
    take(event) {
      if (event.type === "keydown") press(event as KeyboardEvent);
      else if (event.type === "blur") plot.point(null);
      else if (event instanceof PointerEvent && event.pointerType === "touch" && pinch(event)) plot.point(null);
      else read();
    },
  };
}

/** The 95 % interval, "[3.1×10⁻⁶, 3.4×10⁻⁶]"; empty where there is none. */
function intervalText({ low, high }: Reading): string {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return "";
  return `[${formatNumber(low, 2, false)}, ${formatNumber(high, 2, false)}]`;
}
