/** A measurement beside the run that is watched: its buttons, its progress, and workers of its own, which end with it. */

import { h, setText } from "../../controls/dom";
import type { Pool } from "../../simulation/pool";
import { formatCount } from "../../views/format";

class Cancelled extends Error {}

export interface Work {
  workers: Pool;
  /** What it settles to, unless the reader cancels before. */
  unlessCancelled<T>(result: Promise<T>): Promise<T>;
  /** How far it is, as a share, and in words. */
  tell(share: number, words: string): void;
}

export interface Measurement {
  /** Start and cancel. */
  buttons: readonly HTMLButtonElement[];
  start: HTMLButtonElement;
  progress: HTMLProgressElement;
  status: HTMLElement;
  say(words: string): void;
  /** Cancels what is being measured. */
  cancel(): void;
  /** Carries it out; what it returns is said at the end. False where it was cancelled, or broke. */
  run(work: (tools: Work) => Promise<string>): Promise<boolean>;
}

export function createMeasurement(
  pool: Pool,
  { label = "Measure", what, onStart }: { label?: string; what: string; onStart(): void },
): Measurement {
  let stop: (() => void) | null = null;
  const start = h("button", { type: "button", onclick: onStart }, label);
  const cancel = h("button", { type: "button", hidden: true, onclick: () => stop?.() }, "Cancel");
  const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": `Progress of the ${what}` });
  const status = h("p", { role: "status" });
  const say = (words: string): void => setText(status, words);

  function busy(on: boolean): void {
    // The focus stays where the reader acts.
    const held = document.activeElement === start || document.activeElement === cancel;
    start.disabled = on;
    cancel.hidden = !on;
    progress.hidden = !on;
    if (held) (on ? cancel : start).focus();
  }

  async function run(work: (tools: Work) => Promise<string>): Promise<boolean> {
    const workers = pool.another();
    const cancelled = new Promise<never>((_, reject) => (stop = () => reject(new Cancelled())));
    cancelled.catch(() => undefined);
    const begun = performance.now();
    progress.value = 0;
    busy(true);
    try {
      const words = await work({
        workers,
        unlessCancelled: (result) => Promise.race([result, cancelled]),
        tell(share, text) {
          progress.value = share;
          say(text);
        },
      });
      const seconds = formatCount(Math.ceil((performance.now() - begun) / 1_000));
      say(`Done in ${seconds} s.${words && ` ${words}`}`);
      return true;
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      say(error instanceof Cancelled ? "Cancelled." : `The ${what} stopped: ${words}`);
      return false;
    } finally {
      workers.cancel();
      stop = null;
      busy(false);
    }
  }

  return { buttons: [start, cancel], start, progress, status, say, cancel: () => stop?.(), run };
}
