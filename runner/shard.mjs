// A shard: what some of an experiment's trials recorded, as lines of JSON. The first line is the head, with what each method
// has sent at each point, as [point][method][rounds, vectors, bits]; each further line is a recorded point, [iteration,
// ...values], with the values as [metric][method][trial], and after them, with a clock, simulated seconds as
// [method][trial]. A number that is not finite is written as a string.
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { linesOf } from "./lines.mjs";
import { BadInput, wordsOf } from "./trouble.mjs";

const format = "suda-shard-1";
const DAMAGED = "the file is damaged";
const CUT = "the file is damaged: it may have been cut short";
/** Numbers that JSON has no sign for, as `String` writes them. */
const SPELLED = new Map([
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["-Infinity", -Infinity],
]);

export async function* shardLines(head, points) {
  const sent = [];
  for await (const point of points()) sent.push(Array.from(point.sent));
  yield `${JSON.stringify({ format, ...head, sent })}\n`;
  const written = (value) => (Number.isFinite(value) ? value : String(value));
  for await (const { iteration, values, seconds } of points()) {
    const numbers = [values, seconds].flatMap((part) => Array.from(part, written));
    yield `${JSON.stringify([iteration, ...numbers])}\n`;
  }
}

const isRange = (trials) =>
  Array.isArray(trials) &&
  trials.length === 2 &&
  trials.every((trial) => Number.isSafeInteger(trial) && trial >= 0) &&
  trials[0] < trials[1];

/** A copy of what can be read only once; the path itself where it is a file. */
async function rereadable(path) {
  try {
    if (statSync(path).isFile()) return { file: path, remove: () => {} };
    const folder = mkdtempSync(join(tmpdir(), "suda-shard-"));
    const remove = () => rmSync(folder, { recursive: true, force: true });
    const file = join(folder, "shard.jsonl");
    await pipeline(createReadStream(path), createWriteStream(file)).catch((error) => {
      remove();
      throw error;
    });
    return { file, remove };
  } catch (error) {
    throw new BadInput(`${path}: ${wordsOf(error)}`);
  }
}

/**
 * Opens a shard. Its head is checked against `outline`, which gives the methods, metrics and iterations that a document
 * records, and `version`, the program's. Then `points()` reads its points from the first, and finds whatever is wrong.
 */
export async function openShard(path, { outline, version }) {
  const bad = (what) => new BadInput(`${path}: ${what}`);
  const { file, remove } = await rereadable(path);
  const next = (lines) => {
    try {
      return lines.next();
    } catch (error) {
      throw bad(wordsOf(error));
    }
  };
  const parse = (line, what) => {
    try {
      return JSON.parse(line);
    } catch {
      throw bad(what);
    }
  };

  function readHead(lines) {
    const first = next(lines);
    const notShard = "this is not a shard that `suda run --trials a..b` wrote";
    const head = parse(first ?? "null", notShard);
    if (head?.format !== format || !isRange(head.trials)) throw bad(notShard);
    if (head.version !== version) throw bad(`is of version ${String(head.version)}; this is ${version}`);
    let expected;
    try {
      expected = outline(head.document);
    } catch (error) {
      throw bad(`${DAMAGED}: its document: ${error.message}`);
    }
    const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
    if (!same(head.methods, expected.methods) || !same(head.metrics, expected.metrics))
      throw bad(`${DAMAGED}: its methods or metrics are not those of its document`);
    if (head.points !== expected.iterations.length) throw bad(`${DAMAGED}: its document has another number of points`);
    const isSent = (list) => list?.length === 3 * head.methods.length && list.every(Number.isFinite);
    if (head.sent?.length !== head.points || !head.sent.every(isSent))
      throw bad(`${DAMAGED}: what its methods have sent is missing`);
    if (head.trials[1] > (head.document.trials ?? 1)) throw bad(`${DAMAGED}: its document has fewer trials`);
    return { head, iterations: expected.iterations };
  }

  function* points() {
    const lines = linesOf(file);
    const { head, iterations } = readHead(lines);
    const lanes = head.methods.length * (head.trials[1] - head.trials[0]);
    const ofValues = head.metrics.length * lanes;
    const size = ofValues + (head.document.clock ? lanes : 0);
    for (const [place, expected] of iterations.entries()) {
      const at = (what) => bad(`line ${place + 2}: ${what}`);
      const line = next(lines);
      if (line === null) throw bad(CUT);
      const point = parse(line, place === iterations.length - 1 ? CUT : `line ${place + 2}: ${DAMAGED}`);
      if (!Array.isArray(point) || point.length !== size + 1) throw at(`${size + 1} numbers expected`);
      const [iteration, ...given] = point;
      if (iteration !== expected) throw at(`iteration ${expected} expected, found ${JSON.stringify(iteration)}`);
      const numbers = Float64Array.from(given, (value) =>
        typeof value === "number" ? value : (SPELLED.get(value) ?? NaN),
      );
      const wrong = given.find((value) => !Number.isFinite(value) && !SPELLED.has(value));
      if (wrong !== undefined) throw at(`${JSON.stringify(wrong)} is no number`);
      yield {
        iteration,
        values: numbers.subarray(0, ofValues),
        sent: head.sent[place],
        seconds: numbers.subarray(ofValues),
      };
    }
    if (next(lines) !== null) throw bad(`${DAMAGED}: line ${iterations.length + 2} follows the last point`);
  }

  try {
    return { path, ...readHead(linesOf(file)), points, close: remove };
  } catch (error) {
    remove();
    throw error;
  }
}
