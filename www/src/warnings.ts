/** The module's warnings, in the page's words, with their cures. */

import type { ExperimentDocument, Path } from "./document";
import { isHalved, madeLazy, stepsOf } from "./methods";
import type { ExperimentDescription } from "./simulation/core";
import { formatNumber } from "./views/format";
import { typeset } from "./views/typeset";

type Warning = ExperimentDescription["warnings"][number];

/** A change of the document. */
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

/** The warnings, worst first; a cure that several of them share is offered with the first. */
export function warningLines(
  document: ExperimentDocument,
  description: Pick<ExperimentDescription, "warnings" | "methods" | "stability"> | null,
  labels: readonly string[],
): Line[] {
  if (!description) return [];
  const { warnings, methods: names } = description;
  const step = commonStep(description);
  const lazy = warnings.flatMap((warning) => (isHalved(warning.cures[0]) ? [placeOf(warning)!] : []));
  const offered = new Set<string>();
  const isNew = ({ path, value }: Action): boolean => {
    const key = JSON.stringify([path, value]);
    return !offered.has(key) && Boolean(offered.add(key));
  };
  // What follows from W's negative weights need not be said of each matrix that is made of W.
  const isNegative = warnings.some(({ name }) => name === "negativeWeights");
  const told = warnings.filter(({ name }) => !isNegative || name !== "negativeEntries");
  const order = told.sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
  return order.map((warning): Line => {
    const place = placeOf(warning);
    const named =
      place === null
        ? warning.text
        : warning.text.replace(/^the method\b/, labels[place]!).replace(names[place]!, labels[place]!);
    const actions = warning.cures.flatMap((cure): Action[] => {
      // One press cures all methods that it cures.
      if (isHalved(cure) && lazy.includes(place!))
        return [{ label: "Use (I + W)/2", path: ["methods"], value: madeLazy(document.methods, lazy) }];
      if (isStep(cure) && !isHarmless(step ?? (cure.value as number), document, description)) return [];
      if (step !== null && isStep(cure))
        return [{ label: `Take α = ${formatNumber(step)}`, path: stepsOf(cure.path), value: step }];
      return cure.value === null
        ? []
        : [{ label: capitalized(cure.text), path: stepsOf(cure.path), value: cure.value }];
    });
    return {
      text: `${capitalized(typeset(named))}.`,
      urgent: warning.severity === "error",
      actions: actions.filter(isNew),
    };
  });
}

type Cure = Warning["cures"][number];

const isStep = ({ path, value }: Cure): boolean => path === "stepSize.value" && typeof value === "number";

/** A step that cures all methods that another step would cure, where they want different ones; null where none is known. */
function commonStep({ warnings, stability }: Pick<ExperimentDescription, "warnings" | "stability">): number | null {
  const wanted = warnings.flatMap((warning) => {
    const cure = warning.cures.find(isStep);
    return cure ? [{ value: cure.value as number, range: stability[placeOf(warning)!]?.range }] : [];
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

/** The place of the method that a warning is about; null where it is about none. */
function placeOf({ path }: Warning): number | null {
  const place = /^methods\[(\d+)\]$/.exec(path)?.[1];
  return place === undefined ? null : Number(place);
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
