// docs/reproduction.md and its pictures, from the files in docs/reproduction alone.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endsOf, folder, pictureOf, readCurves, readRatios } from "./curves.mjs";
import { figures } from "./figures.mjs";
import { slopesOf, tables, timesPicture } from "./transient.mjs";

const read = (name) => readFileSync(join(folder, name), "utf8");
const there = (id) => ["json", "csv"].every((extension) => existsSync(join(folder, `${id}.${extension}`)));
const number = (value) => (Math.abs(value) < 1e-3 ? value.toExponential(2) : String(Number(value.toPrecision(3))));
const interval = ({ slope, halfWidth }) =>
  Number.isFinite(halfWidth) ? `${number(slope - halfWidth)} to ${number(slope + halfWidth)}` : "–";
const table = (head, rows) => [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** The measurement of a ready document, or null if there is none. */
export function measured(code, id) {
  if (!there(id)) return null;
  const document = JSON.parse(read(`${id}.json`));
  const title = document.name.split(";")[0];
  const series = readCurves(read(`${id}.csv`), document);
  const ends = endsOf(series);
  const ratios = Object.fromEntries(ends.map(({ ratio }, i) => [document.methods[i].kind, ratio]).slice(1));
  const paired = existsSync(join(folder, `${id}-ratios.csv`)) ? readRatios(read(`${id}-ratios.csv`)) : null;
  return { id, title, document, ends, ratios, paired, picture: pictureOf(code, document, series, title) };
}

const verdicts = (claims, { ratios }) => claims.map(({ holds }) => (holds(ratios) ? "yes" : "**no**"));
export const allHold = (claims, { ratios }) => claims.every(({ holds }) => holds(ratios));

/** The verdict in a sentence. */
export function summary(claims, printed, ours) {
  if (allHold(claims, printed)) return "**As printed, the claim shows.**";
  if (ours && allHold(claims, ours)) return "**The printed settings do not show all of the claim; ours do.**";
  return ours ? "**Not all of the claim shows, as printed or with our settings.**" : "**Not all of the claim shows.**";
}

function describe({ document }) {
  const { network, iterations, problem, stepSize, start } = document;
  const step =
    stepSize.kind === "halving" ? `α = ${stepSize.value}, halved every ${stepSize.every}` : `α = ${stepSize.value}`;
  const data = problem.samplesPerAgent
    ? `d = ${problem.dimension}, ${problem.samplesPerAgent.toLocaleString("en")} samples an agent, `
    : "";
  const agents = network.topology.agents ?? network.topology.rows * network.topology.columns;
  const from = start.kind === "value" ? ` from ${start.value}` : "";
  return `${agents} agents, ${data}${step}, ${iterations.toLocaleString("en")} iterations${from}`;
}

function figure({ id, caption, says, remark, claims }, code) {
  const runs = [measured(code, id), measured(code, `${id}-ours`)].filter((run) => run !== null);
  const printed = runs.find((run) => run.id === id);
  const ours = runs.find((run) => run.id !== id);
  const columns = runs.map((run) => (run === printed ? "as printed" : "ours"));
  const cells = (run, m) => {
    const { value, low, high, ratio } = run.ends[m];
    const within = (value, low, high) => `${number(value)} (${number(low)} to ${number(high)})`;
    return [within(value, low, high), run.paired && m > 0 ? within(...run.paired[m]) : number(ratio)];
  };
  const text = [
    `## ${(printed ?? ours).title.replace(": ours", "")}`,
    `${caption} The paper: ${says}`,
    ...(printed
      ? [summary(claims, printed, ours)]
      : [`The printed settings need a long run, which is not included; \`npm run reproduce -- ${id}\` makes it.`]),
    ...(remark ? [remark] : []),
    table(columns, [runs.map(({ id, title }) => `![${title}](reproduction/${id}.svg)`)]),
    runs
      .map(
        (run) =>
          `- [\`${run.id}\`](reproduction/${run.id}.json) ([numbers](reproduction/${run.id}.csv)): ${describe(run)}`,
      )
      .join("\n"),
    table(
      [`end of ${metricOf(code, runs[0])}`, ...columns.flatMap((column) => [column, "relative"])],
      runs[0].ends.map(({ label }, m) => [label, ...runs.flatMap((run) => cells(run, m))]),
    ),
    table(
      ["does it hold?", ...columns],
      claims.map(({ text }, i) => [text, ...runs.map((run) => verdicts(claims, run)[i])]),
    ),
  ];
  return { text: text.join("\n\n"), pictures: runs.map(({ id, picture }) => [`${id}.svg`, picture]), runs };
}

function metricOf(code, { document }) {
  return code.catalog().metrics.find(({ name }) => name === document.metrics[0]).formula;
}

const steeper = (one, other) => one.slope - one.halfWidth > other.slope + other.halfWidth;

/** Whose slope DSGD's is steeper than. */
export function tableVerdict([dsgd, ...others]) {
  const flatter = others
    .filter(({ measured }) => dsgd.measured && measured && steeper(dsgd.measured, measured))
    .map(({ label }) => label);
  return `DSGD's slope is steeper, beyond both intervals, than that of ${flatter.join(" and of ") || "none of the others"}.`;
}

/** One table, on each family of networks that was measured. */
function transient(code, setting) {
  const parts = tables
    .filter((entry) => entry.setting === setting.id && there(entry.id))
    .map((entry) => {
      const points = code.timesFromCsv(read(`${entry.id}.csv`));
      const { title } = setting.families.find(({ id }) => id === entry.family);
      return {
        ...entry,
        title,
        slopes: slopesOf(code, entry, points),
        picture: timesPicture(code, entry, points, title),
      };
    });
  if (parts.length === 0) return { text: [], pictures: [] };
  const [name] = setting.title.split(",");
  const says = {
    "table-1": "(1-λ)⁻⁴ for DSGD, (1-λ)⁻² for Exact-Diffusion, at most (1-λ)^(-8/3) for gradient tracking",
    "table-2": "(1-λ)⁻² for DSGD, (1-λ)⁻¹ for Exact-Diffusion, at most (1-λ)^(-4/3) for gradient tracking",
  }[setting.id];
  const rows = parts.flatMap(({ title, slopes }) =>
    slopes.map(({ label, measured, theory }) => [
      title,
      label,
      measured ? number(measured.slope) : "–",
      measured ? interval(measured) : "–",
      theory ? number(theory.slope) : "–",
    ]),
  );
  const verdict = parts.map(({ title, slopes }) => `- ${title}: ${tableVerdict(slopes)}`);
  const text = [
    `## ${name}`,
    `The paper: with n fixed, transient times are of the order of ${says}.`,
    `Measured with ${setting.about}. The time is the K from which on the error stays within ${code.USUAL[setting.table].factor} times that of centralised SGD; 16 trials.`,
    table(
      parts.map(({ title }) => title),
      [parts.map(({ id }) => `![Transient times against the inverse spectral gap](reproduction/${id}.svg)`)],
    ),
    table(["networks", "slope against 1/(1 − λ)", "measured", "95 % interval", `${name} on these gaps`], rows),
    verdict.join("\n"),
    `Studies and numbers: ${parts.map(({ id, title }) => `[${title}](reproduction/${id}.json) ([numbers](reproduction/${id}.csv))`).join(", ")}.`,
  ];
  return { text, pictures: parts.map(({ id, picture }) => [`${id}.svg`, picture]) };
}

const intro = `# The paper's figures and tables, measured

\`npm run reproduce\` makes this page, its pictures and its numbers; it keeps results of the same document and version,
unless called with \`--again\`. \`npm run reproduce -- figure-2-left\` makes one of them. In total it takes about an hour on
two cores, nearly all of it for the runs of 20,000 iterations of Figures 1, 2 and 3.

Each figure is run as printed, with the readings in [errata.md](errata.md), and with our preset for the same claim. Both are averaged over 10 trials. *End* is the mean over the last 10 of 101 recorded points; in brackets, the
means of the ends of the 95 % interval at these points. *Relative* is the end divided by that of centralised SGD. The noise is
the same for all methods in a trial, so the ratios vary far less than the ends: with an interval in brackets it is the mean
of the trials' own ratios, with its 95 % interval; where none is given it is the ratio of the means. The data
are one draw: another seed gives other ratios. \`node bin/suda.mjs run\` with any document named here writes its file of numbers, and \`node bin/suda.mjs sweep\` with any
study, to the last bit; \`npm run reproduce -- --check\` recomputes and compares all of them.`;

const tablesText = `The tables give orders of upper bounds, without constants, logarithms and powers of λ. Their slopes are measured by the
page's transient-time laboratory ([theory.md](theory.md#transient-times-measured)) on small networks with few unknowns,
where the times are short enough to measure. A measured slope may be below that of a bound, and at these gaps the powers of
λ and the logarithms can make it larger.`;

/** The table over all networks of a figure: the effect of λ on each method. */
function acrossNetworks(code, figure, parts) {
  const runs = parts.flatMap(({ runs }) => runs).filter(({ id }) => id.startsWith(`figure-${figure}`));
  const kinds = ["as printed", "ours"].map((name, i) => ({
    name,
    runs: runs.filter(({ id }) => id.endsWith("-ours") === (i === 1)),
  }));
  const rows = kinds.flatMap(({ name, runs }) =>
    runs.map((run) => {
      const experiment = new code.Experiment({ ...run.document, problem: { kind: "pl" } }, {});
      const { mixingRate } = experiment.network();
      experiment.free();
      return [name, mixingRate.toFixed(3), ...Object.values(run.ratios).map((ratio) => number(ratio))];
    }),
  );
  const rising = kinds
    .filter(({ runs }) => runs.length > 1)
    .map(({ name, runs }) => {
      const ratios = runs.map(({ ratios }) => ratios.dsgd);
      return `${name}, ${ratios.every((ratio, i) => i === 0 || ratio > ratios[i - 1]) ? "it does" : "it does **not**"}`;
    });
  const labels = runs[0].ends.slice(1).map(({ label }) => label);
  return [
    `## Figure ${figure}, all networks`,
    `The ends relative to centralised SGD. DSGD's should grow with λ: ${rising.join("; ")}.`,
    table(["", "λ", ...labels], rows),
  ].join("\n\n");
}

/** The page as text, and its pictures as [name, SVG]. */
export function pageOf(code) {
  const parts = figures.filter(({ id }) => there(id) || there(`${id}-ours`)).map((entry) => figure(entry, code));
  const times = code.SETTINGS.map((setting) => transient(code, setting));
  const figureTexts = parts.map(({ text }) => text);
  // The last first, since each moves what follows it.
  for (const figure of [4, 3]) {
    const at = parts.findLastIndex(({ runs }) => runs.some(({ id }) => id.startsWith(`figure-${figure}`))) + 1;
    if (at > 0) figureTexts.splice(at, 0, acrossNetworks(code, figure, parts));
  }
  const text = [intro, ...figureTexts, "## Transient times", tablesText, ...times.flatMap(({ text }) => text)].join(
    "\n\n",
  );
  return { text: `${text}\n`, pictures: [...parts, ...times].flatMap(({ pictures }) => pictures) };
}
