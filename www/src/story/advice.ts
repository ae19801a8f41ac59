/** Advice on a setting, line by line, each with buttons that apply its cures. */

import { byId, h } from "../controls/dom";
import type { Edit } from "../controls/group";
import type { ExperimentDocument, Tagged } from "../state/document";
import { madeLazy } from "../state/methods";
import type { Conductor } from "../simulation/conductor";
import type { Run } from "../simulation/run";
import { formatCount, formatNumber, plural } from "../views/format";
import { warningLines, type Action, type Line } from "../text/warnings";

export interface Advice {
  /** `labels`: the methods' names, by their places. */
  show(document: ExperimentDocument, conductor: Conductor, labels: readonly string[]): void;
}

/** More lines than these are folded away. */
const AT_ONCE = 3;

export function createAdvice(edit: Edit): Advice {
  const host = byId("advice");
  let shown = "";
  return {
    show(document, conductor, labels) {
      const lines = advise(document, conductor, labels);
      const key = JSON.stringify(lines);
      if (key === shown) return;
      shown = key;
      const [first, rest] = [lines.slice(0, AT_ONCE), lines.slice(AT_ONCE)];
      const isOpen = host.querySelector("details")?.open ?? false;
      const list = (some: readonly Line[]) => h("ul", {}, ...some.map((line) => item(line, edit)));
      host.replaceChildren(
        ...(first.length > 0 ? [list(first)] : []),
        ...(rest.length > 0
          ? [h("details", { open: isOpen }, h("summary", {}, `${plural(rest.length, "more note")}`), list(rest))]
          : []),
      );
    },
  };
}

function item({ text, urgent, actions }: Line, edit: Edit): HTMLElement {
  const buttons = actions.flatMap(({ label, path, value }) => [
    " ",
    h("button", { type: "button", class: "quiet", onclick: () => edit(path, value) }, label),
  ]);
  return h("li", { class: urgent ? "urgent" : "mild" }, text, ...buttons);
}

function advise(document: ExperimentDocument, { run, phase }: Conductor, labels: readonly string[]): Line[] {
  if (run?.document !== document) return [];
  if (phase === "refused") return [{ text: "This cannot be run as it is.", urgent: true, actions: [] }];
  const warnings = run.description?.warnings ?? [];
  const lines = warningLines(document, run.description, labels);
  const told = new Set(warnings.flatMap(({ method, name }) => (name === "unstable" ? [method] : [])));
  run.recording.divergedAt.forEach((k, place) => {
    if (k !== null && !told.has(place)) lines.push(divergence(document, run, place, k, labels[place]!));
  });
  return lines;
}

/** A method that was not known to diverge, and did. */
function divergence(document: ExperimentDocument, run: Run, place: number, k: number, label: string): Line {
  const method = document.methods[place] as Tagged;
  const own = method["stepSize"] as Tagged | undefined;
  const value = (own ?? document.stepSize)["value"];
  const path = own ? ["methods", place, "stepSize", "value"] : ["stepSize", "value"];
  const halve: Action[] =
    typeof value === "number"
      ? [{ label: `Halve the step to ${formatNumber(value / 2)}`, path, value: value / 2 }]
      : [];
  const changes = run.network?.changes != null;
  const lazier: Action[] =
    changes && !method["laziness"]
      ? [{ label: "Use (I + W)/2", path: ["methods"], value: madeLazy(document.methods, [place]) }]
      : [];
  return {
    text: `${label} diverged at k = ${formatCount(k)}${changes ? ", on a network that the theory here does not cover" : ""}. To try:`,
    urgent: true,
    actions: [...lazier, ...halve],
  };
}
