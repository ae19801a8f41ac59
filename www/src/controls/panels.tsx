/** The panels below the figures: everything that can be set, each part with a heading and a sentence. */

import type { ComponentChildren, Ref } from "preact";

interface PanelProps {
  title: string;
  about: string;
  open?: boolean;
  place?: Ref<HTMLDetailsElement>;
  onToggle?(isOpen: boolean): void;
  children: ComponentChildren;
}

export function Panel({ title, about, open = false, place = null, onToggle, children }: PanelProps) {
  return (
    <details ref={place} open={open} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary>
        <h3>{title}</h3>
        <span class="about">{about}</span>
      </summary>
      <div class="body">{children}</div>
    </details>
  );
}
