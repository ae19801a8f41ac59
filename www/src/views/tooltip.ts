/** A small panel of numbers beside the pointer, kept within its box. What it says is also said by the view's summary. */

import { element } from "./access";
import "./tooltip.css";

export interface Tooltip {
  /** Shows `content` beside (x, y), in CSS pixels of the box. */
  show(x: number, y: number, content: readonly Node[]): void;
  hide(): void;
  destroy(): void;
}

const GAP = 14;

export function createTooltip(box: HTMLElement): Tooltip {
  const panel = element("div", "view-tooltip");
  panel.setAttribute("aria-hidden", "true");
  panel.hidden = true;
  box.append(panel);
  return {
    show(x, y, content) {
      panel.replaceChildren(...content);
      panel.hidden = false;
      const { clientWidth, clientHeight } = box;
      const { offsetWidth, offsetHeight } = panel;
      const right = x + GAP + offsetWidth <= clientWidth;
      const left = right ? x + GAP : Math.max(0, x - GAP - offsetWidth);
      const top = Math.max(0, Math.min(y - offsetHeight / 2, clientHeight - offsetHeight));
      panel.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    },
    hide() {
      panel.hidden = true;
    },
    destroy() {
      panel.remove();
    },
  };
}

/** A bold heading, then a line for each name with its values. */
export function reading(
  title: string,
  lines: readonly { name: string; values: readonly string[]; mark?: Node }[],
): Node[] {
  const head = element("div", "view-tooltip-heading");
  head.textContent = title;
  const table = element("table");
  for (const { name, values, mark } of lines) {
    const row = table.insertRow();
    const label = element("th");
    if (mark) label.append(mark);
    label.append(name);
    row.append(label);
    for (const value of values) row.insertCell().textContent = value;
  }
  return [head, table];
}
