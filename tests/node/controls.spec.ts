// @vitest-environment happy-dom
// The controls, the methods' looks and names, and the document as text.
import { expect, test } from "vitest";
import { small } from "../page/documents.ts";
import { choose, documentOf, openPanel, press, says, setup, type } from "./panels.ts";
import { click, finished, open, screen, text, waitFor, within } from "./page.ts";

const chips = () => [...document.querySelectorAll<HTMLElement>("#chips .chip")];
const optionsOf = (select: HTMLElement) => [...(select as HTMLSelectElement).options].map(({ value }) => value);
const editor = () => screen.findByLabelText<HTMLTextAreaElement>("The document as JSON");

test("metrics keep their order, whichever is left out and taken in again; one is always measured", async () => {
  const metrics = ["gradientNorm", "consensus", "averageGradient"];
  await open({ ...small, metrics });
  const boxes = within(await openPanel("Metrics")).getAllByRole<HTMLInputElement>("checkbox");
  const [first] = boxes;
  first!.click();
  expect((await documentOf()).metrics).toEqual(metrics.slice(1));
  first!.click();
  expect((await documentOf()).metrics).toEqual(metrics);
  for (const box of boxes.filter(({ checked }) => checked).reverse()) {
    box.click();
    await documentOf();
  }
  expect((await documentOf()).metrics).toEqual(["gradientNorm"]);
});

test("fields have the names of what they set, and another kind keeps what the two have in common", async () => {
  await open({ ...small, network: { ...small.network, topology: { kind: "ring", agents: 36 } } });
  const panels = within(document.getElementById("panels")!);
  await choose(await panels.findByLabelText("Start"), "value");
  expect(panels.getByRole<HTMLInputElement>("textbox", { name: "Point x⁰" }).value).toBe("1, 1, 1");
  expect(panels.getByRole("slider", { name: "Samples per agent, slider" })).toBeDefined();
  // d is the problem's; a hypercube's dimension is another.
  expect(panels.getByRole<HTMLInputElement>("textbox", { name: "Dimension d" }).value).toBe("3");
  const network = setup().getByLabelText("Network");
  await choose(network, "grid");
  expect((await documentOf()).network.topology).toEqual({ kind: "grid", rows: 6, columns: 6 });
  await choose(network, "erdosRenyi");
  expect((await documentOf()).network.topology).toMatchObject({ kind: "erdosRenyi", agents: 36 });
  await choose(network, "hypercube");
  expect(setup().getByRole("textbox", { name: "Dimension" })).toBeDefined();
});

test("every kind that the controls offer runs", async () => {
  const { conductor } = await open({ ...small, trials: 1, iterations: 20 });
  const runs = async (kind: string) => {
    const isOver = () => conductor.phase === "finished" && conductor.run!.done === 20;
    await waitFor(() => expect([kind, conductor.message, isOver()]).toEqual([kind, "", true]));
  };
  await openPanel("Network");
  for (const name of ["Network", "Weights", "Problem", "Gradients", "Step size", "Start"]) {
    const [select] = setup().getAllByRole("combobox", { name });
    for (const kind of optionsOf(select!)) {
      await choose(select!, kind);
      await runs(kind);
    }
    await choose(select!, optionsOf(select!)[0]!);
  }
  const add = screen.getByLabelText("Add a method");
  for (const kind of optionsOf(add)) if (kind !== "") await choose(add, kind);
  await runs("all methods");
  expect((await documentOf()).methods).toHaveLength(14);
});

test("the document can be edited; an error names its place and changes nothing", async () => {
  const { conductor } = await open();
  await finished();
  const given = await documentOf();
  const area = await editor();
  const panel = await openPanel("Document");
  await type(area, JSON.stringify({ ...given, methods: [{ kind: "dsgd" }, { kind: "extra", laziness: 1.5 }] }));
  await press("Apply", panel);
  expect(text("#json-note")).toBe("methods[1].laziness: must be in [0, 1), got 1.5");
  expect(area.value.slice(area.selectionStart, area.selectionStart + 10)).toBe('"laziness"');
  await type(area, "{ not JSON");
  await press("Apply", panel);
  expect(text("#json-note")).toBe("not JSON: line 1, column 3: key must be a string, found not");
  expect(area.selectionStart).toBe(2);
  // What only the run refuses is said there too, until it is taken back.
  const edges = [
    [0, 1],
    [1, 7],
  ];
  const parted = { ...given.network, topology: { kind: "explicit", agents: 3, edges } };
  await type(area, JSON.stringify({ ...given, network: parted }));
  await press("Apply", panel);
  await says(panel, /network\.topology\.edges\[1\]: must join agents from 0 to 2, got 7/);
  click("Undo");
  await expect.poll(() => text("#json-note")).toBe("");
  expect(JSON.parse(area.value)).toEqual(small);
  await type(area, JSON.stringify({ ...given, iterations: 150 }));
  area.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
  await expect.poll(() => conductor.run!.document.iterations).toBe(150);
});

