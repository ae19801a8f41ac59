/** The result of the run in words, the line under the figures, and what a change has done to it. */

import { bisectRight } from "d3-array";
import type { ExperimentDocument } from "../state/document";
import { hasSettled, isShare, settled } from "../state/metrics";
import type { MethodEntry, MetricName } from "../simulation/core";
import type { Recorded } from "../simulation/recording";
import type { Run } from "../simulation/run";
import { formatCount, formatNumber, formatShare, inWords, listed, plural, times } from "../views/format";

type Outcome = { recording: Recorded } & Pick<Run, "done"> & Partial<Pick<Run, "description" | "finished">>;

/** The latest value of each method, with its interval; NaN where there is none yet. */
export interface Latest {
  place: number;
  label: string;
  kind: string;
  /** With whom its agents communicate. */
  communication: MethodEntry["communication"];
  value: number;
  low: number;
  high: number;
  divergedAt: number | null;
  settled: boolean;
  /** Whether others can be compared with it: the centralised method, where it has come down to its floor. */
  yardstick: boolean;
}

export function latest(
  run: Pick<Outcome, "recording" | "description">,
  document: ExperimentDocument,
  labels: readonly string[],
  metric: MetricName,
  entries: readonly MethodEntry[],
  shown: number | null = null,
): Latest[] {
  const { iterations, divergedAt } = run.recording;
  const curves = document.methods.map((_, place) => run.recording.curve(place, metric));
  // While a run goes on, some methods may be ahead of others.
  const common = Math.min(...curves.map(({ mean }) => mean.length));
  const end = shown === null ? common : Math.min(common, Math.max(1, bisectRight(iterations, shown)));
  // Of shares the last, which the picture of the agents shows; and so of an iteration that is gone back to.
  const isLast = isShare(metric) || shown !== null;
  const told = (values: readonly number[]): number =>
    isLast ? (values[end - 1] ?? NaN) : settled(values.slice(0, end));
  return document.methods.map((method, place) => {
    const { mean, low, high } = curves[place]!;
    const [kind, value, diverged] = [String(method["kind"]), told(mean), divergedAt[place] ?? null];
    const communication = entries.find((entry) => entry.kind === kind)?.communication ?? "neighbors";
    const isSettled = shown === null && hasSettled(mean.slice(0, end), iterations, document);
    const isSound = diverged === null && !isUnstable(run, place) && value > 0 && value < mean[0]!;
    return {
      place,
      label: labels[place] ?? "",
      kind,
      communication,
      value,
      low: low.length > 0 ? told(low) : NaN,
      high: high.length > 0 ? told(high) : NaN,
      divergedAt: diverged !== null && diverged <= (shown ?? Infinity) ? diverged : null,
      settled: isSettled,
      yardstick: communication === "center" && isSettled && isSound,
    };
  });
}

function isUnstable({ description }: Pick<Outcome, "description">, place: number): boolean {
  return (description?.warnings ?? []).some(({ name, method }) => name === "unstable" && method === place);
}

/** The compared quantity: an error, or the cost itself. */
const MEASURES: Readonly<Partial<Record<MetricName, string>>> = {
  loss: "the loss",
  meanLoss: "the agents’ mean loss",
};
/** Errors within this factor of the yardstick count as equal. */
const [CLOSE, VERY_CLOSE] = [1.1, 1.05];

/** One or two sentences that compare the methods with the centralised one. `shown`: gone back to; `isPlain`: not what that itself is at. */
export function sentence(
  run: Outcome,
  rows: readonly Latest[],
  metric: { id: MetricName; label: string },
  shown: number | null = null,
  isPlain = false,
): string {
  if (rows.length === 0) return "All methods are hidden.";
  if (run.recording.iterations.length < 2 || run.done === 0) return "";
  const named = briefly(rows);
  const diverged = named.filter(({ divergedAt }) => divergedAt !== null);
  const words = [shown === 0 ? "At the start" : `After ${plural(shown ?? run.done, "iteration")}`];
  const sound = named.filter(({ divergedAt, value }) => divergedAt === null && Number.isFinite(value));
  if (sound.length === 0) words.push(".");
  else if (isShare(metric.id)) words.push(` ${shares(sound, metric.id)}.`);
  else words.push(comparison(run, sound, { isAll: diverged.length === 0, isNow: shown === null, isPlain }, metric));
  for (const row of diverged) words.push(` ${row.label} diverged at k = ${formatCount(row.divergedAt!)}.`);
  return words.join("");
}

