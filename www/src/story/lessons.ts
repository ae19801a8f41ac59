/** The ready experiments: lessons of a few steps each, then the paper's figures; and the reader's changes to them. */

import { byId, h, setText, swipeTo } from "../controls/dom";
import { same, type ExperimentDocument } from "../state/document";
import type { Catalog, Preset } from "../simulation/core";
import { setExplained } from "../text/glossary";
import { tied } from "../views/typeset";
import { onDemand } from "../controls/on-demand";

const loadChanges = onDemand(() => import("../text/changes"));

/** The data of the lessons' lines. */
type Shown = Pick<Preset, "id" | "chapter" | "title" | "note" | "document" | "view"> & { group: string };

const NONE: readonly ExperimentDocument[] = [];

export interface Lessons {
  /** The lesson or figure that is shown, or was before the reader changed it. */
  readonly present: Pick<Shown, "id" | "group" | "chapter" | "title" | "view" | "document">;
  /** The documents of all steps of the lesson that is shown. */
  readonly steps: readonly ExperimentDocument[];
  /** How many of them come before the one that is shown. */
  readonly step: number;
  show(document: ExperimentDocument, origin: string): void;
  /** Notes that a document, which is about to be shown, was made from the ready experiment of this name, if there is one. */
  trace(document: ExperimentDocument, id: string): void;
  /** Whether the ready experiment is shown as it is: nothing in it was changed, and it is not the reader's own. */
  untouched(document: ExperimentDocument): boolean;
}

export function createLessons(presets: readonly Preset[], catalog: Catalog, load: (chosen: Shown) => void): Lessons {
  let present: Shown = presets[0]!;
  /** The one that the words are about. */
  let told: Shown | null = null;
  let latest: ExperimentDocument | null = null;
  /** The ready experiment behind each document of the history. */
  const origins = new WeakMap<ExperimentDocument, Shown>();
  const lessons = presets.filter(({ group }) => group === "lesson");
  const chapters = [...new Set(lessons.map(({ chapter }) => chapter))].map((name) => {
    const steps = lessons.filter(({ chapter }) => chapter === name);
    return { name, steps, documents: steps.map(({ document }) => document), button: button("lesson", name, steps[0]!) };
  });
  byId("lesson-list").prepend(...chapters.map((chapter) => chapter.button));

  // Room for the longest note of the lesson, whatever the font, so that nothing below moves from step to step.
  const rooms = presets.map(({ chapter, note }) => ({
    chapter,
    // Terms that are explained are not broken.
    element: h("span", { class: "room", "data-note": tied(note).replaceAll("-", "\u2011") }),
  }));
  document.querySelector(".lesson-text")!.append(...rooms.map(({ element }) => element));

  const figures = byId<HTMLSelectElement>("figure-list");
  figures.append(
    h("option", { value: "" }, "The paper’s figures …"),
    h("optgroup", { label: "As printed" }, ...options(presets, "paper")),
    h("optgroup", { label: "Where the claim shows sooner: our settings" }, ...options(presets, "ours")),
  );
  figures.addEventListener("change", () => {
    const preset = presets.find(({ id }) => id === figures.value);
    if (preset) choose(preset);
  });

  const back = byId<HTMLButtonElement>("lesson-back");
  back.addEventListener("click", () => {
    choose(present);
    // The button has nothing more to undo, and loses the focus.
    const chosen = document.querySelectorAll<HTMLElement>("#lesson-list [aria-current], #lesson-steps [aria-current]");
    ([...chosen].at(-1) ?? figures).focus();
  });
  byId("lesson-next").addEventListener("click", () =>
    choose(presets[(presets.findIndex(({ id }) => id === present.id) + 1) % presets.length]!),
  );

  function button(kind: string, label: string, preset: Preset): HTMLButtonElement {
    return h("button", { type: "button", class: kind, title: preset.note, onclick: () => choose(preset) }, label);
  }

  function choose(preset: Shown): void {
    present = preset;
    load(preset);
  }

  const chapterNow = () => chapters.find(({ name }) => name === present.chapter);

  function showSteps(): void {
    const { chapter } = present;
    const steps = chapterNow()?.steps ?? [];
    for (const room of rooms) room.element.hidden = room.chapter !== chapter;
    byId("lesson-steps").replaceChildren(
      ...(steps.length > 1 ? steps : []).map((preset) => mark(button("step", preset.step, preset), preset === present)),
    );
    for (const { name, button } of chapters) mark(button, name === chapter);
    showChosen();
    figures.value = presets.some(({ id, group }) => id === present.id && group !== "lesson") ? present.id : "";
    figures.classList.toggle("chosen", figures.value !== "");
  }

  /** The step last: it stays in sight where lessons and steps share a row. */
  function showChosen(): void {
    for (const chosen of document.querySelectorAll("#lesson-list [aria-current], #lesson-steps [aria-current]"))
      swipeTo(chosen);
  }

  // A phone that is turned has other rows.
  new ResizeObserver(showChosen).observe(byId("lesson-list"));

  async function tellChanges(document: ExperimentDocument): Promise<void> {
    const line = byId("lesson-changes");
    const unchanged = isSame(document);
    byId("lessons").classList.toggle("changed", !unchanged);
    back.disabled = unchanged;
    latest = document;
    if (unchanged) return setText(line, "");
    const part = await loadChanges();
    // Later changes are reported by another call.
    if (part && latest === document) setText(line, `Changed: ${part.changesIn(present.document, document, catalog)}.`);
  }

  const isSame = (document: ExperimentDocument) => same(present.document, document);

  return {
    get present() {
      return present;
    },
    get steps() {
      return chapterNow()?.documents ?? NONE;
    },
    get step() {
      return Math.max(0, chapterNow()?.steps.findIndex(({ id }) => id === present.id) ?? 0);
    },
    show(document, origin) {
      // Two of them may have the same document: the one that was chosen is the one meant.
      const chosen = presets.find((preset) => preset.document === document);
      if (chosen) present = chosen;
      else if (origin === "load")
        present =
          origins.get(document) ?? presets.find((preset) => same(preset.document, document)) ?? brought(document);
      else present = (origin === "history" && origins.get(document)) || present;
      origins.set(document, present);
      if (present !== told) {
        told = present;
        setText(byId("lesson-title"), present.chapter || present.title);
        setExplained(byId("lesson-note"), tied(present.note));
        showSteps();
      }
      void tellChanges(document);
    },
    trace(document, id) {
      const origin = presets.find((preset) => preset.id === id);
      if (origin) origins.set(document, origin);
    },
    untouched: (document) => present.id !== "" && isSame(document),
  };
}

function mark(button: HTMLButtonElement, current: boolean): HTMLButtonElement {
  if (current) button.setAttribute("aria-current", "true");
  else button.removeAttribute("aria-current");
  return button;
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

function options(presets: readonly Preset[], group: Preset["group"]): HTMLOptionElement[] {
  return presets.filter((preset) => preset.group === group).map(({ id, title }) => h("option", { value: id }, title));
}