test("methods keep their looks while others come, go and change places", async () => {
  const methods = [
    { kind: "dsgd" },
    { kind: "dsgd", variant: "combineThenAdapt" },
    { kind: "extra", laziness: 0.5 },
    { kind: "extra", laziness: 0.75, label: "EXTRA, lazier" },
  ];
  await open({ ...small, methods });
  const looks = () =>
    Object.fromEntries(
      chips().map((chip) => [
        chip.title.replace(/^.* the curve of /, ""),
        [...chip.querySelectorAll("[stroke]")]
          .map((line) => `${line.getAttribute("stroke")} ${line.getAttribute("stroke-dasharray")}`)
          .join(),
      ]),
    );
  const panel = await openPanel("Methods");
  const first = looks();
  expect(new Set(Object.values(first)).size).toBe(4);
  for (const kind of ["abc", "suda", "uda", "psgd"]) await choose(within(panel).getByLabelText("Add a method"), kind);
  await waitFor(() => expect(chips()).toHaveLength(8));
  expect(looks()).toMatchObject(first);
  for (const place of [0, 1]) await press(/^Remove/, panel.querySelectorAll("fieldset")[place]!);
  await waitFor(() => expect(chips()).toHaveLength(6));
  const fewer = looks();
  for (const label of ["DSGD, combine then adapt", "EXTRA, lazier"]) expect(fewer[label], label).toBe(first[label]);
  const given = await documentOf();
  await type(await editor(), JSON.stringify({ ...given, methods: given.methods.toReversed() }));
  click("Apply");
  await waitFor(() => expect(chips().at(-1)!.textContent).toBe("DSGD, combine then adapt"));
  expect(looks()).toEqual(fewer);
});

test("labels are shown as one short line, whatever they hold", async () => {
  const labels = ["W".repeat(1_000), "two\nlines", "\u202eturned about", " \u200b "];
  await open({ ...small, methods: labels.map((label) => ({ kind: "dsgd", label })) });
  await waitFor(() =>
    expect(chips().map(({ textContent }) => textContent)).toEqual([
      `${"W".repeat(60)}…`,
      "two lines",
      "turned about",
      "DSGD",
    ]),
  );
});

test("numbers are taken as people type them, and what may be two is refused with both", async () => {
  await open();
  const [iterations] = await setup().findAllByRole("textbox", { name: "Iterations K" });
  const [step] = setup().getAllByRole("textbox", { name: "Step size α" });
  for (const [typed, value] of [
    ["1,000", 1_000],
    ["2 000", 2_000],
    ["1e3", 1_000],
  ] as const) {
    await type(iterations!, typed);
    expect((await documentOf()).iterations, typed).toBe(value);
  }
  for (const [typed, value] of [
    ["2×10⁻³", 0.002],
    ["0,05", 0.05],
  ] as const) {
    await type(step!, typed);
    expect((await documentOf()).stepSize, typed).toEqual({ kind: "constant", value });
  }
  await type(step!, "1,000");
  await screen.findByText("“1,000” may be 1000 or 1: write one of these.");
  expect((await documentOf()).stepSize).toEqual({ kind: "constant", value: 0.05 });
});

test("methods are ordered and doubled by keys, and the focus goes along", async () => {
  await open({ ...small, methods: [{ kind: "psgd" }, { kind: "dsgd", label: "Ours" }, { kind: "gradientTracking" }] });
  const panel = await openPanel("Methods");
  const kinds = async () => (await documentOf()).methods.map(({ kind }) => kind);
  const names = () => chips().map(({ textContent }) => textContent);
  const focused = () => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
  await press("Move down Ours", panel);
  // At the end there is only the way back.
  await expect.poll(() => [names()[2], focused()]).toEqual(["Ours", "Move up Ours"]);
  (document.activeElement as HTMLElement).click();
  await expect.poll(() => [names()[1], focused()]).toEqual(["Ours", "Move up Ours"]);
  await press("Duplicate Ours", panel);
  await expect.poll(names).toEqual([expect.stringMatching(/^Centralised/), "Ours", "Ours (2)", "Gradient tracking"]);
  await press("Remove Ours (2)", panel);
  expect(await kinds()).toEqual(["psgd", "dsgd", "gradientTracking"]);
});

test("the step's slider has a mark where each method's stable range ends, and says so", async () => {
  await open({ ...small, stepSize: { kind: "constant", value: 0.5 } });
  await finished();
  const slider = setup().getByRole("slider", { name: "Step size, slider" });
  const bar = slider.closest(".field")!;
  await waitFor(() => expect(bar.querySelectorAll(".tick")).toHaveLength(3));
  const words = document.getElementById(slider.getAttribute("aria-describedby")!)!.textContent;
  const [, range] = /Stable for DSGD: below (?:about )?([\d.]+)\./.exec(words)!;
  const rows = within(await openPanel("Will it converge?")).getAllByRole("row", { name: /^0\.5 stable/ });
  // Of centralised SGD, then of DSGD.
  expect(rows[1]!.textContent).toContain(range!);
});
