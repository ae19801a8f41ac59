/** The panels of the theory and of what is measured. Their content is loaded when one is first opened. */

import { signal, useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { onDemand, useLoaded } from "../../controls/on-demand";
import { type Page, usePage } from "../../controls/page";
import { Panel } from "../../controls/field";
import { About } from "../../controls/table";
import type { TheoryFacts } from "../../simulation/facts";
import type { Run } from "../../simulation/run";
import type { PanelScene } from "./panel";

const loadPanels = onDemand(() => import("./panels"));

type Id = keyof typeof import("./panels");
type Group = "instruments" | "theory" | "files";
type Entry = readonly [id: Id, title: string, about: string];

const PANELS: Readonly<Record<Group, readonly Entry[]>> = {
  instruments: [
    ["steps", "Each method at its best step", "A fair comparison: error and speed over the step size."],
    ["study", "Study", "Errors or transient times over 1/(1 − λ), n, heterogeneity, step size or noise, with slopes."],
    ["polynomials", "Polynomials to drag", "Design a method of your own: A, B² and C over the eigenvalues of W."],
  ],
  theory: [
    ["validity", "Will it converge?", "What the theory asks of network, method and step size."],
    ["transition", "Transition matrix", "How fast agents come to agree: the eigenvalues of G."],
    ["bound", "Bounds", "Theorems 1 and 2 beside what is measured."],
    ["tables", "Rates and transient times", "Tables 1 and 2 of the paper on this network."],
  ],
  files: [["numbers", "Numbers", "The curves’ last values in a table."]],
};

/** The panels that speak of one W, and not of a network that changes. */
const OF_ONE_W: readonly Id[] = ["bound", "tables"];

const CHANGING =
  "The theorems and rates assume a fixed W. This network changes from iteration to iteration, so they do not apply; “Will it converge?” shows what holds for its mean.";

type KnownTheory = ReturnType<typeof createTheory>;

/** The theory of the run: null until it is known. It depends on where the iterates are, so it is asked again at the end. */
export function createTheory({ conductor }: Page) {
  const facts = signal<{ run: Run; finished: boolean; theory: TheoryFacts | null } | null>(null);
  function ask(): void {
    const { run, phase } = conductor;
    const last = facts.peek();
    if (!run?.started || phase === "refused" || phase === "broken") return;
    if (last?.run === run && last.finished === run.finished) return;
    const mine = { run, finished: run.finished, theory: last?.run === run ? last.theory : null };
    facts.value = mine;
    void run.ask({ kind: "theory" }).then((theory) => {
      if (facts.peek() === mine) facts.value = { ...mine, theory };
    });
  }
  return { facts, ask };
}

interface GroupProps {
  group: Group;
  theory: KnownTheory;
}

export function Panels({ group, theory }: GroupProps) {
  return PANELS[group].map((panel) => <OnePanel key={panel[0]} panel={panel} group={group} theory={theory} />);
}

function OnePanel({ panel: [id, title, about], group, theory }: GroupProps & { panel: Entry }) {
  const { store, scenes } = usePage();
  const isOpen = useSignal(false);
  const box = useRef<HTMLDetailsElement>(null);
  const asked = useAsked();
  const last = useRef<PanelScene | null>(null);
  const parts = useLoaded(loadPanels, isOpen.value, []);
  useEffect(() => {
    if (isOpen.value) theory.ask();
  });
  // A table of the paper is no experiment, and still has an address: it opens the study of it.
  useEffect(() => {
    if (id !== "study" || asked.id === "") return;
    box.current!.open = true;
    box.current!.scrollIntoView({ block: "start" });
  }, [asked]);
  if (isOpen.value) {
    const scene = scenes.told.value;
    const { document } = scene;
    const { run, phase, message } = store.run;
    const facts = theory.facts.value?.run.document === document ? theory.facts.value.theory : null;
    const refusal = phase === "refused" && run?.document === document ? message : "";
    // What is there stays, and the focus in it, until more is known.
    if (group !== "theory" || facts || refusal !== "" || !last.current) last.current = { ...scene, facts, refusal };
  }
  const scene = last.current;
  const kind = group === "instruments" ? "instrument" : "theory";
  const Part = parts?.[id];
  const isApart = OF_ONE_W.includes(id) && scene?.network?.changes != null;
  return (
    <Panel title={title} about={about} place={box} onToggle={(open) => (isOpen.value = open)}>
      <div id={`${group === "files" ? "panel" : kind}-${id}`} class={kind}>
        {Part && scene && (isApart ? <About>{CHANGING}</About> : <Part scene={scene} asked={asked.id} />)}
      </div>
    </Panel>
  );
}

/** The table of the paper that the address names, such as `table-1`; empty for none. */
function useAsked(): { id: string } {
  const [asked, setAsked] = useState({ id: "" });
  useEffect(() => {
    const read = () => setAsked({ id: /^#(table-[12])$/.exec(location.hash)?.[1] ?? "" });
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return asked;
}
