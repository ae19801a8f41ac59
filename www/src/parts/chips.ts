/** The methods as coloured chips: the legend of the curves, and the switch of each. */

import { byId, h } from "../dom";
import { same } from "../document";
import type { Store } from "../state";
import type { Theme } from "../views/theme";
import type { MethodStyle } from "../views/types";
import { shortened } from "../methods";
import { methodSwatch } from "../views/legend";

/** `show` tells whether anything has changed. */
export function createChips(store: Store): { show(styles: readonly MethodStyle[], theme: Theme): boolean } {
  const host = byId("chips");
  let shown: unknown = null;
  return {
    show(styles, theme) {
      const { hidden } = store.view;
      const state = [styles, theme.name, hidden];
      if (same(state, shown)) return false;
      const focused = [...host.children].indexOf(document.activeElement as Element);
      shown = state;
      const names = shortened(styles.map(({ label }) => label));
      host.replaceChildren(
        ...styles.map((style, i) => {
          const visible = !hidden.includes(style.label);
          const toggle = () =>
            store.setView({
              hidden: visible ? [...hidden, style.label] : hidden.filter((label) => label !== style.label),
            });
          const title = visible ? `Hide the curve of ${style.label}` : `Show the curve of ${style.label}`;
          return h(
            "button",
            { type: "button", class: "chip", "aria-pressed": visible, title, onclick: toggle },
            methodSwatch(style, theme),
            h("span", { translate: false }, names[i]!),
          );
        }),
      );
      (host.children[focused] as HTMLElement | undefined)?.focus();
      return true;
    },
  };
}
