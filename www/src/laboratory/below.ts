/** Everything below the first screen: the text, and the panels with all settings. */

import type { Appearance } from "../state/appearance";
import { byId, h } from "../controls/dom";
import type { ExperimentDocument, Path } from "../state/document";
import { createChanges, createCycle } from "../controls/changes";
import { createDataControls, problemMatters, suggestProblem, withProblem } from "../controls/data";
import { createGroup, type Control, type Edit } from "../controls/group";
import { createMetrics, createRecord } from "../controls/record";
import { createSingle } from "../controls/single";
import type { Scene } from "../scene/figures";
import type { Bringing } from "../files/drop";
import type { Editor } from "../files/editor";
import { createFiles } from "../files/files";
import { createMethodList } from "../controls/method-list";
import { onDemand } from "../controls/on-demand";
import { addPanel } from "../controls/panels";
import { createStory, type Told } from "../story/story";
import { createPanels } from "./panels/registry";
import type { Conductor } from "../simulation/conductor";
import { randomSeed, type Catalog, type Entry, type Parameter } from "../simulation/core";
import type { Pool } from "../simulation/pool";
import type { Stage } from "../story/stage";
import type { Store } from "../state/store";
import { methodsText, networkText, problemText } from "../text/explain";
import { methodSwatch } from "../views/legend";

const loadEditor = onDemand(() => import("../files/editor"));

export interface Below {
  /** `told`: the lesson or figure that it belongs to. */
  show(document: ExperimentDocument, told: Told): void;
  /** Says what is wrong at a path; whether a control is in sight to say it. */
  complain(path: string, rule: string): boolean;
  /** Brings text and numbers up to date. */
  speak(scene: Scene): void;
  readonly controls: readonly Control[];
}

interface Parts {
  store: Store;
  conductor: Conductor;
  catalog: Catalog;
  pool: Pool;
  stage: Stage;
  appearance: Appearance;
  edit: Edit;
  /** Takes a document as given. Throws an Error that names the path and the rule. */
  accept(document: unknown): void;
  /** Takes the reader's files; null if files are not accepted. */
  bringing: Bringing | null;
}

export function createBelow({
  store,
  conductor,
  catalog,
  pool,
  stage,
  appearance,
  edit,
  accept,
  bringing,
}: Parts): Below {
  const group = (path: Path, entries: readonly Entry[], label: string, tag = "kind", absent?: string) =>
    createGroup({ path, entries, tag, label, edit, explain: true, ...(absent ? { absent } : {}) });
  const single = (path: Path, list: readonly Parameter[], ...names: string[]) =>
    list.filter(({ name }) => names.includes(name)).map((parameter) => createSingle(parameter, path, edit));

  const fields = (...controls: Control[]) => h("div", { class: "fields" }, ...controls.map(({ element }) => element));
  const methods = createMethodList(catalog.methods, catalog.method, edit);
  const weights = group(["network", "weights"], catalog.weights, "Weights", "rule");
  const laziness = single(["network"], catalog.network, "laziness");
  const changes = createChanges(catalog, edit);
  const cycle = createCycle(catalog, edit);
  const problem = createGroup({
    path: ["problem"],
    entries: catalog.problems,
    label: "Problem",
    edit,
    explain: true,
    matters: problemMatters,
    suggest: suggestProblem,
    adapted: withProblem,
  });
  const data = createDataControls(catalog, edit);
  const gradient = group(["gradient"], catalog.gradients, "Gradients", "noise", "none");
  const step = group(["stepSize"], catalog.stepSizes, "Step size");
  const start = createGroup({
    path: ["start"],
    entries: catalog.starts,
    absent: "zeros",
    label: "Start",
    edit,
    explain: true,
    suggest: startValue,
  });
  const record = createRecord(catalog.record, edit);
  const metrics = createMetrics(catalog.metrics, edit);
  const run = single([], catalog.document, "trials", "iterations", "seed");
  const newSeed = h("button", { type: "button", onclick: () => edit(["seed"], randomSeed()) }, "New seed");

  addPanel({
    group: "setup",
    title: "Methods",
    about: "Which methods run, and their own settings.",
    controls: [methods],
  });
  addPanel({
    group: "setup",
    title: "Weights",
    about: "How agents weigh what they hear.",
    controls: [weights, fields(...laziness)],
  });
  addPanel({
    group: "setup",
    title: "A changing network",
    about: "Failing links, random pairs, networks in turn.",
    controls: [changes, cycle],
  });
  addPanel({
    group: "setup",
    title: "Problem",
    about: "What the agents minimise, and on which data.",
    controls: [problem, ...data, gradient, start],
  });
  addPanel({ group: "setup", title: "Step size", about: "How far a step goes, and how it changes.", controls: [step] });
  addPanel({
    group: "setup",
    title: "Trials and seed",
    about: "How long, how often, and with which random numbers.",
    controls: [fields(...run), newSeed],
  });
  addPanel({
    group: "setup",
    title: "Metrics",
    about: "What is measured, and how often.",
    controls: [metrics, record],
  });
  const panels = createPanels({ conductor, appearance, pool, edit });
  addPanel({
    group: "files",
    title: "Files",
    about: "Save pictures, numbers and experiments; open files.",
    controls: [h("div", { id: "files" })],
  });
  const documentPanel = addPanel({
    group: "files",
    title: "Document",
    about: "The whole experiment as JSON, to read, edit and save.",
    controls: [h("div", { id: "editor" })],
  });
  let editor: Editor | null = null;
  documentPanel.addEventListener("toggle", async () => {
    const part = await loadEditor();
    if (!part || editor) return;
    editor = part.createEditor(accept);
    editor.show(store.document);
  });
  createFiles({ store, conductor, catalog, stage, theme: () => appearance.theme, bringing });

  const story = createStory(pool);
  const all: Control[] = [
    methods,
    weights,
    ...laziness,
    changes,
    cycle,
    problem,
    ...data,
    gradient,
    step,
    start,
    record,
    metrics,
    ...run,
  ];
  let said: unknown[] = [];

  return {
    show(document, told) {
      story.show(told);
      for (const control of all) control.show(document);
      editor?.show(document);
    },
    controls: all,
    complain(path, rule) {
      const shown = all.find((control) => control.complain(path, rule));
      if (!shown) return false;
      shown.element.closest("details")!.open = true;
      // Lists of methods are long: the field itself is to be seen.
      const field = shown.element.querySelector("[aria-invalid=true]") ?? shown.element;
      const { top, bottom } = field.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    },
    speak(scene) {
      const { document, network, run: now, styles } = scene;
      const { theme } = appearance;
      panels.speak(scene);
      if (now?.refusal) editor?.complain(now.refusal);
      const news = [document, network, theme];
      if (news.every((part, i) => part === said[i])) return;
      said = news;
      const setting = {
        document,
        network,
        methods: styles.map((style, place) => ({
          label: style.label,
          entry: entryOf(document, place),
          swatch: methodSwatch(style, theme),
        })),
      };
      byId("problem-text").replaceChildren(...problemText(setting));
      byId("network-text").replaceChildren(...networkText(setting));
      byId("methods-text").replaceChildren(...methodsText(setting));
    },
  };

  function entryOf(document: ExperimentDocument, place: number): Entry | undefined {
    return catalog.methods.find(({ kind }) => kind === document.methods[place]!.kind);
  }
}

/** x⁰ = (1, …, 1), of as many coordinates as the problem has. */
function startValue({ problem }: ExperimentDocument, name: string): unknown {
  const { dimension } = problem as { dimension?: number };
  return name === "value" ? Array.from({ length: dimension ?? 1 }, () => 1) : undefined;
}
