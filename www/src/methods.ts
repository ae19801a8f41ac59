/** The document's methods as the page shows them: their names and looks, and what cures those that cannot converge. */

import type { ExperimentDocument, Tagged } from "./document";
import type { Entry, ExperimentDescription } from "./simulation/core";
import { methodStyles } from "./views/theme";
import type { MethodStyle } from "./views/types";
import { spaced } from "./controls/fields";

/** Names, each once: the label, or else the kind's title with the variant. */
export function methodLabels(methods: readonly Tagged[], entries: readonly Entry[]): string[] {
  const seen = new Map<string, number>();
  return methods.map((method) => {
    const { kind, label, variant } = method as { kind?: string; label?: string; variant?: string };
    const title = entries.find((entry) => entry.kind === kind)?.title ?? String(kind);
    const name = label || (variant ? `${title}, ${spaced(variant)}` : title);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

export function stylesOf(document: ExperimentDocument, entries: readonly Entry[]): MethodStyle[] {
  const labels = methodLabels(document.methods, entries);
  return methodStyles(document.methods.map((method, i) => ({ kind: String(method["kind"]), label: labels[i]! })));
}

/** The names without what follows a colon, where that leaves them different: for places with little room. */
export function shortened(labels: readonly string[]): string[] {
  const short = labels.map((label) => label.split(": ")[0]!);
  return labels.map((label, i) => (short.filter((other) => other === short[i]).length === 1 ? short[i]! : label));
}

/** Places of the methods that the core warns of: they cannot converge on their W. */
export function warnedMethods(warnings: ExperimentDescription["warnings"]): number[] {
  return warnings.flatMap(({ path }) => {
    const place = /^methods\[(\d+)\]$/.exec(path)?.[1];
    return place === undefined ? [] : [Number(place)];
  });
}

/** The methods with (I + W)/2 in place of W for those at `places`. */
export function madeLazy(methods: readonly Tagged[], places: readonly number[]): Tagged[] {
  return methods.map((method, i) => (places.includes(i) ? { ...method, laziness: 0.5 } : method));
}
