// What agents answer, and what is made of a reader's drawing; no browser is needed.
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { Experiment, presets } from "../../www/pkg/suda.js";
import type { Scene } from "../../www/src/scene/figures";
import { watchFor } from "../../www/src/scene/network";
import { inputOf, showsAnswers } from "../../www/src/scene/answers";
import { modelsOf } from "../../www/src/simulation/models";
import { countOf, goalOf, type AnswersData } from "../../www/src/views/answers/data";
import { briefClasses } from "../../www/src/views/format";
import { imageOf } from "../../www/src/views/answers/ink";
import { agentInWords, answersTable, describeAnswers } from "../../www/src/views/answers/words";
import { makeCore } from "../page/core.ts";
import { sequence, STYLES, written } from "../page/fixtures/handwriting.ts";

const document = () => presets().find(({ id }) => id === "digits")!.document;

beforeAll(makeCore);

/** Written by another: “7: 22 12, 78 12, 42 92 / 38 50, 74 50”, in hundredths. */
const OTHERS = readFileSync("tests/page/fixtures/harder.txt", "utf8")
  .trim()
  .split("\n")
  .map((line): (typeof STYLES)[number] => {
    const strokes = line.slice(2).split("/");
    const points = (stroke: string) =>
      stroke.split(",").map((at) =>
        at
          .trim()
          .split(" ")
          .map((v) => Number(v) / 100),
      );
    return [Number(line[0]), strokes.map(points) as unknown as (typeof STYLES)[number][1]];
  });

test.each([
  ["thirty styles", 3, 0.08, STYLES],
  ["22 styles of another hand, leaning either way", 6, 0.25, OTHERS],
])("the model of all agents together reads nine in ten of drawings in %s", (_, rounds, backwards, styles) => {
  const experiment = new Experiment({ ...document(), methods: [{ kind: "psgd" }] });
  experiment.advance(document().iterations);
  const random = sequence(1);
  let right = 0;
  for (let round = 0; round < rounds; round++)
    for (const [digit, strokes] of styles) {
      const hand = {
        slant: random() * (backwards + 0.27) - backwards,
        wide: 0.75 + 0.5 * random(),
        turn: (random() - 0.5) * 0.16,
        tremor: 0.05,
        size: 60 + 80 * random(),
      };
      const image = imageOf(written(strokes, hand, random))!;
      const scores = experiment.scores(0, 0, "mean", image);
      if (scores.indexOf(Math.max(...scores)) === digit) right++;
    }
  expect(right / styles.length / rounds).toBeGreaterThanOrEqual(0.9);
  experiment.free();
});

test("a drawing becomes an image like those of the data, wherever, however large and however fast it is drawn", () => {
  for (const [digit, strokes] of STYLES) {
    const plain = imageOf(strokes.map((stroke) => stroke.flat()))!;
    const far = imageOf(strokes.map((stroke) => stroke.flatMap(([x, y]) => [300 + 70 * x, 20 + 70 * y])))!;
    // The same lines with twice as many points.
    const dense = imageOf(
      strokes.map((stroke) =>
        stroke.flatMap(([x, y], i) => {
          const [u, v] = stroke[Math.max(0, i - 1)]!;
          return [(x + u) / 2, (y + v) / 2, x, y];
        }),
      ),
    )!;
    expect(plain).toHaveLength(64);
    const differ = (one: Float64Array, other: Float64Array) =>
      one.reduce((sum, value, i) => sum + Math.abs(value - other[i]!), 0);
    expect(differ(plain, far), `${digit}`).toBeLessThan(0.5);
    expect(differ(plain, dense), `${digit}`).toBeLessThan(0.5);
    for (const value of plain) expect((16 * value) % 1).toBe(0);
    // Ink from top to bottom, and as much of it as the data have.
    const ink = plain.reduce((sum, value) => sum + value, 0) / 64;
    expect(ink).toBeGreaterThan(0.18);
    expect(ink).toBeLessThan(0.42);
    const row = (at: number) => Math.max(...plain.subarray(8 * at, 8 * at + 8));
    expect(row(0)).toBeGreaterThan(0);
    expect(row(7)).toBeGreaterThan(0);
  }
  expect(imageOf([])).toBeNull();
  // A tap is a dot in the middle, a rule keeps its shape.
  const dot = imageOf([[5, 5]])!;
  expect(dot[27]! * dot[28]! * dot[35]! * dot[36]!).toBeGreaterThan(0);
  expect(dot[0]).toBe(0);
  const rule = imageOf([[0, 5, 90, 5]])!;
  expect(Math.max(...rule.subarray(0, 16), ...rule.subarray(48))).toBe(0);
});

