/** The story's bar: play, the line of time, one or two things to try, and the ways to the steps before and after. */

import { useEffect } from "preact/hooks";
import { Button, Field as Labelled } from "../controls/field";
import { usePage } from "../controls/page";
import { Field } from "../controls/parameter";
import { replaced } from "../state/document";
import { parameterNamed } from "../state/parameters";
import type { Preset } from "../simulation/core";
import type { Steps } from "./steps";

/** The step's choice of ready experiments, and the parameters that it offers to be tried, where the document has them. */
export function Tries({ steps, only }: { steps: Steps; only: readonly string[] | null }) {
  const { store, catalog, edit } = usePage();
  const { step, present } = steps;
  if (!step && !only) return null;
  const fields = (only ?? step!.controls).flatMap((name) => {
    const found = parameterNamed(store.document, name, catalog);
    if (!found) return [];
    const { path, others, parameter } = found;
    const all = (value: unknown) =>
      edit(
        [],
        [path, ...others].reduce((document, path) => replaced(document, path, value), store.document),
        name,
      );
    const together = others.length > 0 ? { onChange: all } : {};
    return [<Field key={`${present.id} ${name}`} path={path} parameter={parameter} {...together} />];
  });
  const choice = step && step.choice !== "" && <Choice key={step.name} steps={steps} label={step.choice} />;
  return (
    <>
      {choice}
      {fields}
    </>
  );
}

const GROUPS: readonly [Preset["group"], string][] = [
  ["lesson", ""],
  ["paper", "As printed"],
  ["ours", "Where the claim shows sooner: our settings"],
];

function Choice({ steps, label }: { steps: Steps; label: string }) {
  const { present, step } = steps;
  const groups = GROUPS.map(([group, name]) => ({ name, own: step!.presets.filter((one) => one.group === group) }));
  const options = (own: readonly Preset[]) =>
    own.map((preset) => (
      <option key={preset.id} value={preset.id}>
        {preset.step || preset.title}
      </option>
    ));
  return (
    <Labelled label={label} kind="choice">
      {(id) => (
        <select
          id={id}
          value={present.id}
          onChange={({ currentTarget: { value } }) => steps.choose(step!.presets.find((one) => one.id === value)!)}
        >
          {groups
            .filter(({ own }) => own.length > 0)
            .map(({ name, own }) => (name === "" ? options(own) : <optgroup label={name}>{options(own)}</optgroup>))}
        </select>
      )}
    </Labelled>
  );
}

/** Back, where one is, and next with the name of what comes next; by keys and swipes, too. */
export function Way({ steps }: { steps: Steps }) {
  const { room, conductor } = usePage();
  const { all, place } = steps;
  const next = all[place + 1];
  const { length } = all;
  useEffect(() => {
    const isHere = () => room.value === "story";
    const press = (event: KeyboardEvent) => {
      if (!isHere() || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isTaken(event)) return;
      if (event.key === "ArrowRight") steps.go(steps.place + 1);
      else if (event.key === "ArrowLeft") steps.go(steps.place - 1);
      else if (event.key === " ") conductor.playing ? conductor.pause() : conductor.play();
      else return;
      event.preventDefault();
    };
    const here = new AbortController();
    addEventListener("keydown", press, here);
    const words = document.getElementById("words")!;
    swiped(words, here, (by) => isHere() && steps.go(steps.place + by));
    return () => here.abort();
  }, []);
  if (length < 2) return null;
  return (
    <nav id="way" aria-label="Steps of the story">
      <Button class="back" aria-label="The step before" disabled={place <= 0} onClick={() => steps.go(place - 1)}>
        ‹
      </Button>
      <span class="where">
        {place + 1} <small>of {length}</small>
      </span>
      <Button class="next" title={next?.name ?? all[0]!.name} onClick={() => steps.go(next ? place + 1 : 0)}>
        <span>{next ? "Next" : "From the beginning"}</span>
        {next && <span class="name">: {next.name}</span>}
        <span aria-hidden="true"> ›</span>
      </Button>
    </nav>
  );
}

/** Whether a key means something where the focus is. */
function isTaken({ target, key, defaultPrevented }: KeyboardEvent): boolean {
  if (defaultPrevented) return true;
  if (!(target instanceof HTMLElement) || target === document.body || target.id === "reading") return false;
  if (target.closest("input, select, textarea, [role=application], [contenteditable]")) return true;
  return key === " " && target.closest("button, a, summary") !== null;
}

const FAR = 60;

/** Tells of swipes on an element, until it is aborted: +1 for what lies to the right, -1 for what lies to the left. */
function swiped(element: HTMLElement, { signal }: AbortController, tell: (by: 1 | -1) => void): void {
  let from: Touch | null = null;
  const begin = ({ touches }: TouchEvent) => (from = touches.length === 1 ? touches[0]! : null);
  const end = ({ changedTouches: [to] }: TouchEvent) => {
    if (!from || !to) return;
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
    if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) tell(x < 0 ? 1 : -1);
  };
  element.addEventListener("touchstart", begin, { passive: true, signal });
  element.addEventListener("touchend", end, { passive: true, signal });
}
