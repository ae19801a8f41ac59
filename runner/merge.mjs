// suda merge: shards of one experiment into its curves. Each shard is read twice: whole, to be checked before anything is
// written, and then beside the others, one point of every shard at a time.
import { parseArgs } from "node:util";
import { communicationCsv, curvesCsv, experimentName } from "./csv.mjs";
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
function* points(shards, methods, metrics, trials) {
  const streams = shards.map((shard) => shard.points());
  for (const iteration of shards[0].iterations) {
    const parts = streams.map((stream) => stream.next().value);
    const joined = (name, rows) => {
      const whole = new Float64Array(rows * trials);
      for (const [s, { [name]: part }] of parts.entries()) {
        const [from, to] = shards[s].head.trials;
        const width = to - from;
        for (let row = 0; row < rows; row++)
          whole.set(part.subarray(row * width, (row + 1) * width), row * trials + from);
      }
      return whole;
    };
    const seconds = joined("seconds", parts[0].seconds.length > 0 ? methods : 0);
    // All trials send alike.
    yield { iteration, values: joined("values", metrics * methods), sent: parts[0].sent, seconds };
  }
}

export async function merge(args) {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      options: { out: { type: "string" }, communication: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new BadInput(error.message);
  }
  const {
    values: { out, communication },
    positionals: paths,
  } = parsed;
  if (paths.length === 0) throw new BadInput("suda merge takes shards: suda merge shard.jsonl …");
  const places = placesOf({ "--out": out, "--communication": communication }, paths);
  const { fingerprint, outline, summarize, version } = await loadModule();
  const shards = [];
  try {
    for (const path of paths) shards.push(await openShard(path, { outline, version: version() }));
    shards.sort((a, b) => a.head.trials[0] - b.head.trials[0]);
    const trials = checkTogether(shards);
    shards.forEach(checkWhole);
    const { methods, metrics, document } = shards[0].head;
    const table = { methods, metrics, trials, experiment: experimentName(version(), fingerprint(document)) };
    const recorded = () => points(shards, methods.length, metrics.length, trials);
    await write(curvesCsv(table, recorded(), summarize), places["--out"]);
    if (communication !== undefined)
      await write(communicationCsv(table, recorded(), summarize), places["--communication"]);
  } finally {
    for (const shard of shards) shard.close();
  }
}
