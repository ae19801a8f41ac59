/** The agents' names: those of the network, or their numbers. */

export interface Named {
  /** For each agent its name, where agents have names. */
  names?: readonly string[];
}

/** “ann”, or “7”. */
export function signOf({ names }: Named, agent: number): string {
  return names?.[agent] ?? String(agent);
}

/** “ann”, or “Agent 7”. */
export function nameOf({ names }: Named, agent: number): string {
  return names?.[agent] ?? `Agent ${agent}`;
}
