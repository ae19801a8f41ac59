/** The paper, figure by figure: what it claims, what was computed beforehand, whether it holds, and a check by running it again. */

import type { ExperimentDocument } from "../../state/document";
import { h, setText } from "../../controls/dom";
import { frameOf } from "../../files/export/frame";
import { named, savePicture } from "../../files/export/picture";
import { saveFile, showText } from "../../files/export/save";
import { Looks, stylesOf } from "../../state/methods";
import { catalog as readCatalog, presets as readPresets } from "../../simulation/core";
import type { Run } from "../../simulation/run";
import { wholeRun } from "../../simulation/whole";
import { createMeasurement } from "../theory/measurement";
import { createPowersView } from "../theory/powers-view";
import { about, table, type Cell } from "../theory/rows";
import type { Method } from "../theory/settings";
import { slopeColumns, slopeRows } from "../theory/slopes";
import { timesData, timesFromCsv, timesSlopes } from "../theory/times";
import { VERSION } from "../../simulation/version";
import { createCurvesView } from "../../views/curves/view";
import { formatCount, formatNumber } from "../../views/format";
import { methodSwatch } from "../../views/legend";
import type { CurveSeries, MethodStyle } from "../../views/types";
import { BIBTEX, PAPER, PREPRINT } from "./cite";
import type { Instrument, InstrumentScene, InstrumentTools } from "../../story/instrument";
import {
  compared,
  loadCurves,
  loadIndex,
  loadTimes,
  type RecordedCurves,
  type RecordedFigure,
  type RecordedIndex,
  type RecordedTable,
} from "../../scene/recorded";
import { recordedDocument } from "../../scene/recorded-document";
import "./instruments.css";

type Side = "printed" | "ours";
const SIDES: readonly { side: Side; label: string }[] = [
  { side: "printed", label: "as printed" },
  { side: "ours", label: "our settings" },
];
/** Pictures and words change no faster than this while it is run again, in ms. */
const PACE = 250;
const METHODS: readonly { method: Method; label: string }[] = [
  { method: "dsgd", label: "DSGD" },
  { method: "exactDiffusion", label: "Exact-Diffusion" },
  { method: "gradientTracking", label: "Gradient tracking" },
];

/** A figure on one side, with its recorded curves. */
interface Shown {
  figure: RecordedFigure;
  id: string;
  document: ExperimentDocument;
  curves: RecordedCurves;
  styles: readonly MethodStyle[];
}

/** A table, with the recorded times of each of its families of networks, and the family that is drawn. */
interface Tabled {
  table: RecordedTable;
  csvs: readonly string[];
  part: number;
}

