/** The laboratory of floors: how the errors of all methods depend on one number, with slopes, intervals and a study for the shell. */

import {
  csvOf,
  COLUMNS,
  documentsOf,
  endOf,
  readStudy,
  rowsOf,
  slopesOf,
  type Outcome,
  type Row,
  type Study,
} from "../../../lib/study";
import type { ExperimentDocument } from "../document";
import { h, setText } from "../dom";
import { field } from "../export/csv";
import { fileName, saveFile } from "../export/save";
import { figureToSvg } from "../export/svg";
import { isShare, metricsOf } from "../figures";
import {
  checkDocument,
  curveHasSettled,
  summarize,
  transientSlope,
  type MetricName,
  type Theory,
} from "../simulation/core";
import type { Run } from "../simulation/run";
import { wholeRun } from "../simulation/whole";
import { about, table, type Cell } from "../theory/rows";
import { VERSION } from "../version";
import { formatCount, formatNumber } from "../views/format";
import { methodSwatch } from "../views/legend";
import type { MethodStyle } from "../views/types";
import { choicesOf, readValues, studyOf, type Choice } from "./dependence";
import { createDependenceView } from "./dependence-view";
import type { Instrument, InstrumentScene, InstrumentTools } from "./panel";
import "./instruments.css";

class Cancelled extends Error {}

interface Result {
  study: Study;
  choice: Choice;
  metric: string;
  styles: readonly MethodStyle[];
  rows: Row[];
}

