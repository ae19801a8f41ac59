// @vitest-environment happy-dom
// The theory's panels: what they say agrees with the theory and with the run.
import { expect, test } from "vitest";
import { small } from "../page/documents.ts";
import { choose, documentOf, openPanel, press, says, setup, type } from "./panels.ts";
import { finished, open, screen, waitFor, within } from "./page.ts";

const grid = {
  ...small,
  trials: 1,
  network: { topology: { kind: "grid", rows: 6, columns: 6 }, weights: { rule: "metropolis" } },
  methods: [{ kind: "dsgd" }, { kind: "exactDiffusion" }, { kind: "gradientTracking" }],
};

/** The cells of the rows of this name. */
const rows = (panel: HTMLElement, name: string): string[][] =>
  [...panel.querySelectorAll("tr")]
    .filter((row) => row.querySelector("th[scope=row]")?.textContent === name)
    .map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent));

/** The numbers that the cells of a row start with. */
const numbersOf = (panel: HTMLElement, name: string, at = 0): number[] =>
  rows(panel, name)
    [at]!.filter((text) => /\d/.test(text))
    .map(parsed);

/** 1.2×10⁻³ as the page prints it. */
function parsed(text: string): number {
  const [, mantissa, exponent] = /^(?:([\d.\u202f−]+)(?:×|$|[ ,]))?(?:10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?/.exec(text)!;
  const power = [...(exponent ?? "")].map((digit) => (digit === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit))).join("");
  return Number((mantissa ?? "1").replace("−", "-").replace(/\u202f/g, "")) * 10 ** Number(power || 0);
}

test("what cannot converge is said, and one click cures it", async () => {
  await open(grid);
  const panel = await openPanel("Will it converge?");
  await says(panel, /Exact-Diffusion \/ D² diverges on this network/);
  expect(rows(panel, "positive semi-definite")[0]![0]).toBe("no");
  expect(rows(panel, "primitive")[0]![0]).toBe("yes");
  await says(panel, /unstable/);
  await press("Use (I + W)/2", panel);
  await says(panel, /Every method is stable at this step size/);
  expect((await documentOf()).methods.map(({ laziness }) => laziness)).toEqual([undefined, 0.5, undefined]);
});

test("the step size that is offered is within the limit that binds", async () => {
  await open();
  const panel = await openPanel("Will it converge?");
  await says(panel, /larger than Theorem 1 covers/);
  await press(/^Use α =/, panel);
  await says(panel, /Nothing to change/);
  expect(panel.textContent).not.toContain("larger than Theorem 1 covers");
});

test("a network in parts is called so", async () => {
  const edges = [
    [0, 1],
    [2, 3],
  ];
  await open({
    ...small,
    network: { topology: { kind: "explicit", agents: 4, edges }, weights: { rule: "metropolis" } },
  });
  await says(await openPanel("Will it converge?"), /in several parts/);
});

test("computed constants stand beside the paper’s bounds and keep to them", async () => {
  const methods = ["exactDiffusion", "gradientTracking"].map((kind) => ({ kind, laziness: 0.5 }));
  await open({ ...small, methods });
  const panel = await openPanel("Transition matrix");
  await waitFor(() => expect(rows(panel, "bound")).toHaveLength(2));
  for (const at of [0, 1]) {
    const [radius, ...computed] = numbersOf(panel, "computed", at);
    const bounds = numbersOf(panel, "bound", at);
    expect(radius!).toBeLessThanOrEqual(computed[0]!);
    for (const i of [0, 1, 2]) expect(computed[i]!).toBeLessThanOrEqual(bounds[i]!);
    expect(computed.slice(3)).toEqual(bounds.slice(3));
  }
  // Exact-Diffusion on a ring of 8 with (I + W)/2: the radius is √λ with λ = (1 + (1 + 2 cos(2π/8))/3)/2.
  const lambda = (1 + (1 + 2 * Math.cos(Math.PI / 4)) / 3) / 2;
  expect(numbersOf(panel, "computed")[0]).toBeCloseTo(Math.sqrt(lambda), 3);
});

