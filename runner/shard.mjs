// A shard: what some of an experiment's trials recorded, as lines of JSON. The first line is the head; each further
// line is a recorded point, [iteration, ...values], with the values as [metric][method][trial]. A number that is not
// finite is written as a string.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { BadInput } from "./bad-input.mjs";

const format = "suda-shard-1";

export async function* shardLines(head, points) {
  yield `${JSON.stringify({ format, ...head })}\n`;
  for await (const { iteration, values } of points) {
    yield `${JSON.stringify([iteration, ...Array.from(values, (value) => (Number.isFinite(value) ? value : String(value)))])}\n`;
  }
}

function isWhole({ document, methods, metrics, trials, points }) {
  const range =
    Array.isArray(trials) && trials.length === 2 && trials.every(Number.isSafeInteger) && trials[0] < trials[1];
  return (
    range &&
    Number.isSafeInteger(points) &&
    Array.isArray(methods) &&
    Array.isArray(metrics) &&
    document !== null &&
    typeof document === "object"
  );
}

/** Opens a shard: its head, and its points to be read one by one. */
export async function openShard(path) {
  const bad = (what) => new BadInput(`${path}: ${what}`);
  const parse = (line, what) => {
    try {
      return JSON.parse(line);
    } catch {
      throw bad(what);
    }
  };
  const input = createReadStream(path);
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  const read = async () => {
    try {
      return await lines.next();
    } catch (error) {
      throw bad(error.code === "ENOENT" ? "there is no such file" : error.message);
    }
  };
  const first = await read();
  const notShard = "this is no shard, as `suda run --trials a..b` writes it";
  const head = first.done ? {} : parse(first.value, notShard);
  if (head?.format !== format || !isWhole(head)) throw bad(notShard);
  const size = head.metrics.length * head.methods.length * (head.trials[1] - head.trials[0]);
  /** The next point. */
  const next = async () => {
    const { done, value: line } = await read();
    const damaged = "the file is damaged: it may have been cut short";
    const point = done ? null : parse(line, damaged);
    if (!Array.isArray(point) || point.length !== size + 1) throw bad(damaged);
    const [iteration, ...values] = point;
    return { iteration, values: Float64Array.from(values, Number) };
  };
  return { path, head, next, close: () => input.destroy() };
}