/** The names up to the first comma, if they stay different; or else what follows it joined on. */
function briefly(rows: readonly Latest[]): readonly Latest[] {
  const brief = rows.map(({ label }) => label.split(", ")[0]!);
  return rows.map((row, i) => {
    const isOnly = brief.indexOf(brief[i]!) === brief.lastIndexOf(brief[i]!);
    return { ...row, label: isOnly ? brief[i]! : row.label.replace(/, (?=\(I\+W\)\/2|W$)/, " with ") };
  });
}

/** Those of whom the same is said, in their order. */
function alike(rows: readonly Latest[], said: (row: Latest) => string): { said: string; rows: Latest[] }[] {
  return [...new Set(rows.map(said))].map((one) => ({ said: one, rows: rows.filter((row) => said(row) === one) }));
}

/** Their names, or how many they are, where they are all that there are. */
function who(rows: readonly Latest[], isAll = false): string {
  if (!isAll || rows.length < 2) return listed(rows.map(({ label }) => label));
  return rows.length === 2 ? "both" : `all ${inWords(rows.length)}`;
}

/** "an agent has, on average, 50 % of all points right with DSGD and Alone, and 100 % with Exact-Diffusion" */
function shares(rows: readonly Latest[], metric: MetricName): string {
  const has = metric === "accuracy" || metric === "testAccuracy" ? "the mean model has" : "an agent has, on average,";
  const right = ` of all ${/test/i.test(metric) ? "unseen samples" : "points"} right`;
  const parts = alike(rows, ({ value }) => formatShare(value));
  return `${has} ${listed(parts.map(({ said, rows }, i) => `${said}${i === 0 ? right : ""} with ${who(rows)}`))}`;
}

/** Whether these are all methods, whether it is of the latest iteration, and whether it goes without the yardstick’s level. */
interface Manner {
  isAll: boolean;
  isNow: boolean;
  isPlain: boolean;
}

function comparison(run: Outcome, sound: readonly Latest[], manner: Manner, metric: { id: MetricName; label: string }) {
  const { isAll, isPlain } = manner;
  const yardstick = sound.find((row) => row.yardstick);
  const others = sound.filter((row) => row !== yardstick);
  if (!yardstick || others.length === 0) return plainly(run, sound, manner, metric);
  const measure = MEASURES[metric.id] ?? "the error";
  const how = " (mean of the last tenth)";
  const level = `${measure} of ${yardstick.label}${isPlain ? "" : ` (${formatNumber(yardstick.value, 2, false)})`}`;
  const [close, apart] = [true, false].map((wanted) =>
    others.filter(({ value }) => isClose(value / yardstick.value) === wanted),
  ) as [Latest[], Latest[]];
  if (apart.length === 0) {
    const most = others.every(({ value }) => isClose(value / yardstick.value, VERY_CLOSE)) ? 5 : 10;
    return `${how}: ${who(others, isAll)} ${areOf(others)} within ${most}\u202f% of ${level}.`;
  }
  const ratios = alike(apart, ({ value }) => times(value / yardstick.value)).map(({ said, rows }, i) =>
    i === 0 ? `${who(rows)} ${rows.length > 1 ? "have" : "has"} ${said} ${level}` : `${who(rows)} ${said}`,
  );
  const rest = close.length === 0 ? "" : `; ${who(close)} ${close.length > 1 ? "match" : "matches"} it`;
  return `${how}: ${ratios.join(", ")}${rest}.`;
}

/** The numbers themselves, where there is nothing to compare them with. */
function plainly(
  run: Outcome,
  rows: readonly Latest[],
  { isAll, isNow }: Manner,
  metric: { id: MetricName; label: string },
): string {
  // Centralised, all have the same iterate.
  const isGiven = ({ communication }: Latest) =>
    metric.id === "consensus" && communication === "center" && rows.length > 1;
  const told = rows.filter((row) => !isGiven(row));
  const values = alike(told, ({ value }) => formatNumber(value, 2, false)).map(
    ({ said, rows }) => `${said} for ${who(rows, isAll && rows.length === told.length)}`,
  );
  const centre = told.find(({ communication }) => communication === "center");
  const isMoving = isNow && centre !== undefined && !centre.settled && told.length > 1;
  const when = run.finished ? ` within these ${plural(run.done, "iteration")}` : " yet";
  return `, ${metric.label.replace(/^error/, "the error")} is ${listed(values)}.${isMoving ? ` ${centre.label} has not settled${when}.` : ""}`;
}

const areOf = (rows: readonly Latest[]): string => (rows.length > 1 ? "are" : "is");

const isClose = (ratio: number, close = CLOSE): boolean => ratio < close && ratio > 1 / close;

