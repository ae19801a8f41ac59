// Named stages, side by side where they may be, with their durations and one summary.
import { Failure, output, say, seconds } from "./run.mjs";

/** So many at a time: each of them uses more than one core now and then, and none all of the time. */
const ABREAST = 2;

/**
 * Runs every stage, also after one failed, and throws a Failure at the end if any did. `stages`: of each its `work`, the names
 * of those that it comes `after`, and whether it runs `alone`. `only` names those to run.
 */
export async function runStages(stages, only = []) {
  const unknown = only.filter((name) => !(name in stages));
  if (unknown.length > 0)
    throw new Failure(`there is no stage ${unknown.join(", ")}: choose from ${Object.keys(stages).join(", ")}`);
  const waiting = Object.keys(stages).filter((name) => only.length === 0 || only.includes(name));
  const names = [...waiting];
  const running = new Map();
  const results = [];
  const isReady = (name) => {
    const { after = [], alone = false } = stages[name];
    const isFree = (other) => !waiting.includes(other) && !running.has(other);
    return after.every(isFree) && (alone ? waiting.length === 1 && running.size === 0 : running.size < ABREAST);
  };
  while (waiting.length + running.size > 0) {
    const next = waiting.find(isReady);
    if (next === undefined) {
      await Promise.race(running.values());
      continue;
    }
    const ended = output.run(names.length > 1 ? next : "", () => timed(next, stages[next].work));
    waiting.splice(waiting.indexOf(next), 1);
    running.set(
      next,
      ended.then((result) => {
        running.delete(next);
        results.push(result);
      }),
    );
  }
  tell(results);
}

async function timed(name, work) {
  process.stdout.write(`\n=== ${name} ===\n`);
  const start = performance.now();
  let failure = null;
  try {
    await work();
  } catch (error) {
    failure = error;
    say(`${name}: ${error instanceof Failure ? error.message : error.stack}`);
  }
  process.stdout.write(`=== ${name} ${failure ? "FAILED" : "passed"} after ${seconds(start)} ===\n`);
  return { name, failure, time: seconds(start) };
}

function tell(results) {
  const width = Math.max(...results.map(({ name }) => name.length));
  process.stdout.write("\n=== summary ===\n");
  for (const { name, failure, time } of results)
    process.stdout.write(`${failure ? "FAILED" : "passed"}  ${name.padEnd(width)}  ${time.padStart(8)}\n`);
  const failed = results.filter(({ failure }) => failure).map(({ name }) => name);
  process.stdout.write(`${results.length - failed.length} passed, ${failed.length} failed\n`);
  if (failed.length > 0) throw new Failure(`failed: ${failed.join(", ")}`);
}
