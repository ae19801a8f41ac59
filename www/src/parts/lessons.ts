/** The ready experiments, one click each, with one sentence on what to look at. */

import { byId, h, setText } from "../dom";
import type { ExperimentDocument } from "../document";
import type { Preset } from "../simulation/core";

/** What the lessons' line speaks of. */
type Shown = Pick<Preset, "id" | "title" | "note" | "document">;

export function createLessons(
  presets: readonly Preset[],
  load: (chosen: Shown) => void,
): { show(document: ExperimentDocument, origin: string): void } {
  let present: Shown = presets[0]!;
  const texts = presets.map((preset) => JSON.stringify(preset.document));
  const lessons = presets.filter(({ group }) => group === "lesson");
  const buttons = lessons.map((preset, i) => {
    const label = `Lesson ${i + 1}: ${preset.title}`;
    return h(
      "button",
      { type: "button", class: "lesson", title: preset.title, "aria-label": label, onclick: () => choose(preset) },
      String(i + 1),
    );
  });
  byId("lesson-list").append(...buttons);
  // Room for the longest, whatever the font, so that nothing below moves.
  document
    .querySelector(".lesson-text")!
    .append(...presets.map(({ title, note }) => h("span", { class: "room", "data-title": title, "data-note": note })));

  const figures = byId<HTMLSelectElement>("figure-list");
  figures.append(
    h("option", { value: "" }, "Figures of the paper …"),
    h("optgroup", { label: "As printed" }, ...options(presets, "paper")),
    h("optgroup", { label: "Where the claim shows sooner: our settings" }, ...options(presets, "ours")),
  );
  figures.addEventListener("change", () => {
    const preset = presets.find(({ id }) => id === figures.value);
    if (preset) choose(preset);
  });

  const back = byId<HTMLButtonElement>("lesson-back");
  back.addEventListener("click", () => choose(present));
  byId("lesson-next").addEventListener("click", () =>
    choose(presets[(presets.findIndex(({ id }) => id === present.id) + 1) % presets.length]!),
  );

  function choose(preset: Shown): void {
    present = preset;
    load(preset);
  }

  return {
    show(document, origin) {
      const text = JSON.stringify(document);
      const exact = presets.find((_, i) => texts[i] === text);
      present = exact ?? (origin === "load" ? brought(document) : present);
      const unchanged = JSON.stringify(present.document) === text;
      setText(byId("lesson-title"), present.title);
      setText(byId("lesson-note"), present.note);
      back.classList.toggle("idle", unchanged);
      back.disabled = unchanged;
      figures.value = presets.some(({ id, group }) => id === present.id && group !== "lesson") ? present.id : "";
      buttons.forEach((button, i) => {
        if (lessons[i]!.id === present.id) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
      });
    },
  };
}

/** An experiment that came by a link, a file or the editor, and is none of the ready ones. */
function brought(document: ExperimentDocument): Shown {
  const name = (document.name ?? "").slice(0, 60);
  return {
    id: "",
    title: name || "An experiment of your own",
    note: "It came by a link, a file or as text, and is none of the lessons; the words below tell what it sets.",
    document,
  };
}

function options(presets: readonly Preset[], group: Preset["group"]): HTMLOptionElement[] {
  return presets.filter((preset) => preset.group === group).map(({ id, title }) => h("option", { value: id }, title));
}
