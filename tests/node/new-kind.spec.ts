// A kind that the page has never heard of: all that it shows of one comes from the catalog.
import { readFileSync } from "node:fs";
import { catalog, initSync, type Catalog, type MethodEntry, type Parameter } from "../../www/pkg/suda.js";
import { changedKind, newMethod } from "../../www/src/controls/edit.ts";
import type { Scene } from "../../www/src/scene/figures.ts";
import { graphData } from "../../www/src/scene/network.ts";
import type { Run } from "../../www/src/simulation/run.ts";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { Looks, methodLabels } from "../../www/src/state/methods.ts";
import { changesIn } from "../../www/src/text/changes.ts";
import { latest } from "../../www/src/text/reading.ts";
import { warningLines } from "../../www/src/text/warnings.ts";
import { describeGraph } from "../../www/src/views/graph/describe.ts";
import { small } from "../page/documents.ts";
import { expect, test } from "vitest";

/** The catalog with a method and a family of graphs that no other file names. */
function extended(): Catalog {
  initSync({ module: readFileSync("www/pkg/suda_bg.wasm") });
  const known = catalog();
  const number = (name: string, value: number): Parameter => ({
    name,
    about: "",
    domain: { type: "number", min: 0, max: 1, aboveMin: false, belowMax: false, logarithmic: false },
    required: true,
    default: value,
  });
  const entry = { about: "about it", source: "" };
  const polynomial: Parameter = {
    ...{ name: "p", about: "", required: true, default: null },
    domain: { type: "numbers", suggested: [3, -2] },
  };
  const method = {
    ...entry,
    ...{ kind: "newMethod", title: "New method", parameters: [number("weight", 0.25), polynomial] },
    ...{ communication: "center", corrects: true, halved: true },
    form: { title: "", a: [2, -1], bSquared: [0], c: [1] },
    look: { hue: 6, dash: [1, 2, 3, 4] },
  } as unknown as MethodEntry;
  const agents = known.topologies.find(({ kind }) => kind === "ring")!.parameters;
  const topology = { ...entry, kind: "newFamily", title: "New family", parameters: [...agents, number("share", 0.5)] };
  return { ...known, methods: [...known.methods, method], topologies: [...known.topologies, topology] } as Catalog;
}

const of = (entries: readonly { kind: string }[]) => entries.at(-1)! as never;

test("a new kind of method has its name, its look, its settings and its place in the words", () => {
  const all = extended();
  const entry: MethodEntry = of(all.methods);
  const added = newMethod(entry);
  expect(added).toEqual({ kind: "newMethod", weight: 0.25, p: [3, -2], laziness: 0.5 });
  const document = { ...small, methods: [{ kind: "psgd" }, added] } as unknown as ExperimentDocument;
  const labels = methodLabels(document.methods, all.methods);
  expect(labels).toEqual(["Centralised SGD", "New method, (I+W)/2"]);
  const styles = new Looks().of(document, all.methods);
  expect(styles[1]).toMatchObject({ hue: 6, dash: [1, 2, 3, 4], label: labels[1] });
  // Another method's polynomials that are this one have its look.
  const twin = { ...document, methods: [{ kind: "suda", a: [2, -1], bSquared: [0], c: [1] }] } as ExperimentDocument;
  expect(new Looks().of(twin, all.methods)[0]).toMatchObject({ hue: 6, dash: [1, 2, 3, 4] });
  expect(changesIn({ ...document, methods: document.methods.slice(0, 1) }, document, all)).toBe(
    "+ New method, (I+W)/2",
  );
  // It talks to a centre, so that others are measured against it.
  const curve = { mean: [9, ...new Array<number>(99).fill(1)], low: [], high: [] };
  const recording = { iterations: curve.mean.map((_, k) => k), divergedAt: [null, null], curve: () => curve };
  const run = { description: null, recording } as unknown as Run;
  const rows = latest(run, { ...document, iterations: 99 }, labels, "gradientNorm", all.methods);
  expect(rows[1]).toMatchObject({ communication: "center", yardstick: true });
  const warning = {
    ...{ path: "methods[1]", method: 1, severity: "error", name: "unstable" },
    ...{
      text: "",
      predicate: { text: "diverges: W has the eigenvalue -1.25", limit: null },
      cures: [{ name: "laziness", laziness: 0.75, text: "take laziness 0.75", path: "methods[1].laziness" }],
    },
  };
  const description = { warnings: [warning], stability: [null, null] } as never;
  expect(warningLines(document, description, labels)[0]!.text).toBe(
    "New method, (I+W)/2 diverges: W has the eigenvalue −1.25.",
  );
});

test("a new family of graphs has its name and settings, and takes the number of agents over", () => {
  const all = extended();
  const topology = changedKind({ kind: "grid", rows: 4, columns: 5 }, of(all.topologies));
  expect(topology).toEqual({ kind: "newFamily", agents: 20, share: 0.5 });
  const document = { ...small, network: { ...small.network, topology } } as unknown as ExperimentDocument;
  expect(changesIn(small, document, all)).toMatch(/→ New family$/);
  const network = { agents: 3, edges: [0, 1, 1, 2], weights: [0.5, 0.5], mixingRate: 0.5, spectralGap: 0.5 };
  const data = graphData({
    ...{ document, catalog: all, styles: new Looks().of(document, all.methods), network, run: null, agents: null },
    ...{
      view: { hidden: [], method: 0, second: 1, quantity: "degree" },
      abreast: 1,
      looked: null,
      shown: null,
      beat: null,
    },
  } as unknown as Scene);
  expect(describeGraph(data!)).toMatch(/^New family: 3 agents, degrees 1 to 2\./);
});
