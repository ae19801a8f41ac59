// The paper's figures and tables as the page shows them before anything is run: the curves to the last bit, the claims and
// whether they hold. All from the files in docs/reproduction.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lib/run.mjs";
import { folder, readCurves } from "./curves.mjs";
import { captions, figures } from "./figures.mjs";
import { measured, summary, tableVerdict } from "./page.mjs";
import { slopesOf, tables } from "./transient.mjs";

export const place = join(root, "www/src/scene/recorded");
const read = (name) => readFileSync(join(folder, name), "utf8");
const there = (id) => existsSync(join(folder, `${id}.csv`));
const short = (value) => Number(value.toPrecision(6));
/** Markdown as the page has it: without marks, and without where the documentation says more. */
const plain = (text) =>
  text
    .replace(/: see \[[^\]]*\]\([^)]*\)/, "")
    .replaceAll("**", "")
    .replaceAll("'", "’");

/** All doubles, method after method, as base64. */
function packed(series) {
  const values = Float64Array.from(series.flatMap(({ mean }) => mean));
  return Buffer.from(values.buffer).toString("base64");
}

function figureOf(code, { id, caption, says, remark, claims }) {
  const [printed, ours] = [measured(code, id), measured(code, `${id}-ours`)];
  const ends = (run) =>
    run.ends.map(({ label, value, ratio }) => ({ label, value: short(value), ratio: short(ratio) }));
  return {
    id,
    name: printed.title,
    caption,
    says,
    remark: remark ? plain(remark) : null,
    summary: plain(summary(claims, printed, ours)),
    claims: claims.map(({ text, holds }) => ({ text, printed: holds(printed.ratios), ours: holds(ours.ratios) })),
    printed: ends(printed),
    ours: ends(ours),
  };
}

function tableOf(code, setting) {
  const parts = tables.filter((entry) => entry.setting === setting.id && there(entry.id));
  return {
    id: setting.id,
    name: setting.title.split(",")[0],
    caption: captions[setting.id],
    parts: parts.map((entry) => {
      const { id, family } = entry;
      const slopes = slopesOf(code, entry, code.timesFromCsv(read(`${id}.csv`)));
      return { id, family, verdict: plain(tableVerdict(slopes)) };
    }),
  };
}

/** The files, by their names. */
export function recordedOf(code) {
  const files = new Map();
  const index = {
    figures: figures.map((figure) => figureOf(code, figure)),
    tables: code.SETTINGS.map((setting) => tableOf(code, setting)),
  };
  files.set("index.json", index);
  for (const { id } of figures.flatMap(({ id }) => [{ id }, { id: `${id}-ours` }])) {
    const document = JSON.parse(read(`${id}.json`));
    const series = readCurves(read(`${id}.csv`), document);
    files.set(`${id}.json`, { iterations: series[0].iterations, mean: packed(series) });
  }
  for (const { id } of tables.filter(({ id }) => there(id))) files.set(`${id}.json`, { csv: read(`${id}.csv`) });
  return new Map([...files].map(([name, value]) => [name, `${JSON.stringify(value)}\n`]));
}
