// @vitest-environment happy-dom
// The curves: what is hard to draw, what the reader does, what is read.
import { screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { createCurvesView } from "../../www/src/views/curves/view";
import { light, methodColor } from "../../www/src/views/theme";
import type { CurvesData } from "../../www/src/views/types";
import { curves, STYLES } from "../page/fixtures/samples";
import { drag, drawn, place, point, press, screenOf, svgOf, text, textsIn } from "./figures";
import { processorTime } from "./processor-time.ts";

const COURSES = {
  sound: (k: number, m: number) => 10 ** -(3 * (1 - Math.exp(-k / 80)) + m),
  tiny: (k: number, m: number) => 10 ** -((30 * k) / 400 + m / 10),
  zero: (k: number, m: number) => (k === 0 || m === 0 ? 0 : 1e-3 / (k + m)),
  diverging: (k: number, m: number) => (m === 2 ? (k > 200 ? NaN : 0.1 * 10 ** (k / 4)) : 0.1 / (1 + k)),
};

/** Curves of this course; switches and choices are noted down. */
async function show(data: CurvesData) {
  const host = place();
  const events: (string | boolean)[] = [];
  const note = (what: string | boolean) => void events.push(what);
  const view = createCurvesView(host, light, { onMetric: note, onAxis: note, onLogY: note });
  view.update(data);
  await drawn();
  const [box, plot] = [".view-box", ".view-plot"].map((part) => host.querySelector<HTMLElement>(part)!);
  return {
    host,
    view,
    events,
    box: box!,
    plot: plot!,
    tooltip: host.querySelector<HTMLElement>(".view-tooltip")!,
    all: [...host.querySelectorAll("button")].find(({ textContent }) => textContent === "Show all")!,
    texts: async () => textsIn(await svgOf(view)),
    /** Whole numbers, as the horizontal axis has. */
    ticks: async () =>
      textsIn(await svgOf(view))
        .filter((words) => /^\d+$/.test(words))
        .map(Number),
  };
}

const course = (name: keyof typeof COURSES) => {
  const data = curves(COURSES[name], 401);
  if (name === "diverging") data.series[2]!.divergedAt = 201;
  return data;
};

test("what a method does stands below its name, unless all names would not have room", async () => {
  const data = course("sound");
  const named = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const method = { ...STYLES[0]!, label: `method ${i}`, does: "(sees all data)" };
      return { ...data.series[0]!, method };
    });
  for (const [count, does] of [
    [3, 3],
    [20, 0],
  ] as const) {
    const { texts } = await show({ ...data, series: named(count) });
    const found = await texts();
    expect(found.filter((words) => words.startsWith("method"))).toHaveLength(count);
    expect(found.filter((words) => words === "(sees all data)")).toHaveLength(does);
  }
});

test("a log axis that reaches 1e-30 is drawn at once, in decades", async () => {
  let labels: string[] = [];
  const time = await processorTime(async () => {
    const { texts } = await show(course("tiny"));
    labels = (await texts()).filter((words) => /^10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+$/.test(words));
  });
  expect(time).toBeLessThan(3_000);
  expect(labels).toEqual(expect.arrayContaining(["10⁻³⁰", "10⁰"]));
  expect(labels.length).toBeLessThanOrEqual(16);
});

test("zeros on a log axis: a curve that starts there begins later, one that stays there is named", async () => {
  const { host, view, plot, tooltip, texts } = await show(course("zero"));
  expect(await texts()).toContain("PSGD = 0");
  point(plot, "pointermove", 1, 50);
  await drawn();
  expect(tooltip.textContent).toContain("iteration k = 0");
  const [row] = [...tooltip.querySelectorAll("tr")].filter(({ textContent }) => textContent.includes("PSGD"));
  expect(text(row!, "td")).toBe("0");
  const nothing = curves(() => 0, 5);
  for (const data of [
    { ...nothing, series: nothing.series.slice(0, 1) },
    { ...nothing, series: [] },
    curves(() => 0, 0),
    curves(() => 1, 1),
  ]) {
    view.update(data);
    expect(await screenOf(host)).not.toMatch(/NaN|Infinity/);
  }
});

test("a method that diverges is marked in words and leaves the scale to the others", async () => {
  const { host, texts } = await show(course("diverging"));
  expect(await texts()).toContain("Exact-Diffusion diverged at k = 201");
  expect(await texts()).not.toContain("10⁵");
  await vi.waitFor(() =>
    expect(text(host, "[aria-live=polite]")).toContain("Exact-Diffusion diverged at iteration 201"),
  );
});

test("the names of methods that diverge at once stand one above another", async () => {
  // All leave through the top, two a little below the third.
  const data = curves((k, m) => 10 ** (k / 2 - (m === 0 ? 0 : 0.05 * m)), 12);
  for (const series of data.series) series.divergedAt = 12;
  const { view } = await show({ ...data, xEnd: 400 });
  // Behind the names in the key.
  const heights = [...(await svgOf(view)).matchAll(/<text[^>]* y="([\d.]+)"[^>]*>[^<]*diverged/g)]
    .slice(-3)
    .map(([, y]) => Number(y))
    .sort((a, b) => a - b);
  expect(heights[1]! - heights[0]!).toBeGreaterThan(12);
  expect(heights[2]! - heights[1]!).toBeGreaterThan(12);
});

test("the summary waits for the first numbers, and does not miss them", async () => {
  const { host, view } = await show(curves(() => 1, 0));
  const said = () => text(host, "[aria-live=polite]");
  expect(said()).toBe("");
  view.update(curves(() => 1, 5));
  await vi.waitFor(() => expect(said()).toContain("PSGD 1"));
});

