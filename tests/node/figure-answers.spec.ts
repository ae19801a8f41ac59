// @vitest-environment happy-dom
// Pictures of the answers, on laptops and phones: what an agent has seen is told, and no words lie on how sure it is.
import { expect, test, vi } from "vitest";
import { createAnswersView } from "../../www/src/views/answers/view";
import type { AnswersData } from "../../www/src/views/answers/data";
import { placesOf } from "../../www/src/views/answers/place";
import { light, place, resize, svgOf, text, textsIn } from "./figures";

/** Agents on a ring, each with its share of ten classes, who all answer with the first one. */
function answers(agents: number): AnswersData {
  const style = { label: "", kind: "dsgd", hue: 1, repeat: 0, rank: 0, dash: [] };
  const all = Array.from({ length: agents }, (_, i) => i);
  const scores = all.flatMap(() => [0.55, ...Array<number>(9).fill(0.05)]);
  const from = (agent: number) => Math.floor((10 * agent) / agents);
  const last = (agent: number) => Math.ceil((10 * (agent + 1)) / agents) - 1;
  return {
    family: "ring",
    agents,
    edges: all.flatMap((i) => [i, (i + 1) % agents]),
    classes: Array.from({ length: 10 }, (_, i) => String(i)),
    input: { values: Array(64).fill(0), strokes: [], truth: 0, image: true, place: 0, labels: [0], unseen: true },
    seen: all.map((agent) => [...new Set([from(agent), last(agent)])]),
    panels: ["DSGD", "Exact-Diffusion"].map((name, i) => ({ method: String(i), name, style, scores })),
    methods: [],
    beat: null,
  };
}

test.each([
  [1366, 10, ["only", "3s"]],
  [1366, 5, ["only", "2s, 3s"]],
  [500, 16, ["3 4", "8s"]],
  [358, 10, ["3s"]],
  [358, 5, ["2 3"]],
])("%i pixels tell what %i agents have seen, and cover no arc", async (width, agents, words) => {
  const view = createAnswersView(place(), light);
  const size = { width: Math.min(800, width), height: width < 400 ? 200 : 480 };
  resize(size.width, size.height);
  const data = answers(agents);
  view.update(data);
  const svg = await svgOf(view);
  expect(textsIn(svg)).toEqual(expect.arrayContaining(words));
  expect(textsIn(svg).some((text) => text.startsWith("Within: all it has seen."))).toBe(width < 800);
  const { at } = placesOf(data, size).networks[0]!;
  const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g)]
    .map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number])
    .filter(([, , wide, high]) => high < 30 && wide < 60);
  expect(boxes.length).toBeGreaterThanOrEqual(2 * agents);
  for (let agent = 0; agent < agents; agent++)
    for (const [x, y, wide, high] of boxes) {
      const [u, v] = [at.x(agent), at.y(agent)];
      const gap = Math.hypot(u - Math.max(x, Math.min(x + wide, u)), v - Math.max(y, Math.min(y + high, v)));
      expect(gap).toBeGreaterThan(at.radius);
    }
  view.destroy();
});

test("the image that the agents get of a drawing stands where there is no ink", async () => {
  const view = createAnswersView(place(), light);
  const corner = async (strokes: number[][]) => {
    const data = answers(10);
    view.update({ ...data, input: { ...data.input, truth: null, strokes } });
    const { pad } = placesOf(data, { width: 800, height: 480 });
    const svg = await svgOf(view);
    const small = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="\3"/g)].at(-1)!;
    view.update(data);
    return [Number(small[1]) > pad.x + pad.side / 2, Number(small[2]) > pad.y + pad.side / 2];
  };
  expect(await corner([[0.5, 0.1, 0.5, 0.9]])).toEqual([true, true]);
  expect(await corner([[0.5, 0.1, 0.95, 0.95]])).toEqual([true, false]);
  expect(await corner([[0.05, 0.95, 0.95, 0.95]])).toEqual([true, false]);
  view.destroy();
});

test("counts are told of each input that comes during a run, of a drawing that goes on too, and of the run’s end", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const host = place();
  const view = createAnswersView(host, light);
  const data = answers(10);
  /** Scores change with every frame, for two seconds; so many agents say 0 at the end. */
  const run = (values: number[], truth: number | null, zeros: number) => {
    for (let frame = 0; frame < 40; frame++) {
      const count = frame < 5 ? zeros - 1 : zeros;
      const scores = Array.from({ length: 100 }, (_, i) =>
        i % 10 === (i < 10 * count ? 0 : 1) ? 0.5 + frame / 100 : 0,
      );
      const panels = data.panels.map((panel) => ({ ...panel, scores }));
      view.update({
        ...data,
        panels,
        input: { ...data.input, values, truth, strokes: truth === null ? [[0, 0]] : [] },
      });
      vi.advanceTimersByTime(50);
    }
    return text(host, "[aria-live=polite]");
  };
  const image = data.input.values.slice();
  expect(run(image, 0, 4)).toMatch(/^0: DSGD 4 of 10/);
  expect(run(image.with(0, 0.5), null, 7)).toContain("most say 0: DSGD 7 of 10");
  expect(run(image.with(0, 1), null, 9)).toContain("most say 0: DSGD 9 of 10");
  run(image.with(0, 1), null, 6);
  vi.advanceTimersByTime(600);
  expect(text(host, "[aria-live=polite]")).toContain("DSGD 6 of 10");
  view.destroy();
  vi.useRealTimers();
});
