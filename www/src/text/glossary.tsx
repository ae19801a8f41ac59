/** The first mention of a term in a text shows its meaning on hover, focus or tap. */

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FOUND, isName, keyOf, TERMS } from "../state/terms";
import { element, freshId } from "../views/element";

/** The words, with the first mention of each term explained, of `most` terms at most. */
export function Explained({ text, most = Infinity }: { text: string; most?: number }) {
  const seen = new Set<string>();
  return text.split(FOUND).map((part, i) => {
    const key = keyOf(part);
    if (i % 2 === 0 || seen.has(key) || seen.size >= most) return part;
    seen.add(key);
    return <Term key={key} words={part} of={key} />;
  });
}

/** The words, explained; `of` where they differ from the glossary's. */
function Term({ words, of = words }: { words: string; of?: string }) {
  const meaning = TERMS[of];
  if (meaning === undefined) throw new Error(`the glossary has no ${of}`);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => () => bubble?.owner === button.current && close(), []);
  const show = () => open(button.current!, meaning);
  return (
    <button
      type="button"
      ref={button}
      class="term"
      translate={!isName(of, words)}
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && show()}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && close()}
      onFocus={show}
      onBlur={close}
      onClick={show}
    >
      {words}
    </button>
  );
}

export const term = (words: string, of = words) => <Term words={words} of={of} />;

/** Sets the text of an element of a view; a term that the reader has come to stays. */
export function setExplained(element: Element, text: string): void {
  render(<Explained text={text} />, element);
}

let bubble: { made: HTMLElement; owner: HTMLElement | null } | null = null;

function open(owner: HTMLElement, meaning: string): void {
  if (!bubble) {
    const made = element("div", "bubble", { role: "tooltip", id: freshId("meaning"), hidden: true });
    document.body.append(made);
    bubble = { made, owner: null };
    addEventListener("scroll", close, { passive: true });
    addEventListener("keydown", ({ key }) => key === "Escape" && close());
  }
  const { made } = bubble;
  bubble.owner?.removeAttribute("aria-describedby");
  bubble.owner = owner;
  owner.setAttribute("aria-describedby", made.id);
  made.textContent = meaning;
  made.hidden = false;
  const at = owner.getBoundingClientRect();
  const size = made.getBoundingClientRect();
  const below = at.bottom + 6 + size.height < innerHeight;
  made.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - size.width - 8))}px`;
  made.style.top = `${below ? at.bottom + 6 : Math.max(8, at.top - size.height - 6)}px`;
}

function close(): void {
  if (!bubble) return;
  bubble.made.hidden = true;
  bubble.owner?.removeAttribute("aria-describedby");
  bubble.owner = null;
}
