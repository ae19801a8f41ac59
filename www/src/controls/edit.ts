/** Changes of the document: what goes with them, what the core takes into the store, and what it refuses. */

import { signal } from "@preact/signals";
import { checkDocument, type Catalog, type Entry, type MethodEntry, type Parameter } from "../simulation/core";
import { light, pathText, replaced, valueAt, type ExperimentDocument, type Path, type Tagged } from "../state/document";
import type { Store } from "../state/store";
import { hideBanner, showBanner } from "./dom";
import type { Edit } from "./page";
import { STILL } from "../state/parameters";
import { bounded, clamp } from "./scale";

export function createEditing(store: Store, catalog: Catalog) {
  /** What the core has not taken, until something else is tried. */
  const refused = signal<{ path: string; rule: string } | null>(null);

  function accept(): void {
    refused.value = null;
    hideBanner("refused");
  }

  /** Says why something is refused: at its field, where that is in sight, or else above the page. */
  function refuse({ message, path = "" }: { message: string; path?: string }): void {
    refused.value = { path, rule: path ? message.slice(`${path}: `.length) : message };
    const fields = [...document.querySelectorAll(`[data-path="${CSS.escape(path)}"]`)];
    if (fields.some((field) => field.closest("#bar"))) return;
    for (let at = fields[0]?.closest("details"); at; at = at.parentElement!.closest("details")) at.open = true;
    const { top, bottom } = fields[0]?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    if (!(bottom > 0 && top < innerHeight)) showBanner("refused", `This cannot be run: ${message}`);
  }

  const edit: Edit = (path, value, gesture = "") => {
    try {
      // Numbers and coefficients may come from one gesture; a link cut or a method added is a step of its own.
      const isGesture = typeof value !== "object" || (Array.isArray(value) && value.every(Number.isFinite));
      store.edit(checked(adapted(store.document, path, value, catalog)), isGesture ? pathText(path) : gesture);
      accept();
      return true;
    } catch (error) {
      refuse(error as Error);
      return false;
    }
  };

  return { edit, refused, refuse, accept };
}

/** The document, if the core takes it. Throws an Error that names the path and the rule. */
export function checked(document: unknown): ExperimentDocument {
  // The core would also read text.
  if (typeof document !== "object") throw new Error("must be an object");
  const given = document as ExperimentDocument;
  checkDocument(given && light(given));
  return given;
}

type Network = ExperimentDocument["network"];
type Still = Omit<Network, "changes">;
type Changes = NonNullable<Network["changes"]>;

const TOPOLOGY = ["network", "topology"];
const CHANGES = ["network", "changes"];
/** What a method has with compressed messages only. */
const STEP = "consensusStep";
/** What data are drawn by, where they are drawn: given data have none of it. */
const DRAWN = new Set(["dimension", "samplesPerAgent", "heterogeneity", "conditionNumber", "commonHessian"]);

/** The document with `value` at `path`, and with other parts as they must be beside it. */
function adapted(document: ExperimentDocument, path: Path, value: unknown, catalog: Catalog) {
  const next = replaced(document, path, value);
  const within = (part: Path) => part.every((step, i) => path[i] === step);
  if (within(TOPOLOGY)) return fitted(document, next, catalog);
  if (value === undefined && path.at(-1) === "compression")
    return replaced(next, [...path.slice(0, -1), STEP], undefined);
  if (value === undefined && pathText(path) === "clock.compute") return replaced(next, ["clock"], undefined);
  if (pathText(path) === "network.changes") return withChanges(document, value as Tagged | undefined, catalog);
  return path.length === 1 && path[0] === "problem" ? withProblem(document, next) : next;
}

