/** Above each picture of a method's agents: whose they are, as a choice of the methods. */

import { createSelect, type Select } from "./select";
import type { Choice } from "./types";

/** The networks side by side, with their middles and widths as shares of the box where these are not equal, and all methods. */
interface Named {
  panels: readonly { method?: string | undefined; middle?: number; share?: number }[];
  methods?: readonly Choice[] | undefined;
}

export function createNames(
  box: HTMLElement,
  choose?: (panel: number, id: string) => void,
): { update(data: Named): void } {
  const selects: Select[] = [];

  function selectOf(panel: number): Select {
    const made = createSelect(`Method at the ${panel === 0 ? "left" : "right"}`, choose && ((id) => choose(panel, id)));
    made.element.classList.add("view-name");
    made.element.translate = false;
    box.append(made.element);
    return made;
  }

  return {
    update({ panels, methods = [] }) {
      const each = 1 / panels.length;
      panels.forEach(({ method, middle, share = each }, panel) => {
        const select = selects[panel] ?? selectOf(panel);
        selects[panel] = select;
        select.element.hidden = method === undefined;
        if (method === undefined) return;
        select.update(methods, method);
        select.element.style.setProperty("--place", String(middle ?? (panel + 0.5) * each));
        select.element.style.setProperty("--share", String(share));
      });
      for (const { element } of selects.slice(panels.length)) element.hidden = true;
    },
  };
}