test("the first image of the step is a typical one: as many agents have it right as on average, to within one", () => {
  for (const { id, document, view } of presets().filter(({ view }) => view?.left === "answers")) {
    const experiment = new Experiment(document);
    experiment.advance(document.iterations);
    const { features, labels } = experiment.testSamples()!;
    const { agents } = experiment.describe();
    for (const kind of ["dsgd", "exactDiffusion"]) {
      const method = document.methods.findIndex((one) => one.kind === kind);
      const right = Array<number>(labels.length).fill(0);
      for (let agent = 0; agent < agents; agent++) {
        const scores = experiment.scores(method, 0, agent, features);
        for (const [i, label] of labels.entries()) {
          const own = scores.subarray(10 * i, 10 * i + 10);
          if (own.indexOf(Math.max(...own)) === label) right[i]!++;
        }
      }
      const mean = right.reduce((sum, count) => sum + count, 0) / right.length;
      expect(Math.abs(right[Number(view!.image)]! - mean), `${id}, ${kind}`).toBeLessThan(1);
    }
    experiment.free();
  }
});

test("models are asked of rows that no agent has, at any iterates, and it is known what each agent has seen", () => {
  const experiment = new Experiment(document());
  experiment.advance(8);
  const models = modelsOf(experiment, 10);
  const inputs = models.inputs!;
  expect(inputs.unseen).toBe(true);
  expect([inputs.width, inputs.labels.length, inputs.features.length]).toEqual([64, 797, 797 * 64]);
  expect(inputs.seen).toEqual(Array.from({ length: 10 }, (_, agent) => [agent]));
  const input = Array.from(inputs.features.subarray(64, 128));
  const scores = models.scores(experiment.iterates(2, 0), input)!;
  const own = Array.from({ length: 10 }, (_, agent) => [...experiment.scores(2, 0, agent, Float64Array.from(input))]);
  expect([...scores]).toEqual(own.flat());
  expect(models.scores(experiment.iterates(2, 0), [1, 2])).toBeNull();
  expect(models.scores(experiment.iterates(2, 0), [])).toBeNull();
  experiment.free();
});

test("of a table without rows held out the agents' own are asked, with the labels' names", () => {
  const table = readFileSync("tests/tables/wine.csv", "utf8");
  const data = { kind: "csv", text: table, labelColumn: 0, standardize: true, split: { kind: "byLabel" } };
  const problem = { kind: "neuralNetwork", hidden: [], classes: 3, data };
  const iris = {
    ...data,
    text: readFileSync("tests/tables/iris.csv", "utf8"),
    labelColumn: "species",
    test: 0.2,
  };
  const network = { topology: { kind: "ring", agents: 6 }, weights: { rule: "metropolis" } };
  for (const [given, width, rows, unseen, seen] of [
    [data, 13, 178, false, [0]],
    [iris, 4, 30, true, [0]],
  ] as const) {
    const metrics = ["meanAccuracy"];
    const changes = { network, metrics, problem: { ...problem, data: given } };
    const experiment = new Experiment({ ...document(), ...changes } as never);
    const { inputs, samples } = modelsOf(experiment, 6);
    expect([inputs!.width, inputs!.labels.length, inputs!.unseen]).toEqual([width, rows, unseen]);
    expect(inputs!.features).toHaveLength(rows * width);
    expect(inputs!.seen[0]).toEqual(seen);
    expect(inputs!.seen.flat().sort().at(-1)).toBe(2);
    expect(samples).toBeNull();
    experiment.free();
  }
});

/** Three agents of two methods, and three classes. */
function answers(change: Partial<AnswersData> = {}): AnswersData {
  const style = { label: "", kind: "dsgd", hue: 1, repeat: 0, rank: 0, dash: [] };
  return {
    family: "ring",
    agents: 3,
    edges: [0, 1, 1, 2, 0, 2],
    classes: ["3", "7", "8"],
    input: { values: [1, 0], strokes: [], truth: 1, image: false, place: 4, labels: [0, 1, 2, 0, 1], unseen: true },
    seen: [[0], [1], [0, 1, 2]],
    panels: [
      { method: "0", name: "DSGD", style, scores: [0.9, 0.1, 0, 0.2, 0.7, 0.1, 0.4, 0.4, 0.2] },
      { method: "1", name: "Exact-Diffusion", style, scores: [0, 1, 0, 0, 0.9, 0.1, 0.3, 0.6, 0.1] },
    ],
    methods: [],
    beat: null,
    ...change,
  };
}

