/** The slim bar: play, step, reset, again and again, speed, the line of time, undo and redo. */

import { byId, h, setText } from "../controls/dom";
import type { Conductor } from "../simulation/conductor";
import { secondsFrom, SPEEDS } from "../simulation/pace";
import type { Preparation } from "../simulation/protocol";
import type { Store } from "../state/store";
import { formatCount } from "../views/format";
import { createTimeLine } from "./time-line";

/** An estimate is shown for work that takes longer than this, in s. */
const WORTH_AN_ESTIMATE = 1;

const ICONS = {
  play: "M5 3v14l12-7z",
  pause: "M5 3h3.5v14H5zM11.5 3H15v14h-3.5z",
  step: "M4 3v14l9-7zM14 3h2.5v14H14z",
  reset: "M10 4a6 6 0 1 1-5.7 4.1l-1.9-.6A8 8 0 1 0 10 2V0L5.5 3.2 10 6.4z",
  loop: "M4 9V7a2 2 0 0 1 2-2h6V2l4 4-4 4V7H6v2zM16 11v2a2 2 0 0 1-2 2H8v3l-4-4 4-4v3h6v-2z",
  undo: "M8 3 3 7.5 8 12V9h4a3 3 0 0 1 0 6H8v2h4a5 5 0 0 0 0-10H8z",
  redo: "M12 3l5 4.5-5 4.5V9H8a3 3 0 0 0 0 6h4v2H8A5 5 0 0 1 8 7h4z",
};

export function createTransport(conductor: Conductor, store: Store): { show(): void } {
  const play = button("play", "Play", () => (conductor.playing ? conductor.pause() : conductor.play()));
  const step = button("step", "Step one iteration (with Shift: a hundred)", (event) =>
    conductor.step((event as MouseEvent).shiftKey ? 100 : 1),
  );
  const reset = button("reset", "Reset to iteration 0", () => conductor.reset());
  const speed = h(
    "select",
    {
      "aria-label": "Speed",
      title: "How fast a run is played. Changed controls take effect at once.",
      onchange: () => (conductor.speed = SPEEDS[speed.selectedIndex]!),
    },
    ...SPEEDS.map(({ id, label }) => h("option", { value: id }, label)),
  );
  const loop = button("loop", "Loop", () => (conductor.loop = !conductor.loop));
  const line = createTimeLine((k) => conductor.seek(k));
  const count = h("output", { class: "count" });
  const cancel = h(
    "button",
    { type: "button", class: "quiet", hidden: true, onclick: () => conductor.cancel() },
    "Cancel",
  );
  const undo = button("undo", "Undo the last change", () => store.undo());
  const redo = button("redo", "Redo", () => store.redo());
  undo.ariaKeyShortcuts = "Control+Z Meta+Z";
  redo.ariaKeyShortcuts = "Control+Shift+Z Meta+Shift+Z Control+Y";
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isCommand || isText(event.target) || (key !== "z" && (key !== "y" || event.metaKey))) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) store.redo();
    else store.undo();
  });
  byId("transport").append(
    h("div", { class: "buttons" }, play, step, reset, loop),
    speed,
    h("div", { class: "progress" }, count, h("div", { class: "run" }, line.element, cancel)),
  );
  byId("tools").prepend(undo, redo);

  return {
    show() {
      if (speed.value !== conductor.speed.id) speed.value = conductor.speed.id;
      const { run, phase } = conductor;
      const total = store.document.iterations;
      const done = Math.min(run?.done ?? 0, total);
      draw(
        play,
        conductor.playing ? "pause" : "play",
        conductor.playing ? "Pause" : phase === "finished" ? "Play again" : "Play",
      );
      play.disabled = phase === "refused";
      const { shown } = conductor;
      step.disabled = shown === null && (phase === "finished" || phase === "refused" || phase === "broken");
      loop.setAttribute("aria-pressed", String(conductor.loop));
      line.show(shown ?? done, done, total);
      const left = phase === "running" ? run?.secondsLeft : null;
      // Time that the chosen speed asks for is no work.
      const estimate = left != null && left > WORTH_AN_ESTIMATE && !paced(conductor) ? ` · ${duration(left)} left` : "";
      // There is room for either; the line of time has the end, too.
      const rest = estimate || ` of ${formatCount(total)}`;
      const words =
        phase === "preparing"
          ? preparing(run?.preparing ?? { stage: "data", share: null })
          : `k = ${formatCount(shown ?? done)}${rest}`;
      setText(count, words);
      cancel.hidden = estimate === "" && phase !== "preparing";
      undo.disabled = !store.canUndo;
      redo.disabled = !store.canRedo;
    },
  };
}

/** What is typed there has a history of its own. */
function isText(target: EventTarget | null): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");
}

const STAGES: Record<Preparation["stage"], string> = {
  weights: "computing the weights",
  data: "preparing the data",
  optimum: "computing f*",
  outlook: "judging the methods",
};

function preparing({ stage, share }: Preparation): string {
  return `${STAGES[stage]} …${share === null ? "" : ` ${Math.floor(100 * share)} %`}`;
}

/** Whether the run takes as long as the chosen speed asks for. */
function paced({ speed, run }: Conductor): boolean {
  const needed = run?.secondsLeft ?? 0;
  return run !== null && secondsFrom(speed, run.done, run.document.iterations) > 0.8 * needed;
}

function button(icon: keyof typeof ICONS, label: string, onclick: (event: Event) => void): HTMLButtonElement {
  const element = h("button", { type: "button", class: "icon", onclick });
  draw(element, icon, label);
  return element;
}

function draw(element: HTMLButtonElement, icon: keyof typeof ICONS, label: string): void {
  if (element.getAttribute("aria-label") === label) return;
  element.setAttribute("aria-label", label);
  element.title = label;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[icon]);
  svg.append(path);
  element.replaceChildren(svg);
}

/** Seconds as "3 s", "2 min" or "1.5 h". */
function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
