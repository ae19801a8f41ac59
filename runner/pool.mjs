// The threads, and the jobs that they share.
import { Worker } from "node:worker_threads";
import { showProgress } from "./progress.mjs";
import { BadInput } from "./trouble.mjs";

/** Recorded numbers that are held at once, at most: 2 GiB of them. */
const most = 2 ** 28;

/**
 * Computes all jobs on at most `threads` threads and returns their parts, in the order of the jobs. The first failure
 * ends everything. `warn` is given each list of warnings as soon as it is known, `advance` what more is done, as shares of all.
 */
export async function compute(text, jobs, { threads, iterates, warn, advance }) {
  const parts = new Array(jobs.length);
  const shown = advance ? null : showProgress();
  const more = (share) => (advance ?? shown.advance)(share / jobs.length);
  const workers = [];
  let next = 0;
  let held = 0;
  const serve = () =>
    new Promise((done, reject) => {
      const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData: { text, iterates } });
      workers.push(worker);
      let current;
      const take = () => {
        if (next === jobs.length) return done();
        current = next++;
        worker.postMessage({ ...jobs[current], isFirst: current === 0 });
      };
      worker.on("error", reject);
      worker.on("message", ({ part, preparing, progress, warnings, error, ours }) => {
        if (preparing !== undefined) shown?.prepare(preparing);
        else if (progress !== undefined) more(progress);
        else if (warnings !== undefined) {
          shown?.clear();
          warn(warnings);
        } else if (error !== undefined)
          reject(ours ? new Error(`the computation broke: ${error}`) : new BadInput(error));
        else {
          parts[current] = part;
          held += part.records.values.length;
          if (held > most)
            reject(new BadInput("trials: record too much to hold at once; compute them in shards, with --trials"));
          else take();
        }
      });
      take();
    });
  try {
    await Promise.all(Array.from({ length: Math.min(threads, jobs.length) }, serve));
  } finally {
    shown?.end();
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
  return parts;
}