test("input, answers and counts are told in words, in a table, and agent by agent", () => {
  const data = answers();
  expect(goalOf(data)).toBeGreaterThanOrEqual(0.9);
  // Of equal ones the first is the answer, as the accuracies count.
  expect(data.panels.map((panel) => countOf(data, panel, 1))).toEqual([1, 3]);
  expect(describeAnswers(data)).toBe("7: Exact-Diffusion 3 of 3 agents, DSGD 1 of 3.");
  const { caption, rows } = answersTable(data);
  expect(caption).toBe("What each agent answers to a 7, a row that no agent has, 5 of 5, and how sure it is.");
  expect(rows[0]).toEqual(["0", "only 3s", "3", "90\u202f%", "7", "100\u202f%"]);
  expect(rows[2]![1]).toBe("all classes");
  const said = agentInWords(data, 0, 0);
  expect(said.title).toBe("Agent 0, DSGD");
  expect(said.lines.map(({ name, values }) => `${name} ${values[0]}`)).toEqual([
    "has seen only 3s",
    "says 3 90\u202f%",
    "says 7 10\u202f%",
  ]);
});

test("of a drawing it is told what most say, and of models that have diverged nothing", () => {
  const drawn = answers({ input: { ...answers().input, truth: null, image: true } });
  expect(describeAnswers(drawn)).toBe("Your drawing, most say 7: Exact-Diffusion 3 of 3 agents, DSGD 1 of 3.");
  const split = { ...drawn, panels: [{ ...drawn.panels[0]!, scores: [1, 0, 0, 0, 1, 0, 0, 0, 1] }] };
  expect(describeAnswers(split)).toBe("Your drawing, no majority, most often 3: DSGD 1 of 3 agents.");
  const [first, second] = answers().panels;
  const lost = answers({ panels: [{ ...first!, scores: Array(9).fill(NaN) }, second!] });
  expect(countOf(lost, lost.panels[0]!, 1)).toBe(0);
  expect(answersTable(lost).rows[0]!.slice(2, 4)).toEqual(["–", "–"]);
  const unknown = answers({ panels: [{ ...first!, scores: null }] });
  expect(describeAnswers(unknown)).toBe("a 7, a row that no agent has, 5 of 5.");
});

test("long names of classes are told by what differs", () => {
  expect(briefClasses(["0", "1", "12"])).toEqual(["0", "1", "12"]);
  expect(briefClasses(["setosa", "versicolor", "virginica"])).toEqual(["set", "ver", "vir"]);
  expect(briefClasses(["Iris-setosa", "Iris-versicolor"])).toEqual(["set", "ver"]);
});

test("the image of the link is asked, until the reader draws one, and nothing else is worked out", () => {
  const inputs = {
    width: 64,
    features: Float64Array.from({ length: 3 * 64 }, (_, i) => i),
    labels: Float64Array.of(4, 5, 6),
    unseen: true,
    seen: [],
  };
  const scene = {
    document: document(),
    view: { left: "answers", image: 4, method: 1, second: 2 },
    agents: { inputs },
    ink: null,
    abreast: 2,
    shown: 12,
    looked: null,
    styles: [],
  } as unknown as Scene;
  expect(showsAnswers(scene)).toBe(true);
  expect(inputOf(scene)).toMatchObject({ place: 1, truth: 5, image: true, unseen: true });
  const { scores, fields, shares, iterates, at } = watchFor(scene);
  expect(scores).toEqual({ methods: [1, 2], input: Array.from({ length: 64 }, (_, i) => 64 + i) });
  expect([fields, shares, iterates, at]).toEqual([undefined, undefined, [], 12]);
  const ink = { strokes: [[0.5, 0, 0.5, 1]], values: Array(64).fill(0.5) as number[] };
  expect(inputOf({ ...scene, ink })).toMatchObject({ ...ink, truth: null, place: 1 });
  // Before it is known which there are, that is asked.
  expect(watchFor({ ...scene, agents: null }).scores).toEqual({ methods: [1, 2], input: null });
});
