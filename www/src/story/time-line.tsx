/** The line of time: how far the run has come, and a handle to go back and forth in it. */

import { useLayoutEffect, useRef } from "preact/hooks";
import { iterationAt, placeOf } from "../simulation/pace";
import { formatCount } from "../views/format";

/** A touch of a key goes this part of k, and at least one iteration; with Page up and down this part of the line. */
const STEP = 0.02;
const PAGE = 0.1;

interface TimeLineProps {
  /** The iteration looked at, how many are done, and how many there are to be. */
  k: number;
  done: number;
  total: number;
  seek(k: number): void;
}

export function TimeLine({ k, done, total, seek }: TimeLineProps) {
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
  const rest = () => {
    held.current = false;
  };
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
        onPointerDown={() => {
          held.current = true;
        }}
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
