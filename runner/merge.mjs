// suda merge: shards of one experiment into its curves. Holds one point of every shard at a time.
import { parseArgs } from "node:util";
import { BadInput } from "./bad-input.mjs";
import { loadModule } from "./module.mjs";
import { curvesCsv, write } from "./output.mjs";
import { openShard } from "./shard.mjs";

/** The shards must be of one experiment and one version, and hold each of its trials once. */
function checkTogether(shards) {
  const [first] = shards;
  const identity = ({ head }) => JSON.stringify([head.version, head.document, head.methods, head.metrics, head.points]);
  const stranger = shards.find((shard) => identity(shard) !== identity(first));
  if (stranger)
    throw new BadInput(`${stranger.path}: is of another experiment, or of another version, than ${first.path}`);
  let next = 0;
  for (const { path, head } of shards) {
    const [from, to] = head.trials;
    if (from > next) throw new BadInput(`the trials ${next}..${from} are missing`);
    if (from < next) throw new BadInput(`${path}: trial ${from} is in another shard too`);
    next = to;
  }
  const all = first.head.document.trials ?? 1;
  if (next < all) throw new BadInput(`the trials ${next}..${all} are missing`);
  return all;
}

/** The points of all shards together. */
async function* points(shards, rows, trials) {
  for (let p = 0; p < shards[0].head.points; p++) {
    const next = await Promise.all(shards.map((shard) => shard.next()));
    const values = new Float64Array(rows * trials);
    shards.forEach(
      (
        {
          head: {
            trials: [from, to],
          },
        },
        s,
      ) => {
        for (let row = 0; row < rows; row++) {
          values.set(next[s].values.subarray(row * (to - from), (row + 1) * (to - from)), row * trials + from);
        }
      },
    );
    yield { iteration: next[0].iteration, values };
  }
}

export async function merge(args) {
  let parsed;
  try {
    parsed = parseArgs({ args, options: { out: { type: "string" } }, allowPositionals: true });
  } catch (error) {
    throw new BadInput(error.message);
  }
  const {
    values: { out },
    positionals: paths,
  } = parsed;
  if (paths.length === 0) throw new BadInput("suda merge takes shards: suda merge shard.jsonl …");
  const shards = await Promise.all(paths.map(openShard));
  try {
    shards.sort((a, b) => a.head.trials[0] - b.head.trials[0]);
    const trials = checkTogether(shards);
    const { methods, metrics } = shards[0].head;
    const { summarize } = await loadModule();
    await write(
      curvesCsv({ methods, metrics, trials }, points(shards, methods.length * metrics.length, trials), summarize),
      out,
    );
  } finally {
    for (const shard of shards) shard.close();
  }
}
