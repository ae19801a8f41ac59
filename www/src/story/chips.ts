/** The methods as coloured chips: the legend of the curves, and the switch of each. */

import { byId, h } from "../controls/dom";
import { same } from "../state/document";
import type { Store } from "../state/store";
import type { Theme } from "../views/theme";
import type { MethodStyle } from "../views/types";
import { shortened } from "../state/methods";
import { explained } from "../text/glossary";
import { methodSwatch } from "../views/legend";

/** Where it first stands it is explained. */
const HALVED = "(I+W)/2";

/** `show` tells whether anything has changed. */
export function createChips(store: Store): { show(styles: readonly MethodStyle[], theme: Theme): boolean } {
  const host = byId("chips");
  let shown: unknown = null;
  return {
    show(styles, theme) {
      const { hidden } = store.view;
      const state = [styles, theme.name, hidden];
      if (same(state, shown)) return false;
      const focused = [...host.querySelectorAll<Element>("button")].indexOf(document.activeElement!);
      shown = state;
      const names = shortened(styles.map(({ label }) => label));
      const lazy = names.findIndex((name) => name.endsWith(HALVED));
      host.replaceChildren(
        ...styles.map((style, i) => {
          const visible = !hidden.includes(style.label);
          const toggle = () =>
            store.setView({
              hidden: visible ? [...hidden, style.label] : hidden.filter((label) => label !== style.label),
            });
          const title = visible ? `Hide the curve of ${style.label}` : `Show the curve of ${style.label}`;
          const name = names[i]!;
          const isExplained = i === lazy;
          const chip = h(
            "button",
            { type: "button", class: "chip", "aria-pressed": visible, title, "aria-label": name, onclick: toggle },
            methodSwatch(style, theme),
            h("span", { translate: false }, isExplained ? name.slice(0, -HALVED.length) : name),
          );
          return h("span", { class: "key", translate: false }, chip, ...(isExplained ? explained(HALVED) : []));
        }),
      );
      host.querySelectorAll("button")[focused]?.focus();
      return true;
    },
  };
}
