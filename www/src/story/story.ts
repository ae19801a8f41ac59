/** The explanation of the current step of a lesson, or figure of the paper, under the figures; its text is loaded when it comes into sight. */

import { byId, setText } from "../controls/dom";
import { media } from "../state/media";
import { loadIndex } from "../scene/recorded";
import { onDemand } from "../controls/on-demand";
import { openPanel } from "../controls/panels";

const loadStories = onDemand(() => import("../text/stories"), { unasked: true });

/** The subject of the story. */
export interface Told {
  /** Empty for the reader's own experiment. */
  id: string;
  /** Empty for figures. */
  chapter: string;
  title: string;
}

export function createStory(): { show(told: Told): void } {
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
    const words = await wordsOf(asked);
    if (!words || asked !== told) return;
    shown = asked;
    host.classList.remove("untold");
    host.hidden = words.length === 0;
    setText(heading, asked.chapter || asked.title);
    text.replaceChildren(...words);
  }

  async function wordsOf({ id, chapter }: Told): Promise<(Node | string)[] | null> {
    const part = await loadStories();
    if (!part) return null;
    if (chapter !== "" || id === "") return part.story(chapter, id, openPanel);
    const { figures } = await loadIndex();
    const { says, summary, remark } = figures.find((figure) => figure.id === id.replace(/-ours$/, ""))!;
    return part.figureStory([`The paper: ${says} ${summary}${remark ? ` ${remark}` : ""}`], openPanel);
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
