/** The panels of the theory and of what is measured. Their content is loaded when one is first opened. */

import { type ReadonlySignal, signal, useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { onDemand, useLoaded } from "../../controls/on-demand";
import { type Page, usePage } from "../../controls/page";
import { Panel } from "../../controls/panels";
import { About } from "../../controls/table";
import type { TheoryFacts } from "../../simulation/facts";
import type { Run } from "../../simulation/run";
import type { PanelScene } from "./panel";

const loadPanels = onDemand(() => import("./panels"));

interface Entry {
  id: keyof typeof import("./panels");
  group: "theory" | "instruments" | "files";
  title: string;
  about: string;
  /** Whether it speaks of one W, and not of a network that changes. */
  ofOneW?: true;
}

const PANELS: readonly Entry[] = [
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
  { id: "numbers", group: "files", title: "Numbers", about: "The curves’ last values in a table." },
];

const CHANGING =
  "The theorems and rates assume a fixed W. This network changes from iteration to iteration, so they do not apply; “Will it converge?” shows what holds for its mean.";

interface Facts {
  run: Run;
  finished: boolean;
  theory: TheoryFacts | null;
}

/** The theory of the run: null until it is known. It depends on where the iterates are, so it is asked again at the end. */
export interface KnownTheory {
  readonly facts: ReadonlySignal<Facts | null>;
  ask(): void;
}

export function createTheory({ conductor }: Page): KnownTheory {
  const facts = signal<Facts | null>(null);
  return {
    facts,
    ask() {
      const { run, phase } = conductor;
      const last = facts.peek();
      if (!run?.started || phase === "refused" || phase === "broken") return;
      if (last?.run === run && last.finished === run.finished) return;
      const mine = { run, finished: run.finished, theory: last?.run === run ? last.theory : null };
      facts.value = mine;
      void run.ask({ kind: "theory" }).then((theory) => {
        if (facts.peek() === mine) facts.value = { ...mine, theory };
      });
    },
  };
}

export function Panels({ group, theory }: { group: Entry["group"]; theory: KnownTheory }) {
  return PANELS.filter((panel) => panel.group === group).map((panel) => (
    <OnePanel key={panel.id} {...panel} theory={theory} />
  ));
}

function OnePanel({ id, group, title, about, ofOneW, theory }: Entry & { theory: KnownTheory }) {
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
  const isApart = ofOneW && scene?.network?.changes != null;
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
