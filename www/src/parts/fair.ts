/** Checks of fairness, one click each: DSGD with smaller steps, and on a denser network. */

import type { Edit } from "../controls/group";
import { h } from "../dom";
import type { ExperimentDocument } from "../document";
import { formatNumber } from "../views/format";

/** As many times the iterations, with a step as many times as small. */
const [LONGER, SMALLER] = [40, 10];

export interface Fair {
  element: HTMLElement;
  show(document: ExperimentDocument): void;
}

export function createFair(edit: Edit): Fair {
  const element = h("p", { class: "fair", hidden: true });
  let shown: ExperimentDocument | null = null;
  return {
    element,
    show(document) {
      if (document === shown) return;
      shown = document;
      const { methods, network, stepSize, problem } = document;
      const place = methods.findIndex((method) => method.kind === "dsgd" && !method.stepSize);
      const { topology } = network;
      element.hidden =
        problem.kind !== "neuralNetwork" || place < 0 || topology.kind !== "ring" || !("value" in stepSize);
      if (element.hidden) return;
      const smaller = { kind: "constant", value: Number((Number(stepSize.value) / SMALLER).toPrecision(6)) };
      const patient = {
        ...document,
        iterations: LONGER * document.iterations,
        record: { points: 400 },
        methods: methods.map((method, i) =>
          i === place ? { ...method, label: `DSGD, α = ${formatNumber(smaller.value)}`, stepSize: smaller } : method,
        ),
      };
      const { agents } = topology as { agents?: number };
      const denser = { ...network, topology: { kind: "exponential", agents } };
      element.replaceChildren(
        "All methods take the same step. Is that fair to DSGD? ",
        button("A tenth of the step for it, 40 times as long", () => edit([], patient)),
        " ",
        button("A denser network", () => edit(["network"], denser)),
      );
    },
  };
}

function button(text: string, onclick: () => void): HTMLButtonElement {
  return h("button", { type: "button", class: "quiet", onclick }, text);
}
