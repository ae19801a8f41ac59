/** The explanation of the current lesson, under the figures; its text is loaded when it comes into sight. */

import { byId, setText } from "../dom";
import { onDemand } from "./on-demand";
import { openPanel } from "./panels";

const loadStories = onDemand(() => import("../text/stories"), { unasked: true });

/** The subject of the story. */
export interface Told {
  chapter: string;
  title: string;
  /** Empty for the reader's own experiment. */
  group: string;
}

export function createStory(): { show(told: Told): void } {
  const host = byId("story");
  const [heading, text] = [byId("story-title"), byId("story-text")];
  let seen = false;
  let told: Told | null = null;
  let shown: Told | null = null;

  new IntersectionObserver((entries) => {
    seen = entries.at(-1)!.isIntersecting;
    void tell();
  }).observe(host);

  async function tell(): Promise<void> {
    if (!seen || !told || told === shown) return;
    const asked = told;
    const part = await loadStories();
    if (!part || asked !== told) return;
    shown = asked;
    const words = part.story(asked.chapter, asked.group, openPanel);
    host.hidden = words.length === 0;
    setText(heading, asked.chapter || "The paper’s figures");
    text.replaceChildren(...words);
  }

  return {
    show(next) {
      if (told && next.chapter === told.chapter && next.group === told.group) return;
      told = next;
      // Hidden, it is never seen.
      host.hidden = false;
      void tell();
    },
  };
}
