/** Checks that a lesson asks for, one click each: DSGD with smaller steps or on a denser network, the usual weights. */

import type { Edit } from "../controls/group";
import { h } from "../controls/dom";
import type { ExperimentDocument } from "../state/document";
import { formatNumber } from "../views/format";
import type { Latest } from "../text/reading";

/** As many times the iterations, with a step as many times as small; longer runs than these would take minutes. */
const [LONGER, SMALLER, LONGEST] = [40, 10, 20_000];
/** So much of the points, of all, DSGD is behind another method that talks. */
const BEHIND = 0.02;

export interface Fair {
  element: HTMLElement;
  /** `ends`: the shares of all points that the agents have right, where the run is over. */
  show(document: ExperimentDocument, ends: readonly Latest[] | null): void;
}

/** `onLonger`: a run is shown that is many times as long as the one before. */
export function createFair(edit: Edit, onLonger: () => void): Fair {
  const element = h("p", { class: "fair", hidden: true });
  let shown: ExperimentDocument | null = null;
  return {
    element,
    show(document, ends) {
      if (document !== shown) {
        shown = document;
        const words = compared(document, edit) ?? patient(document, edit, onLonger);
        element.hidden = words === null;
        element.style.visibility = document.problem.kind === "neuralNetwork" ? "hidden" : "";
        element.replaceChildren(...(words ?? []));
      }
      // Its place is kept, so that nothing jumps.
      if (ends) element.style.visibility = isBehind(ends) ? "" : "hidden";
    },
  };
}

/** Fastest weights are told by what they are compared with. */
function compared({ network }: ExperimentDocument, edit: Edit): (Node | string)[] | null {
  if (network.weights.rule !== "fastest") return null;
  const usual = { ...network, weights: { rule: "metropolis" } };
  return [
    "What are these weights worth? ",
    button("The same links by Metropolis’ rule", () => edit(["network"], usual)),
  ];
}

function patient(document: ExperimentDocument, edit: Edit, onLonger: () => void): (Node | string)[] | null {
  const { methods, network, stepSize, problem, iterations } = document;
  const { topology } = network;
  const place = methods.findIndex((method) => method.kind === "dsgd" && !method.stepSize);
  if (problem.kind !== "neuralNetwork" || place < 0 || topology.kind !== "ring" || !("value" in stepSize)) return null;
  const smaller = { kind: "constant", value: Number((Number(stepSize.value) / SMALLER).toPrecision(6)) };
  const slower = {
    ...document,
    iterations: LONGER * iterations,
    record: { points: 400 },
    methods: methods.map((method, i) =>
      i === place ? { ...method, label: `DSGD, α = ${formatNumber(smaller.value)}`, stepSize: smaller } : method,
    ),
  };
  const { agents } = topology as { agents?: number };
  const denser = { ...network, topology: { kind: "exponential", agents } };
  return [
    "All methods take the same step. Is that fair to DSGD? ",
    ...(slower.iterations <= LONGEST
      ? [button("A tenth of the step for it, 40 times as long", () => edit([], slower) && onLonger()), " "]
      : []),
    button("A denser network", () => edit(["network"], denser)),
  ];
}

function isBehind(rows: readonly Latest[]): boolean {
  const own = rows.find(({ kind }) => kind === "dsgd");
  return (
    own !== undefined &&
    rows.some(({ communication, value }) => communication === "neighbors" && value > own.value + BEHIND)
  );
}

function button(text: string, onclick: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "quiet", onclick }, text);
}
