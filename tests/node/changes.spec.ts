// @vitest-environment happy-dom
// What a reader changes in the laboratory: the document, the run, the words, the address, and the way back.
import { expect, test } from "vitest";
import type { App } from "../../www/src/app/app.tsx";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { small } from "../page/documents.ts";
import { choose, click, field, finished, open, openPage, screen, set, text } from "./page.ts";

const documentOf = ({ conductor }: App): ExperimentDocument => conductor.run!.document;
const heterogeneityOf = (app: App) => (documentOf(app).problem as { heterogeneity?: number }).heterogeneity;
const undo = () => click("Undo the last change");
const curves = ({ conductor }: App) => conductor.run!.recording.curve(1, "gradientNorm").mean.slice();

test("what is typed changes the document, the words and the curves; what is out of range is clamped, and said so", async () => {
  const app = await open();
  await finished();
  const before = curves(app);
  const differs = await field(/^Heterogeneity/);
  set(differs, "0");
  await finished();
  expect(heterogeneityOf(app)).toBe(0);
  expect(curves(app)).not.toEqual(before);
  for (const [typed, taken] of [
    ["-3", "0"],
    ["1e9", "1000000"],
    ["-1", "0"],
  ] as const) {
    set(differs, typed);
    await expect.poll(() => text("#panels-setup")).toContain(`${typed} is out of range; taken as ${taken}.`);
    await expect.poll(() => [differs.value, heterogeneityOf(app)]).toEqual([taken, Number(taken)]);
  }
  set(differs, "much");
  await expect.poll(() => text("#panels-setup")).toContain("no number");
  expect(heterogeneityOf(app)).toBe(0);
});

test("the address mirrors the document: opened again it gives the same numbers", async () => {
  await openPage("#lesson=beliefs");
  click("Laboratory");
  set(await field(/^Step size/), "0.37");
  await expect.poll(() => location.hash).toMatch(/^#v=1&z=/);
  expect(location.href.length).toBeLessThan(2_000);
  const { hash } = location;
  const again = await openPage(hash);
  expect((await field(/^Step size/)).value).toBe("0.37");
  expect(documentOf(again).stepSize).toEqual({ kind: "constant", value: 0.37 });
});

test("the address has what was changed while it was being made", async () => {
  await openPage("#preset=beliefs&room=laboratory");
  // An address is made when its document has been compressed, which here waits.
  const { arrayBuffer } = Blob.prototype;
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const asked = new Promise<void>((ask) => {
    Blob.prototype.arrayBuffer = async function () {
      ask();
      await held;
      return arrayBuffer.call(this);
    };
  });
  const { hash } = location;
  choose(await screen.findByRole("combobox", { name: "Network" }), "complete");
  await asked;
  click("Agents");
  expect(location.hash).toBe(hash);
  release();
  Blob.prototype.arrayBuffer = arrayBuffer;
  await expect.poll(() => location.hash).toContain("left=agents");
});

test("undo and redo go through the past of the document, a gesture at a time", async () => {
  const app = await open();
  await field(/^Heterogeneity/);
  const slider = screen.getByRole<HTMLInputElement>("slider", { name: /^Heterogeneity/ });
  const last = String(Number(slider.max) - 1);
  for (let i = 0; i < 300; i++) slide(slider, String((i * 7) % Number(slider.max)));
  slide(slider, last);
  expect(slider.value).toBe(last);
  await finished();
  const moved = heterogeneityOf(app)!;
  expect(moved).toBeGreaterThan(1);
  choose(screen.getByRole("combobox", { name: "Network" }), "complete");
  expect(documentOf(app).network.topology.kind).toBe("complete");
  undo();
  await expect.poll(() => [documentOf(app).network.topology.kind, heterogeneityOf(app)]).toEqual(["ring", moved]);
  undo();
  await expect.poll(() => heterogeneityOf(app)).toBe(1);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Undo the last change" }).disabled).toBe(true);
  click("Redo");
  await expect.poll(() => heterogeneityOf(app)).toBe(moved);
});

function slide(slider: HTMLInputElement, value: string): void {
  slider.value = value;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
}

test("a network edited on the page is what runs; cut in two each part runs by itself; undo brings it back", async () => {
  const app = await open();
  await finished();
  await field(/^Agents/);
  const λ = () => /λ\s?= ([\d.]+)\b/.exec(text("#network-text"))?.[1];
  await expect.poll(λ).toBe("0.8047");
  click("Edit network");
  const canvas = document.querySelector("#graph canvas")!;
  // From agent 0 to agent 4, across the ring.
  for (const key of ["Home", "Enter", "PageDown", "PageDown", "PageDown", "PageDown", "Enter"])
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  await expect.poll(λ).not.toBe("0.8047");
  await finished();
  const edges = () => (documentOf(app).network.topology as unknown as { edges: number[][] }).edges;
  expect(edges()).toHaveLength(9);
  expect(edges()).toContainEqual([0, 4]);
  await expect.poll(() => screen.queryByText("Links (9)")).not.toBeNull();
  screen.getByText("Links (9)").click();
  for (const link of [/Cut link 0 – 4/, /Cut link 2 – 3/, /Cut link 6 – 7/])
    screen
      .getByRole("button", { name: link })
      .dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true, cancelable: true }));
  await expect.poll(λ).toBe("1");
  await expect.poll(() => text("#advice")).toContain("two parts, of 4 and 4 agents");
  await finished();
  for (let i = 0; i < 4; i++) undo();
  await expect.poll(λ).toBe("0.8047");
  expect(documentOf(app)).toEqual(small);
});

test("a document that the core refuses when it is built is reported, and the next one runs", async () => {
  // No draw of a graph as sparse as this is connected.
  const sparse = { kind: "erdosRenyi", agents: 40, probability: 0.001 };
  const app = await open({ ...small, network: { ...small.network, topology: sparse } });
  await expect.poll(() => text("#advice")).toBe("This cannot be run as it is.");
  await expect.poll(() => app.conductor.phase).toBe("refused");
  choose(await screen.findByRole("combobox", { name: "Network" }), "complete");
  await finished();
  await expect.poll(() => text("#advice")).toBe("");
});
