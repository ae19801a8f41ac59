/** The explanation of the current step of a lesson, or figure of the paper, under the figures; its text is loaded when it comes into sight. */

import { render, type ComponentChildren } from "preact";
import { byId, setText } from "../controls/dom";
import { onDemand } from "../controls/on-demand";
import { openPanel } from "../controls/panels";
import { loadIndex } from "../scene/recorded";
import type { Pool } from "../simulation/pool";
import type { ExperimentDocument } from "../state/document";
import { media } from "../state/media";
import { Explained } from "../text/glossary";
import { tied } from "../views/typeset";

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
    const content = await contentOf(asked);
    if (content === null || asked !== told) return;
    shown = asked;
    host.classList.remove("untold");
    host.hidden = content.length === 0;
    setText(heading, asked.chapter || asked.title);
    render(<div key={`${asked.id} ${asked.title}`}>{content}</div>, text);
  }

  /** Nothing where there is nothing to say; null where it could not be loaded. */
  async function contentOf({ id, chapter, document }: Told): Promise<ComponentChildren[] | null> {
    const part = await loadStories();
    if (!part) return null;
    if (chapter !== "" || id === "") return paragraphs(part.story(chapter, id));
    const [{ figures }, record] = [await loadIndex(), await loadRecord()];
    const figure = figures.find((one) => one.id === id.replace(/-ours$/, ""))!;
    return [
      ...paragraphs(part.figureStory(figure)),
      record && <record.Record key="record" {...{ figure, id, document, pool }} />,
    ];
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
