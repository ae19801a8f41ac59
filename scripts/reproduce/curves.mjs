// The curves of a figure: its document, its run, what is read off it, and its picture.
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/run.mjs";

export const folder = join(root, "docs/reproduction");
/** The end of a curve is the mean of its last points, this many. */
const late = 10;

/** The document that is recorded, which names the version that it is run with. */
export function documentOf(code, preset) {
  return { ...code.recordedDocument(preset.document), name: `${preset.title}; SUDA ${code.version()}` };
}

export const textOf = (document) => `${JSON.stringify(document, null, 2)}\n`;

/**
 * What is recorded of a figure or a table: the text of its document or study, and the numbers that `compute`, a command of
 * the runner, makes of it.
 */
export const recording = (id, text, compute) => {
  const [json, csv] = ["json", "csv"].map((extension) => join(folder, `${id}.${extension}`));
  /** Computes aside, so that files appear when all is done. */
  async function aside() {
    const work = join(root, "target/reproduction");
    await mkdir(work, { recursive: true });
    const paths = { json: join(work, `${id}.json`), csv: join(work, `${id}.csv`) };
    await writeFile(paths.json, text);
    await compute([paths.json, "--out", paths.csv]);
    return paths;
  }
  return {
    id,
    /** Whether it is there, made from this text. */
    kept: async () => existsSync(json) && existsSync(csv) && (await readFile(json, "utf8")) === text,
    async make() {
      const made = await aside();
      await mkdir(folder, { recursive: true });
      await rename(made.csv, csv);
      await rename(made.json, json);
    },
    /** The numbers as text, computed again. */
    again: async () => readFile((await aside()).csv, "utf8"),
  };
};

/** One cell of a line of CSV after the other; quoted ones hold commas. */
const cells = (line) =>
  Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain,
  );

/** The curves of a file that was made from the document, in the order of its methods. */
export function readCurves(csv, document) {
  const [, ...lines] = csv.trimEnd().split("\n");
  const rows = lines.map(cells);
  const series = document.methods.map((_, m) => {
    const own = rows.filter((_, i) => i % document.methods.length === m);
    const [mean, low, high] = [3, 4, 5].map((column) => own.map((row) => Number(row[column])));
    return { label: own[0][1], iterations: own.map(([k]) => Number(k)), mean, low, high };
  });
  return series;
}

const average = (values) => values.slice(-late).reduce((sum, value) => sum + value, 0) / late;

/** How each curve ends: the mean over the late points, of the curve, of its interval's ends, and relative to the first. */
export function endsOf(series) {
  const reference = average(series[0].mean);
  return series.map(({ label, mean, low, high }) => ({
    label,
    value: average(mean),
    low: average(low),
    high: average(high),
    ratio: average(mean) / reference,
  }));
}

/** The curves of one metric as the page would save them, as SVG; `room` stays free on the right. */
export function drawCurves(code, { document, metric, series, width, height, room = 0, description }) {
  const { methods, metrics } = code.catalog();
  const data = {
    metrics: [{ id: metric, label: metrics.find(({ name }) => name === metric).formula }],
    metric,
    axes: [{ id: "iterations", label: "iterations k" }],
    axis: "iterations",
    logX: false,
    logY: true,
    series: new code.Looks()
      .of(document, methods)
      .map((method, i) => ({ divergedAt: null, ...series[i], method, x: series[i].iterations, visible: true })),
  };
  const scene = code.sceneOf(data, { zoom: null, width, titled: true });
  const size = { width: width - room, height };
  const draw = (painter) => code.drawCurves({ painter, theme: code.light, size }, scene);
  return code.figureToSvg({ width, height, draw, description }, code.light.paper);
}

/** The picture of a figure's curves. */
export function pictureOf(code, document, series, title) {
  const description = `${title}: error curves of ${series.map(({ label }) => label).join(", ")}`;
  // Half of the last label of the axis stands to the right of it.
  return drawCurves(code, {
    document,
    metric: document.metrics[0],
    series,
    width: 560,
    height: 340,
    room: 12,
    description,
  });
}
