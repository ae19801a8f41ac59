/** The line of time: how far the run has come, and a handle to go back and forth in it. */

import { h } from "../controls/dom";
import { iterationAt, placeOf } from "../simulation/pace";
import { formatCount } from "../views/format";

export interface TimeLine {
  readonly element: HTMLElement;
  /** The iteration looked at, how many are done, and how many there are to be. */
  show(k: number, done: number, total: number): void;
}

/** A touch of a key goes this part of k, and at least one iteration; with Page up and down this part of the line. */
const STEP = 0.02;
const PAGE = 0.1;

export function createTimeLine(seek: (k: number) => void): TimeLine {
  let [at, last] = [0, 0];
  /** While the handle is held it stays where the hand is. */
  let held = false;
  const handle = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: "any",
    value: "0",
    "aria-label": "Iteration shown",
    title: "Drag to go back and forth in the run; what happens early has more room",
    oninput: () => go(iterationAt(Number(handle.value), last)),
    onpointerdown: () => (held = true),
    onchange: () => (held = false),
    onpointerup: () => (held = false),
    onpointercancel: () => (held = false),
    onkeydown: press,
  });
  const meter = h("progress", { max: 1, value: 0, "aria-label": "Progress of the run" });

  function go(k: number): void {
    at = Math.max(0, Math.min(last, k));
    seek(at);
  }

  function press(event: KeyboardEvent): void {
    const step = Math.max(1, Math.round(STEP * at));
    const page = (by: number): number => iterationAt(Math.max(0, Math.min(1, placeOf(at, last) + by)), last);
    const steps: Record<string, () => number> = {
      ArrowLeft: () => at - step,
      ArrowDown: () => at - step,
      ArrowRight: () => at + step,
      ArrowUp: () => at + step,
      PageDown: () => Math.min(at - 1, page(-PAGE)),
      PageUp: () => Math.max(at + 1, page(PAGE)),
      Home: () => 0,
      End: () => last,
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(steps, event.key)) return;
    event.preventDefault();
    go(steps[event.key]!());
  }

  return {
    element: h("div", { class: "time-line" }, meter, handle),
    show(k, done, total) {
      [at, last] = [k, total];
      meter.value = placeOf(done, total);
      if (!held) handle.value = String(placeOf(k, total));
      handle.setAttribute("aria-valuetext", `iteration ${formatCount(k)} of ${formatCount(total)}`);
    },
  };
}
