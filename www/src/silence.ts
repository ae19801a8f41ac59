/** Notices a worker that is gone without a word, as one is that the browser has killed, and one that never came. */

import { hideBanner, showBanner } from "./controls/dom";
import type { Conductor } from "./simulation/conductor";
import type { Run } from "./simulation/run";

/** Seconds in which a worker that has something to do is expected to report; it does so many times a second. */
const PATIENCE = 10;
/** So many times as long as it has been silent before, it may be silent again: an iteration of large data takes its time. */
const LENIENCE = 3;
/** Seconds in which a worker is expected to say that it is there. */
const ARRIVAL = 15;

/** Tells the reader when a run that should go on does not, and takes it back when it does. */
export function watchSilence(conductor: Conductor): void {
  let last: Run | null = null;
  let heard = "";
  let silent = 0;
  let longest = 0;
  let missed = 0;
  // Counted in ticks, not by the clock: while the page or the machine sleeps, nobody is expected to report.
  setInterval(() => {
    if (document.hidden) return;
    const { run } = conductor;
    if (run !== last) [last, silent, longest, missed] = [run, 0, 0, 0];
    const now = run ? `${run.started} ${run.parts.map(({ done }) => done)}` : "";
    const news = now !== heard;
    heard = now;
    if (news) longest = Math.max(longest, silent);
    // Some job may go on but has not, or is being prepared: which may take its time; the page offers to cancel it.
    const isAwaited = run && (!run.started || run.parts.some((part) => part.done < part.granted));
    silent = news || !isAwaited ? 0 : silent + 1;
    missed = run?.parts.some((part) => !part.heard) ? missed + 1 : 0;
    if (run?.started && silent === Math.max(PATIENCE, LENIENCE * longest)) {
      const restart = () => {
        // Not with the same workers.
        conductor.cancel();
        conductor.load(run.document, true, false);
      };
      showBanner("silent", `The computation has not answered for ${silent} s.`, { label: "Restart", run: restart });
    } else if (news) {
      hideBanner("silent");
    }
    if (missed === ARRIVAL)
      showBanner(
        "missed",
        `A worker of this page has not answered for ${ARRIVAL} s: its script has not arrived, or this machine is very busy.`,
        { label: "Go on without it", run: () => conductor.goOnWithout() },
      );
    else if (missed === 0) hideBanner("missed");
  }, 1_000);
}
