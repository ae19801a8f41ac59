/** The panels of the theory and of what is measured. They are made here; their content is loaded when one is first opened. */

import { render, type ComponentType } from "preact";
import { h } from "../../controls/dom";
import { onDemand } from "../../controls/on-demand";
import { addPanel } from "../../controls/panels";
import { About } from "../../controls/table";
import type { Edit } from "../../controls/group";
import type { Scene } from "../../scene/figures";
import type { Conductor } from "../../simulation/conductor";
import type { TheoryFacts } from "../../simulation/facts";
import type { Pool } from "../../simulation/pool";
import type { Run } from "../../simulation/run";
import type { Appearance } from "../../state/appearance";
import type { PanelProps } from "./panel";

const loadPanels = onDemand(() => import("./panels"));
type Parts = typeof import("./panels");

interface Panel {
  id: keyof Parts;
  group: "theory" | "instruments" | "files";
  title: string;
  about: string;
  /** Whether it speaks of one W, and not of a network that changes. */
  ofOneW?: true;
}

const PANELS: readonly Panel[] = [
  {
    id: "steps",
    group: "instruments",
    title: "Each method at its best step",
    about: "A fair comparison: error and speed over the step size.",
  },
  {
    id: "study",
    group: "instruments",
    title: "Study",
    about: "Errors or transient times over 1/(1 − λ), n, heterogeneity, step size or noise, with slopes.",
  },
  {
    id: "polynomials",
    group: "instruments",
    title: "Polynomials to drag",
    about: "Design a method of your own: A, B² and C over the eigenvalues of W.",
  },
  {
    id: "validity",
    group: "theory",
    title: "Will it converge?",
    about: "What the theory asks of network, method and step size.",
  },
  {
    id: "transition",
    group: "theory",
    title: "Transition matrix",
    about: "How fast agents come to agree: the eigenvalues of G.",
  },
  {
    id: "bound",
    group: "theory",
    title: "Bounds",
    about: "Theorems 1 and 2 beside what is measured.",
    ofOneW: true,
  },
  {
    id: "tables",
    group: "theory",
    title: "Rates and transient times",
    about: "Tables 1 and 2 of the paper on this network.",
    ofOneW: true,
  },
  {
    id: "numbers",
    group: "files",
    title: "Numbers",
    about: "The curves’ last values in a table.",
  },
];

const CHANGING =
  "The theorems and rates assume a fixed W. This network changes from iteration to iteration, so they do not apply; “Will it converge?” shows what holds for its mean.";

interface Tools {
  conductor: Conductor;
  appearance: Appearance;
  pool: Pool;
  edit: Edit;
}

/** Adds the panels; `speak` brings those that are open up to date. */
export function createPanels({ conductor, appearance, pool, edit }: Tools): { speak(scene: Scene): void } {
  let last: Scene | null = null;
  let facts: { run: Run; finished: boolean; theory: TheoryFacts | null } | null = null;
  let parts: Parts | null = null;
  let asked = "";
  const panels = PANELS.map((panel) => {
    const { id, group, title, about } = panel;
    const kind = group === "instruments" ? "instrument" : "theory";
    const host = h("div", { id: `${group === "files" ? "panel" : kind}-${id}`, class: kind });
    const details = addPanel({ group, title, about, controls: [host] });
    details.addEventListener("toggle", async () => {
      if (!details.open) return;
      parts ??= await loadPanels();
      show();
    });
    return { ...panel, host, details };
  });

  /** The theory depends on where the iterates are, so it is asked again at the end. */
  function ask(): void {
    const { run } = conductor;
    if (!run?.started || conductor.phase === "refused" || conductor.phase === "broken") return;
    if (facts?.run === run && facts.finished === run.finished) return;
    const mine = { run, finished: run.finished, theory: facts?.run === run ? facts.theory : null };
    facts = mine;
    void run.ask({ kind: "theory" }).then((theory) => {
      mine.theory = theory;
      show();
    });
  }

  function show(): void {
    const open = panels.filter(({ details }) => details.open);
    if (!last || !parts || open.length === 0) return;
    ask();
    const { document } = last;
    const known = facts?.run.document === document ? facts.theory : null;
    const refusal = conductor.phase === "refused" && conductor.run?.document === document ? conductor.message : "";
    const scene = { ...last, facts: known, refusal, theme: appearance.theme };
    for (const { id, group, host, ofOneW } of open) {
      // What is there stays, and the focus in it, until more is known.
      if (group === "theory" && !known && refusal === "" && host.firstChild) continue;
      const Part: ComponentType<PanelProps> = parts[id];
      const isApart = ofOneW && scene.network?.changes != null;
      render(isApart ? <About>{CHANGING}</About> : <Part {...{ scene, pool, edit, asked }} />, host);
    }
  }

  /** A table of the paper is no experiment, and still has an address: it opens the study of it. */
  function showAsked(): void {
    asked = /^#(table-[12])$/.exec(location.hash)?.[1] ?? "";
    const panel = panels.find(({ id }) => id === "study")!;
    if (!asked) return;
    panel.details.open = true;
    panel.details.scrollIntoView({ block: "start" });
    show();
  }

  addEventListener("hashchange", showAsked);
  appearance.subscribe(show);
  let isFirst = true;
  return {
    speak(scene) {
      last = scene;
      show();
      if (isFirst) showAsked();
      isFirst = false;
    },
  };
}
