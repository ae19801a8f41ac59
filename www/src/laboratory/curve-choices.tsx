/** What is chosen of the curves: which methods, and what else is drawn with them. */

import { Button, Check } from "../controls/field";
import { usePage } from "../controls/page";
import { Swatch } from "../controls/table";
import { recordedBehind } from "../scene/curves";
import { shownAxis } from "../scene/figures";
import { ownStyles } from "../scene/recorded-run";
import { HALVED, shortened } from "../state/methods";
import { Explained } from "../text/glossary";

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
        {/* Where it first stands it is explained. */}
        {i === lazy && <Explained text={HALVED} />}
      </span>
    );
  });
}

export function CurveTools() {
  const { store, scenes } = usePage();
  const { lastRun, floors } = scenes;
  const scene = scenes.drawing.value;
  const { document, view } = scene;
  const expected = (scenes.drawn.value?.expected.size ?? 0) > 0 && shownAxis(scene) === "iterations";
  const hasFloors = floors.data(scene) !== null;
  return (
    <>
      <span
        class="about"
        hidden={!expected}
        title="With least squares and one Hessian for all agents, the expectation of every curve is known in closed form"
      >
        thin: expected
      </span>
      <Check
        hidden={(document.trials ?? 1) < 2}
        checked={view.trials}
        title="Draws every trial, thin, besides the mean"
        onChange={(trials) => store.setView({ trials })}
      >
        single trials
      </Check>
      <Check
        hidden={!hasFloors}
        checked={hasFloors && view.right === "floors"}
        title="Where each method settles, against 1/(1 − λ) or n: a point for each run that differs only in its network"
        onChange={(on) => store.setView({ right: on ? "floors" : "curves" })}
      >
        floors
      </Check>
      <Check
        hidden={lastRun.ghost.value === null || recordedBehind(scene, scenes) !== null}
        checked={lastRun.kept.value}
        title="The previous run is drawn thin and pale; held, it stays during further runs, until the problem changes"
        onChange={(kept) => (lastRun.kept.value = kept)}
      >
        hold “before”
      </Check>
    </>
  );
}
