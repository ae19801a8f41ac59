/** The paper, figure by figure: what it claims, what was computed beforehand, whether it holds, and a check by running it again. */

import type { ExperimentDocument } from "../document";
import { h, setText } from "../dom";
import { frameOf } from "../export/frame";
import { fileName, saveFile, showText } from "../export/save";
import { figureToSvg } from "../export/svg";
import { Looks } from "../methods";
import { presets as readPresets } from "../simulation/core";
import type { Run } from "../simulation/run";
import { wholeRun } from "../simulation/whole";
import { createLaboratoryView, type LaboratoryData } from "../theory/laboratory-view";
import { fromCsv, measuredSlope, theorySlope } from "../theory/measure";
import { about, table, type Cell } from "../theory/rows";
import type { Method } from "../theory/settings";
import { VERSION } from "../version";
import { createCurvesView } from "../views/curves/view";
import { formatCount, formatNumber } from "../views/format";
import { methodSwatch } from "../views/legend";
import { methodStyles } from "../views/theme";
import type { CurveSeries, MethodStyle } from "../views/types";
import { BIBTEX, PAPER, PREPRINT } from "./cite";
import type { Instrument, InstrumentScene, InstrumentTools } from "./panel";
import {
  compared,
  loadCurves,
  loadIndex,
  loadTimes,
  type RecordedCurves,
  type RecordedFigure,
  type RecordedIndex,
  type RecordedTable,
} from "./recorded";
import { recordedDocument } from "./recorded-document";
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

class Cancelled extends Error {}

/** A figure on one side, with its recorded curves. */
interface Shown {
  figure: RecordedFigure;
  id: string;
  document: ExperimentDocument;
  curves: RecordedCurves;
  styles: readonly MethodStyle[];
}

