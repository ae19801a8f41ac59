/** Around the curves: what is plotted and the way back from a zoom; read at the pointer, by keyboard, in words and as a table. */

import { render } from "preact";
import type { Access, Table } from "../access";
import { formatNumber, formatSetting, formatCount } from "../format";
import { Swatch, reading } from "../tooltip";
import type { Theme } from "../theme";
import type { CurvesData, CurveSeries, CurvesEvents } from "../types";
import { nearestIndex, beforeName, labelOf, isStill, beforeKey } from "./scene";
import { Button, Select } from "../choices";
import { element } from "../element";

export interface Reads {
  /** The recorded point nearest to it. */
  x: number;
  readings: readonly Reading[];
}

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

function longest({ series }: CurvesData): ArrayLike<number> {
  return series.reduce<ArrayLike<number>>((most, { x }) => (x.length > most.length ? x : most), []);
}

/** The 95 % interval, "[3.1×10⁻⁶, 3.4×10⁻⁶]"; empty where there is none. */
function intervalText({ low, high }: Reading): string {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return "";
  return `[${formatNumber(low, 2, false)}, ${formatNumber(high, 2, false)}]`;
}

/** One method's numbers at the recorded point nearest to `x` (unit of the data). */
export interface Reading {
  series: CurveSeries;
  /** Where that point is; null of a method that does not move along the axis. */
  x: number | null;
  mean: number;
  low: number | null;
  high: number | null;
}

/** All visible methods at x, largest first; a method that does not move along the axis is read at its end. */
function readingsAt(list: readonly CurveSeries[], x: number): Reading[] {
  const readings: Reading[] = [];
  for (const series of list) {
    const at = nearestIndex(series.x, x);
    if (!series.visible || at < 0) continue;
    const still = isStill(series.x);
    const i = still ? series.x.length - 1 : at;
    const place = still ? null : series.x[at]!;
    const end = (values: ArrayLike<number> | undefined): number | null => values?.[i] ?? null;
    const mean = series.mean[i] ?? NaN;
    readings.push({ series, x: place, mean, low: end(series.low), high: end(series.high) });
  }
  const size = ({ mean }: Reading): number => (Number.isNaN(mean) ? Infinity : mean);
  return readings.sort((a, b) => size(b) - size(a));
}

function readingText({ mean }: Reading): string {
  return Number.isFinite(mean) ? formatNumber(mean, 3, false) : "diverged";
}

export function describeCurves(data: CurvesData): string {
  const metric = labelOf(data.metrics, data.metric);
  const last = data.shown ?? data.series.reduce((end, { x }) => Math.max(end, x[x.length - 1] ?? 0), 0);
  const readings = readingsAt(data.series, last);
  // Nothing is worth saying before there is anything.
  if (readings.length === 0) return data.series.some(({ visible }) => visible) ? "" : `No curve of ${metric} is shown.`;
  const parts = readings.map((reading) => {
    const { divergedAt, method } = reading.series;
    if (divergedAt !== null && divergedAt <= last)
      return `${method.label} diverged at iteration ${formatCount(divergedAt)}`;
    return `${method.label} ${formatNumber(reading.mean, 2)}`;
  });
  return `${metric} at ${labelOf(data.axes, data.axis)} = ${formatSetting(last)}, largest first: ${parts.join(", ")}.`;
}

const ROWS = 14;

export function curvesTable(data: CurvesData): Table {
  const shown = data.series.filter(({ visible }) => visible);
  const longest = shown.reduce<ArrayLike<number>>((x, series) => (series.x.length > x.length ? series.x : x), []);
  const count = Math.min(ROWS, longest.length);
  const rows = Array.from({ length: count }, (_, row) => {
    const x = longest[Math.round((row * (longest.length - 1)) / Math.max(1, count - 1))]!;
    const byLabel = new Map(readingsAt(shown, x).map((reading) => [reading.series, readingText(reading)]));
    return [formatSetting(x), ...shown.map((series) => byLabel.get(series) ?? "")];
  });
  return {
    caption: `${labelOf(data.metrics, data.metric)}: mean over the trials.`,
    columns: [labelOf(data.axes, data.axis), ...shown.map(({ method }) => method.label)],
    rows,
    ...(count < longest.length
      ? { note: `${count} of ${formatCount(longest.length)} recorded points; the CSV export has all.` }
      : {}),
  };
}

export function createCurvesBar(box: HTMLElement, events: CurvesEvents, showAll: () => void) {
  const { onMetric, onAxis, onLogX, onLogY } = events;
  const [above, below] = [element("div", "view-bar"), element("div", "view-bar view-bar-end")];
  box.before(above);
  box.after(below);
  return (data: CurvesData, isZoomed: boolean): void => {
    const { metrics, metric, axes, axis, logX, logY, yRange, better } = data;
    render(
      <>
        <Select name="What is plotted" choices={metrics} chosen={metric} choose={onMetric} />
        {onLogY && !yRange && <Log axis="vertical" isOn={logY} change={onLogY} />}
        <span class="view-better" hidden={isZoomed}>
          {better}
        </span>
        <span class="view-key">{beforeKey(data)}</span>
        <span class="view-space" />
        <Button title="Undo the zoom (double click, or Escape)" hidden={!isZoomed} press={showAll}>
          Show all
        </Button>
      </>,
      above,
    );
    render(
      <>
        <Select name="Horizontal axis" choices={axes} chosen={axis} choose={onAxis} />
        {onLogX && <Log axis="horizontal" isOn={logX} change={onLogX} />}
      </>,
      below,
    );
  };
}

function Log({ axis, isOn, change }: { axis: string; isOn: boolean; change(isOn: boolean): void }) {
  const title = `Logarithmic ${axis} axis`;
  const press = ({ currentTarget }: { currentTarget: HTMLInputElement }) => change(currentTarget.checked);
  return (
    <label class="view-check" title={title}>
      <input type="checkbox" aria-label={title} checked={isOn} onChange={press} />
      log
    </label>
  );
}
