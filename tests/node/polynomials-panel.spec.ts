// @vitest-environment happy-dom
// Polynomials to drag, by keys and choices: points hold a curve, the document follows, and the core judges.
import { expect, test } from "vitest";
import { evaluate } from "../../www/src/laboratory/panels/polynomial.ts";
import { small } from "../page/documents.ts";
import { choose, documentOf, openPanel, press, says } from "./panels.ts";
import { click, finished, open, within } from "./page.ts";

const own = { kind: "suda", label: "Yours", a: [0.5, 0.5], bSquared: [0.5, -0.5], c: [1] };
const document_ = { ...small, gradient: { noise: "none" }, methods: [{ kind: "psgd" }, own] };

const method = async () => (await documentOf()).methods.at(-1) as unknown as Record<string, number[]>;

test("keys choose a point and pull it; the method runs with it, and one undo takes the gesture back", async () => {
  await open(document_);
  await finished();
  const panel = await openPanel("Polynomials to drag");
  await says(panel, /This is Exact-Diffusion, \(I\+W\)\/2\./);
  await says(panel, /Stable/);
  const chart = within(panel).getByRole("application");
  for (const key of ["ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp"]) {
    chart.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await says(panel, key === "ArrowUp" ? /The closest named method|This is/ : /This is/);
  }
  await says(panel, /differs by 0\.06 at most/);
  const { a } = await method();
  // The ring's least eigenvalue is -1/3, where A was 1/3.
  expect(evaluate(a!, -1 / 3)).toBeCloseTo(1 / 3 + 0.06, 3);
  expect(evaluate(a!, 1)).toBeCloseTo(1, 12);
  click("Undo");
  await says(panel, /This is Exact-Diffusion/);
  expect((await method())["a"]).toEqual([0.5, 0.5]);
});

test("a method of one’s own is added where there is none, and takes the degree that is chosen", async () => {
  await open();
  const panel = await openPanel("Polynomials to drag");
  await press("Add a method of your own", panel);
  expect(await method()).toMatchObject(own);
  const startFrom = async () => {
    await choose(within(panel).getByLabelText("Start from"), "gradient tracking, ATC");
    await says(panel, /This is gradient tracking, ATC\./);
  };
  await says(panel, /Start from/);
  await startFrom();
  expect(await method()).toMatchObject({ a: [0, 0, 1], bSquared: [1, -2, 1], c: [1] });
  // Another method is one step back.
  click("Undo");
  await says(panel, /This is Exact-Diffusion, \(I\+W\)\/2\./);
  expect(await method()).toMatchObject(own);
  await startFrom();
  await choose(within(panel).getByLabelText("Degree of A"), "3");
  expect((await method())["a"]).toHaveLength(4);
  await says(panel, /gradient tracking, ATC/);
  expect(await method()).toMatchObject({ bSquared: [1, -2, 1], c: [1] });
});

test("of a network that changes no one W is judged, and the page says so", async () => {
  await open({ ...document_, network: { ...document_.network, changes: { kind: "randomMatching" } } });
  await finished();
  await says(await openPanel("Polynomials to drag"), /the theory assumes a fixed W/);
});
