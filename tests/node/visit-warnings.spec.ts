// @vitest-environment happy-dom
// Visits to what does not converge: what is warned of, the cures, and what is told of W and of the agents.
import { expect, test } from "vitest";
import { small } from "../page/documents.ts";
import { begin, field, one, openPanel, press, ranDocument, saying, summary, unfold } from "./laboratory.ts";
import { click, finished, open, set, text } from "./page.ts";

const weights = { rule: "metropolis" };
const ring = { topology: { kind: "ring", agents: 8 }, weights };

const advice = () => text("#advice");

test("warnings name the method and its cure, worst first; networks that together leave parts are told of", async () => {
  const part = (edges: number[][]) => ({ topology: { kind: "explicit", agents: 4, edges }, weights });
  await begin({ ...part([[0, 1]]), changes: { kind: "cycle", networks: [part([[2, 3]])] } });
  expect(advice()).toContain("All networks together leave 2 parts");
  // A W that does not average, with a negative weight: every method is affected.
  await open({ ...small, network: { ...ring, weights: { rule: "laplacian", epsilon: 0.9 } } });
  await expect.poll(advice).toContain("W has negative weights");
  expect(advice()).toContain("Gossip with W does not average");
  expect(text("#advice summary")).toMatch(/^\d more notes?$/);
  const severities = [...document.querySelectorAll("#advice li")].map((line) => line.className);
  expect([severities[0], severities]).toEqual(["urgent", [...severities].sort().reverse()]);
  const grid = { topology: { kind: "grid", rows: 6, columns: 6 }, weights };
  await open({ ...small, network: grid, methods: [{ kind: "exactDiffusion" }] });
  await expect.poll(advice).toContain("Exact-Diffusion / D² diverges on this network at every step size");
});

test("a method that diverges is named, with a step at which it converges, for itself or for all", async () => {
  const stepSize = { kind: "constant", value: 6 };
  const app = await open({ ...small, methods: [{ kind: "psgd" }, { kind: "dsgd", stepSize }] });
  await finished();
  const said = () => text("#reading-text");
  expect(said()).toMatch(
    /^After 200 iterations, ‖∇f\(x̄\)‖² is \S+ for Centralised SGD\..* DSGD diverged at k = \d+\.$/,
  );
  expect(advice()).toMatch(/^DSGD diverges at the step size 6, as .*: it needs one below [\d.]+\. Take α = 1$/);
  click("Take α = 1");
  await expect.poll(said).not.toContain("diverged at");
  expect((await ranDocument(app)).methods[1]!["stepSize"]).toEqual({ ...stepSize, value: 1 });
  expect(advice()).not.toContain("DSGD diverges");
  await open({ ...small, stepSize: { kind: "constant", value: 1e6 } });
  await finished();
  expect(said()).toMatch(/^After 200 iterations\. Centralised SGD diverged at k = \d+\. DSGD/);
  click(/^Take α = /, one("#advice"));
  await expect.poll(said).not.toContain("diverged at");
});

test("the modes of W: the least is chosen by a button, by the slider’s end, and at the plot by key; all shares are told", async () => {
  await begin({ topology: { kind: "grid", rows: 4, columns: 4 }, weights });
  await openPanel("Transition matrix");
  const name = () => text(".modes [role=status]");
  await expect.poll(name).toContain("the slow wave");
  click("λₘᵢₙ", one(".modes"));
  await expect.poll(name).toContain("λₘᵢₙ: it flips from round to round");
  const slider = one<HTMLInputElement>(".modes input[type=range]");
  set(slider, slider.min);
  await expect.poll(name).toContain("the slow wave");
  // From the largest modulus on: until it is the one of the least eigenvalue.
  const plot = one("#theory-transition .view-spectrum canvas");
  for (let i = 0; i < 40 && !name().includes("λₘᵢₙ"); i++) {
    press(plot, "ArrowRight");
    await new Promise((done) => setTimeout(done));
  }
  expect(name()).toContain("λₘᵢₙ");
  const amounts = [...document.querySelectorAll(".modes .amounts p")];
  expect(amounts).toHaveLength(3);
  expect(amounts[1]!.textContent).toMatch(/% of/);
});

test("agents are coloured by how far their own minimum lies from the common one; a run that is reset shows its start", async () => {
  await begin(ring);
  const colour = field(/^Colour of the agents/);
  set(colour, "localOptimum");
  await expect.poll(() => summary("#graph")).toMatch(/‖xᵢ\* − x\*‖ is between [\d.]+ and [\d.]+\./);
  press(one("#graph canvas"), "Home");
  expect(saying("#graph .view-tooltip tr", /‖xᵢ\* − x\*‖/).textContent).toMatch(/‖[\d.]+$/);
  expect(summary("#curves")).toContain("= 200,");
  click("Reset to iteration 0");
  unfold(saying("#curves details", /^Data table/));
  await expect.poll(() => document.querySelectorAll("#curves tbody tr").length).toBe(1);
  // With one cost for all, every agent's minimum is the common one.
  await open(
    { ...small, problem: { kind: "pl", heterogeneity: 0 }, stepSize: { kind: "constant", value: 0.01 } },
    { quantity: "localOptimum" },
  );
  await expect.poll(() => summary("#graph")).toContain("‖xᵢ* − x*‖ is 0 for every agent.");
});
