// @vitest-environment happy-dom
// Curves of the reader's own beside ours, and what names an experiment in files.
import { expect, test, vi } from "vitest";
import { readCurves } from "../../www/src/files/import/curves.ts";
import type { Scene } from "../../www/src/scene/figures.ts";
import { withOwn } from "../../www/src/scene/recorded-run.ts";
import { catalog, fingerprint } from "../../www/src/simulation/core.ts";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { decodeLink } from "../../www/src/state/link.ts";
import { sceneOf } from "../../www/src/views/curves/scene.ts";
import { small } from "../page/documents.ts";
import { curves } from "../page/fixtures/samples.ts";
import { click, finished, fireEvent, open, screen, text } from "./page.ts";

test("a table with an iteration and values is one curve a column; our own CSV one a method and metric", () => {
  expect(readCurves("k,mine,theirs\n0,1,2\n5,0.5,\n10,1e-3,NaN\n", "a.csv")).toEqual([
    { name: "mine", metric: null, x: [0, 5, 10], mean: [1, 0.5, 1e-3] },
    { name: "theirs", metric: null, x: [0, 5, 10], mean: [2, NaN, NaN] },
  ]);
  const ours =
    "iteration,method,metric,mean,low,high,experiment\n0,A,loss,3,2,4,x\n0,B,loss,4,4,4,x\n1,A,loss,2,1,3,x\n";
  expect(readCurves(ours, "b.csv")).toEqual([
    { name: "A", metric: "loss", x: [0, 1], mean: [3, 2] },
    { name: "B", metric: "loss", x: [0], mean: [4] },
  ]);
  for (const [table, words] of [
    ["k\n0\n1\n", /two columns at least/],
    ["k,a\n0,1\nx,2\n", /row 2 has no iteration, but “x”/],
    ["k,a\n1,1\n1,2\n", /row 2 of a: the iterations must ascend, and 1 follows 1/],
    ["k,a\n1,one\n", /holds no numbers/],
  ] as const)
    expect(() => readCurves(table, "c.csv")).toThrow(words);
});

test("own curves are drawn and named like the others where the metric and the axis fit", () => {
  const data = { ...curves((k) => 2 ** -k, 11), metric: "consensus" };
  const own = readCurves("k,a,DSGD\n0,1,1\n10,0.5,2\n", "a.csv");
  own.push({ name: "other", metric: "loss", x: [0], mean: [1] });
  const at = (axis: string) => ({
    document: { methods: [] },
    ...{ catalog: catalog(), styles: data.series.map(({ method }) => method), view: { axis, hidden: ["a"] } },
  });
  const drawn = withOwn(data, own, at("iterations") as unknown as Scene);
  const added = drawn.series.slice(data.series.length);
  expect(added.map(({ method, x, mean, visible }) => [method.label, x, mean, visible])).toEqual([
    ["a", [0, 10], [1, 0.5], false],
    ["DSGD (own)", [0, 10], [1, 2], true],
  ]);
  const scene = sceneOf(drawn, { zoom: null, width: 600, titled: true });
  expect(scene.curves.map(({ label }) => label)).toContainEqual(expect.stringContaining("DSGD (own)"));
  expect(withOwn(data, own, at("rounds") as unknown as Scene)).toBe(data);
});

test("an own curve stands beside the others, in the legend too, and goes again; the experiment can be cited", async () => {
  await open();
  await finished();
  const input = await screen.findByLabelText("A table of curves");
  const bring = (...lines: string[]) =>
    fireEvent.change(input, { target: { files: [new File([lines.join("\n")], "mine.csv")] } });
  bring("iteration,Momentum tracking,DSGD", "0,1,1", "40,0.01,0.5");
  const chip = await screen.findByRole("button", { name: "Momentum tracking" });
  expect(screen.getByRole("button", { name: "DSGD (own)" }).getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(chip);
  await expect.poll(() => chip.getAttribute("aria-pressed")).toBe("false");
  bring("nothing");
  await expect.poll(() => text("#banners")).toMatch(/mine\.csv: a table of curves has a first row/);
  click("Remove");
  await expect.poll(() => screen.queryByRole("button", { name: "Momentum tracking" })).toBe(null);

  // The link of a citation holds the document itself.
  click("Cite …");
  const area = () => document.querySelector<HTMLTextAreaElement>("dialog textarea")?.value;
  const cited = (await vi.waitUntil(area, { timeout: 20_000 }))!;
  expect(cited).toContain(fingerprint(small as unknown as ExperimentDocument));
  const [, fragment] = /#(v=1&[^}]*)\}/.exec(cited)!;
  expect((await decodeLink(fragment!))!.document).toEqual(small);
});
