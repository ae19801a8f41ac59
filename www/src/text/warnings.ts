/** The module's warnings, in the page's words, with their cures. */

import { groups } from "d3-array";
import type { ExperimentDocument, Path } from "../state/document";
import { isHalved, madeLazy, stepsOf } from "../state/methods";
import type { ExperimentDescription } from "../simulation/core";
import { capitalized, formatNumber, listed, typeset } from "../views/format";

type Warning = ExperimentDescription["warnings"][number];

export interface Action {
  label: string;
  path: Path;
  value: unknown;
}

export interface Line {
  text: string;
  /** Whether the experiment cannot show what it is meant to. */
  urgent: boolean;
  actions: Action[];
}

/** The warnings, worst first; one of several methods is said once, and a cure that several share is offered once. */
export function warningLines(
  document: ExperimentDocument,
  description: Pick<ExperimentDescription, "warnings" | "stability"> | null,
  labels: readonly string[],
): Line[] {
  if (!description) return [];
  const { warnings } = description;
  const step = commonStep(description);
  const lazy = warnings.flatMap(({ method, cures }) => (isHalved(cures[0]) ? [method!] : []));
  const offered = new Set<string>();
  const isNew = ({ path, value }: Action): boolean => {
    const key = JSON.stringify([path, value]);
    return !offered.has(key) && Boolean(offered.add(key));
  };
  // What follows from W's negative weights need not be said of each matrix that is made of W.
  const isNegative = warnings.some(({ name }) => name === "negativeWeights");
  const told = warnings.filter(({ name }) => !isNegative || name !== "negativeEntries");
  const order = told.sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
  const lines = order.map((warning): Said => {
    const { method, cures, severity, text, predicate } = warning;
    const actions = cures.flatMap((cure): Action[] => {
      // One press cures all methods that it cures.
      if (isHalved(cure)) {
        const cured = lazy.includes(method!) ? lazy : [method!];
        return [{ label: "Use (I + W)/2", path: ["methods"], value: madeLazy(document.methods, cured) }];
      }
      if (isStep(cure) && !isHarmless(step ?? cure.to, document, description)) return [];
      if (step !== null && isStep(cure))
        return [{ label: `Take α = ${formatNumber(step)}`, path: stepsOf(cure.path), value: step }];
      return cure.value === null
        ? []
        : [{ label: capitalized(cure.text), path: stepsOf(cure.path), value: cure.value }];
    });
    return {
      urgent: severity === "error",
      actions: actions.filter(isNew),
      text: typeset(predicate?.text ?? text),
      label: predicate ? labels[method!]! : "",
      limit: predicate?.limit == null ? "" : formatNumber(predicate.limit),
    };
  });
  return together(lines, labels.length);
}

/** A line, and of one about a method its label and the limit that ends it: others may have them in common. */
type Said = Line & { label: string; limit: string };

/** The lines with those as one that say the same of several methods. */
function together(lines: readonly Said[], count: number): Line[] {
  return groups(lines, ({ text }) => text).map(([text, group]) => {
    const names = group.flatMap(({ label }) => label || []);
    const who = names.length < 2 ? names : names.length === count ? "each method" : `each of ${listed(names)}`;
    const [first, ...others] = groups(group, ({ limit }) => limit).map(([limit, those], i) =>
      i === 0 ? limit : `${limit} for ${listed(those.map(({ label }) => label))}`,
    );
    const limit = others.length > 0 ? `${first} (${others.join("; ")})` : first;
    return {
      urgent: group[0]!.urgent,
      text: `${capitalized([who, text, limit].flat().filter(Boolean).join(" "))}.`,
      actions: group.flatMap(({ actions }) => actions),
    };
  });
}

type Cure = Warning["cures"][number];

/** Whether it is another step size for all methods. */
const isStep = (cure: Cure): cure is Cure & { name: "stepSize" } =>
  cure.name === "stepSize" && cure.path === "stepSize.value";

/** A step that cures all methods that another step would cure, where they want different ones; null where none is known. */
function commonStep({ warnings, stability }: Pick<ExperimentDescription, "warnings" | "stability">): number | null {
  const wanted = warnings.flatMap(({ method, cures }) => {
    const cure = cures.find(isStep);
    return cure ? [{ value: cure.to, range: stability[method!]?.range }] : [];
  });
  const least = Math.min(...wanted.map(({ value }) => value));
  const differ = wanted.some(({ value }) => value !== least);
  return differ && wanted.every(({ range }) => range && range[0] < least && least < range[1]) ? least : null;
}

/** Whether another common step leaves the methods that are stable with this one as good as they are. */
function isHarmless(
  value: number,
  { stepSize, methods }: ExperimentDocument,
  { stability }: Pick<ExperimentDescription, "stability">,
): boolean {
  const sound = stability.filter((of, place) => of?.verdict === "stable" && !methods[place]!["stepSize"]);
  const isLarger = value > (stepSize["value"] as number);
  return sound.every((of) => !isLarger && (!of!.range || (of!.range[0] < value && value < of!.range[1])));
}
