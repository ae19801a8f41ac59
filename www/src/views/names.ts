/** Above each picture of a method's agents: whose they are, as a choice of the methods. */

import { createSelect, type Select } from "./select";
import type { Choice } from "./types";

/** The networks side by side, and all methods. */
interface Named {
  panels: readonly { method?: string | undefined }[];
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
      panels.forEach(({ method }, panel) => {
        const select = selects[panel] ?? selectOf(panel);
        selects[panel] = select;
        select.element.hidden = method === undefined;
        if (method === undefined) return;
        select.update(methods, method);
        select.element.style.setProperty("--place", String((panel + 0.5) / panels.length));
        select.element.style.setProperty("--share", String(1 / panels.length));
      });
      for (const { element } of selects.slice(panels.length)) element.hidden = true;
    },
  };
}
