/** Notices a worker that is gone without a word, as one is that the browser has killed. */

import { hideBanner, showBanner } from "./banner";
import type { Conductor } from "../simulation/conductor";
import type { Run } from "../simulation/run";

/** Seconds in which a worker that has something to do is expected to report; it does so many times a second. */
const PATIENCE = 10;

/** Tells the reader when a run that should go on does not, and takes it back when it does. */
export function watchSilence(conductor: Conductor): void {
  let last: Run | null = null;
  let heard = -1;
  let silent = 0;
  // Counted in ticks, not by the clock: while the page or the machine sleeps, nobody is expected to report.
  setInterval(() => {
    const { run } = conductor;
    const sum = run?.parts.reduce((total, part) => total + part.done, 0) ?? 0;
    const news = run !== last || sum !== heard;
    [last, heard] = [run, sum];
    silent = news || !run || !isAwaited(run) ? 0 : silent + 1;
    if (silent === PATIENCE) {
      const restart = () => {
        // Not with the same workers.
        conductor.cancel();
        conductor.load(run!.document, true, false);
      };
      showBanner("silent", `The computation has not answered for ${PATIENCE} s.`, { label: "Restart", run: restart });
    } else if (news) {
      hideBanner("silent");
    }
  }, 1_000);
}

/** Whether some job may go on but has not. Preparations may take their time; the page offers to cancel them. */
function isAwaited(run: Run): boolean {
  return run.started && run.parts.some((part) => part.done < part.granted);
}
