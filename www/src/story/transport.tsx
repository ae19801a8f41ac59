/** The slim bar: play, step, reset, again and again, speed, the line of time with its handle; and undo and redo. */

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Button, Select } from "../controls/field";
import { usePage } from "../controls/page";
import { rateAt, SPEEDS, iterationAt, placeOf } from "../simulation/pace";
import type { Preparation } from "../simulation/protocol";
import type { Moment } from "../state/store";
import { formatCount } from "../views/format";

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

function Icon({ of }: { of: keyof typeof ICONS }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true">
      <path d={ICONS[of]} />
    </svg>
  );
}

interface IconProps {
  icon: keyof typeof ICONS;
  label: string;
  onClick(event: MouseEvent): void;
  disabled?: boolean;
  pressed?: boolean;
  /** As `aria-keyshortcuts` has them. */
  keys?: string;
}

function IconButton({ icon, label, onClick, disabled = false, pressed, keys }: IconProps) {
  return (
    <Button
      class="icon"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon of={icon} />
    </Button>
  );
}

export function Transport() {
  const { store, conductor, room } = usePage();
  const { phase, playing, shown, loop, speed } = store.run;
  const play = playing ? "Pause" : phase === "finished" ? "Play again" : "Play";
  const isOver = phase === "finished" || phase === "refused" || phase === "broken";
  const press = () => (conductor.playing ? conductor.pause() : conductor.play());
  if (room.value === "story")
    return (
      <>
        <Button class="play" disabled={phase === "refused"} onClick={press}>
          <Icon of={playing ? "pause" : "play"} />
          <span>{play}</span>
        </Button>
        <Progress />
      </>
    );
  return (
    <>
      <div class="buttons">
        <IconButton icon={playing ? "pause" : "play"} label={play} disabled={phase === "refused"} onClick={press} />
        <IconButton
          icon="step"
          label="Step one iteration (with Shift: a hundred)"
          disabled={shown === null && isOver}
          onClick={({ shiftKey }) => conductor.step(shiftKey ? 100 : 1)}
        />
        <IconButton icon="reset" label="Reset to iteration 0" onClick={() => conductor.reset()} />
        <IconButton icon="loop" label="Loop" pressed={loop} onClick={() => (conductor.loop = !conductor.loop)} />
      </div>
      <Select
        aria-label="Speed"
        title="How fast a run is played. Changed controls take effect at once."
        options={SPEEDS.map(({ id, label }) => [id, label] as const)}
        value={speed?.id ?? ""}
        onChange={(chosen) => (conductor.speed = SPEEDS.find(({ id }) => id === chosen)!)}
      />
      <Progress />
    </>
  );
}

function Progress() {
  const { store, conductor, room } = usePage();
  const { run, phase, shown } = store.run;
  const total = store.document.iterations;
  const done = Math.min(run?.done ?? 0, total);
  const left = estimate(store.run);
  const words =
    phase === "preparing"
      ? preparing(run?.preparing ?? { stage: "data", share: null })
      : // There is room for either; the line of time has the end, too.
        `${room.value === "story" ? "iteration" : "k ="} ${formatCount(shown ?? done)}${left || ` of ${formatCount(total)}`}`;
  return (
    <div class="progress">
      <span class="count">{words}</span>
      <div class="run">
        <TimeLine k={shown ?? done} done={done} total={total} seek={(k) => conductor.seek(k)} />
        <Button
          quiet
          hidden={room.value === "story" || (left === "" && phase !== "preparing")}
          onClick={() => conductor.cancel()}
        >
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** How much longer it takes; empty where that is not worth telling: time that the chosen speed asks for is no work. */
function estimate({ run, phase, speed }: Moment): string {
  const left = phase === "running" ? run?.secondsLeft : null;
  if (!run || !speed || left == null || left <= WORTH_AN_ESTIMATE) return "";
  const last = run.document.iterations;
  // The pace of late, from which the time left is told, lags behind one that rises.
  const paced = left < (2 * (last - run.done)) / rateAt(speed, run.done, last);
  return paced ? "" : ` · ${duration(left)} left`;
}

/** What the keys do, too. */
export function UndoRedo() {
  const { store } = usePage();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isCommand || isText(event.target) || (key !== "z" && (key !== "y" || event.metaKey))) return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) store.redo();
      else store.undo();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <>
      <IconButton
        icon="undo"
        label="Undo the last change"
        keys="Control+Z Meta+Z"
        disabled={!store.canUndo}
        onClick={() => store.undo()}
      />
      <IconButton
        icon="redo"
        label="Redo"
        keys="Control+Shift+Z Meta+Shift+Z Control+Y"
        disabled={!store.canRedo}
        onClick={() => store.redo()}
      />
    </>
  );
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

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

/** A touch of a key goes this part of k, and at least one iteration; with Page up and down this part of the line. */
const STEP = 0.02;
const PAGE = 0.1;

/** `k`: the iteration looked at; `done` and `total`: how many are done, and are to be. */
function TimeLine({ k, done, total, seek }: Record<"k" | "done" | "total", number> & { seek(k: number): void }) {
  const handle = useRef<HTMLInputElement>(null);
  /** While it is held it stays where the hand is. */
  const held = useRef(false);
  /** Where the last key has led, which the next may follow before it is shown. */
  const at = useRef(k);
  at.current = k;
  useLayoutEffect(() => {
    if (!held.current) handle.current!.value = String(placeOf(k, total));
  });
  const go = (next: number) => {
    at.current = Math.max(0, Math.min(total, next));
    seek(at.current);
  };
  const rest = () => (held.current = false);
  const press = (event: KeyboardEvent) => {
    const next = stepTo(event.key, at.current, total);
    if (event.ctrlKey || event.metaKey || event.altKey || next === null) return;
    event.preventDefault();
    go(next);
  };
  return (
    <div class="time-line">
      <progress max={1} value={placeOf(done, total)} aria-label="Progress of the run" />
      <input
        ref={handle}
        type="range"
        min={0}
        max={1}
        step="any"
        aria-label="Iteration shown"
        aria-valuetext={`iteration ${formatCount(k)} of ${formatCount(total)}`}
        title="Drag to go back and forth in the run; what happens early has more room"
        onInput={({ currentTarget }) => go(iterationAt(Number(currentTarget.value), total))}
        onPointerDown={() => (held.current = true)}
        onChange={rest}
        onPointerUp={rest}
        onPointerCancel={rest}
        onKeyDown={press}
      />
    </div>
  );
}

/** Where a key leads from iteration `at`; null for keys that lead nowhere. */
function stepTo(key: string, at: number, last: number): number | null {
  const step = Math.max(1, Math.round(STEP * at));
  const page = (by: number): number => iterationAt(Math.max(0, Math.min(1, placeOf(at, last) + by)), last);
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - step,
    ArrowDown: at - step,
    ArrowRight: at + step,
    ArrowUp: at + step,
    PageDown: Math.min(at - 1, page(-PAGE)),
    PageUp: Math.max(at + 1, page(PAGE)),
    Home: 0,
    End: last,
  };
  return steps[key] ?? null;
}
