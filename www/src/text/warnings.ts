/** The module's warnings, in the page's words, with their cures. */

import type { ExperimentDocument, Path } from "../state/document";
import { isHalved, madeLazy, stepsOf } from "../state/methods";
import type { ExperimentDescription } from "../simulation/core";
import { capitalized, formatCount, formatNumber, formatSetting, inWords, listed, typeset } from "../views/format";

type Warning = ExperimentDescription["warnings"][number];
type Grounds = Pick<Extract<Warning, { name: "marginal" }>, "source" | "exact">;

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
    const { method, cures, severity } = warning;
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
    const label = method === null ? "" : labels[method]!;
    const line = { urgent: severity === "error", actions: actions.filter(isNew) };
    const failure = failureOf(warning);
    return failure ? { ...line, label, failure } : { ...line, text: sentence(warning, label), failure };
  });
  return together(lines, labels.length);
}

/** A line about one method that fails, in words that several may share, or a sentence about anything. */
type Said = Omit<Line, "text"> & ({ label: string; failure: Failure } | { text: string; failure: null });

/** A verb of one method, of several, and of all. */
interface Verb {
  one: string;
  many: string;
  all: (count: number) => string;
}

const none = (count: number): string => (count === 2 ? "neither method" : `none of the ${inWords(count)}`);
const CANNOT: Verb = { one: "cannot settle", many: "cannot settle", all: (count) => `${none(count)} can settle` };
const MAY_NOT: Verb = {
  ...CANNOT,
  one: "may not settle",
  many: "may not settle",
  all: (n) => `${none(n)} is sure to settle`,
};
const DIVERGES: Verb = {
  one: "diverges",
  many: "diverge",
  all: (count) => (count === 2 ? "both diverge" : `all ${inWords(count)} diverge`),
};

const TOO_FAR: Verb = {
  one: "takes steps far too large",
  many: "take steps far too large",
  all: (count) => `${count === 2 ? "both" : `all ${inWords(count)}`} take steps far too large`,
};

const ONE = { it: "it", is: "is", needs: "needs" };
const SEVERAL = { it: "they", is: "are", needs: "need" };

/** How a method fails. */
interface Failure {
  verb: Verb;
  why: (words: typeof ONE, limit: string) => string;
  /** The step size below which the method works, which may be another for each. */
  limit: string;
}

/** How a method fails; null where each has its own estimate. */
function failureOf(warning: Warning): Failure | null {
  if (warning.name === "rising") {
    const [start, end] = [formatNumber(warning.start), formatNumber(warning.end)];
    const why = () =>
      `for these costs: with the step size ${formatSetting(warning.stepSize)}, even gradient descent with all data in one place brings f from ${start} to ${end} in ${formatCount(warning.iterations)} iterations`;
    return { verb: TOO_FAR, why, limit: "" };
  }
  if (warning.name !== "unstable") return null;
  const diverges = (why: Failure["why"]): Failure => ({ verb: DIVERGES, why, limit: "" });
  switch (warning.cause) {
    case "matrix": {
      const eigenvalue = formatNumber(warning.eigenvalue, 6);
      return diverges(
        () =>
          `on this network: W has the eigenvalue ${eigenvalue}, whose magnitude is not below 1, so it does not average`,
      );
    }
    case "largeStep":
      return { ...tooLarge(warning), limit: formatNumber(warning.limit) };
    case "smallStep": {
      const [low, high] = warning.range.map((end) => formatNumber(end));
      const step = formatSetting(warning.stepSize);
      return diverges(
        ({ it, is }) =>
          `on this network at the step size ${step}: ${it} ${is} stable between ${low} and ${high} only${estimate(warning)}`,
      );
    }
    case "everyStep": {
      const factor = formatNumber(warning.factor, 4);
      return diverges(
        () => `on this network at every step size: ${factor} times as far in each iteration${estimate(warning)}`,
      );
    }
    case "thisStep": {
      const [step, factor] = [formatSetting(warning.stepSize), formatNumber(warning.factor, 4)];
      const near = warning.source === "minimiser";
      const where = near ? "at the minimiser on this network" : "on this network";
      return {
        verb: near ? CANNOT : DIVERGES,
        why: () => `${where} at the step size ${step}: ${factor} times as far in each iteration${estimate(warning)}`,
        limit: "",
      };
    }
    case "changes":
    case "compression":
      return null;
  }
}

