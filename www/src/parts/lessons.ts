/** The ready experiments, one click each, with one sentence on what to look at. */

import { byId, h, setText } from "../dom";
import type { ExperimentDocument } from "../document";
import type { Preset } from "../simulation/core";

export function createLessons(presets: readonly Preset[], load: (preset: Preset) => void): { show(document: ExperimentDocument): void } {
  let present = presets[0]!;
  const texts = presets.map((preset) => JSON.stringify(preset.document));
  const lessons = presets.filter(({ group }) => group === "lesson");
  const buttons = lessons.map((preset, i) => {
    const label = `Lesson ${i + 1}: ${preset.title}`;
    return h("button", { type: "button", class: "lesson", title: preset.title, "aria-label": label, onclick: () => choose(preset) }, String(i + 1));
  });
  byId("lesson-list").append(...buttons);

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
  byId("lesson-next").addEventListener("click", () => choose(presets[(presets.indexOf(present) + 1) % presets.length]!));

  function choose(preset: Preset): void {
    present = preset;
    load(preset);
  }

  return {
    show(document) {
      const text = JSON.stringify(document);
      const exact = presets.find((_, i) => texts[i] === text);
      present = exact ?? present;
      setText(byId("lesson-title"), present.title);
      setText(byId("lesson-note"), present.note);
      back.classList.toggle("idle", exact !== undefined);
      back.disabled = exact !== undefined;
      figures.value = present.group === "lesson" ? "" : present.id;
      buttons.forEach((button, i) => {
        if (lessons[i] === present) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
      });
    },
  };
}

function options(presets: readonly Preset[], group: Preset["group"]): HTMLOptionElement[] {
  return presets.filter((preset) => preset.group === group).map(({ id, title }) => h("option", { value: id }, title));
}
