/** The explanation of the current step of a lesson, or figure of the paper, under the figures; its text is loaded when it comes into sight. */

import { h as create, render } from "preact";
import { byId, h, setText } from "../controls/dom";
import { onDemand } from "../controls/on-demand";
import { openPanel } from "../controls/panels";
import { loadIndex } from "../scene/recorded";
import type { Pool } from "../simulation/pool";
import type { ExperimentDocument } from "../state/document";
import { media } from "../state/media";

const loadStories = onDemand(() => import("../text/stories"), { unasked: true });
const loadRecord = onDemand(() => import("./record"), { unasked: true });

/** The subject of the story. */
export interface Told {
  /** Empty for the reader's own experiment. */
  id: string;
  /** Empty for figures. */
  chapter: string;
  title: string;
  /** Of the ready experiment. */
  document: ExperimentDocument;
}

export function createStory(pool: Pool): { show(told: Told): void } {
  const host = byId("story");
  const [heading, text] = [byId("story-title"), byId("story-text")];
  let seen = false;
  let told: Told | null = null;
  let shown: Told | null = null;
  /** Holds what was measured of a figure. */
  let record: HTMLElement | null = null;

  // On paper it is all in sight; what cannot be here in time is left out.
  addEventListener("beforeprint", () => void tell(true));
  media("print").addEventListener("change", ({ matches }) => matches && void tell(true));
  // The bar covers the foot of the window.
  const above = { rootMargin: "0px 0px -100px" };
  new IntersectionObserver((entries) => {
    seen = entries.at(-1)!.isIntersecting;
    void tell();
  }, above).observe(host);

  async function tell(wanted = seen): Promise<void> {
    host.classList.toggle("untold", told !== shown);
    if (!wanted || !told || told === shown) return;
    const asked = told;
    const words = await wordsOf(asked);
    if (!words || asked !== told) return;
    shown = asked;
    host.classList.remove("untold");
    host.hidden = words.length === 0;
    setText(heading, asked.chapter || asked.title);
    // A component that goes away ends its work.
    if (record) render(null, record);
    record = null;
    text.replaceChildren(...words);
    if (asked.chapter === "" && asked.id !== "") await showRecord(asked);
  }

  async function showRecord(asked: Told): Promise<void> {
    const [part, figure] = [await loadRecord(), await figureOf(asked)];
    if (!part || asked !== told) return;
    record = h("div");
    text.append(record);
    render(create(part.Record, { figure, id: asked.id, document: asked.document, pool }), record);
  }

  async function wordsOf(asked: Told): Promise<(Node | string)[] | null> {
    const part = await loadStories();
    const { id, chapter } = asked;
    if (!part) return null;
    if (chapter !== "" || id === "") return part.story(chapter, id, openPanel);
    const { says, summary, remark } = await figureOf(asked);
    return part.figureStory([`The paper: ${says} ${summary}${remark ? ` ${remark}` : ""}`], openPanel);
  }

  async function figureOf({ id }: Told) {
    const { figures } = await loadIndex();
    return figures.find((figure) => figure.id === id.replace(/-ours$/, ""))!;
  }

  return {
    show(next) {
      if (next.id === told?.id && next.title === told.title) return;
      told = next;
      // Hidden, it is never seen.
      host.hidden = false;
      void tell();
    },
  };
}
