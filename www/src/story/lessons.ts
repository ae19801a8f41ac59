/** The ready experiments: lessons of a few steps each, then the paper's figures; and which of them is shown. */

import { signal } from "@preact/signals";
import { same, type ExperimentDocument } from "../state/document";
import type { Preset } from "../simulation/core";

/** What is shown of a ready experiment, or of one of the reader's own. */
export type Shown = Pick<Preset, "id" | "chapter" | "title" | "note" | "document" | "view"> & { group: string };

/** A lesson, and its steps in order. */
export interface Chapter {
  readonly name: string;
  readonly steps: readonly Preset[];
  readonly documents: readonly ExperimentDocument[];
}

const NONE: readonly ExperimentDocument[] = [];

export class Lessons {
  readonly presets: readonly Preset[];
  readonly chapters: readonly Chapter[];
  readonly #present;
  /** The ready experiment behind each document of the history. */
  readonly #origins = new WeakMap<ExperimentDocument, Shown>();
  readonly #load: (chosen: Shown) => void;

  constructor(presets: readonly Preset[], load: (chosen: Shown) => void) {
    this.presets = presets;
    this.#load = load;
    this.#present = signal<Shown>(presets[0]!);
    const lessons = presets.filter(({ group }) => group === "lesson");
    this.chapters = [...new Set(lessons.map(({ chapter }) => chapter))].map((name) => {
      const steps = lessons.filter(({ chapter }) => chapter === name);
      return { name, steps, documents: steps.map(({ document }) => document) };
    });
  }

  /** The lesson or figure that is shown, or was before the reader changed it. */
  get present(): Shown {
    return this.#present.value;
  }

  /** The lesson that it is of. */
  get chapter(): Chapter | undefined {
    return this.chapters.find(({ name }) => name === this.present.chapter);
  }

  /** The documents of all steps of that lesson. */
  get steps(): readonly ExperimentDocument[] {
    return this.chapter?.documents ?? NONE;
  }

  /** How many of them come before the one that is shown. */
  get step(): number {
    return Math.max(0, this.chapter?.steps.findIndex(({ id }) => id === this.present.id) ?? 0);
  }

  choose(preset: Shown): void {
    this.#present.value = preset;
    this.#load(preset);
  }

  /** The one after the one that is shown; after the last, the first. */
  get next(): Preset {
    const { presets } = this;
    return presets[(presets.findIndex(({ id }) => id === this.present.id) + 1) % presets.length]!;
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
  const name = (document.name ?? "").slice(0, 60);
  return {
    id: "",
    group: "",
    chapter: "",
    title: name || "An experiment of your own",
    note: "It came from a link, a file or text, and is none of the lessons; the words below describe its settings.",
    document,
    view: {},
  };
}
