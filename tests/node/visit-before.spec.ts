// @vitest-environment happy-dom
// The run before, the axis that a link fixes, and the floors of the runs so far: what a change keeps, and what it ends.
import { expect, test, vi } from "vitest";
import { small } from "../page/documents.ts";
import { field, one, openPanel, typed, ranDocument, rowsOf, summary } from "./laboratory.ts";
import { choose, click, finished, open, openPage, screen, set, text } from "./page.ts";

/** On a machine that does other work. */
const LATE = { timeout: 20_000 };

const key = () => text("#curves .view-key");
const said = () => text("#reading-text");
const hold = () => field(/hold “before”/);

/** Takes another value of a field, and runs with it. */
async function take(name: RegExp, value: string): Promise<void> {
  set(await vi.waitUntil(() => typed(name) ?? field(name), LATE), value);
  await finished();
}

/** With a step at which centralised SGD comes to its end, which ratios need. */
const settling = { ...small, stepSize: { kind: "constant", value: 0.15 } };

/** What DSGD's ratio was before, and is now, as the page says. */
async function ratios(): Promise<RegExpExecArray> {
  return vi.waitUntil(() => /DSGD (\S+\s×) → (\S+\s×)/.exec(said()), LATE);
}

test("after a change the run before stays, by itself, in picture and words, until the problem changes", async () => {
  await open(settling);
  await finished();
  expect([key(), said()]).toEqual(["", expect.not.stringContaining("→")]);
  await take(/^Step size/, "0.2");
  await expect.poll(key).toBe("before");
  const there = await ratios();
  await take(/^Step size/, "0.3");
  await expect.poll(async () => (await ratios())[1]).toBe(there[2]);
  // What is undone is the run before; each value, and each way of a slider, is a change of its own.
  const value = () => typed(/^Step size/).value;
  const values = [value()];
  for (const share of [0.4, 0.1]) {
    const [slider] = screen.getAllByRole<HTMLInputElement>("slider", { name: /^Step size/ });
    set(slider!, String(Math.round(share * Number(slider!.max))));
    await finished();
    values.push(value());
  }
  expect(new Set(values).size).toBe(3);
  for (const back of [values[1], values[0], "0.2"]) {
    click("Undo");
    await expect.poll(value).toBe(back);
    await finished();
  }
  await expect.poll(said).toContain(`→ ${there[2]}`);
  // One that is held stays.
  hold().click();
  const [, held, now] = await ratios();
  await take(/^Step size/, "0.15");
  await expect.poll(async () => (await ratios())[2]).not.toBe(now);
  expect((await ratios())[1]).toBe(held);
  await openPanel("Problem");
  await take(/^Heterogeneity/, "3");
  await expect.poll(key).toBe("");
  await expect.poll(said).not.toContain("→");
});

test("a run that was left on its way is drawn, but its end, which it has not seen, is compared with nothing", async () => {
  const { conductor } = await open(small, {}, { motion: true });
  const speed = (name: string) => {
    const select = screen.getByRole<HTMLSelectElement>("combobox", { name: "Speed" });
    choose(select, [...select.options].find(({ text }) => text === name)!.value);
  };
  speed("10 iterations/s");
  await expect.poll(() => conductor.run?.done).toBeGreaterThan(3);
  click("Pause");
  expect(conductor.run!.done).toBeLessThan(200);
  speed("full speed");
  await take(/^Step size/, "0.2");
  await expect.poll(key).toBe("before");
  await expect.poll(said).toContain("After 200 iterations");
  expect(said()).not.toContain("Before");
});

test("a curve that failed stays beside the one that is cured, which is there once", async () => {
  const app = await openPage("#preset=blow-up&room=laboratory");
  await finished();
  click(/I \+ W/, one("#advice"));
  await finished();
  const { methods } = await ranDocument(app);
  const cured = methods.filter(({ kind }) => kind === "exactDiffusion");
  expect(cured.map(({ laziness }) => laziness)).toEqual([0.5]);
  expect(key()).toBe("before: Exact-Diffusion diverged");
});

test("an axis that a link fixes holds what it names, until the costs or the metric are others", async () => {
  await open(small, { y: "1e-30..1e30" });
  await finished();
  const isFixed = () => location.hash.includes("y=1e-30..1e%2B30");
  await take(/^Step size/, "0.05");
  await expect.poll(isFixed).toBe(true);
  const metric = field(/^What is plotted/) as unknown as HTMLSelectElement;
  set(metric, metric.options[1]!.value);
  await expect.poll(isFixed).toBe(false);
  await open(small, { y: "1e-30..1e30" });
  await finished();
  await openPanel("Problem");
  await take(/^Heterogeneity/, "0.5");
  await expect.poll(isFixed).toBe(false);
});

const told = () => summary(".view-floors");

test("runs that differ in their network only make one plot, against 1/(1 − λ), until anything else changes", async () => {
  await open(small);
  await finished();
  const choose = (network: string) => take(/^Network$/, network);
  await choose("complete");
  field(/^floors$/).click();
  await expect.poll(told).toContain("against 1/(1 − λ), 2 runs: Centralised SGD with slope");
  await choose("star");
  await expect.poll(told).toContain("3 runs");
  // The same network again is the same point.
  await choose("complete");
  await expect.poll(told).toContain("3 runs");
  const rows = rowsOf(".view-floors");
  // Of the complete graph λ = 0.
  expect([rows.length, rows[0]![0]]).toEqual([3, "1"]);
  field(/^floors$/).click();
  await take(/^Step size/, "0.05");
  await expect.poll(() => field(/^floors$/).closest("[hidden]")).not.toBeNull();
});