/** What a new kind at `path` starts with in place of a parameter that has no usual value; undefined if there is nothing. */
export function suggested(document: ExperimentDocument, path: Path, name: string, catalog: Catalog): unknown {
  switch (`${pathText(path)}.${name}`) {
    case "problem.data":
      return { kind: "circles", samplesPerAgent: 30, noise: 0.08, split: { kind: "byLabel" } };
    case "problem.hidden":
      return [8];
    case "network.changes.networks":
      return [another(document, catalog)];
    case "start.value":
      return Array.from({ length: (document.problem as { dimension?: number }).dimension ?? 1 }, () => 1);
    default:
      return undefined;
  }
}

/** Whether a parameter at `path` has any effect: not classes that the data tell, drawn data where they are given, γ without compression. */
export function matters(document: ExperimentDocument, path: Path, name: string): boolean {
  const { problem } = document;
  const part = pathText(path);
  if (name === STEP) return "compression" in (valueAt(document, path) as object);
  if (part === "problem.data" && name === "test") return name in ((problem as { data?: object }).data ?? {});
  if (part === "problem.data" && name === "constant") return problem.kind !== "neuralNetwork";
  if (part !== "problem") return true;
  return name === "classes" ? name in problem : !(DRAWN.has(name) && "data" in problem);
}

/** Whether a kind can be chosen at `path`: the text of a file comes from an import, and least squares needs targets. */
export function isOffered(document: ExperimentDocument, path: Path, { kind, parameters }: Entry): boolean {
  if (pathText(path) !== "problem.data") return true;
  if (kind === "digits" && !(Number((document.problem as Tagged)["classes"]) >= 10)) return false;
  return takesShapes(document) && !parameters.some(({ name }) => name === "text");
}

/** Whether the points may be drawn from a shape: these have labels. */
export const takesShapes = ({ problem }: ExperimentDocument): boolean => problem.kind !== "leastSquares";

/** Whether the data are shared out among the agents: explicit data say themselves whose each sample is. */
export function isSplit({ problem }: ExperimentDocument): boolean {
  return "data" in problem && (problem.data as Tagged)["kind"] !== "explicit";
}

/** To or from a neural network more is another: at 0 all gradients of its weights vanish, and its f* is not known. */
function withProblem(document: ExperimentDocument, next: ExperimentDocument): ExperimentDocument {
  const learns = next.problem.kind === "neuralNetwork";
  if (learns === (document.problem.kind === "neuralNetwork")) return next;
  const start = learns ? { kind: "commonRandom" } : undefined;
  return replaced(replaced(next, ["metrics"], undefined), ["start"], start);
}

/** Another way of changing; pairs across the dimensions of a hypercube want one. */
function withChanges(document: ExperimentDocument, next: Tagged | undefined, catalog: Catalog): ExperimentDocument {
  if (next === undefined || next["kind"] === STILL.kind) return replaced(document, CHANGES, undefined);
  const { topology } = document.network;
  const cube = catalog.topologies.find(({ kind }) => kind === "hypercube")!;
  const wants = next["kind"] === "onePeer" && topology.kind !== cube.kind;
  const graph = wants ? changedKind(topology as unknown as Tagged, cube) : topology;
  return replaced(wants ? adapted(document, TOPOLOGY, graph, catalog) : document, CHANGES, next);
}

/** `next`, with another graph: a way of changing that cannot go with it is given up, and so is a matrix that was given. */
function fitted({ network }: ExperimentDocument, next: ExperimentDocument, catalog: Catalog): ExperimentDocument {
  const { changes, weights } = network;
  const kept = changes && fittedTo(next.network.topology as unknown as Tagged, changes, catalog);
  const done = replaced(next, CHANGES, kept);
  return weights.rule === "explicit" ? replaced(done, ["network", "weights"], { rule: "metropolis" }) : done;
}

/** `changes` with `topology`; the others of a cycle get as many agents. Undefined where that cannot be. */
function fittedTo(topology: Tagged, changes: Changes, catalog: Catalog): Changes | undefined {
  if (changes.kind === "onePeer") return topology["kind"] === "hypercube" ? changes : undefined;
  if (changes.kind !== "cycle") return changes;
  const { agents } = sizes(topology);
  const networks = changes.networks.map((network) => resized(network, agents, catalog));
  const fitting = networks.filter((network) => network !== null);
  return fitting.length === networks.length ? { ...changes, networks: fitting } : undefined;
}

