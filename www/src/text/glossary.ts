/** The first mention of a term in a text shows its meaning on hover, focus or tap. */

import { freshId, h } from "../controls/dom";
import { FOUND, isName, keyOf, TERMS } from "../state/terms";

/** The words, with the first mention of each term explained. */
export function explained(text: string): (Node | string)[] {
  const seen = new Set<string>();
  return text.split(FOUND).map((part, i) => {
    const key = keyOf(part);
    if (i % 2 === 0 || seen.has(key)) return part;
    seen.add(key);
    return term(part, key);
  });
}

/** Sets text, with its terms explained, only where it differs. */
export function setExplained(element: Element, text: string): void {
  if (element.textContent === text) return;
  // A term that the reader has come to keeps its place.
  const focused = [...element.children].indexOf(document.activeElement as Element);
  element.replaceChildren(...explained(text));
  if (bubble?.owner?.isConnected === false) close();
  (element.children[focused] as HTMLElement | undefined)?.focus({ preventScroll: true });
}

let bubble: { element: HTMLElement; owner: HTMLElement | null } | null = null;

/** The words, explained; `key` where they differ from the glossary's. */
export function term(words: string, key = words): HTMLElement {
  const meaning = TERMS[key];
  if (meaning === undefined) throw new Error(`the glossary has no ${key}`);
  const button = h("button", { type: "button", class: "term", translate: !isName(key, words) }, words);
  button.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && open(button, meaning));
  button.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && close());
  button.addEventListener("focus", () => open(button, meaning));
  button.addEventListener("blur", close);
  button.addEventListener("click", () => open(button, meaning));
  button.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return button;
}

function open(owner: HTMLElement, meaning: string): void {
  if (!bubble) {
    const element = h("div", { class: "bubble", role: "tooltip", id: freshId("meaning"), hidden: true });
    document.body.append(element);
    bubble = { element, owner: null };
    addEventListener("scroll", close, { passive: true });
  }
  const { element } = bubble;
  bubble.owner?.removeAttribute("aria-describedby");
  bubble.owner = owner;
  owner.setAttribute("aria-describedby", element.id);
  element.textContent = meaning;
  element.hidden = false;
  const at = owner.getBoundingClientRect();
  const size = element.getBoundingClientRect();
  const below = at.bottom + 6 + size.height < innerHeight;
  element.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - size.width - 8))}px`;
  element.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - size.height - 6)}px`;
}

function close(): void {
  if (!bubble) return;
  bubble.element.hidden = true;
  bubble.owner?.removeAttribute("aria-describedby");
  bubble.owner = null;
}
