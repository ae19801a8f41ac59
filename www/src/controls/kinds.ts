/** From one kind to another, keeping what the two have in common. */

import type { Tagged } from "../state/document";
import type { Entry, MethodEntry, Parameter } from "../simulation/core";
import { bounded, clamp } from "./scale";

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
export function sizes(topology: Tagged): Tagged {
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
