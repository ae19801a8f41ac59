/** A reader's changes, in words: "α 0.5 → 2, network Ring → Grid". */

import { symbolOf } from "./labels";
import { COMPOSED, without, same, type ExperimentDocument, type Tagged } from "../state/document";
import { methodLabels, shortened } from "../state/methods";
import type { Catalog, Entry } from "../simulation/core";
import { formatCount, formatSetting, spaced } from "../views/format";
import { gained } from "./network-edits";

/** More are only counted. */
const MOST = 4;

export function changesIn(before: ExperimentDocument, now: ExperimentDocument, catalog: Catalog): string {
  const found = [
    ...(now.network.topology.kind === "explicit" && before.network.topology.kind !== "explicit"
      ? ["the network’s links"]
      : kinds("network", before.network.topology, now.network.topology, catalog.topologies, "kind")),
    ...fields(
      without(before.network, ["topology", "weights"]),
      without(now.network, ["topology", "weights"]),
      "network",
    ),
    ...kinds("weights", before.network.weights, now.network.weights, catalog.weights, "rule"),
    ...(isListed(now) && !isListed(before) && before.problem.kind === now.problem.kind
      ? [
          `the agents’ data, now listed${"heterogeneity" in before.problem ? ": heterogeneity can no longer be set" : ""}`,
        ]
      : kinds("problem", before.problem, now.problem, catalog.problems, "kind")),
    ...kinds("noise", before.gradient, now.gradient, catalog.gradients, "noise"),
    ...kinds("step size", before.stepSize, now.stepSize, catalog.stepSizes, "kind"),
    ...kinds("start", before.start, now.start, catalog.starts, "kind"),
    ...methods(before.methods, now.methods, catalog),
    ...fields(without(before, COMPOSED), without(now, COMPOSED), ""),
  ];
  // That is no change of the experiment, unless it is the only one.
  if (found.length === 0) return "what is recorded";
  const more = found.length - MOST;
  return [...found.slice(0, more === 1 ? MOST + 1 : MOST), ...(more > 1 ? [`and ${formatCount(more)} more`] : [])].join(
    ", ",
  );
}

/** A list has none of the settings that data were drawn by. */
function isListed({ problem }: ExperimentDocument): boolean {
  const { data } = problem as Tagged;
  return isPart(data) && data["kind"] === "explicit";
}

/** Another kind by its name; within a kind, the values that differ. */
function kinds(part: string, before: unknown, now: unknown, entries: readonly Entry[], tag: string): string[] {
  const [a, b] = [(before ?? {}) as Tagged, (now ?? {}) as Tagged];
  const name = (of: Tagged) => entries.find(({ kind }) => kind === of[tag])?.title ?? "none";
  if (a[tag] !== b[tag]) return [`${part} ${name(a)} → ${name(b)}`];
  return fields(a, b, part);
}

function fields(before: Tagged, now: Tagged, part: string): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].flatMap((name) => {
    const [a, b] = [before[name], now[name]];
    if (same(a, b)) return [];
    if (name === "text" && part === "data") return ["another file"];
    if (name === "edges" && Array.isArray(a) && Array.isArray(b)) return [links(a, b)];
    if (isPart(a) && isPart(b))
      return a["kind"] === b["kind"] ? fields(a, b, name) : [`${name} ${spelled(a)} → ${spelled(b)}`];
    return [`${symbolOf(name, part)} ${a === undefined ? spelled(b) : `${spelled(a)} → ${spelled(b)}`}`];
  });
}

function isPart(value: unknown): value is Tagged {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function links(before: readonly unknown[], now: readonly unknown[]): string {
  const [old, next] = [new Set(before.map(String)), new Set(now.map(String))];
  return `links +${gained(old, next)} −${gained(next, old)}`;
}

function methods(before: readonly Tagged[], now: readonly Tagged[], catalog: Catalog): string[] {
  const [old, next] = [before, now].map((list) => shortened(methodLabels(list, catalog.methods)));
  // In the place of one of its kind, it is that one with another name.
  const renamed = next!.flatMap((name, place) =>
    !old!.includes(name) &&
    old![place] &&
    !next!.includes(old![place]) &&
    before[place]!["kind"] === now[place]!["kind"]
      ? [place]
      : [],
  );
  const gone = (list: string[], other: string[], sign: string) =>
    list.flatMap((name, place) => (other.includes(name) || renamed.includes(place) ? [] : [`${sign} ${name}`]));
  const added = [...renamed.map((place) => `${old![place]} → ${next![place]}`), ...gone(next!, old!, "+")];
  const removed = gone(old!, next!, "−");
  const changed = next!.flatMap((name, place) => {
    const was = old!.indexOf(name);
    return was < 0 ? [] : fields(before[was]!, now[place]!, "method").map((change) => `${name}: ${change}`);
  });
  const kept = (list: string[], other: string[]) => list.filter((name) => other.includes(name)).join();
  const moved = kept(old!, next!) === kept(next!, old!) ? [] : ["the order of the methods"];
  return [...added, ...removed, ...changed, ...moved];
}

function spelled(value: unknown): string {
  if (typeof value === "number") return formatSetting(value);
  if (value === undefined || value === null) return "the usual";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value)) {
    const text = value.map(spelled).join(", ");
    return text.length > 24 ? `${formatCount(value.length)} values` : text;
  }
  if (isPart(value)) return spaced(String(value["kind"] ?? Object.entries(value)[0]?.map(spelled).join(" ") ?? "none"));
  return spaced(String(value).slice(0, 24));
}
