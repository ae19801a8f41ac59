/** The panels of the instruments. They are made here; their content is loaded when first opened. */

import { h } from "../controls/dom";
import type { Scene } from "../scene/figures";
import type { Instrument, InstrumentTools } from "../story/instrument";
import { IS_FRAME } from "../simulation/version";
import { onDemand } from "../controls/on-demand";
import { addPanel } from "../controls/panels";
import type { TheoryParts } from "./theory";

type Make = (host: HTMLElement, tools: InstrumentTools) => Instrument;

interface InstrumentPanel {
  id: string;
  title: string;
  about: string;
  load(): Promise<Make | null>;
}

/** A frame may show one of its figures, and has no room for all of their curves. */
const PAPER: readonly InstrumentPanel[] = IS_FRAME
  ? []
  : [
      {
        id: "paper",
        title: "The paper, figure by figure",
        about: "Each claim, the curves at once, and whether it holds.",
        load: onDemand(async () => (await import("./instruments/paper-panel")).createPaper),
      },
    ];

const PANELS: readonly InstrumentPanel[] = [
  ...PAPER,
  {
    id: "steps",
    title: "Each method at its best step",
    about: "A fair comparison: error and speed over the step size.",
    load: onDemand(async () => (await import("./instruments/steps")).createSteps),
  },
  {
    id: "dependence",
    title: "What errors depend on",
    about: "Floors over 1/(1 − λ), n, heterogeneity, step size or noise, with slopes.",
    load: onDemand(async () => (await import("./instruments/dependence-panel")).createDependence),
  },
  {
    id: "polynomials",
    title: "Polynomials to drag",
    about: "Design a method of your own: A, B² and C over the eigenvalues of W.",
    load: onDemand(async () => (await import("./instruments/polynomials-panel")).createPolynomials),
  },
];

/** Adds the panels. */
export function createInstruments({ appearance, pool, edit }: Omit<TheoryParts, "conductor">): {
  speak(scene: Scene): void;
} {
  let last: Scene | null = null;
  const opened = new Map<string, Instrument>();
  const panels = PANELS.map(({ id, title, about, load }) => {
    const host = h("div", { id: `instrument-${id}`, class: "instrument" });
    const details = addPanel({ group: "instruments", title, about, controls: [host] });
    async function open(): Promise<Instrument | undefined> {
      const make = opened.has(id) ? null : await load();
      if (make && !opened.has(id)) opened.set(id, make(host, { pool, edit, theme: appearance.theme }));
      show();
      return opened.get(id);
    }
    details.addEventListener("toggle", () => details.open && void open());
    return { id, details, open };
  });

  function show(): void {
    if (!last) return;
    for (const { id, details } of panels)
      if (details.open) opened.get(id)?.update({ ...last, theme: appearance.theme });
  }

  /** A table of the paper is no experiment, and still has an address: it opens the panel. */
  async function showAsked(): Promise<void> {
    const table = /^#(table-[12])$/.exec(location.hash)?.[1];
    const panel = panels.find(({ id }) => id === "paper");
    if (!table || !panel) return;
    panel.details.open = true;
    panel.details.scrollIntoView({ block: "start" });
    (await panel.open())?.show?.(table);
  }

  addEventListener("hashchange", () => void showAsked());
  appearance.subscribe(show);
  let isFirst = true;
  return {
    speak(scene) {
      last = scene;
      show();
      if (isFirst) void showAsked();
      isFirst = false;
    },
  };
}
