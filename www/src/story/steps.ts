/** The steps of the story, and which of their ready experiments is shown. */

import { signal } from "@preact/signals";
import { same, type ExperimentDocument } from "../state/document";
import type { Preset, Step } from "../simulation/core";

/** What is shown of a ready experiment, or of one of the reader's own. */
export type Shown = Pick<Preset, "id" | "chapter" | "step" | "title" | "headline" | "note" | "document" | "view"> & {
  group: string;
};

/** A step, with its ready experiments. */
export interface Told extends Omit<Step, "presets"> {
  readonly presets: readonly Preset[];
  readonly documents: readonly ExperimentDocument[];
}

const NONE: readonly ExperimentDocument[] = [];

export class Steps {
  readonly presets: readonly Preset[];
  readonly all: readonly Told[];
  readonly #present;
  /** The ready experiment behind each document of the history. */
  readonly #origins = new WeakMap<ExperimentDocument, Shown>();
  readonly #load: (chosen: Shown) => void;

  constructor(presets: readonly Preset[], steps: readonly Step[], load: (chosen: Shown) => void) {
    this.presets = presets;
    this.#load = load;
    this.#present = signal<Shown>(presets.find(({ id }) => id === steps[0]!.presets[0])!);
    this.all = steps.map((step) => {
      const own = step.presets.map((name) => presets.find(({ id }) => id === name)!);
      return { ...step, presets: own, documents: own.map(({ document }) => document) };
    });
  }

  /** The ready experiment that is shown, or was before the reader changed it. */
  get present(): Shown {
    return this.#present.value;
  }

  /** The place of the step that it is of; -1 for an experiment of the reader's own. */
  get place(): number {
    return this.all.findIndex(({ presets }) => presets.some(({ id }) => id === this.present.id));
  }

  get step(): Told | undefined {
    return this.all[this.place];
  }

  /** The documents of that step that come before the one that is shown. */
  get earlier(): readonly ExperimentDocument[] {
    const at = this.step?.presets.findIndex(({ id }) => id === this.present.id) ?? 0;
    return at > 0 ? this.documents.slice(0, at) : NONE;
  }

  get documents(): readonly ExperimentDocument[] {
    return this.step?.documents ?? NONE;
  }

  choose(preset: Shown): void {
    this.#present.value = preset;
    this.#load(preset);
  }

  go(place: number): void {
    const step = this.all[place];
    if (step) this.choose(step.presets[0]!);
  }

  /** Another document is shown: finds the ready experiment that it is, or was made from. */
  show(document: ExperimentDocument, origin: string): void {
    const { presets } = this;
    // Two of them may have the same document: the one that was chosen is the one meant.
    const chosen = presets.find((preset) => preset.document === document);
    const traced = this.#origins.get(document);
    if (chosen) this.#present.value = chosen;
    else if (origin === "load")
      this.#present.value = traced ?? presets.find((preset) => same(preset.document, document)) ?? brought(document);
    else if (origin === "history" && traced) this.#present.value = traced;
    this.#origins.set(document, this.present);
  }

  /** Notes that a document, which is about to be shown, was made from the ready experiment of this name, if there is one. */
  trace(document: ExperimentDocument, id: string): void {
    const origin = this.presets.find((preset) => preset.id === id);
    if (origin) this.#origins.set(document, origin);
  }

  /** Whether the ready experiment is shown as it is: nothing in it was changed, and it is not the reader's own. */
  untouched(document: ExperimentDocument): boolean {
    return this.present.id !== "" && same(this.present.document, document);
  }
}

/** An experiment from a link, a file or the editor that is not one of the ready ones. */
function brought(document: ExperimentDocument): Shown {
  const name = (document.name ?? "").slice(0, 60) || "An experiment of your own";
  return { id: "", group: "", chapter: "", step: "", title: name, headline: name, note: "", document, view: {} };
}
