/** The correction that a method has learnt beside its limit: sizes, and the distance between them. */

/** Blocks n × d of all agents. */
interface Blocks {
  readonly learnt: ArrayLike<number>;
  readonly wanted: ArrayLike<number>;
}

/** The Euclidean norm of each agent's row. */
export function norms(block: ArrayLike<number>, agents: number): Float64Array {
  const d = block.length / agents;
  const out = new Float64Array(agents);
  for (let i = 0; i < block.length; i++) out[Math.floor(i / d)]! += block[i]! * block[i]!;
  return out.map(Math.sqrt);
}

/** ‖c - w‖ / ‖w‖ over all agents: 1 while nothing is learnt, 0 when all is; null where there is nothing to learn. */
export function missing({ learnt, wanted }: Blocks): number | null {
  let [difference, size] = [0, 0];
  for (let i = 0; i < wanted.length; i++) {
    difference += (learnt[i]! - wanted[i]!) ** 2;
    size += wanted[i]! ** 2;
  }
  return size > 0 ? Math.sqrt(difference / size) : null;
}
