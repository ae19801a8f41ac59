/** The explanation of the step that is shown, or of a figure of the paper and what was measured of it; loaded when it comes into sight. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { onDemand } from "../controls/on-demand";
import { usePage } from "../controls/page";
import { openPanel } from "../controls/panels";
import { loadIndex } from "../scene/recorded";
import type { Pool } from "../simulation/pool";
import { media } from "../state/media";
import { Explained } from "../text/glossary";
import { tied } from "../views/typeset";
import type { Lessons, Shown } from "./lessons";

const loadStories = onDemand(() => import("../text/stories"), { unasked: true });
const loadRecord = onDemand(() => import("./record"), { unasked: true });

interface Told {
  of: Shown;
  /** Nothing where there is nothing to say. */
  content: ComponentChildren[];
}

export function Story({ lessons }: { lessons: Lessons }) {
  const { pool } = usePage();
  const { present } = lessons;
  const story = useSignal<Told | null>(null);
  const isWanted = useIsSeen();
  const { value: shown } = story;
  const isTold = shown?.of === present;
  useEffect(() => {
    if (!isWanted || isTold) return;
    let isLatest = true;
    void storyOf(present, pool).then((found) => {
      if (found && isLatest) story.value = found;
    });
    return () => {
      isLatest = false;
    };
  }, [isWanted, present]);
  useLayoutEffect(() => {
    const host = document.getElementById("story")!;
    host.classList.toggle("untold", !isTold);
    // Hidden, it would never be seen.
    host.hidden = isTold && shown.content.length === 0;
  }, [isTold, shown]);
  return (
    <>
      <h2 id="story-title">{shown ? shown.of.chapter || shown.of.title : "About this lesson"}</h2>
      <div id="story-text">
        {/* A component that goes away ends its work. */}
        {shown && <div key={`${shown.of.id} ${shown.of.title}`}>{shown.content}</div>}
      </div>
    </>
  );
}

/** Null where it could not be loaded. */
async function storyOf(of: Shown, pool: Pool): Promise<Told | null> {
  const part = await loadStories();
  const { id, chapter, document } = of;
  if (!part) return null;
  if (chapter !== "" || id === "") return { of, content: paragraphs(part.story(chapter, id)) };
  const [{ figures }, record] = [await loadIndex(), await loadRecord()];
  const figure = figures.find((one) => one.id === id.replace(/-ours$/, ""))!;
  const measured = record && <record.Record key="record" {...{ figure, id, document, pool }} />;
  return { of, content: [...paragraphs(part.figureStory(figure)), measured] };
}

/** Paragraphs with their terms explained, and buttons that open the panels that they name in braces. */
function paragraphs(texts: readonly string[]): ComponentChildren[] {
  return texts.map((text) => (
    <p key={text}>
      {text.split(/[{}]/).map((part, i) =>
        i % 2 === 0 ? (
          <Explained key={i} text={tied(part)} />
        ) : (
          <button key={i} type="button" class="quiet inline" onClick={() => openPanel(part)}>
            {part}
          </button>
        ),
      )}
    </p>
  ));
}

/** Whether it is in sight. On paper all is; what cannot be here in time is left out. */
function useIsSeen(): boolean {
  const seen = useSignal(false);
  const printed = useSignal(false);
  useEffect(() => {
    const print = () => {
      printed.value = true;
    };
    addEventListener("beforeprint", print);
    media("print").addEventListener("change", ({ matches }) => matches && print());
    // The bar covers the foot of the window.
    const observer = new IntersectionObserver(
      (entries) => {
        seen.value = entries.at(-1)!.isIntersecting;
        if (!seen.value) printed.value = false;
      },
      { rootMargin: "0px 0px -100px" },
    );
    observer.observe(document.getElementById("story")!);
    return () => observer.disconnect();
  }, []);
  return seen.value || printed.value;
}
