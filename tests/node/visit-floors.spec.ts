// @vitest-environment happy-dom
// Floors in the story: a point for each run that differs from the others in its network, or its agents, only.
import { expect, test } from "vitest";
import { one, rowsOf, summary } from "./laboratory.ts";
import { finished, openPage, text } from "./page.ts";

const told = () => summary(".view-floors").replaceAll("−", "-");

test("a step on floors shows them at once, with those of the choices before it, which nobody has seen run", async () => {
  await openPage("#lesson=agents-64");
  await finished();
  await expect.poll(told).toContain("against agents n, 3 runs");
  const slope = (name: string): number => Number(new RegExp(`${name} with slope (-?[\\d.]+)`).exec(told())![1]);
  expect(Math.abs(slope("Centralised SGD") + 1)).toBeLessThan(0.1);
  expect(slope("DSGD")).toBeGreaterThan(slope("Centralised SGD") + 0.1);
  // The curves stay what the run says.
  expect(text("#reading-text")).toContain("After 400 iterations");
});

test("a curve that still falls, however slowly, has no floor yet: its point is a ring", async () => {
  await openPage("#lesson=lambda-scaled-ring");
  await finished();
  await expect.poll(told).toContain("5 runs");
  const last = () => rowsOf(".view-floors").at(-1)!;
  const onTheirWay = () => {
    const values = last();
    const names = [...one(".view-floors thead tr").children].map(({ textContent }) => textContent);
    return names.filter((_, column) => values[column]!.includes("on its way"));
  };
  await expect
    .poll(onTheirWay)
    .toEqual(expect.arrayContaining(["Exact-Diffusion, (I+W)/2", "EXTRA, (I+W)/2", "Gradient tracking"]));
  for (const name of ["Centralised SGD", "DSGD"]) expect(onTheirWay()).not.toContain(name);
});