/** What a step that is too large does, by what is known of the costs’ curvature. */
function tooLarge(warning: Extract<Warning, { cause: "largeStep" }>): Omit<Failure, "limit"> {
  const [step, curvature] = [formatSetting(warning.stepSize), formatNumber(warning.curvature)];
  const costs = `as the costs have the curvature ${curvature}`;
  switch (warning.source) {
    case "minimiser":
      return {
        verb: CANNOT,
        why: ({ it, needs }, limit) =>
          `at the minimiser with the step size ${step}: there ${it} ${needs} one below ${limit}, ${costs}`,
      };
    case "smoothness":
      return {
        verb: MAY_NOT,
        why: ({ it, is }, limit) =>
          `with the step size ${step}: ${it} ${is} sure to below ${limit}, as L = ${curvature} bounds the curvature of the costs`,
      };
    case "hessian":
      return {
        verb: DIVERGES,
        why: ({ it, needs }, limit) =>
          `at the step size ${step}: ${it} ${needs} one below ${limit}, ${costs}${estimate(warning)}`,
      };
  }
}

const SOURCES = { hessian: "estimated", minimiser: "near the minimiser", smoothness: "estimated from L" };
const estimate = ({ exact, source }: Grounds): string => (exact ? "" : ` (${SOURCES[source]})`);

/** A warning in one sentence without a full stop, where it calls a method by its name; others are the module's. */
function sentence(warning: Warning, label: string): string {
  switch (warning.name) {
    case "marginal": {
      const { eigenvalue, curvature } = warning;
      const at =
        eigenvalue === null || curvature === null
          ? ""
          : `, at the eigenvalue ${formatNumber(eigenvalue, 6)} of W and the curvature ${formatNumber(curvature)}`;
      return `${label} neither converges nor diverges: a part of its deviation stays${at}${estimate(warning)}`;
    }
    case "slow":
      return `${label} converges very slowly at the step size ${formatSetting(warning.stepSize)}: it takes about ${formatNumber(warning.iterations, 1)} iterations to come ten times as close${estimate(warning)}`;
    case "smallSteps":
      return `${label} is stable at this step size by the costs’ curvature only: below ${formatNumber(warning.limit)} it diverges on this network${estimate(warning)}`;
    case "unstable": {
      if (warning.cause === "compression") {
        const what = warning.source === "hessian" ? "diverges" : "does not settle at the minimiser";
        return `${label} ${what} in a short trial run with these compressed messages: about ${formatNumber(warning.factor, 4)} times as far in each of ${formatCount(warning.iterations)} iterations`;
      }
      if (warning.cause !== "changes") break;
      const what =
        warning.source === "hessian"
          ? "diverges as this network changes: its distance from the solution"
          : "does not converge as this network changes: near the minimiser its distance from it";
      return `${label} ${what} grows about ${formatNumber(warning.factor, 4)}-fold an iteration, estimated over ${formatCount(warning.iterations)} iterations`;
    }
  }
  return typeset(warning.text);
}

/** The lines with those as one that say the same of several methods. */
function together(lines: readonly Said[], count: number): Line[] {
  const groups = new Map<string, Said[]>();
  for (const line of lines) {
    const key = line.failure ? `${line.failure.verb.one} ${line.failure.why(ONE, "")}` : line.text;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((group) => {
    const [{ urgent }] = group as [Said];
    return { urgent, text: `${capitalized(wordsOf(group, count))}.`, actions: group.flatMap(({ actions }) => actions) };
  });
}

function wordsOf(group: readonly Said[], count: number): string {
  const [first] = group as [Said];
  if (!first.failure) return first.text;
  const failing = group.flatMap((line) => (line.failure ? [{ label: line.label, limit: line.failure.limit }] : []));
  const { verb, why, limit } = first.failure;
  if (failing.length === 1) return `${first.label} ${verb.one} ${why(ONE, limit)}`;
  const others = [...new Set(failing.map(({ limit }) => limit))].slice(1).map((limit) => {
    const names = failing.flatMap((line) => (line.limit === limit ? [line.label] : []));
    return `${limit} for ${listed(names)}`;
  });
  const below = others.length > 0 ? `${limit} (${others.join("; ")})` : limit;
  const who = failing.length === count ? verb.all(count) : `${listed(failing.map(({ label }) => label))} ${verb.many}`;
  return `${who} ${why(SEVERAL, below)}`;
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
