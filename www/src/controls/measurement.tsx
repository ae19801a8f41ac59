/** A measurement beside the run that is watched: its buttons, its progress, and workers of its own, which end with it. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Pool } from "../simulation/pool";
import { formatCount } from "../views/format";
import { Button } from "./field";
import { usePage } from "./page";

class Cancelled extends Error {}

export interface Work {
  workers: Pool;
  /** What it settles to, unless the reader cancels before. */
  unlessCancelled<T>(result: Promise<T>): Promise<T>;
  /** How far it is, as a share, and in words. */
  tell(share: number, words: string): void;
}

type Measurement = ReturnType<typeof useMeasurement>;

/** `what`: what is measured, in a word. */
export function useMeasurement(what: string) {
  const { pool } = usePage();
  /** `words`: the last that was said of it. */
  const [busy, share, words] = [useSignal(false), useSignal(0), useSignal("")];
  const stop = useRef<(() => void) | null>(null);
  const cancel = () => stop.current?.();
  useEffect(() => cancel, []);

  /** Carries it out; what it returns is said at the end. False where it was cancelled, or broke. */
  async function run(work: (tools: Work) => Promise<string>): Promise<boolean> {
    const workers = pool.another();
    const cancelled = new Promise<never>((_, reject) => (stop.current = () => reject(new Cancelled())));
    cancelled.catch(() => undefined);
    const begun = performance.now();
    share.value = 0;
    busy.value = true;
    try {
      const found = await work({
        workers,
        unlessCancelled: (result) => Promise.race([result, cancelled]),
        tell(done, text) {
          share.value = done;
          words.value = text;
        },
      });
      const seconds = formatCount(Math.ceil((performance.now() - begun) / 1_000));
      words.value = `Done in ${seconds} s.${found && ` ${found}`}`;
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      words.value = error instanceof Cancelled ? "Cancelled." : `The ${what} stopped: ${why}`;
      return false;
    } finally {
      workers.cancel();
      stop.current = null;
      busy.value = false;
    }
  }

  return { what, busy, share, words, cancel, run };
}

interface MeasureProps {
  job: Measurement;
  onStart(): void;
  label?: string;
  disabled?: boolean;
  children?: ComponentChildren;
}

/** The buttons of a measurement, how far it is, and what is said of it. */
export function Measure({ job, onStart, label = "Measure", disabled = false, children }: MeasureProps) {
  const [start, cancel] = [useRef<HTMLButtonElement>(null), useRef<HTMLButtonElement>(null)];
  const busy = job.busy.value;
  // The focus stays where the reader acts.
  const held = document.activeElement === start.current || document.activeElement === cancel.current;
  useLayoutEffect(() => {
    if (held && start.current) (busy ? cancel : start).current!.focus();
  }, [busy]);
  return (
    <>
      <div class="buttons">
        <Button ref={start} disabled={busy || disabled} onClick={onStart}>
          {label}
        </Button>
        <Button ref={cancel} hidden={!busy} onClick={job.cancel}>
          Cancel
        </Button>
        {children}
      </div>
      <progress max="1" value={job.share.value} hidden={!busy} aria-label={`Progress of the ${job.what}`} />
      <p role="status">{job.words.value}</p>
    </>
  );
}
