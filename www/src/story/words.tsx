/** A step in words: its finding and its cause, what the reader has changed in it, and what there is more to say of it. */

import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Button } from "../controls/field";
import { onDemand, useAnswer } from "../controls/on-demand";
import { usePage } from "../controls/page";
import { loadIndex } from "../scene/recorded";
import { Explained } from "../text/glossary";
import { tied } from "../views/format";
import { Fair } from "./reading";
import type { Shown, Steps } from "./steps";

const loadStories = onDemand(() => import("../text/stories"), { unasked: true });
const loadRecord = onDemand(() => import("./record"), { unasked: true });

interface Told {
  of: Shown;
  content: ComponentChildren[];
}

/** Opens what there is more to say, and closes it. */
export function MoreButton({ open }: { open: Signal<boolean> }) {
  const toggle = () => (open.value = !open.value);
  return (
    <Button quiet id="more" aria-expanded={open.value} aria-controls="story" onClick={toggle}>
      {open.value ? "Less" : "More about this"}
    </Button>
  );
}

interface MoreProps {
  steps: Steps;
  open: Signal<boolean>;
  isPrinting: ReadonlySignal<boolean>;
}

/** Below the first screen, while it is open; on paper it is there, where it can be in time. */
export function More({ steps, open, isPrinting }: MoreProps) {
  const { room } = usePage();
  const { present } = steps;
  const isOpen = (open.value || isPrinting.value) && room.value === "story";
  const shown = useAnswer(() => (isOpen ? toldOf(present) : null), [isOpen, present]);
  const isTold = shown?.of === present;
  useEffect(() => {
    const host = document.getElementById("story")!;
    host.hidden = !isOpen;
    if (open.value && isTold) host.scrollIntoView({ block: "nearest" });
  }, [isOpen, isTold]);
  if (!isOpen) return null;
  return (
    <>
      {/* A component that goes away ends its work. */}
      {shown && <div key={`${shown.of.id} ${shown.of.title}`}>{shown.content}</div>}
      <Fair />
    </>
  );
}

/** Null where it could not be loaded. */
async function toldOf(of: Shown): Promise<Told | null> {
  const part = await loadStories();
  const { id, chapter, document, group } = of;
  if (!part) return null;
  if (group === "lesson" || id === "") return { of, content: paragraphs(part.story(chapter, id)) };
  const [{ figures }, record] = [await loadIndex(), await loadRecord()];
  const figure = figures.find((one) => one.id === id.replace(/-ours$/, ""))!;
  const measured = record && <record.Record key="record" {...{ figure, id, document }} />;
  return { of, content: [...paragraphs(part.figureStory(figure)), measured] };
}

/** Paragraphs with their terms explained; panels of the laboratory are named in braces. */
function paragraphs(texts: readonly string[]): ComponentChildren[] {
  return texts.map((text) => (
    <p key={text}>
      <Explained text={tied(text.replace(/[{}]/g, ""))} />
    </p>
  ));
}

const loadChanges = onDemand(() => import("../text/changes"));

export function Words({ steps }: { steps: Steps }) {
  const { room } = usePage();
  const { headline, note } = steps.present;
  return (
    <>
      <h2 id="headline" aria-live="polite">
        {headline}
      </h2>
      <p id="note" aria-live="polite">
        <Explained text={tied(note)} most={room.value === "laboratory" ? Infinity : steps.step?.choice ? 1 : 2} />
      </p>
    </>
  );
}

/** What differs from the ready experiment, in a line, and the way back to it. */
export function Changed({ steps }: { steps: Steps }) {
  const { store, catalog } = usePage();
  const { present } = steps;
  const { document: now } = store;
  const isOwn = present.id === "" || steps.untouched(now);
  const told = async () => (isOwn ? "" : ((await loadChanges())?.changesIn(present.document, now, catalog) ?? null));
  const changes = useAnswer(told, [now, present]);
  const undo = () => {
    steps.choose(present);
    document.getElementById("reading")!.focus({ preventScroll: true });
  };
  return (
    <p id="changed" role="status" hidden={isOwn}>
      <span>{changes}</span>{" "}
      <Button quiet onClick={undo}>
        Undo
      </Button>
    </p>
  );
}
