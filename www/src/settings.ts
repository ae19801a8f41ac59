/** All controls of the document: those that matter most in the bar, the others in panels. */

import { byId, h } from "./dom";
import type { ExperimentDocument, Path } from "./document";
import { createGroup, type Control, type Edit } from "./controls/group";
import { createMetrics, createRecord } from "./controls/record";
import { createSingle } from "./controls/single";
import { createEditor } from "./parts/editor";
import { createMethodList } from "./parts/method-list";
import { addPanel } from "./parts/panels";
import { randomSeed, type Catalog, type Entry, type Parameter } from "./simulation/core";

export interface Settings {
  show(document: ExperimentDocument): void;
  /** Says what is wrong at a path; whether a control is there to say it. */
  complain(path: string, rule: string): boolean;
}

export function createSettings(catalog: Catalog, edit: Edit, accept: (document: unknown, control: string) => void): Settings {
  const group = (path: Path, entries: readonly Entry[], label: string, tag = "kind", absent?: string) =>
    createGroup({ path, entries, tag, label, edit, explain: true, ...(absent ? { absent } : {}) });
  const single = (path: Path, list: readonly Parameter[], ...names: string[]) =>
    list.filter(({ name }) => names.includes(name)).map((parameter) => createSingle(parameter, path, edit));

  const main = [
    createGroup({ path: ["network", "topology"], entries: catalog.topologies, label: "Network", edit }),
    createGroup({ path: ["problem"], entries: catalog.problems, label: "Problem", edit, only: ["heterogeneity"], brief: true }),
    createGroup({ path: ["gradient"], entries: catalog.gradients, tag: "noise", absent: "none", label: "Noise", edit, brief: true }),
    createGroup({ path: ["stepSize"], entries: catalog.stepSizes, label: "Step size", edit, only: ["value"], brief: true }),
  ];
  byId("main-controls").append(...main.map(({ element }) => element));

  const fields = (...controls: Control[]) => h("div", { class: "fields" }, ...controls.map(({ element }) => element));
  const methods = createMethodList(catalog.methods, catalog.method, edit);
  const weights = group(["network", "weights"], catalog.weights, "Weights", "rule");
  const laziness = single(["network"], catalog.network, "laziness");
  const problem = group(["problem"], catalog.problems, "Problem");
  const gradient = group(["gradient"], catalog.gradients, "Gradients", "noise", "none");
  const step = group(["stepSize"], catalog.stepSizes, "Step size");
  const start = createGroup({ path: ["start"], entries: catalog.starts, absent: "zeros", label: "Start", edit, explain: true, suggest: startValue });
  const record = createRecord(catalog.record, edit);
  const metrics = createMetrics(catalog.metrics, edit);
  const run = single([], catalog.document, "trials", "iterations", "seed");
  const newSeed = h("button", { type: "button", onclick: () => edit(["seed"], randomSeed()) }, "New seed");

  addPanel({ title: "Methods", about: "What runs, and with which settings of its own.", controls: [methods] });
  addPanel({ title: "Weights", about: "How agents weigh what they hear.", controls: [weights, fields(...laziness)] });
  addPanel({ title: "Problem", about: "What the agents minimise, and on which data.", controls: [problem, gradient, start] });
  addPanel({ title: "Step size", about: "How far a step goes, and how it changes.", controls: [step] });
  addPanel({ title: "Trials and seed", about: "How long, how often, and with which random numbers.", controls: [fields(...run), newSeed] });
  addPanel({ title: "Metrics", about: "What is measured, and how often.", controls: [metrics, record] });
  const numbers = addPanel({ title: "Numbers", about: "The curves’ last values in a table.", controls: [h("div", { id: "numbers", class: "scroll", tabIndex: 0, role: "region", "aria-label": "Table of numbers" })] });
  numbers.id = "numbers-panel";
  addPanel({ title: "Files", about: "Pictures, numbers and experiments, out and in.", controls: [h("div", { id: "files" })] });
  addPanel({ title: "Document", about: "The whole experiment as JSON, to read, edit and keep.", controls: [h("div", { id: "editor" })] });
  const editor = createEditor((document) => accept(document, ""));

  const all: Control[] = [...main, methods, weights, ...laziness, problem, gradient, step, start, record, metrics, ...run];
  return {
    show(document) {
      for (const control of all) control.show(document);
      editor.show(document);
    },
    complain(path, rule) {
      const shown = all.filter((control) => control.complain(path, rule)).map(({ element }) => element);
      const visible = shown.some((element) => element.checkVisibility?.() ?? true);
      if (shown.length > 0 && !visible) shown[0]!.closest("details")!.open = true;
      return shown.length > 0;
    },
  };
}

/** x⁰ = (1, …, 1), of as many coordinates as the problem has. */
function startValue({ problem }: ExperimentDocument, name: string): unknown {
  const { dimension } = problem as { dimension?: number };
  return name === "value" ? Array.from({ length: dimension ?? 1 }, () => 1) : undefined;
}
