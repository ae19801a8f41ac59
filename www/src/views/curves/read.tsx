/** Reading the curves: at the pointer, or along them by keyboard, aloud. */

import type { Access } from "../access";
import { formatNumber, formatSetting } from "../format";
import { Swatch } from "../swatch";
import type { Theme } from "../theme";
import { reading } from "../tooltip";
import type { CurvesData } from "../types";
import { type Reading, readingsAt, readingText } from "./describe";
import { nearestIndex } from "./prepare";
import { beforeName, labelOf } from "./scene";

export interface Reads {
  /** The recorded point nearest to it. */
  x: number;
  readings: readonly Reading[];
}

/** All curves at x; null where nothing is recorded. */
export function readAt(data: CurvesData, x: number): Reads | null {
  const all = longest(data);
  const nearest = nearestIndex(all, x);
  return nearest < 0 ? null : { x: all[nearest]!, readings: readingsAt(data.series, all[nearest]!) };
}

/** The panel beside the cursor; it also gives the values of the previous run, if that is shown. */
export function panelOf(data: CurvesData, { x, readings }: Reads, theme: Theme, pointed: string | null) {
  const earlier = new Map(readingsAt(data.before ?? [], x).map((then) => [then.series.method.label, then]));
  const lines = readings.map((now) => {
    const { method } = now.series;
    const before = earlier.get(method.label);
    // The interval of the one that is pointed at: those of all would cover the curves.
    const beside = before
      ? `${beforeName(data)} ${readingText(before)}`
      : pointed === method.label
        ? intervalText(now)
        : "";
    return {
      name: method.label,
      values: beside ? [readingText(now), beside] : [readingText(now)],
      mark: <Swatch of={method} theme={theme} width={20} />,
    };
  });
  return reading(`${labelOf(data.axes, data.axis)} = ${formatSetting(x)}`, lines);
}

/** What keys act on. */
export interface Bench {
  access: Access;
  data(): CurvesData | null;
  /** Where the curves are read, in the unit of the axis. */
  cursor(): number | null;
  /** Takes the cursor there, and the window along where it would leave it. */
  goTo(x: number): void;
  zoomBy(factor: number): void;
  reset(): void;
}

export function takeKey(bench: Bench, event: KeyboardEvent): void {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => step(bench, -1),
    ArrowRight: () => step(bench, 1),
    PageUp: () => step(bench, 20),
    PageDown: () => step(bench, -20),
    Home: () => step(bench, -Infinity),
    End: () => step(bench, Infinity),
    "+": () => bench.zoomBy(0.5),
    "-": () => bench.zoomBy(2),
    Escape: bench.reset,
  };
  if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(keys, event.key)) return;
  if (event.key !== "Escape") event.preventDefault();
  keys[event.key]!();
}

/** Goes on by so many points, and says what is there. */
function step({ access, data, cursor, goTo }: Bench, by: number): void {
  const shown = data();
  const all = shown ? longest(shown) : [];
  if (!shown || all.length === 0) return;
  const [at, last] = [cursor(), all.length - 1];
  const here = at !== null ? nearestIndex(all, at) : by === -Infinity ? 0 : last;
  const least = shown.logX && all[0] === 0 ? Math.min(1, last) : 0;
  const x = all[Math.min(last, Math.max(least, here + by))]!;
  goTo(x);
  const said = readingsAt(shown.series, x).map((now) => `${now.series.method.label} ${readingText(now)}`);
  access.say(`${labelOf(shown.axes, shown.axis)} ${formatSetting(x)}: ${said.join(", ")}`);
}

/** The abscissae of the curve with the most points. */
function longest({ series }: CurvesData): ArrayLike<number> {
  return series.reduce<ArrayLike<number>>((most, { x }) => (x.length > most.length ? x : most), []);
}

/** The 95 % interval, "[3.1×10⁻⁶, 3.4×10⁻⁶]"; empty where there is none. */
function intervalText({ low, high }: Reading): string {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return "";
  return `[${formatNumber(low, 2, false)}, ${formatNumber(high, 2, false)}]`;
}
