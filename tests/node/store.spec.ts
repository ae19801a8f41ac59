// The store: the document with its past, and how it is looked at.
import { expect, test } from "vitest";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { DEFAULT_VIEW, Store } from "../../www/src/state/store.ts";
import { small } from "../page/documents.ts";

test("the methods whose agents are shown stay the same ones, wherever they move in the document", () => {
  const [central, dsgd, diffusion, tracking] = [
    { kind: "psgd" },
    { kind: "dsgd" },
    { kind: "exactDiffusion", laziness: 0.5 },
    { kind: "gradientTracking" },
  ];
  const of = (...methods: object[]) => ({ ...small, methods }) as unknown as ExperimentDocument;
  const all = of(central, dsgd, diffusion, tracking);
  const store = new Store(all, { ...DEFAULT_VIEW, method: 1, second: 2 });
  const shown = () => [store.view.method, store.view.second].map((place) => store.document.methods[place]);
  const places = () => [store.view.method, store.view.second];
  store.edit(of(dsgd, central, tracking, diffusion));
  expect(shown()).toEqual([dsgd, diffusion]);
  // Of two that are the same, each stays itself.
  store.edit(of(dsgd, dsgd, central, tracking, diffusion));
  expect(places()).toEqual([0, 4]);
  store.setView({ second: 1 });
  store.edit(of(central, dsgd, dsgd, tracking, diffusion));
  expect(places()).toEqual([1, 2]);
  // One that is changed keeps its place, and one that is removed leaves it to another.
  const slower = { ...dsgd, stepSize: { kind: "constant", value: 0.1 } };
  store.edit(of(central, slower, dsgd, tracking, diffusion));
  expect(places()).toEqual([1, 2]);
  store.edit(of(central, dsgd, tracking, diffusion));
  expect(store.view.second).toBe(1);
  // Back in the history, those stand there that stood there.
  store.undo();
  expect(places()).toEqual([1, 2]);
  store.redo();
  expect(store.view.second).toBe(1);
  // A look chosen for a document is not changed.
  store.load(of(tracking, central, dsgd), { ...DEFAULT_VIEW, method: 0, second: 1 });
  expect(places()).toEqual([0, 1]);
});

test("going back to another experiment brings its view; undoing a change keeps what was chosen since", () => {
  const other = { ...small, seed: "2", iterations: 7 } as unknown as ExperimentDocument;
  const store = new Store(small as unknown as ExperimentDocument, { ...DEFAULT_VIEW, left: "agents" });
  store.load(other, { ...DEFAULT_VIEW, metric: "consensus" });
  store.edit({ ...other, iterations: 8 } as ExperimentDocument);
  store.setView({ axis: "rounds" });
  store.undo();
  expect([store.document, store.view.metric, store.view.axis]).toEqual([other, "consensus", "rounds"]);
  store.undo();
  expect(store.view).toEqual({ ...DEFAULT_VIEW, left: "agents" });
  store.redo();
  expect(store.view).toEqual({ ...DEFAULT_VIEW, metric: "consensus", axis: "rounds" });
});
