/** The panels of the theory. They are made here; their content is loaded when one is first opened. */

import type { Appearance } from "../state/appearance";
import type { Edit } from "../controls/group";
import { h } from "../controls/dom";
import type { Scene } from "../scene/figures";
import type { Conductor } from "../simulation/conductor";
import type { TheoryFacts } from "../simulation/facts";
import type { Pool } from "../simulation/pool";
import type { Run } from "../simulation/run";
import type { TheoryPanel, TheoryPanelId } from "./theory/panel";
import { onDemand } from "../controls/on-demand";
import { addPanel } from "../controls/panels";

const loadPanels = onDemand(() => import("./theory/panels"));

export interface TheoryParts {
  conductor: Conductor;
  appearance: Appearance;
  pool: Pool;
  edit: Edit;
}

const PANELS: readonly { id: TheoryPanelId; title: string; about: string }[] = [
  { id: "laboratory", title: "Transient-time laboratory", about: "Measures how the price of a sparse network grows." },
  { id: "validity", title: "Will it converge?", about: "What the theory asks of network, method and step size." },
  { id: "transition", title: "Transition matrix", about: "How fast agents come to agree: the eigenvalues of G." },
  { id: "bound", title: "Bounds", about: "Theorems 1 and 2 beside what is measured." },
  { id: "tables", title: "Rates and transient times", about: "Tables 1 and 2 of the paper on this network." },
];

/** Adds the panels. */
export function createTheory({ conductor, appearance, pool, edit }: TheoryParts): { speak(scene: Scene): void } {
  let last: Scene | null = null;
  let facts: { run: Run; finished: boolean; theory: TheoryFacts | null } | null = null;
  const opened = new Map<TheoryPanelId, TheoryPanel>();
  const panels = PANELS.map(({ id, title, about }) => {
    const host = h("div", { id: `theory-${id}`, class: "theory" });
    const group = id === "laboratory" ? "instruments" : "theory";
    const details = addPanel({ group, title, about, controls: [host] });
    details.addEventListener("toggle", () => void open(id, details, host));
    return { id, details };
  });

  async function open(id: TheoryPanelId, details: HTMLDetailsElement, host: HTMLElement): Promise<void> {
    if (!details.open) return;
    if (!opened.has(id)) {
      const part = await loadPanels();
      if (part && !opened.has(id))
        opened.set(id, part.createTheoryPanel(id, host, { pool, edit, theme: appearance.theme }));
    }
    show();
  }

  /** The theory depends on where the iterates are, so it is asked again at the end. */
  function ask(): void {
    const { run } = conductor;
    if (!run?.started || conductor.phase === "refused" || conductor.phase === "broken") return;
    if (facts?.run === run && facts.finished === run.finished) return;
    const asked = { run, finished: run.finished, theory: facts?.run === run ? facts.theory : null };
    facts = asked;
    void run.ask({ kind: "theory" }).then((theory) => {
      asked.theory = theory;
      show();
    });
  }

  function show(): void {
    const visible = panels.filter(({ details }) => details.open);
    if (!last || visible.length === 0) return;
    ask();
    const { document } = last;
    const known = facts?.run.document === document ? facts.theory : null;
    const refusal = conductor.phase === "refused" && conductor.run?.document === document ? conductor.message : "";
    const scene = { ...last, facts: known, refusal, theme: appearance.theme };
    for (const { id } of visible) opened.get(id)?.update(scene);
  }

  appearance.subscribe(show);
  return {
    speak(scene) {
      last = scene;
      show();
    },
  };
}
