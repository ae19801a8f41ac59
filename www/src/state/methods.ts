/** The document's methods as the page shows them: their names and looks, and cures for those that cannot converge. */

import { same, type ExperimentDocument, type Tagged } from "./document";
import type { Entry, ExperimentDescription, MethodEntry } from "../simulation/core";
import { formatNumber, spaced } from "../views/format";
import { methodStyles } from "../views/theme";
import type { MethodStyle } from "../views/types";

/** In names of methods: a laziness of ½. */
export const HALVED = "(I+W)/2";
/** In characters; labels may have a thousand. */
const LONGEST_NAME = 60;

/** What tells methods of a kind apart, by its symbol. */
const SYMBOLS = { localSteps: "τ", momentum: "β", consensusStep: "γ" };

/** "4 bits", "top k 0.1", "sign": how messages are compressed. */
function compressionOf({ kind, bits, ...others }: Tagged): string {
  if (bits !== undefined) return `${String(bits)} bits`;
  return [spaced(String(kind)), ...Object.values(others).map((value) => formatNumber(Number(value)))].join(" ");
}

/** Names, each once: the label, or else the kind's title with the variant, a laziness of its own, and what else it has. */
export function methodLabels(methods: readonly Tagged[], entries: readonly Entry[]): string[] {
  const seen = new Map<string, number>();
  return methods.map((method) => {
    const { kind, label, variant, laziness } = method as Partial<Record<string, string>> & { laziness?: number };
    const title = entries.find((entry) => entry.kind === kind)?.title ?? String(kind);
    const { compression } = method as { compression?: Tagged };
    const own = [
      variant && spaced(variant),
      laziness && (laziness === 0.5 ? HALVED : `θ = ${formatNumber(laziness)}`),
      compression && compressionOf(compression),
      ...Object.entries(SYMBOLS).map(
        ([name, symbol]) => name in method && `${symbol} = ${formatNumber(Number(method[name]))}`,
      ),
    ];
    const name = tidy(label ?? "") || [title, ...own.filter(Boolean)].join(", ");
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** A label in one line of sensible length, without characters that cannot be seen or that turn the text about them. */
function tidy(label: string): string {
  const line = label.replace(/[\s\p{C}]+/gu, " ").trim();
  return line.length > LONGEST_NAME ? `${line.slice(0, LONGEST_NAME)}…` : line;
}

/** The look of a method of no kind that is known. */
const NO_LOOK = { hue: 7, dash: [6, 6] };

/** The kind whose look a method has: of polynomials that are a method of its own, that one. */
function lookOf({ kind, a, bSquared, c }: Tagged, entries: readonly MethodEntry[]): string {
  const own =
    kind === "suda"
      ? entries.find(({ form }) => form && same([form.a, form.bSquared, form.c], [a, bSquared, c]))
      : undefined;
  return own?.kind ?? String(kind);
}

/** The looks of methods by their kinds; see `methodStyles`. */
export function stylesOf(
  methods: readonly { kind: string; label: string; usual?: boolean }[],
  entries: readonly MethodEntry[],
  kept?: readonly (MethodStyle | undefined)[],
): MethodStyle[] {
  const own = (kind: string) => entries.find((entry) => entry.kind === kind)?.look ?? NO_LOOK;
  return methodStyles(
    methods.map((method) => ({ ...method, look: own(method.kind) })),
    kept,
  );
}

/** The methods' looks from document to document: a method that stays keeps its look, wherever it moves. */
export class Looks {
  #methods: readonly Tagged[] = [];
  #styles: MethodStyle[] = [];

  of({ methods }: ExperimentDocument, entries: readonly MethodEntry[]): readonly MethodStyle[] {
    if (methods === this.#methods) return this.#styles;
    // Whatever the order of its fields.
    const text = (method: Tagged) => JSON.stringify(Object.entries(method).sort());
    const texts = this.#methods.map(text);
    const take = (old: number) => {
      delete texts[old];
      return this.#styles[old];
    };
    const kept = methods.map((method) => take(texts.indexOf(text(method))));
    // A changed method is still in its old place.
    const found = kept.map(
      (style, i) => style ?? (i in texts && this.#methods[i]?.["kind"] === methods[i]!["kind"] ? take(i) : undefined),
    );
    const labels = methodLabels(methods, entries);
    this.#styles = stylesOf(
      methods.map((method, i) => ({
        kind: lookOf(method, entries),
        label: labels[i]!,
        // Of two, the one shown elsewhere keeps its look.
        usual: method["laziness"] === 0.5,
      })),
      entries,
      found,
    );
    const short = shortened(labels);
    this.#styles = this.#styles.map((style, i) => ({ ...style, short: short[i]! }));
    this.#methods = methods;
    return this.#styles;
  }

  forget(): void {
    this.#methods = [];
    this.#styles = [];
  }
}

/** The names up to the first colon, or another mark, if they stay different: for places with little room. */
export function shortened(labels: readonly string[], mark = ": "): string[] {
  const short = labels.map((label) => label.split(mark)[0]!);
  return labels.map((label, i) => (short.filter((other) => other === short[i]).length === 1 ? short[i]! : label));
}

/** The methods, with (I + W)/2 in place of W for those at `places`, but for those that the list would then have twice. */
export function madeLazy(methods: readonly Tagged[], places: readonly number[]): Tagged[] {
  const unnamed = ({ label: _, ...rest }: Tagged): Tagged => rest;
  return methods.flatMap((method, i) => {
    if (!places.includes(i)) return [method];
    if (methods.some((other) => same(unnamed(other), { ...unnamed(method), laziness: 0.5 }))) return [];
    const { kind, label } = method as { kind: string; label?: string };
    const letters = label?.replace(/[^a-z]/gi, "").toLowerCase() ?? "";
    const isPlain = letters.startsWith(kind.toLowerCase()) && !label!.includes(HALVED);
    return [{ ...method, ...(isPlain ? { label: `${label!.replace(/, W$/, "")}, ${HALVED}` } : {}), laziness: 0.5 }];
  });
}

/** A change of the document that the module has tried. */
type Cure = ExperimentDescription["warnings"][number]["cures"][number];

/** Whether it is (I + W)/2 for a method. */
export const isHalved = (cure: Cure | undefined): boolean => cure?.name === "laziness" && cure.laziness === 0.5;

/** `methods[2].laziness` as its steps. */
export function stepsOf(path: string): (string | number)[] {
  return path.split(/[.[\]]+/).flatMap((step) => (step === "" ? [] : [/^\d+$/.test(step) ? Number(step) : step]));
}

/** The places of the methods that are given by their polynomials A, B² and C. */
export function givenByPolynomials({ methods }: ExperimentDocument): number[] {
  return methods.flatMap(({ kind }, place) => (kind === "suda" || kind === "uda" ? [place] : []));
}