export function createDependence(host: HTMLElement, { pool, theme }: InstrumentTools): Instrument {
  let scene: InstrumentScene | null = null;
  let choices: Choice[] = [];
  let result: Result | null = null;
  let stop: (() => void) | null = null;

  const what = h("select", { onchange: suggest });
  const values = h("input", { type: "text", autocomplete: "off", spellcheck: false });
  const metric = h("select");
  const start = h("button", { type: "button", onclick: () => void measure() }, "Measure");
  const cancel = h("button", { type: "button", hidden: true, onclick: () => stop?.() }, "Cancel");
  const csv = h("button", { type: "button", disabled: true, onclick: saveCsv }, "CSV");
  const svg = h("button", { type: "button", disabled: true, onclick: () => void saveSvg() }, "SVG");
  const json = h("button", { type: "button", onclick: saveStudy }, "Study as JSON");
  const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the study" });
  const status = h("p", { role: "status" });
  const picture = h("div", { class: "picture", hidden: true });
  const findings = h("div", { class: "findings" });
  const labelled = (label: string, input: HTMLElement) =>
    h("div", { class: "field" }, h("label", {}, label, h("div", { class: "inputs" }, input)));
  host.append(
    about(
      "The experiment of the page is run again and again with one number varied, and the errors at the end of all methods are drawn over it. On log-log axes a power is a straight line, and its slope the exponent.",
    ),
    h("div", { class: "fields" }, labelled("Over", what), labelled("At", values), labelled("Error", metric)),
    h("div", { class: "buttons" }, start, cancel, csv, svg, json),
    progress,
    status,
    picture,
    findings,
  );
  const view = createDependenceView(picture, theme);

  return {
    update(next) {
      const before = scene;
      scene = next;
      view.setTheme(next.theme);
      if (before?.document !== next.document) offer();
      if (result && before?.theme !== next.theme) tell(result);
    },
  };

  /** Keeps what was chosen while the document has it. */
  function offer(): void {
    const [chosen, shown] = [what.value, metric.value];
    const before = choices.map(({ id }) => id).join();
    choices = choicesOf(scene!.document);
    what.replaceChildren(...choices.map(({ id, title }) => h("option", { value: id }, title)));
    const metrics = metricsOf(scene!).filter(({ id }) => !isShare(id));
    metric.replaceChildren(...metrics.map(({ id, label }) => h("option", { value: id }, label)));
    if (choices.some(({ id }) => id === chosen)) what.value = chosen;
    if (metrics.some(({ id }) => id === shown)) metric.value = shown;
    if (before !== choices.map(({ id }) => id).join() || values.value === "") suggest();
  }

  function chosen(): Choice {
    return choices.find(({ id }) => id === what.value) ?? choices[0]!;
  }

  function suggest(): void {
    values.value = chosen().values.join(", ");
  }

  /** The study as it is set; null, with words, where that is none. */
  function study(): Study | null {
    const numbers = readValues(values.value);
    if (!numbers) {
      setText(status, "“At” must be a list of numbers, such as 0.1, 0.2, 0.4.");
      return null;
    }
    try {
      const read = readStudy(studyOf(scene!.document, chosen(), numbers, metric.value));
      for (const document of documentsOf(read)) checkDocument(document as unknown as ExperimentDocument);
      return read;
    } catch (error) {
      setText(status, `This cannot be run: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  }

  async function measure(): Promise<void> {
    if (!scene) return;
    const asked = study();
    if (!asked) return;
    const label = metric.selectedOptions[0]?.textContent ?? asked.metric;
    const measured: Result = { study: asked, choice: chosen(), metric: label, styles: scene.styles, rows: [] };
    result = measured;
    const documents = documentsOf(asked);
    const workers = pool.another();
    const cancelled = new Promise<never>((_, reject) => (stop = () => reject(new Cancelled())));
    cancelled.catch(() => undefined);
    const begun = performance.now();
    busy(true);
    try {
      for (const [point, document] of documents.entries()) {
        progress.value = point / documents.length;
        setText(status, `Point ${point + 1} of ${documents.length} …`);
        const run = await Promise.race([wholeRun(workers, document as unknown as ExperimentDocument), cancelled]);
        const theory = await Promise.race([
          new Promise<Theory[]>((resolve) => run.askTheory(({ methods }) => resolve(methods))),
          cancelled,
        ]);
        measured.rows.push(
          ...rowsOf(asked, point, outcomeOf(run, theory, asked.metric as MetricName, measured.styles), summarize),
        );
        tell(measured);
      }
      setText(status, `Done in ${formatCount(Math.ceil((performance.now() - begun) / 1_000))} s.`);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      setText(status, error instanceof Cancelled ? "Cancelled." : `The study stopped: ${words}`);
    } finally {
      workers.cancel();
      busy(false);
    }
  }

  function busy(on: boolean): void {
    start.disabled = on;
    cancel.hidden = !on;
    progress.hidden = !on;
  }

  function tell(shown: Result): void {
    const { styles, rows, choice } = shown;
    picture.hidden = rows.length === 0;
    csv.disabled = svg.disabled = rows.length === 0;
    const slopes = slopesOf(rows, transientSlope);
    const methods = styles.map((style) => ({
      style,
      rows: rows.filter(({ method }) => method === style.label),
      line: slopes.find(({ method }) => method === style.label)?.error ?? null,
    }));
    view.update({ methods, axis: choice.axis, metric: shown.metric });
    const cells = styles.map((style): Cell[] => {
      const fit = slopes.find(({ method }) => method === style.label);
      const line = fit?.error;
      return [
        h("span", {}, methodSwatch(style, scene!.theme), " ", style.label),
        line ? formatNumber(line.slope) : "–",
        line && Number.isFinite(line.halfWidth)
          ? `${formatNumber(line.slope - line.halfWidth)} to ${formatNumber(line.slope + line.halfWidth)}`
          : "–",
        fit?.bound ? formatNumber(fit.bound.slope) : "–",
      ];
    });
    findings.replaceChildren(
      table(`Slopes over ${choice.axis}, on log-log axes`, ["", "measured", "95 % interval", "Theorem 1"], cells),
      about(
        "Discs: the curve had settled; rings: it was still on its way. “Theorem 1” is the slope of what stays of its bound as K grows: an upper bound, of mean squared gradients, and so to be compared with those. Slopes over whole errors lie below that of the part which grows: DSGD’s error is the noise’s and the bias’s. The study as JSON runs in a shell too, spread over machines: npx suda sweep study.json.",
      ),
    );
  }

  function saveStudy(): void {
    const made = study();
    if (made) saveFile("study.json", `${JSON.stringify(made, null, 2)}\n`, "application/json");
  }

  function saveCsv(): void {
    if (!result) return;
    const text = `${COLUMNS}\n${csvOf(result.rows, result.study, field)}`;
    saveFile(fileName("floors", `suda-${VERSION}.csv`), text, "text/csv");
  }

  async function saveSvg(): Promise<void> {
    const figure = await view.figure();
    if (!figure || !scene) return;
    const text = figureToSvg(figure, scene.theme.paper, `SUDA ${VERSION}`);
    saveFile(fileName("floors", `suda-${VERSION}.svg`), text, "image/svg+xml");
  }
}

function outcomeOf(
  { recording, network, document }: Run,
  theory: readonly Theory[],
  metric: MetricName,
  styles: readonly MethodStyle[],
): Outcome {
  const trials = Array.from({ length: document.trials ?? 1 }, (_, trial) => trial);
  return {
    agents: network?.agents ?? NaN,
    gap: network?.spectralGap ?? NaN,
    names: styles.map(({ label }) => label),
    ends: styles.map((_, place) => trials.map((trial) => endOf(recording.single(place, metric, trial)))),
    settled: styles.map((_, place) => curveHasSettled(Float64Array.from(recording.curve(place, metric).mean))),
    bounds: theory.map(({ bound }) => (bound ? bound.noise + bound.network + bound.networkHigherOrder : null)),
  };
}