test("the measured average stays below Theorem 1’s bound, and the five terms add up", async () => {
  const methods = ["exactDiffusion", "gradientTracking"].map((kind) => ({ kind, laziness: 0.5 }));
  await open({ ...small, methods, stepSize: { kind: "constant", value: 1e-4 } });
  const panel = await openPanel("Bounds");
  await says(panel, /is a bound. After 200 iterations the measured average is/);
  const share = Number(/, ([\d.]+)\s% of it/.exec(panel.textContent)![1]);
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(100);
  const terms = ["start", "heterogeneity ζ₀²", "noise through the network", "the same, higher order", "noise / n"];
  const values = terms.map((name) => numbersOf(panel, name)[0]!);
  expect(values.reduce((total, value) => total + value, 0) / numbersOf(panel, "sum")[0]!).toBeCloseTo(1, 1);
  await choose(screen.getByLabelText("Method that Theorem 1 is shown for"), "Gradient tracking, (I+W)/2");
  await says(panel, /shapes, not bounds/);
});

test("what Theorem 1 bounds is recorded on request", async () => {
  await open({ ...small, metrics: ["consensus"] });
  const panel = await openPanel("Bounds");
  await waitFor(() => press("Record them", panel));
  expect((await documentOf()).metrics).toEqual(["consensus", "gradientNorm", "averageGradient"]);
  await says(panel, /the measured average is/);
});

test("the tables are sorted by the transient time on this network", async () => {
  await open();
  const panel = await openPanel("Rates and transient times");
  await waitFor(() => expect(panel.querySelectorAll("table")).toHaveLength(2));
  const times = [...panel.querySelectorAll("table")].map((table) =>
    [...table.querySelectorAll("tbody tr td:nth-child(3)")].map(({ textContent }) => parsed(textContent)),
  );
  for (const values of times) {
    expect(values.length).toBeGreaterThan(4);
    expect(values).toEqual([...values].sort((a, b) => a - b));
  }
  // n/(1 - λ) of Table 2, on a ring of 8 with Metropolis weights 1/3.
  const gap = 1 - (1 + 2 * Math.cos(Math.PI / 4)) / 3;
  expect(Math.abs(times[1]![0]! / (8 / gap) - 1)).toBeLessThan(0.05);
});

test("expected curves are drawn where they are known, and only there", async () => {
  const note = () => screen.queryByText(/thin: expected/);
  const isSeen = () => note() !== null && note()!.closest("[hidden]") === null;
  await open();
  await finished();
  expect(isSeen()).toBe(false);
  await open({ ...small, problem: { ...small.problem, commonHessian: true } });
  await expect.poll(isSeen).toBe(true);
  await choose(screen.getByLabelText("Horizontal axis"), "gossip rounds");
  await expect.poll(isSeen).toBe(false);
});

test("compression is a method's own choice, is not judged, and its bits are an axis", async () => {
  await open({ ...small, gradient: { noise: "none" } });
  await finished();
  const corrected = (await openPanel("Methods")).querySelectorAll("fieldset")[2]!;
  await choose(within(corrected).getByLabelText("Compression"), "quantize");
  expect((await documentOf()).methods[2]).toMatchObject({ kind: "exactDiffusion", compression: { kind: "quantize" } });
  await says(await openPanel("Will it converge?"), /not judged: messages are compressed/);
  await choose(screen.getByLabelText("Horizontal axis"), "bits");
  await expect.poll(() => location.hash).toContain("axis=bits");
});

test("a clock is set in its panel, and seconds are then an axis", async () => {
  await open({ ...small, clock: { compute: { kind: "constant", seconds: 1 } } });
  await type(await setup().findByRole("textbox", { name: "Latency in seconds" }), "2");
  await finished();
  expect((await documentOf()).clock).toMatchObject({ latency: 2 });
  await choose(screen.getByLabelText("Horizontal axis"), "seconds");
  await expect.poll(() => location.hash).toContain("axis=seconds");
});