export function createPaper(host: HTMLElement, { pool, theme }: InstrumentTools): Instrument {
  let scene: InstrumentScene | null = null;
  let index: RecordedIndex | null = null;
  let shown: Shown | null = null;
  let side: Side = "printed";
  let logX = false;
  let stop: (() => void) | null = null;
  /** Counts what is asked for, so that what arrives late is not shown. */
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
  const says = h("p", { class: "verdict" });
  const summary = h("p", { class: "verdict strong" });
  const picture = h("div", { class: "picture" });
  const times = h("div", { class: "picture", hidden: true });
  const again = h("button", { type: "button", onclick: () => void recompute() }, "Run it again here");
  const cancel = h("button", { type: "button", hidden: true, onclick: () => stop?.() }, "Cancel");
  const link = h("a", { href: "#" }, "Open it on the page");
  const csv = h("button", { type: "button", onclick: saveCsv }, "CSV");
  const svg = h("button", { type: "button", onclick: () => void saveSvg() }, "SVG");
  const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the run" });
  const status = h("p", { role: "status" });
  const findings = h("div", { class: "findings" });
  const snippet = h("pre", { tabIndex: 0 });
  const address = h("code", {});
  const embedding = h(
    "div",
    {},
    h("p", {}, "Its permanent address: ", address),
    h("p", {}, "In a page of your own:"),
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
    says,
    summary,
    h("div", { class: "sides", role: "group", "aria-label": "Settings" }, ...sides),
    picture,
    times,
    status,
    progress,
    h("div", { class: "buttons" }, again, cancel, csv, svg, link),
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
      embedding,
    ),
  );
  const view = createCurvesView(picture, theme, {
    onLogX(on) {
      logX = on;
      draw(null);
    },
  });
  const timesView = createLaboratoryView(times, theme);
  void begin();

  return {
    update(next) {
      const [changed, moved] = [scene?.theme !== next.theme, scene?.document !== next.document];
      scene = next;
      for (const one of [view, timesView]) one.setTheme(next.theme);
      if (index && shown && changed) tell(shown);
      if (index && moved) follow();
    },
  };

  async function begin(): Promise<void> {
    index = await loadIndex();
    const option = ({ id, name }: { id: string; name: string }) => h("option", { value: id }, name);
    choice.append(...index.figures.map(option), ...index.tables.map(option));
    await (follow() ?? choose());
  }

  /** What the page shows is looked at here, too, when it is another figure. */
  function follow(): Promise<void> | null {
    const asked = figureOfPage();
    if (!asked || (shown && asked.id === choice.value && asked.side === side)) return null;
    choice.value = asked.id;
    side = asked.side;
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
    stop?.();
    const mine = ++turn;
    const figure = index!.figures.find(({ id }) => id === choice.value);
    const recorded = index!.tables.find(({ id }) => id === choice.value);
    setText(status, "");
    if (figure) {
      const id = side === "printed" ? figure.id : `${figure.id}-ours`;
      const curves = await loadCurves(id);
      if (mine !== turn) return;
      const { document } = ready.find((preset) => preset.id === id)!;
      const styles = new Looks().of(document, scene!.catalog.methods);
      shown = { figure, id, document: recordedDocument(document), curves, styles };
      tell(shown);
      draw(null);
    } else if (recorded) {
      const csvs = await Promise.all(recorded.parts.map(({ id }) => loadTimes(id)));
      if (mine !== turn) return;
      shown = null;
      tellTable(recorded, csvs);
    }
    for (const part of [picture, summary, again, csv, link, embedding, ...sides]) part.hidden = !figure;
    times.hidden = !recorded;
    for (const [i, button] of sides.entries()) button.setAttribute("aria-pressed", String(SIDES[i]!.side === side));
  }

  function tell({ figure, id, document, styles }: Shown): void {
    const { iterations, trials = 1 } = document;
    setText(says, figure.says);
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
      h("span", {}, methodSwatch(style, palette), " ", style.label),
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

  function tellTable({ name, parts }: RecordedTable, csvs: readonly string[]): void {
    const palette = scene!.theme;
    const styles = methodStyles(METHODS.map(({ method, label }) => ({ kind: method, label })));
    const methods: LaboratoryData["methods"] = METHODS.map(({ method }, i) => ({ method, style: styles[i]! }));
    const all = csvs.map((text) => fromCsv(text));
    setText(
      says,
      `${name} gives orders of upper bounds; what can be measured of them is how transient times grow as 1/(1 − λ) does, with the number of agents fixed.`,
    );
    timesView.update({ methods, points: all[0]! });
    setText(status, "Computed beforehand; the transient-time laboratory, another panel here, measures it again.");
    const rows = parts.flatMap(({ title }, i): Cell[][] => [
      [title],
      ...METHODS.map(({ method }, m): Cell[] => {
        const [fit, theory] = [measuredSlope(all[i]!, method), theorySlope(all[i]!, method)];
        const interval =
          fit && Number.isFinite(fit.halfWidth)
            ? `${formatNumber(fit.slope - fit.halfWidth)} to ${formatNumber(fit.slope + fit.halfWidth)}`
            : "–";
        return [
          h("span", {}, methodSwatch(styles[m]!, palette), " ", styles[m]!.label),
          fit ? formatNumber(fit.slope) : "–",
          interval,
          theory ? formatNumber(theory.slope) : "–",
        ];
      }),
    ]);
    findings.replaceChildren(
      table("Slopes against 1/(1 − λ)", ["", "measured", "95 % interval", name], rows),
      ...parts.map(({ title, verdict }) => about(`${title}: ${verdict}`)),
    );
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
    const workers = pool.another();
    const cancelled = new Promise<never>((_, reject) => (stop = () => reject(new Cancelled())));
    cancelled.catch(() => undefined);
    const mine = turn;
    let last = -Infinity;
    const agreement = ({ recording }: Run) =>
      compared(
        curves,
        document.methods.map((_, m) => recording.curve(m, metric!).mean),
      );
    busy(true);
    setText(status, "Preparing …");
    try {
      const whole = wholeRun(workers, document, (run) => {
        const now = performance.now();
        if (now - last < PACE || mine !== turn) return;
        last = now;
        progress.value = run.done / document.iterations;
        const { same, all } = agreement(run);
        const left = run.secondsLeft;
        setText(
          status,
          `k = ${formatCount(run.done)} of ${formatCount(document.iterations)}; of ${formatCount(all)} values so far ${same === all ? "all are" : `${formatCount(same)} are`} the recorded ones${left !== null && left > 5 ? `; about ${duration(left)} left` : ""}.`,
        );
        draw(run);
      });
      const run = await Promise.race([whole, cancelled]);
      if (mine !== turn) return;
      draw(run);
      const { same, all } = agreement(run);
      setText(
        status,
        same === all
          ? `Run again, version ${VERSION}: all ${formatCount(all)} values are the recorded ones, bit for bit.`
          : `Run again, version ${VERSION}: ${formatCount(all - same)} of ${formatCount(all)} values differ from the recorded ones. Please report this, with ${id}.`,
      );
    } catch (error) {
      if (mine === turn && !(error instanceof Cancelled))
        setText(status, `The run stopped: ${error instanceof Error ? error.message : String(error)}`);
      else if (mine === turn) setText(status, "Cancelled.");
      if (mine === turn) draw(null);
    } finally {
      workers.cancel();
      stop = null;
      busy(false);
    }
  }

  function busy(on: boolean): void {
    again.disabled = on;
    cancel.hidden = !on;
    progress.hidden = !on;
  }

  function saveCsv(): void {
    if (!shown) return;
    const { id, curves, styles } = shown;
    const lines = styles.flatMap(({ label }, m) =>
      curves.iterations.map((k, i) => `${k},"${label.replaceAll('"', '""')}",${curves.means[m]![i]}`),
    );
    saveFile(fileName(id, `suda-${VERSION}.csv`), `iteration,method,mean\n${lines.join("\n")}\n`, "text/csv");
  }

  async function saveSvg(): Promise<void> {
    const figure = await (shown ? view : timesView).figure();
    if (!figure || !scene) return;
    const text = figureToSvg(figure, scene.theme.paper, `SUDA ${VERSION}`);
    saveFile(fileName(shown?.id ?? choice.value, `suda-${VERSION}.svg`), text, "image/svg+xml");
  }
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
