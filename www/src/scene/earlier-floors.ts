/** Floors are compared with those of the steps before and of what a slider has passed: they get their points too. */

import type { ExperimentDocument } from "../state/document";
import type { Catalog } from "../simulation/core";
import type { Pool } from "../simulation/pool";
import type { Run } from "../simulation/run";
import { wholeRun } from "../simulation/whole";
import type { Floors } from "./floors";

export class EarlierFloors {
  #seeking = false;
  readonly #failed = new WeakSet<ExperimentDocument>();
  readonly #floors: Floors;
  readonly #pool: Pool;
  readonly #catalog: Catalog;

  constructor(floors: Floors, pool: Pool, catalog: Catalog) {
    this.#floors = floors;
    this.#pool = pool;
    this.#catalog = catalog;
  }

  /** Runs what is missing of these documents, one after the other, while `isFree`; `onFound` hears of each floor. */
  async seek(earlier: () => readonly ExperimentDocument[], isFree: () => boolean, onFound: () => void): Promise<void> {
    const missing = () => this.#floors.missing(earlier()).filter((step) => !this.#failed.has(step));
    if (this.#seeking || !isFree() || missing().length === 0) return;
    this.#seeking = true;
    const workers = this.#pool.another();
    for (let next = missing()[0]; next && isFree(); next = missing()[0]) {
      const done = await wholeWhile(workers, next, isFree);
      if (done) this.#floors.add(done, this.#catalog);
      if (isFree() && missing().includes(next)) this.#failed.add(next);
      onFound();
    }
    workers.cancel();
    this.#seeking = false;
  }
}

/** The whole run; null of one that cannot be run, and as soon as there is something else to do. */
function wholeWhile(workers: Pool, document: ExperimentDocument, isFree: () => boolean): Promise<Run | null> {
  return new Promise((resolve) => {
    const run = wholeRun(workers, document, () => isFree() || resolve(null));
    void run.catch(() => null).then(resolve);
  });
}