/** Smaller changes are not worth a word: as a factor, and of shares as a difference. */
const NOTABLE = { factor: 1.1, share: 0.01 };
/** The yardstick’s own floor is worth a word beyond this factor: less may be noise. */
const FLOOR = 1.25;
/** Beyond this factor it is another yardstick, and the numbers themselves are compared. */
const FAR = 10;
/** More changes than these are told as one. */
const FEW = 2;

type Pair = readonly [old: Latest, row: Latest];

/** “Before and now: DSGD 46 × → 16 ×.”, or first what the yardstick has come to; empty where nothing has changed much. */
export function difference(before: readonly Latest[], now: readonly Latest[], share: boolean): string {
  const pairs = now.flatMap((row): Pair[] => {
    const old = formerly(row, before, now);
    return old ? [[old, row]] : [];
  });
  const plainly = (words: string) => words && `Before and now: ${words}.`;
  if (share) return plainly(clause(changes(pairs, [1, 1], formatShare, NOTABLE.share)));
  const [then, since] = [before, now].map((rows) => rows.find(({ yardstick }) => yardstick));
  const absolute = () => plainly(clause(changes(pairs, [1, 1], (value) => formatNumber(value, 2, false))));
  if (!then || !since) return absolute();
  const others = pairs.filter(([, { communication }]) => communication !== "center");
  const words = clause(changes(others, [then.value, since.value], times));
  const moved = Math.abs(Math.log(since.value / then.value));
  if (moved <= Math.log(FLOOR)) return plainly(words);
  if (words !== "" && moved > Math.log(FAR)) return absolute();
  const [from, to] = [then, since].map(({ value }) => formatNumber(value, 2, false));
  const level = `${since.label}’s floor ${since.value < then.value ? "fell" : "rose"} from ${from} to ${to}`;
  if (words !== "") return `${level}; as multiples of it, ${words}.`;
  return `${level}${now.length > 1 ? ", and the others’ with it" : ""}.`;
}

/** The one of its kind that had its place, and has lost its name; or else the method of the same name. */
function formerly(row: Latest, before: readonly Latest[], now: readonly Latest[]): Latest | undefined {
  const alike = before.filter(({ kind }) => kind === row.kind);
  const isRenamed = ({ place, label }: Latest) =>
    before.length === now.length && place === row.place && !now.some((other) => other.label === label);
  return alike.find(isRenamed) ?? alike.find(({ label }) => label === row.label);
}

interface Change {
  label: string;
  words: string;
  /** How much it is, with its sign: of shares the difference, of errors the logarithm of the factor. */
  by: number;
  /** Whether the value itself is greater now. */
  rises: boolean;
  /** Whether one of the two has diverged: the first, or the second. */
  diverged: "before" | "now" | null;
}

/** What is worth a word, in units of what is compared with, before and now; `least`: of shares, the least difference. */
function changes(
  pairs: readonly Pair[],
  [then, since]: readonly [number, number],
  format: (value: number) => string,
  least: number | null = null,
): Change[] {
  return pairs.flatMap(([old, row]): Change[] => {
    const [was, is] = [old.value / then, row.value / since];
    const [from, to] = [
      old.divergedAt === null ? format(was) : "diverged",
      row.divergedAt === null ? format(is) : "diverged",
    ];
    const diverged = row.divergedAt !== null ? "now" : old.divergedAt !== null ? "before" : null;
    const by = least === null ? Math.log(is / was) : is - was;
    const isNotable = diverged !== null || Math.abs(by) >= (least ?? Math.log(NOTABLE.factor));
    if (from === to || !isNotable) return [];
    return [{ label: old.label, words: `${old.label} ${from} → ${to}`, by, rises: row.value > old.value, diverged }];
  });
}

/** Who diverges now, or no longer; then all of a few changes, or of many the greatest, and whether the others go its way. */
function clause(changes: readonly Change[]): string {
  const turned = (["before", "now"] as const).flatMap((when): string[] => {
    const those = changes.filter(({ diverged }) => diverged === when);
    if (those.length < 2) return those.map(({ words }) => words);
    return [`${listed(those.map(({ label }) => label))} ${when === "now" ? "now diverge" : "no longer diverge"}`];
  });
  const finite = changes.filter(({ diverged }) => diverged === null).sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const [most, ...others] = finite;
  if (!most || finite.length <= FEW)
    return [...turned, ...changes.filter((change) => finite.includes(change)).map(({ words }) => words)].join(", ");
  // As multiples of a yardstick that has moved, an error may fall that itself has risen.
  const isAlike = finite.every(({ by, rises }) => by > 0 === most.by > 0 && rises === most.by > 0);
  const go = isAlike ? (most.rises ? "rose too" : "fell too") : "changed";
  return [...turned, `${most.words}; ${formatCount(others.length)} others ${go}, by less`].join(", ");
}
