/** The words of the lesson that is shown, what the reader has changed in it, and the ways to the others. */

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { swipeTo } from "../controls/dom";
import { onDemand } from "../controls/on-demand";
import { usePage } from "../controls/page";
import type { Preset } from "../simulation/core";
import { same } from "../state/document";
import { Explained } from "../text/glossary";
import { tied } from "../views/typeset";
import type { Lessons } from "./lessons";

const loadChanges = onDemand(() => import("../text/changes"));

export function LessonWords({ lessons }: { lessons: Lessons }) {
  const { store, catalog } = usePage();
  const { present, presets } = lessons;
  const { document: now } = store;
  const unchanged = same(present.document, now);
  const changes = useSignal("");
  useLayoutEffect(() => {
    document.getElementById("lessons")!.classList.toggle("changed", !unchanged);
  }, [unchanged]);
  useEffect(() => {
    let isLatest = true;
    if (unchanged) changes.value = "";
    else
      void loadChanges().then((part) => {
        if (part && isLatest) changes.value = `Changed: ${part.changesIn(present.document, now, catalog)}.`;
      });
    return () => {
      isLatest = false;
    };
  }, [now, present]);
  const undo = () => {
    lessons.choose(present);
    // The button has nothing more to undo, and loses the focus.
    (chosen().at(-1) ?? document.getElementById("figure-list"))?.focus();
  };
  return (
    <div class="lesson-words">
      <h2 id="lesson-title" aria-live="polite">
        {present.chapter || present.title}
      </h2>
      <p class="lesson-text" aria-live="polite">
        <span id="lesson-note">
          <Explained text={tied(present.note)} />
        </span>
        {/* Room for the longest note of the lesson, whatever the font, so that nothing below moves from step to step. */}
        {presets
          .filter(({ chapter }) => chapter === present.chapter)
          .map(({ id, note }) => (
            // Terms that are explained are not broken.
            <span key={id} class="room" data-note={tied(note).replaceAll("-", "\u2011")} />
          ))}
      </p>
      <p class="lesson-state">
        <span id="lesson-changes" role="status">
          {changes}
        </span>{" "}
        <button type="button" class="quiet" id="lesson-back" disabled={unchanged} onClick={undo}>
          Undo my changes
        </button>
      </p>
    </div>
  );
}

export function LessonLists({ lessons }: { lessons: Lessons }) {
  const { present, presets, chapters, chapter } = lessons;
  const steps = chapter?.steps ?? [];
  const list = useRef<HTMLDivElement>(null);
  const figure = presets.find(({ id, group }) => id === present.id && group !== "lesson");
  const button = (kind: string, label: string, preset: Preset, isCurrent: boolean) => (
    <button
      key={preset.id}
      type="button"
      class={kind}
      title={preset.note}
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => lessons.choose(preset)}
    >
      {label}
    </button>
  );
  useLayoutEffect(showChosen, [present]);
  useEffect(() => {
    // A phone that is turned has other rows.
    const observer = new ResizeObserver(showChosen);
    observer.observe(list.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <nav class="lesson-lists" aria-label="Lessons and figures">
      <div class="swiped">
        <div id="lesson-list" role="group" aria-label="Lessons" ref={list}>
          {chapters.map(({ name, steps: [first] }) => button("lesson", name, first!, name === present.chapter))}
          <select
            id="figure-list"
            aria-label="Figures of the paper"
            class={figure ? "chosen" : ""}
            value={figure?.id ?? ""}
            onChange={({ currentTarget: { value } }) => {
              const preset = presets.find(({ id }) => id === value);
              if (preset) lessons.choose(preset);
            }}
          >
            <option value="">The paper’s figures …</option>
            <optgroup label="As printed">{optionsOf(presets, "paper")}</optgroup>
            <optgroup label="Where the claim shows sooner: our settings">{optionsOf(presets, "ours")}</optgroup>
          </select>
        </div>
        <div id="lesson-steps" role="group" aria-label="Steps of this lesson">
          {steps.length > 1 && steps.map((preset) => button("step", preset.step, preset, preset === present))}
        </div>
      </div>
      <button type="button" class="quiet" id="lesson-next" onClick={() => lessons.choose(lessons.next)}>
        Next
      </button>
    </nav>
  );
}

function optionsOf(presets: readonly Preset[], group: Preset["group"]) {
  return presets
    .filter((preset) => preset.group === group)
    .map(({ id, title }) => (
      <option key={id} value={id}>
        {title}
      </option>
    ));
}

/** The buttons of the lesson and of the step that are shown. */
function chosen(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("#lesson-list [aria-current], #lesson-steps [aria-current]")];
}

/** The step last: it stays in sight where lessons and steps share a row. */
function showChosen(): void {
  chosen().forEach(swipeTo);
}
