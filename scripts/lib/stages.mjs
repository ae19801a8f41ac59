// Named steps, one after the other, with their durations and one summary.
import { Failure, say, seconds } from "./run.mjs";

/** Runs every stage, also after one failed, and throws a Failure at the end if any did. `only` names those to run. */
export async function runStages(stages, only = []) {
  const unknown = only.filter((name) => !(name in stages));
  if (unknown.length > 0)
    throw new Failure(`there is no stage ${unknown.join(", ")}: choose from ${Object.keys(stages).join(", ")}`);
  const results = [];
  for (const [name, stage] of Object.entries(stages)) {
    if (only.length > 0 && !only.includes(name)) continue;
    process.stdout.write(`\n=== ${name} ===\n`);
    const start = performance.now();
    let failure = null;
    try {
      await stage();
    } catch (error) {
      failure = error;
      say(`${name}: ${error instanceof Failure ? error.message : error.stack}`);
    }
    results.push({ name, failure, time: seconds(start) });
  }
  const width = Math.max(...results.map(({ name }) => name.length));
  process.stdout.write("\n=== summary ===\n");
  for (const { name, failure, time } of results) {
    process.stdout.write(`${failure ? "FAILED" : "passed"}  ${name.padEnd(width)}  ${time.padStart(8)}\n`);
  }
  const failed = results.filter(({ failure }) => failure).length;
  process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
  if (failed > 0)
    throw new Failure(
      `failed: ${results
        .filter(({ failure }) => failure)
        .map(({ name }) => name)
        .join(", ")}`,
    );
}
