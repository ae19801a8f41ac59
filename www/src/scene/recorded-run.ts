/** The paper's figures as printed take minutes to run: their curves were computed beforehand, and are there at once. */

import { signal } from "@preact/signals";
import type { Preset } from "../simulation/core";
import type { Scene } from "./figures";
import type { Ghost } from "./previous-run";
import { loadCurves } from "./recorded";
import { recordedDocument } from "./recorded-document";
import { Recording } from "../simulation/recording";

/** What its curves are called. */
export const NAME = "computed beforehand";

/** Runs of more iterations than these wait until somebody asks for them. */
const LONG = 10_000;

/** Whether a ready experiment is shown by its curves, and not run unasked. */
export function isLong({ group, document }: { group: string } & Pick<Preset, "document">): boolean {
  return group === "paper" && document.iterations > LONG;
}

export class Beforehand {
  #id: string | null = null;
  /** The run computed beforehand of the figure on the screen, when it is here. */
  readonly ghost = signal<Ghost | null>(null);

  /** The same where nothing else is to be seen: the run on the screen has not begun. */
  alone({ run }: Scene): Ghost | null {
    return (run?.recording.iterations.length ?? 0) > 1 ? null : this.ghost.value;
  }

  /** Fetches that of the figure `id`, or of none; `loaded`: it is here. */
  see(id: string | null, { document, catalog, styles, view }: Scene, loaded: () => void): void {
    if (id === this.#id) return;
    this.#id = id;
    this.ghost.value = null;
    if (id === null) return;
    const recorded = recordedDocument(document);
    void loadCurves(id).then(
      ({ iterations, means }) => {
        if (id !== this.#id) return;
        const run = { document: recorded, finished: true, done: recorded.iterations, expected: new Map() };
        this.ghost.value = {
          document: recorded,
          catalog,
          styles,
          view,
          run: { ...run, recording: recordingOf(recorded, iterations, means) },
        };
        loaded();
      },
      // The figure can be run all the same.
      console.warn,
    );
  }
}

/** The means as those of one trial. */
function recordingOf(document: Ghost["document"], iterations: number[], means: readonly Float64Array[]): Recording {
  const recording = new Recording(means.length, 1, (values) =>
    Array.from(values).flatMap((value) => [value, value, value]),
  );
  const none = new Float64Array();
  recording.add({
    from: 0,
    iterations: Uint32Array.from(iterations),
    methods: Uint32Array.from(means.keys()),
    metrics: document.metrics!,
    trials: Uint32Array.of(0, 1),
    values: Float64Array.from(iterations.flatMap((_, point) => means.map((mean) => mean[point]!))),
    divergedAt: new Float64Array(means.length).fill(NaN),
    communication: means.map(() => ({
      method: "",
      rounds: none,
      vectors: none,
      scalars: none,
      bits: none,
      seconds: null,
    })),
    seconds: none,
  });
  return recording;
}
