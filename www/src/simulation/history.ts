/** Where the agents were: the iterates of earlier iterations, kept within a bound of memory. */

export interface State {
  iteration: number;
  /** n × d, row i = agent i. */
  iterates: Float64Array;
}

/** The most memory for the history of all methods of a run, in bytes. */
export const MOST_KEPT = 32_000_000;

export class History {
  readonly #methods: readonly number[];
  readonly #most: number;
  /** The states of all methods at some iterations, ascending. */
  #kept: { iteration: number; iterates: Float64Array[] }[] = [];
  #bytes = 0;
  /** Only every so many-th state is kept, once all would be too much. */
  #every = 1;
  #offered = 0;

  /** `most`: bytes that are kept at most. */
  constructor(methods: readonly number[], most: number) {
    this.#methods = methods;
    this.#most = most;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes the states of an iteration later than all before, one a method. */
  add(iteration: number, states: () => Float64Array[]): void {
    if (this.#offered++ % this.#every !== 0) return;
    const iterates = states();
    this.#kept.push({ iteration, iterates });
    this.#bytes += sizeOf(iterates);
    while (this.#bytes > this.#most && this.#kept.length > 0) this.#thin();
  }

  /** The state of a method at the latest iteration up to `iteration` that is kept; null where none is. */
  at(method: number, iteration: number): State | null {
    const found = this.#kept.findLast((kept) => kept.iteration <= iteration);
    const iterates = found?.iterates[this.#methods.indexOf(method)];
    return found && iterates ? { iteration: found.iteration, iterates } : null;
  }

  /** Forgets every second state; of states that are too large on their own, all. */
  #thin(): void {
    this.#every *= 2;
    this.#kept = this.#kept.length < 3 ? [] : this.#kept.filter((_, i) => i % 2 === 0);
    this.#bytes = this.#kept.reduce((sum, { iterates }) => sum + sizeOf(iterates), 0);
  }
}

function sizeOf(iterates: readonly Float64Array[]): number {
  return iterates.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