export function createPaper(host: HTMLElement, { pool, theme }: InstrumentTools): Instrument {
  let scene: InstrumentScene | null = null;
  let index: RecordedIndex | null = null;
  let shown: Shown | null = null;
  let tabled: Tabled | null = null;
  let side: Side = "printed";
  let logX = false;
  /** The figure or table that an address asks for. */
  let asked: string | null = null;
  /** Counts requests, so that late answers are not shown. */
  let turn = 0;
  const ready = readPresets();

  const choice = h("select", { onchange: () => void choose() });
  const sides = SIDES.map(({ side: own, label }) =>
    h(
      "button",
      { type: "button", class: "side", "aria-pressed": String(own === side), onclick: () => turnTo(own) },
      label,
    ),
  );
  const caption = h("p");
  const sideRow = h("div", { class: "sides", role: "group", "aria-label": "Settings" }, ...sides);
  const says = h("p", { class: "verdict" });
  const summary = h("p", { class: "verdict strong" });
  const picture = h("div", { class: "picture" });
  const times = h("div", { class: "picture", hidden: true });
  const families = h("div", { class: "sides", role: "group", "aria-label": "Networks", hidden: true });
  const measurement = createMeasurement(pool, {
    label: "Run it again here",
    what: "run",
    onStart: () => void recompute(),
  });
  const { start: again, status } = measurement;
  const link = h("a", { href: "#" }, "Open it on the page");
  const csv = h("button", { type: "button", onclick: saveCsv }, "CSV");
  const svg = h("button", { type: "button", onclick: () => void saveSvg() }, "SVG");
  const findings = h("div", { class: "findings" });
  const snippet = h("pre", { tabIndex: 0 });
  const address = h("code", {});
  const embedding = h(
    "div",
    {},
    h("p", {}, "On your own page:"),
    snippet,
    copyButton(() => snippet.textContent ?? "", "the snippet"),
  );
  host.append(
    about(
      "Each figure and table of the paper, with its claim in our words. The curves were computed beforehand and are exact: running a figure again, here or anywhere, gives the same numbers to the last bit.",
    ),
    h(
      "div",
      { class: "fields" },
      h("div", { class: "field" }, h("label", {}, "Figure or table", h("div", { class: "inputs" }, choice))),
    ),
    caption,
    says,
    summary,
    sideRow,
    picture,
    families,
    times,
    status,
    measurement.progress,
    h("div", { class: "buttons" }, ...measurement.buttons, csv, svg, link),
    findings,
    h(
      "details",
      {},
      h("summary", {}, "Cite, and embed"),
      h(
        "p",
        {},
        "S. A. Alghunaim and K. Yuan, ",
        h("cite", {}, "A unified and refined convergence analysis for non-convex decentralized learning"),
        ", IEEE Transactions on Signal Processing 70 (2022): ",
        h("a", { href: PAPER, rel: "noopener" }, "the paper"),
        ", ",
        h("a", { href: PREPRINT, rel: "noopener" }, "the preprint"),
        ".",
      ),
      h("pre", { tabIndex: 0 }, BIBTEX),
      copyButton(() => BIBTEX, "the BibTeX entry"),
      h("p", {}, "The permanent address of this figure or table: ", address),
      embedding,
    ),
  );
  const view = createCurvesView(picture, theme, {
    onLogX(on) {
      logX = on;
      draw(null);
    },
  });
  const timesView = createPowersView(times, theme, "Transient times against 1/(1 − λ)");
  void begin();

  return {
    update(next) {
      const [changed, moved] = [scene?.theme !== next.theme, scene?.document !== next.document];
      scene = next;
      for (const one of [view, timesView]) one.setTheme(next.theme);
      if (index && shown && changed) tell(shown);
      if (index && moved) follow();
    },
    show(id) {
      asked = id;
      if (index) void choose();
    },
  };

  async function begin(): Promise<void> {
    index = await loadIndex();
    const option = ({ id, name }: { id: string; name: string }) => h("option", { value: id }, name);
    choice.append(...index.figures.map(option), ...index.tables.map(option));
    await ((asked === null ? follow() : null) ?? choose());
  }

  /** What the page shows is looked at here, too, when it is another figure. */
  function follow(): Promise<void> | null {
    const now = figureOfPage();
    if (!now || (shown && now.id === choice.value && now.side === side)) return null;
    choice.value = now.id;
    side = now.side;
    return choose();
  }

  /** The figure that the page shows now, if it is one. */
  function figureOfPage(): { id: string; side: Side } | null {
    const document = scene && JSON.stringify(scene.document);
    const preset = ready.find(({ group, document: own }) => group !== "lesson" && JSON.stringify(own) === document);
    if (!preset) return null;
    const id = preset.id.replace(/-ours$/, "");
    return index!.figures.some((figure) => figure.id === id)
      ? { id, side: id === preset.id ? "printed" : "ours" }
      : null;
  }

  function turnTo(next: Side): void {
    side = next;
    void choose();
  }

  async function choose(): Promise<void> {
    measurement.cancel();
    if (asked !== null) choice.value = asked;
    asked = null;
    const mine = ++turn;
    const figure = index!.figures.find(({ id }) => id === choice.value);
    const recorded = index!.tables.find(({ id }) => id === choice.value);
    if (figure) {
      const id = side === "printed" ? figure.id : `${figure.id}-ours`;
      const curves = await loadCurves(id);
      if (mine !== turn) return;
      const { document } = ready.find((preset) => preset.id === id)!;
      const styles = new Looks().of(document, scene!.catalog.methods);
      tabled = null;
      shown = { figure, id, document: recordedDocument(document), curves, styles };
      setText(status, "");
      tell(shown);
      draw(null);
    } else if (recorded) {
      const csvs = await Promise.all(recorded.parts.map(({ id }) => loadTimes(id)));
      if (mine !== turn) return;
      shown = null;
      tabled = { table: recorded, csvs, part: 0 };
      tellTable(tabled);
      setText(address, new URL(`#${recorded.id}`, location.href).href);
    }
    for (const part of [picture, summary, again, link, embedding, sideRow]) part.hidden = !figure;
    times.hidden = families.hidden = !recorded;
    for (const [i, button] of sides.entries()) button.setAttribute("aria-pressed", String(SIDES[i]!.side === side));
  }

  function tell({ figure, id, document, styles }: Shown): void {
    const { iterations, trials = 1 } = document;
    setText(caption, figure.caption);
    setText(says, `The paper: ${figure.says}`);
    setText(summary, figure.summary);
    link.href = `#${id}`;
    const own = new URL(`#${id}`, location.href).href;
    setText(address, own);
    setText(snippet, frameOf(own, `${figure.name}, SUDA`));
    if (status.textContent === "")
      setText(
        status,
        `Computed beforehand: the mean of ${trials} runs of ${formatCount(iterations)} iterations, 101 points a curve.`,
      );
    const palette = scene!.theme;
    const ends = styles.map((style, m): Cell[] => [
      h("span", { translate: false }, methodSwatch(style, palette), " ", style.label),
      ...SIDES.flatMap(({ side: own }) => {
        const { value, ratio } = figure[own][m]!;
        return [formatNumber(value, 3), formatNumber(ratio, 3)];
      }),
    ]);
    const claims = figure.claims.map(({ text, printed, ours }): Cell[] => [text, yes(printed), yes(ours)]);
    findings.replaceChildren(
      table("Does it hold?", ["", "as printed", "our settings"], claims),
      table(
        "Ends: the mean over the last 10 points, and over that of centralised SGD",
        ["", "as printed", "relative", "our settings", "relative"],
        ends,
      ),
      ...(figure.remark ? [about(figure.remark)] : []),
    );
  }

  function tellTable({ table: { name, caption: shows, parts }, csvs, part }: Tabled): void {
    setText(caption, shows);
    const palette = scene!.theme;
    const styles = stylesOf(
      METHODS.map(({ method, label }) => ({ kind: method, label })),
      readCatalog().methods,
    );
    const methods = METHODS.map(({ method }, i) => ({ method, style: styles[i]! }));
    const all = csvs.map((text) => timesFromCsv(text));
    setText(
      says,
      `${name} gives orders of upper bounds; what can be measured of them is how transient times grow as 1/(1 − λ) does, with the number of agents fixed.`,
    );
    families.replaceChildren(
      ...parts.map(({ title }, i) =>
        h(
          "button",
          { type: "button", class: "side", "aria-pressed": String(i === part), onclick: () => turnTable(i) },
          title,
        ),
      ),
    );
    timesView.update(timesData(all[part]!, methods));
    setText(status, "Computed beforehand; the transient-time laboratory, another panel here, measures it again.");
    const rows = parts.flatMap(({ title }, i): Cell[][] => [
      [title],
      ...slopeRows(timesSlopes(all[i]!, methods), palette),
    ]);
    findings.replaceChildren(
      table("Slopes against 1/(1 − λ)", slopeColumns(name), rows),
      ...parts.map(({ title, verdict }) => about(`${title}: ${verdict}`)),
    );
  }

  function turnTable(part: number): void {
    if (!tabled) return;
    tabled = { ...tabled, part };
    tellTable(tabled);
    families.querySelectorAll("button")[part]?.focus();
  }

  /** The recorded curves, with those of a run in front of them. */
  function draw(run: Run | null): void {
    if (!shown || !scene) return;
    const { document, curves, styles } = shown;
    const [metric] = document.metrics!;
    const label = scene.catalog.metrics.find(({ name }) => name === metric)?.formula ?? metric!;
    const recorded = styles.map(
      (method, m): CurveSeries => ({
        method,
        x: curves.iterations,
        mean: curves.means[m]!,
        divergedAt: null,
        visible: true,
      }),
    );
    const live = run?.recording;
    view.update({
      metrics: [{ id: metric!, label }],
      metric: metric!,
      axes: [{ id: "iterations", label: "iterations k" }],
      axis: "iterations",
      logX,
      logY: true,
      better: "lower is better",
      keys: true,
      xEnd: document.iterations,
      series: live
        ? styles.map((method, m) => {
            const { mean } = live.curve(m, metric!);
            return {
              method,
              x: live.iterations.slice(0, mean.length),
              mean: [...mean],
              divergedAt: null,
              visible: true,
            };
          })
        : recorded,
      ...(live ? { before: recorded } : {}),
    });
  }

  async function recompute(): Promise<void> {
    if (!shown) return;
    const { document, curves, id } = shown;
    const [metric] = document.metrics!;
    const mine = turn;
    let last = -Infinity;
    const agreement = ({ recording }: Run) =>
      compared(
        curves,
        document.methods.map((_, m) => recording.curve(m, metric!).mean),
      );
    setText(status, "Preparing …");
    const isDone = await measurement.run(async ({ workers, unlessCancelled, tell: say }) => {
      const whole = wholeRun(workers, document, (run) => {
        const now = performance.now();
        if (now - last < PACE || mine !== turn) return;
        last = now;
        const { same, all } = agreement(run);
        const left = run.secondsLeft;
        say(
          run.done / document.iterations,
          `k = ${formatCount(run.done)} of ${formatCount(document.iterations)}; of ${formatCount(all)} values so far ${same === all ? "all are" : `${formatCount(same)} are`} the recorded ones${left !== null && left > 5 ? `; about ${duration(left)} left` : ""}.`,
        );
        draw(run);
      });
      const run = await unlessCancelled(whole);
      draw(run);
      const { same, all } = agreement(run);
      return same === all
        ? `Run again by version ${VERSION}: all ${formatCount(all)} values are the recorded ones, bit for bit.`
        : `Run again by version ${VERSION}: ${formatCount(all - same)} of ${formatCount(all)} values differ from the recorded ones. Please report this, with ${id}.`;
    });
    if (!isDone && mine === turn) draw(null);
  }

  function saveCsv(): void {
    if (tabled) saveFile(named(tabled.table.id, "csv"), joined(tabled), "text/csv");
    if (!shown) return;
    const { id, curves, styles } = shown;
    const lines = styles.flatMap(({ label }, m) =>
      curves.iterations.map((k, i) => `${k},"${label.replaceAll('"', '""')}",${curves.means[m]![i]}`),
    );
    saveFile(named(id, "csv"), `iteration,method,mean\n${lines.join("\n")}\n`, "text/csv");
  }

  async function saveSvg(): Promise<void> {
    const figure = await (shown ? view : timesView).figure();
    if (figure && scene) await savePicture(figure, "svg", shown?.id ?? choice.value, scene.theme.paper);
  }
}

/** The times of all families, a column naming them. */
function joined({ table, csvs }: Tabled): string {
  const lines = csvs.flatMap((csv, i) => {
    const [head, ...rows] = csv.trimEnd().split("\n");
    const named = rows.map((row) => `${table.parts[i]!.id},${row}`);
    return i === 0 ? [`networks,${head}`, ...named] : named;
  });
  return `${lines.join("\n")}\n`;
}

function copyButton(text: () => string, what: string): HTMLElement {
  const button = h("button", { type: "button", class: "quiet", "aria-label": `Copy ${what}` }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      setText(button, "Copied");
    } catch {
      showText(text(), `The browser does not let this page copy. Here is ${what}, to copy by hand:`);
    }
  });
  return button;
}

function yes(holds: boolean): HTMLElement {
  return h("span", { class: holds ? "holds" : "fails" }, holds ? "yes" : "no");
}

function duration(seconds: number): string {
  return seconds < 90 ? `${formatCount(Math.ceil(seconds))} s` : `${formatCount(Math.ceil(seconds / 60))} min`;
}
