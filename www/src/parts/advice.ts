/** One line of advice where a setting cannot work, with a button that mends it. */

import { byId, h } from "../dom";
import type { Edit } from "../controls/group";
import type { ExperimentDocument, Tagged } from "../document";
import { isHalved, madeLazy, stepsOf, warnedMethods } from "../methods";
import type { Conductor } from "../simulation/conductor";
import { formatCount, formatNumber } from "../views/format";

export interface Advice {
  /** `labels`: the methods' names, by their places. */
  show(document: ExperimentDocument, conductor: Conductor, labels: readonly string[]): void;
}

interface Line {
  text: string;
  action?: { label: string; run(): void };
}

export function createAdvice(edit: Edit): Advice {
  const host = byId("advice");
  let shown = "";
  return {
    show(document, conductor, labels) {
      const advice = adviceFor(document, conductor, labels, edit);
      const whole = `${advice?.text ?? ""} ${advice?.action?.label ?? ""}`.trim();
      if (whole === shown) return;
      shown = whole;
      host.replaceChildren(advice?.text ?? "");
      if (advice?.action)
        host.append(
          " ",
          h("button", { type: "button", class: "quiet", onclick: advice.action.run }, advice.action.label),
        );
    },
  };
}

function adviceFor(
  document: ExperimentDocument,
  { run, phase }: Conductor,
  labels: readonly string[],
  edit: Edit,
): Line | null {
  if (run?.document !== document) return null;
  if (phase === "refused") return { text: "This cannot be run as it is." };
  const warnings = run.description?.warnings ?? [];
  const places = warnedMethods(warnings);
  if (places.length > 0) {
    const first = warnings.find(({ path }) => path === `methods[${places[0]}]`);
    const name = labels[places[0]!]!;
    const named = (first?.text ?? "")
      .replace(/^the method\b/, name)
      .replace(run.description!.methods[places[0]!]!, name);
    const lazy = (place: number) =>
      warnings.some(({ path, cures }) => path === `methods[${place}]` && isHalved(cures[0]));
    const cure = first?.cures[0];
    let action: Line["action"];
    if (isHalved(cure)) {
      const run = () => edit(["methods"], madeLazy(document.methods, places.filter(lazy)));
      action = { label: "Use (I + W)/2", run };
    } else if (cure && cure.value !== null) {
      action = { label: capitalized(cure.text), run: () => edit(stepsOf(cure.path), cure.value) };
    }
    return { text: `${signed(named)}.`, ...(action ? { action } : {}) };
  }
  const ends = run.recording.divergedAt.map((k) => k ?? Infinity);
  const first = Math.min(...ends);
  if (first < Infinity) {
    const place = ends.indexOf(first);
    const own = document.methods[place]!["stepSize"] as Tagged | undefined;
    const value = (own ?? document.stepSize)["value"];
    const path = own ? ["methods", place, "stepSize", "value"] : ["stepSize", "value"];
    return {
      text: `${labels[place]} diverged at k = ${formatCount(first)}: ${own ? "its own" : "the"} step is too large.`,
      ...(typeof value === "number"
        ? { action: { label: `Halve it to ${formatNumber(value / 2)}`, run: () => edit(path, value / 2) } }
        : {}),
    };
  }
  return warnings.length > 0 ? { text: `${capitalized(signed(warnings[0]!.text))}.` } : null;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** With proper minus signs. */
function signed(text: string): string {
  return text.replace(/-(?=\d)/g, "−");
}