/** `network` with so many agents, where its family has networks of that size. */
function resized(network: Still, agents: unknown, { topologies }: Catalog): Still | null {
  const old = network.topology as unknown as Tagged;
  if (sizes(old)["agents"] === agents) return network;
  const entry = topologies.find(({ kind }) => kind === old["kind"])!;
  if (entry.kind === "explicit") return null;
  const { rows: _, columns: __, dimension: ___, ...rest } = old;
  const topology = changedKind({ ...rest, kind: "", agents }, entry);
  const weights = network.weights.rule === "explicit" ? ({ rule: "metropolis" } as const) : network.weights;
  return sizes(topology)["agents"] === agents
    ? { ...network, topology: topology as unknown as Network["topology"], weights }
    : null;
}

/** Another network of as many agents: a star, or the ring where the network is a star. */
export function another({ network }: ExperimentDocument, { topologies }: Catalog): Still {
  const kind = network.topology.kind === "star" ? "ring" : "star";
  const entry = topologies.find((topology) => topology.kind === kind)!;
  const topology = changedKind(network.topology as unknown as Tagged, entry) as unknown as Network["topology"];
  return { topology, weights: { rule: "metropolis" } };
}

/** Structures that mean the same in every kind that has them. */
const KEPT = new Set(["split", "compression"]);

/** `entry` with the parameters that `from` shares with it, and the usual values of the others that it must have. */
export function changedKind(
  from: Tagged,
  entry: Entry,
  tag = "kind",
  suggest: (name: string) => unknown = () => undefined,
): Tagged {
  const known: Tagged = { ...from, ...sizes(from) };
  const next: Record<string, unknown> = { [tag]: entry.kind };
  for (const parameter of entry.parameters) {
    const { name, domain, required } = parameter;
    const old = Object.hasOwn(known, name) ? known[name] : undefined;
    if (typeof old === "number" && (domain.type === "integer" || domain.type === "number"))
      next[name] = clamp(bounded(parameter, next), old);
    else if (KEPT.has(name) && old !== undefined) next[name] = old;
    else if (required) next[name] = suggest(name) ?? usual(bounded(parameter, next));
  }
  return next;
}

/** A method of that kind as it is added: on (I + W)/2 where that is usual, as the lessons' are. */
export function newMethod(entry: MethodEntry): Tagged {
  const method = changedKind({}, entry);
  return entry.halved ? { ...method, laziness: 0.5 } : method;
}

/** The number of agents said in every way that a family may want it: n, rows × columns, or a power of two. */
function sizes(topology: Tagged): Tagged {
  const given = topology as { agents?: number; rows?: number; columns?: number; dimension?: number };
  let n = given.agents ?? 0;
  if (given.rows !== undefined && given.columns !== undefined) n = given.rows * given.columns;
  if (topology["kind"] === "hypercube" && given.dimension !== undefined) n = 2 ** given.dimension;
  if (!(n >= 1)) return {};
  const root = Math.floor(Math.sqrt(n));
  // The most nearly square lattice of exactly n agents, unless that is a mere strip.
  const divisors = Array.from({ length: root }, (_, i) => root - i).filter(
    (side) => n % side === 0 && side >= root / 2,
  );
  const rows = divisors[0] ?? root;
  return { agents: n, rows, columns: Math.floor(n / rows), dimension: Math.round(Math.log2(n)) };
}

function usual({ domain, default: value }: Parameter): unknown {
  switch (domain.type) {
    case "integer":
    case "number":
      return value === null ? domain.min : Math.min(value, domain.max);
    case "choice":
      return domain.options[0];
    case "flag":
      return false;
    case "numbers":
      return domain.suggested;
    default:
      return undefined;
  }
}
