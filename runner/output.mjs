// What is written: text in pieces, to a file or to standard output.
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Writes the pieces. A file appears whole or not at all. */
export async function write(pieces, path) {
  const text = Readable.from(pieces);
  if (path === undefined) return pipeline(text, process.stdout, { end: false });
  const partial = `${path}.${process.pid}.partial`;
  try {
    await pipeline(text, createWriteStream(partial));
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

const field = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * The curves as CSV, piece by piece. `points` gives `{ iteration, values }`, values as [metric][method][trial];
 * `summarize` gives mean, low and high of each `trials` values.
 */
export async function* curvesCsv({ methods, metrics, trials }, points, summarize) {
  const names = methods.map(field);
  yield "iteration,method,metric,mean,low,high\n";
  for await (const { iteration, values } of points) {
    const summary = summarize(values, trials);
    let rows = "";
    names.forEach((name, m) => {
      metrics.forEach((metric, k) => {
        const at = 3 * (k * names.length + m);
        rows += `${iteration},${name},${metric},${summary[at]},${summary[at + 1]},${summary[at + 2]}\n`;
      });
    });
    yield rows;
  }
}
