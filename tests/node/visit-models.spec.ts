// @vitest-environment happy-dom
// Agents that learn: which methods and quantities are seen, what is worked out for it, and what can be set.
import { expect, test, vi } from "vitest";
import { Run } from "../../www/src/simulation/run.ts";
import type { Watch } from "../../www/src/simulation/protocol.ts";
import { learning, small } from "../page/documents.ts";
import { all, field, openPanel, ranDocument, summary } from "./laboratory.ts";
import { click, finished, open, set } from "./page.ts";

const colour = () => field(/^Colour of the agents/).value;
const names = () => all<HTMLSelectElement>("#graph .view-graph .view-name select");
const shownNames = () => names().map((select) => select.selectedOptions[0]!.textContent);

test("any two methods stand side by side; maps are worked out for what is on the screen alone", async () => {
  const watch = vi.spyOn(Run.prototype, "watch");
  const fields = (): Watch["fields"] => watch.mock.lastCall![0].fields;
  await open(learning);
  await finished();
  const [first, second] = ["DSGD", "Exact-Diffusion / D², (I+W)/2"];
  expect(shownNames()).toEqual([first, second]);
  await expect.poll(() => fields()?.methods).toEqual([1, 2]);
  // Chosen in the other network, a method changes places.
  set(names()[0]!, "2");
  await expect.poll(shownNames).toEqual([second, first]);
  await expect.poll(() => location.hash).toMatch(/method=2.*second=1/);
  set(field(/^Colour of the agents/), "degree");
  await expect.poll(fields).toBeNull();
  set(field(/^Colour of the agents/), "beliefs");
  await expect.poll(() => fields()?.methods).toEqual([2, 1]);
  click(/^Agents$/);
  await expect.poll(fields).toBeUndefined();
  // A link from before there were two networks shows its method in the first.
  await open(learning, { method: "2" });
  await finished();
  expect([shownNames()[0], names().length]).toEqual([second, 2]);
});

test("two features have maps; many agents, or more features, are coloured by what they have right", async () => {
  const features = (width: number) =>
    Array.from({ length: 4 }, (_, i) =>
      Array.from({ length: 6 }, (_, s) => Array.from({ length: width }, (_, j) => Math.sin(7 * i + 3 * s + 5 * j))),
    );
  const labels = features(2).map((samples) => samples.map(([x]) => (x! > 0 ? 1 : -1)));
  const ring = (agents: number) => ({ topology: { kind: "ring", agents }, weights: { rule: "metropolis" } });
  for (const [width, wanted] of [
    [2, "beliefs"],
    [3, "accuracy"],
  ] as const) {
    const problem = { kind: "logistic", data: { kind: "explicit", features: features(width), labels } };
    await open({ ...small, metrics: ["meanAccuracy", "meanLoss"], network: ring(4), problem });
    await finished();
    await expect.poll(colour).toBe(wanted);
  }
  await open({ ...learning, network: ring(70), iterations: 10 });
  await finished();
  await expect.poll(colour).toBe("accuracy");
  await expect.poll(() => summary("#graph")).toMatch(/points classified correctly is between \d+/);
});

test("layers, data and split have controls; a network to train can be chosen where another problem was, and back", async () => {
  const app = await open(learning);
  await finished();
  await openPanel("Problem");
  click("One more layer");
  const units = () => field(/^Units of layer 2/);
  await expect.poll(() => units()?.value).toBe("6");
  set(units(), "3");
  const problem = async () => (await ranDocument(app)).problem;
  await expect.poll(problem).toMatchObject({ hidden: [6, 3] });
  set(field(/^Whose points/), "dirichlet");
  await expect.poll(problem).toMatchObject({ data: { split: { kind: "dirichlet" } } });
  set(field(/^Data$/), "spirals");
  await expect.poll(problem).toMatchObject({
    hidden: [6, 3],
    data: { kind: "spirals", noise: 0.08, split: { kind: "dirichlet" } },
  });
  const kind = () => field(/^Problem$/, "#panels");
  set(kind(), "pl");
  await expect.poll(problem).toMatchObject({ kind: "pl" });
  set(kind(), "neuralNetwork");
  await expect.poll(problem).toMatchObject({ kind: "neuralNetwork" });
  await expect.poll(colour).toBe("beliefs");
});
