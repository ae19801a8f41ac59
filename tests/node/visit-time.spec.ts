// @vitest-environment happy-dom
// The line of time: what the agents, the curves and the words are at an earlier iteration.
import { expect, test } from "vitest";
import { placeOf } from "../../www/src/simulation/pace.ts";
import { learning, small } from "../page/documents.ts";
import { rowsOf, summary, timeLine } from "./laboratory.ts";
import { finished, open, set, text } from "./page.ts";

test("at an earlier iteration the agents are where they were then, and the curves and words say so", async () => {
  const curves = () => summary("#curves");
  // With a step at which centralised SGD comes to its end.
  const settling = { ...small, stepSize: { kind: "constant", value: 0.15 } };
  await open({ ...settling, iterations: 37 });
  await finished();
  const then = rowsOf("#graph");
  await open(settling);
  await finished();
  const last = rowsOf("#graph");
  expect(last).not.toEqual(then);
  set(timeLine(), String(placeOf(37, 200)));
  await expect.poll(() => rowsOf("#graph")).toEqual(then);
  await expect.poll(curves).toContain("iterations k = 37,");
  // What is said is of that iteration too.
  await expect
    .poll(() => text("#reading-text"))
    .toMatch(/^After 37 iterations, \S+ is \S+ for Centralised SGD, \S+ for DSGD,? and/);
  set(timeLine(), "1");
  await expect.poll(() => rowsOf("#graph")).toEqual(last);
  await expect.poll(curves).toContain("iterations k = 200,");
  await expect.poll(() => text("#reading-text")).toContain("After 200 iterations (mean of the last tenth)");
});

test("who goes back in a run too large to be kept reads that the agents are those of the end", async () => {
  const large = {
    ...learning,
    iterations: 4,
    network: { topology: { kind: "ring", agents: 90 }, weights: { rule: "metropolis" } },
    problem: {
      kind: "neuralNetwork",
      hidden: [64, 64, 64, 64],
      activation: "tanh",
      data: { kind: "circles", samplesPerAgent: 1, noise: 0.08, split: { kind: "byLabel" } },
    },
    metrics: ["gradientNorm"],
    methods: [{ kind: "dsgd" }, { kind: "exactDiffusion", laziness: 0.5 }],
  };
  const said = () => text("#reading-text");
  await open(large, { quantity: "disagreement", method: "0", second: "1" });
  await finished();
  expect(said()).toContain("After 4 iterations");
  expect(said()).not.toContain("shown at the end");
  set(timeLine(), "0");
  const words = "The agents are shown at the end: this run is too large to keep where they were.";
  await expect.poll(said).toContain(words);
  set(timeLine(), "1");
  await expect.poll(said).not.toContain("shown at the end");
});
