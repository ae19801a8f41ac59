/** Where the agents were: the iterates of earlier iterations, kept within a bound of memory. */

import type { Pulls } from "./core";

export interface Place {
  /** n × d, row i = agent i. */
  readonly iterates: Float64Array;
  /** What moves them from here; null where nobody wants to see it. */
  readonly pulls: Pulls | null;
}

export interface State extends Place {
  readonly iteration: number;
}

/** The most memory for the history of all methods of a run, in bytes. */
export const MOST_KEPT = 32_000_000;

export class History {
  readonly #methods: readonly number[];
  readonly #most: number;
  /** The states of all methods at some iterations, ascending. */
  #kept: { iteration: number; places: Place[] }[] = [];
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
  add(iteration: number, states: () => Place[]): void {
    if (this.#offered++ % this.#every !== 0) return;
    const places = states();
    this.#kept.push({ iteration, places });
    this.#bytes += sizeOf(places);
    while (this.#bytes > this.#most && this.#kept.length > 0) this.#thin();
  }

  /** The state of a method at the latest iteration up to `iteration` that is kept; null where none is. */
  at(method: number, iteration: number): State | null {
    const found = this.#kept.findLast((kept) => kept.iteration <= iteration);
    const place = found?.places[this.#methods.indexOf(method)];
    return found && place ? { iteration: found.iteration, ...place } : null;
  }

  /** Forgets every second state; of states that are too large on their own, all. */
  #thin(): void {
    this.#every *= 2;
    this.#kept = this.#kept.length < 3 ? [] : this.#kept.filter((_, i) => i % 2 === 0);
    this.#bytes = this.#kept.reduce((sum, { places }) => sum + sizeOf(places), 0);
  }
}

/** The three pulls are as large as the iterates each. */
function sizeOf(places: readonly Place[]): number {
  return places.reduce((sum, { iterates, pulls }) => sum + iterates.byteLength * (pulls ? 4 : 1), 0);
}
