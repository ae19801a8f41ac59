// suda merge: shards of one experiment into its curves. Each shard is read twice: whole, to be checked before anything is
// written, and then beside the others, one point of every shard at a time.
import { parseArgs } from "node:util";
import { curvesCsv } from "./csv.mjs";
import { loadModule } from "./module.mjs";
import { placesOf, write } from "./output.mjs";
import { openShard } from "./shard.mjs";
import { BadInput } from "./trouble.mjs";

/** The shards must be of one experiment, and hold each of its trials once. */
function checkTogether(shards) {
  const [first] = shards;
  const identity = ({ head }) => JSON.stringify(head.document);
  const stranger = shards.find((shard) => identity(shard) !== identity(first));
  if (stranger) throw new BadInput(`${stranger.path}: is of another experiment than ${first.path}`);
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

/** Reads a shard to its end, which finds all that is wrong with it. */
function checkWhole(shard) {
  for (const _ of shard.points());
}

/** The points of all shards together. */
function* points(shards, rows, trials) {
  const streams = shards.map((shard) => shard.points());
  for (const iteration of shards[0].iterations) {
    const values = new Float64Array(rows * trials);
    for (const [s, stream] of streams.entries()) {
      const point = stream.next().value;
      const [from, to] = shards[s].head.trials;
      for (let row = 0; row < rows; row++)
        values.set(point.values.subarray(row * (to - from), (row + 1) * (to - from)), row * trials + from);
    }
    yield { iteration, values };
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
  const places = placesOf({ "--out": out }, paths);
  const { outline, summarize, version } = await loadModule();
  const shards = [];
  try {
    for (const path of paths) shards.push(await openShard(path, { outline, version: version() }));
    shards.sort((a, b) => a.head.trials[0] - b.head.trials[0]);
    const trials = checkTogether(shards);
    shards.forEach(checkWhole);
    const { methods, metrics } = shards[0].head;
    await write(
      curvesCsv({ methods, metrics, trials }, points(shards, methods.length * metrics.length, trials), summarize),
      places["--out"],
    );
  } finally {
    for (const shard of shards) shard.close();
  }
}
