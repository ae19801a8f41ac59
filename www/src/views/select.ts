/** A choice that looks like the text it stands for: the title of an axis, the name of a colour scale. */

import { element } from "./element";
import type { Choice } from "./types";

export interface Select {
  element: HTMLElement;
  update(choices: readonly Choice[], chosen: string): void;
}

/** Without `choose` it is text. */
export function createSelect(name: string, choose?: (id: string) => void): Select {
  if (!choose) return createTitle();
  const select = element("select", "", { "aria-label": name, title: name, onchange: () => choose(select.value) });
  const wrapper = element("span", "view-select", {}, select);
  let shown = "";
  return {
    element: wrapper,
    update(choices, chosen) {
      const key = JSON.stringify(choices.map(({ id, label }) => [id, label]));
      if (key !== shown) {
        shown = key;
        // Formulas are the same in all languages.
        const option = ({ label, id }: Choice) =>
          element("option", "", { value: id, translate: !label.includes("‖") }, label);
        select.replaceChildren(...choices.map(option));
      }
      if (select.value !== chosen) select.value = chosen;
      select.title = choices.find(({ id }) => id === chosen)?.meaning || name;
      wrapper.hidden = choices.length === 0;
    },
  };
}

function createTitle(): Select {
  const [name, more] = [element("span"), element("small")];
  const title = element("span", "view-title", {}, name, more);
  return {
    element: title,
    update(choices, chosen) {
      const { label = "", meaning = "" } = choices.find(({ id }) => id === chosen) ?? {};
      if (name.textContent !== label) name.textContent = label;
      if (more.textContent !== meaning) more.textContent = meaning;
      title.hidden = label === "";
    },
  };
}
