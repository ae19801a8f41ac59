/** The methods as coloured chips: the legend of the curves, and the switch of each. */

import { Button } from "../controls/field";
import { usePage } from "../controls/page";
import { ownStyles } from "../scene/own-curves";
import { shortened } from "../state/methods";
import { Explained } from "../text/glossary";
import { Swatch } from "../controls/swatch";

/** Where it first stands it is explained. */
const HALVED = "(I+W)/2";

export function Chips() {
  const { store, scenes, catalog } = usePage();
  const own = ownStyles(scenes.own.value, { styles: scenes.styles.value, catalog });
  const styles = [...scenes.styles.value, ...own.values()];
  const { hidden } = store.view;
  const names = shortened(styles.map(({ label }) => label));
  const lazy = names.findIndex((name) => name.endsWith(HALVED));
  return styles.map((style, i) => {
    const { label } = style;
    const visible = !hidden.includes(label);
    const toggle = () =>
      store.setView({ hidden: visible ? [...hidden, label] : hidden.filter((other) => other !== label) });
    return (
      <span class="key" translate={false} key={i}>
        <Button
          class="chip"
          aria-pressed={visible}
          aria-label={names[i]}
          title={`${visible ? "Hide" : "Show"} the curve of ${label}`}
          onClick={toggle}
        >
          <Swatch of={style} />
          <span translate={false}>{i === lazy ? names[i]!.slice(0, -HALVED.length) : names[i]}</span>
        </Button>
        {i === lazy && <Explained text={HALVED} />}
      </span>
    );
  });
}
