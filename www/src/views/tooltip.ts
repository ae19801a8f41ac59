/** A small panel of numbers beside the pointer, kept within its box. The view's summary gives the same numbers. */

import { element } from "./element";
import { unit } from "./unit";
import "./tooltip.css";

export interface Tooltip {
  /** Shows `content` beside (x, y), in units of the figure. */
  show(x: number, y: number, content: readonly Node[]): void;
  hide(): void;
  destroy(): void;
}

const GAP = 14;

/** `foot`: what it leaves free at the foot of its box, in units of the figure. */
export function createTooltip(box: HTMLElement, foot = 0): Tooltip {
  const panel = element("div", "view-tooltip");
  panel.setAttribute("aria-hidden", "true");
  panel.hidden = true;
  box.append(panel);
  return {
    show(x, y, content) {
      panel.replaceChildren(...content);
      panel.hidden = false;
      const scale = unit();
      const [at, gap] = [x * scale, GAP * scale];
      const room = { left: at - gap, right: box.clientWidth - at - gap };
      panel.classList.remove("view-narrow");
      panel.style.maxWidth = "";
      const wide = panel.offsetWidth;
      // Beside the place, never over it: where it is too wide for either side, on the wider one, in more lines.
      const onRight = wide <= room.right || (wide > room.left && room.right >= room.left);
      const width = Math.max(0, onRight ? room.right : room.left);
      if (wide > width) {
        panel.classList.add("view-narrow");
        panel.style.maxWidth = `${width}px`;
      }
      const left = onRight ? at + gap : room.left - panel.offsetWidth;
      const most = box.clientHeight - foot * scale - panel.offsetHeight;
      const top = Math.max(0, Math.min(y * scale - panel.offsetHeight / 2, most));
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
