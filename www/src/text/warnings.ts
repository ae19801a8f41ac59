/** The module's warnings, in the page's words, with their cures. */

import type { ExperimentDocument, Path } from "../state/document";
import { isHalved, madeLazy, stepsOf } from "../state/methods";
import type { ExperimentDescription } from "../simulation/core";
import { formatNumber, formatSetting, inWords, listed } from "../views/format";
import { typeset } from "../views/typeset";

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

/** The warnings, worst first; one of several methods is said once, and a cure that several share is offered once. */
export function warningLines(
  document: ExperimentDocument,
  description: Pick<ExperimentDescription, "warnings" | "methods" | "stability"> | null,
  labels: readonly string[],
): Line[] {
  if (!description) return [];
  const { warnings } = description;
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
  const lines = order.map((warning): Said => {
    const place = placeOf(warning);
    const actions = warning.cures.flatMap((cure): Action[] => {
      // One press cures all methods that it cures.
      if (isHalved(cure)) {
        const cured = lazy.includes(place!) ? lazy : [place!];
        return [{ label: "Use (I + W)/2", path: ["methods"], value: madeLazy(document.methods, cured) }];
      }
      if (isStep(cure) && !isHarmless(step ?? (cure.value as number), document, description)) return [];
      if (step !== null && isStep(cure))
        return [{ label: `Take α = ${formatNumber(step)}`, path: stepsOf(cure.path), value: step }];
      return cure.value === null
        ? []
        : [{ label: capitalized(numbered(cure.text)), path: stepsOf(cure.path), value: cure.value }];
    });
    const urgent = warning.severity === "error";
    return { ...said(document, warning, description.methods, labels), urgent, actions: actions.filter(isNew) };
  });
  return together(lines, labels.length).map(({ name, rest, ...line }) => ({
    ...line,
    text: `${capitalized(name + rest)}.`,
  }));
}

/** What is said of a method, after its name; of none, all of it. */
interface Said extends Omit<Line, "text"> {
  name: string;
  rest: string;
}

function said(
  { methods, stepSize }: ExperimentDocument,
  warning: Warning,
  names: readonly string[],
  labels: readonly string[],
): Pick<Said, "name" | "rest"> {
  const place = placeOf(warning);
  if (place === null) return { name: "", rest: typeset(numbered(warning.text)) };
  // The step as it is set, which the module rounds.
  const step = (methods[place]!["stepSize"] ?? stepSize) as { value?: unknown };
  const text = warning.text.replace(/(?<=step size )\d[\d.e-]*/, (rounded) =>
    typeof step.value === "number" ? formatSetting(step.value) : rounded,
  );
  const [name, label] = [["the method", names[place]!].find((name) => text.startsWith(`${name} `)), labels[place]!];
  return name === undefined
    ? { name: "", rest: typeset(numbered(text.replace(names[place]!, () => label))) }
    : { name: label, rest: typeset(numbered(text.slice(name.length))) };
}

/** Powers of ten as the page writes them. */
function numbered(text: string): string {
  return text.replaceAll(/\b\d[\d.]*e-?\d+/g, (number) => formatNumber(Number(number)));
}

/** How a method fails, how several do, and how all do. */
const FAILURES: readonly { one: string; many: string; all: (count: number) => string }[] = [
  { one: " cannot settle", many: " cannot settle", all: (count) => `${none(count)} can settle` },
  { one: " may not settle", many: " may not settle", all: (count) => `${none(count)} is sure to settle` },
  {
    one: " diverges",
    many: " diverge",
    all: (count) => (count === 2 ? "both diverge" : `all ${inWords(count)} diverge`),
  },
];
const none = (count: number): string => (count === 2 ? "neither method" : `none of the ${inWords(count)}`);
/** The step size below which a method works, which is another for each. */
const LIMIT = /(?<= below )[^\s,]+/;

/** The lines with those as one that say the same of several methods. */
function together(lines: readonly Said[], count: number): Said[] {
  const groups = new Map<string, Said[]>();
  for (const line of lines) {
    const fails = line.name !== "" && FAILURES.some(({ one }) => line.rest.startsWith(`${one} `));
    const key = fails ? line.rest.replace(LIMIT, "") : `${line.name}${line.rest}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((group) => (group.length === 1 ? group[0]! : merged(group, count)));
}

function merged(group: readonly Said[], count: number): Said {
  const [first] = group as [Said];
  const { one, many, all } = FAILURES.find(({ one }) => first.rest.startsWith(`${one} `))!;
  const limitOf = ({ rest }: Said) => LIMIT.exec(rest)?.[0] ?? "";
  const others = [...new Set(group.map(limitOf))].slice(1).map((limit) => {
    const names = group.filter((line) => limitOf(line) === limit).map(({ name }) => name);
    return `${limit} for ${listed(names)}`;
  });
  const rest = first.rest
    .slice(one.length)
    .replace(LIMIT, (limit) => (others.length > 0 ? `${limit} (${others.join("; ")})` : limit))
    .replace(/(?<=: (there )?)it (needs|is)\b/, (_, __, verb: string) => (verb === "is" ? "they are" : "they need"));
  const name = group.length === count ? all(count) : `${listed(group.map(({ name }) => name))}${many}`;
  return { ...first, name, rest, actions: group.flatMap(({ actions }) => actions) };
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