test("the reading at the cursor names all methods, largest first, and follows the run", async () => {
  const { view, plot, tooltip } = await show(course("sound"));
  point(plot, "pointermove", 400, 60);
  await drawn();
  expect(tooltip.textContent).toContain("iteration k = 200");
  expect([...tooltip.querySelectorAll("th")].map((name) => name.textContent)).toEqual(STYLES.map(({ label }) => label));
  view.update(curves((k, m) => 10 ** (-m - k / 100), 401));
  await drawn();
  expect(tooltip.textContent).toContain("0.0100");
  point(plot, "pointerleave", 1, 1);
  await drawn();
  expect(tooltip.hidden).toBe(true);
});

test("methods with their own abscissae share one plot; one that never moves is a level", async () => {
  const data = curves((k, m) => 10 ** (-m - k / 100), 101);
  data.series[0]!.x = Array.from(data.series[0]!.x, () => 0);
  data.series[2]!.x = Array.from(data.series[2]!.x, (k) => 2 * k);
  const { plot, tooltip } = await show(data);
  point(plot, "pointermove", 798, 60);
  await drawn();
  expect(tooltip.textContent).toMatch(/PSGD0\.100/);
});

test("where curves lie on each other each of them is drawn for its part of the way", async () => {
  const data = curves((k) => 10 ** (-3 * (1 - Math.exp(-k / 80))), 401);
  const { host } = await show({ ...data, series: data.series.map(({ low, high, ...series }) => series) });
  const svg = await screenOf(host);
  for (const style of STYLES) {
    const own = new RegExp(`<path d="([^"]*)"[^>]*stroke="${methodColor(style, light)}"[^>]*stroke-linecap="round"`);
    expect(own.exec(svg)![1]!.match(/M/g)!.length).toBeGreaterThan(10);
  }
});

test("a drag zooms, and Show all, a double click or Escape undo it", async () => {
  const { plot, box, all, ticks } = await show(course("sound"));
  const zoom = async (): Promise<void> => {
    await drag(plot, [400, 80], [560, 80]);
    expect(all.hidden).toBe(false);
  };
  await zoom();
  const shown = await ticks();
  expect(Math.min(...shown)).toBeGreaterThanOrEqual(200);
  expect(Math.max(...shown)).toBeLessThanOrEqual(280);
  all.click();
  expect(all.hidden).toBe(true);
  await zoom();
  point(plot, "dblclick", 100, 80);
  expect(all.hidden).toBe(true);
  press(box, "+", "Escape");
  expect(all.hidden).toBe(true);
});

test("choices of metric, axis and scale are reported", async () => {
  const { events } = await show(course("sound"));
  for (const [name, value] of [
    ["What is plotted", "consensus"],
    ["Horizontal axis", "rounds"],
  ] as const) {
    const choice = screen.getByRole("combobox", { name, hidden: true });
    Object.assign(choice, { value }).dispatchEvent(new Event("change"));
  }
  screen.getByRole("checkbox", { name: "Logarithmic vertical axis", hidden: true }).click();
  expect(events).toEqual(["consensus", "rounds", false]);
});

test("the keyboard reads the curves aloud, and a table holds them", async () => {
  const { host, box, tooltip } = await show(course("sound"));
  press(box, "Home", "ArrowRight");
  await drawn();
  expect(tooltip.textContent).toContain("iteration k = 1");
  expect(text(host, "[aria-live=assertive]")).toContain("iteration k 1: PSGD");
  const table = host.querySelector("details")!;
  table.open = true;
  table.dispatchEvent(new Event("toggle"));
  const rows = [...table.querySelectorAll("tbody tr")];
  expect(rows).toHaveLength(14);
  expect(text(rows.at(-1)!, "td")).toBe("400");
});

test("however far the keyboard zooms in, zooming out leads back; a cursor that walks out takes the window along", async () => {
  const { host, box, all, tooltip, ticks } = await show({ ...course("sound"), xEnd: 400 });
  press(box, "Home", ...Array<string>(60).fill("+"));
  await drawn();
  expect([all.hidden, tooltip.textContent]).toEqual([false, expect.stringContaining("iteration k = 0")]);
  press(box, ...Array<string>(20).fill("-"));
  expect(all.hidden).toBe(true);
  press(box, "Home", "+", "+", "+", "End");
  await drawn();
  expect(tooltip.textContent).toContain("iteration k = 400");
  const shown = await ticks();
  expect(shown).toContain(400);
  expect(Math.min(...shown)).toBeGreaterThanOrEqual(350);
  // The cursor’s line is at the right end: the only one of that kind as high as the plot.
  const line = /<path d="M([\d.]+),8L\1,[\d.]+" fill="none" stroke="#8d8d86" stroke-width="1"\/>/.exec(
    await screenOf(host),
  )!;
  const plot = host.querySelector<HTMLElement>(".view-plot")!.style;
  expect(Math.abs(Number(line[1]) - parseFloat(plot.left) - parseFloat(plot.width))).toBeLessThan(3);
});

test("a zoom is kept while the same axis is shown, and ends with a run of another length", async () => {
  const data = (xEnd: number) => ({ ...course("sound"), xEnd });
  const { box, view, all } = await show(data(400));
  press(box, "+");
  view.update(data(400));
  expect(all.hidden).toBe(false);
  view.update(data(20_000));
  expect(all.hidden).toBe(true);
});
