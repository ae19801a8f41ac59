/** The ghost of the last run: the current run is compared with the one before it, on the same problem. */

import { signal } from "@preact/signals";
import { sameNetworkOrNoise, sameProblem } from "../state/compare";
import type { ExperimentDocument } from "../state/document";
import type { Scene } from "./figures";
import type { Recorded } from "../simulation/recording";
import type { Run } from "../simulation/run";

/** A run with all that its curves are drawn from. */
export interface Ghost extends Pick<Scene, "document" | "catalog" | "styles" | "view"> {
  run: Pick<Run, "expected" | "done" | "finished"> & { recording: Recorded };
}

export class LastRun {
  /** Whether the reader wants the previous run to stay, whatever is run next. */
  readonly kept = signal(false);
  /** The previous run, if the current one can be compared with it. */
  readonly ghost = signal<Ghost | null>(null);
  /** The newest run of the document on the screen; one that has come to its end is not given up for one that has not. */
  #now: Ghost | null = null;
  #document: ExperimentDocument | null = null;

  /** Another experiment begins, which is compared with none. */
  forget(): void {
    [this.#now, this.#document] = [null, null];
    this.ghost.value = null;
    this.kept.value = false;
  }

  /** Records the current run; `left` is the document before the reader's last change. */
  see({ document, run, catalog, styles, view }: Scene, left: ExperimentDocument | null): void {
    if (document !== this.#document) {
      // While a slider moves, the ghost stays the run before it moved.
      if (this.#now && left === this.#document && !this.kept.value)
        this.ghost.value = sameNetworkOrNoise(this.#now.document, document) ? this.#now : null;
      const { value: ghost } = this.ghost;
      if (ghost && !sameProblem(ghost.document, document)) {
        this.ghost.value = null;
        this.kept.value = false;
      }
      this.#document = document;
      this.#now = null;
    }
    if (run && run.recording.iterations.length > 1 && (run.finished || !this.#now?.run.finished))
      this.#now = { document, run, catalog, styles, view };
  }
}
