// @vitest-environment happy-dom
// What the page says of a document and its run is true of those that are set and seen.
import { expect, test } from "vitest";
import { small } from "../page/documents.ts";
import { choose, click, field, finished, open, openPage, screen, set, text, within } from "./page.ts";

const said = () => text("#reading-text");
const advice = () => text("#advice");

test("what is said of the agents' costs and methods is true of those that are set", async () => {
  const pl = { kind: "pl", heterogeneity: 0.2 };
  const methods = [{ kind: "dsgd" }, { kind: "extra", laziness: 0.25 }];
  await open({ ...small, problem: pl, stepSize: { kind: "constant", value: 0.02 }, methods });
  const differs = await field(/^Heterogeneity/);
  await expect.poll(() => text("#problem-text")).toContain("which pull the agents apart");
  // A method that makes W lazier than the network's says so beside its recursion.
  const told = [...document.querySelectorAll("#methods-text .method")].map(({ textContent }) => textContent);
  expect([told.length, told[0]!.includes("θ"), told[1]!.includes("θ = 0.25")]).toEqual([2, false, true]);
  set(differs, "0");
  await expect.poll(() => text("#problem-text")).toContain("All agents have the same cost");
  await expect.poll(() => text("#network-text")).toContain("which is zero here");
  // Data of one source still differ from agent to agent.
  await open({ ...small, problem: { ...small.problem, heterogeneity: 0 } });
  await expect.poll(() => text("#problem-text")).toContain("differ by the chance of the draw alone");
  expect(text("#network-text")).not.toContain("which is zero here");
});

test("the text gives the numbers of the network that is drawn", async () => {
  const complete = { topology: { kind: "complete", agents: 5 }, weights: { rule: "metropolis" } };
  await open({ ...small, network: complete });
  await expect.poll(() => text("#network-text")).toMatch(/λ\s*= 0\. The/);
  expect(text("#problem-text")).toContain("5 agents");
  // The ring of 8 with weights 1/3: λ = 1/3 + 2/3 cos(2π/8).
  choose(screen.getByRole("combobox", { name: "Network" }), "ring");
  set(await field(/^Agents/), "8");
  await expect.poll(() => text("#network-text")).toMatch(/λ\s*= 0\.8047/);
});

test("what is said is of the methods that are seen", async () => {
  await openPage("#preset=local-data&room=laboratory");
  await finished();
  await expect.poll(said).toContain("DSGD has 46");
  const chips = () => screen.getByRole("group", { name: "Methods" });
  click("DSGD", chips());
  await expect.poll(said).toContain("Gradient tracking has");
  expect(said()).not.toContain("DSGD");
  const shown = () => within(chips()).queryAllByRole("button", { pressed: true });
  for (let left = shown().length; left > 0; left--) {
    shown()[0]!.click();
    await expect.poll(() => shown().length).toBe(left - 1);
  }
  await expect.poll(said).toBe("All methods are hidden.");
});

test("a step too large for the minimiser is told as that, where the costs keep the iterates from diverging", async () => {
  await openPage("#preset=local-data&room=laboratory");
  await finished();
  const step = await field(/^Step size/);
  set(step, "20");
  await expect
    .poll(advice)
    .toMatch(/cannot settle at the minimiser with the step size 20, as .*: it needs one below 10\.1 .*Take α = 2$/);
  await finished();
  expect(advice()).not.toContain("diverge");
  // Its curve is level, far above where it should be: nothing is compared with it, and no error is said to have fallen.
  await expect
    .poll(said)
    .toMatch(/is 0\.073 for Centralised SGD, 0\.019 for DSGD.*Before and now: .* 4\.9×10⁻⁶ → 0\.073/);
  expect(said()).not.toContain("settled");
});

test("methods that cannot converge are named before they diverge, and one click cures them", async () => {
  const { conductor } = await openPage("#preset=blow-up&room=laboratory");
  await expect.poll(advice).toMatch(/^Exact-Diffusion diverges on this network at the step size 1\.5/);
  // A larger step would cure it, too, and make the others worse.
  const cures = within(document.getElementById("advice")!).getAllByRole("button");
  expect(cures.map(({ textContent }) => textContent)).toEqual(["Use (I + W)/2"]);
  cures[0]!.focus();
  cures[0]!.click();
  await expect.poll(advice).toBe("");
  await finished();
  // The cure has gone; the focus is where it was said.
  expect(document.activeElement?.id).toBe("reading");
  // It was there already, and is there once.
  const chips = within(screen.getByRole("group", { name: "Methods" })).getAllByRole("button");
  expect(chips.filter(({ textContent }) => textContent!.includes("Exact-Diffusion"))).toHaveLength(1);
  expect(conductor.run!.document.methods[1]).toMatchObject({ kind: "exactDiffusion", laziness: 0.5 });
  expect(said()).not.toContain("diverged at");
});
