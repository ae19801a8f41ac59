/** The laboratory of floors: how the errors of all methods depend on one number, with slopes, intervals and a study for the shell. */

import {
  csvOf,
  COLUMNS,
  documentsOf,
  endOf,
  gapOf,
  readStudy,
  rowsOf,
  slopesOf,
  studyText,
  type Outcome,
  type Row,
  type Study,
} from "../../../../lib/study";
import type { ExperimentDocument } from "../../state/document";
import { h } from "../../controls/dom";
import { field } from "../../files/export/csv";
import { named, savePicture } from "../../files/export/picture";
import { saveFile } from "../../files/export/save";
import { isShare, metricsOf } from "../../scene/figures";
import {
  checkDocument,
  curveHasSettled,
  summarize,
  transientSlope,
  type MetricName,
  type Theory,
} from "../../simulation/core";
import type { Run } from "../../simulation/run";
import { wholeRun } from "../../simulation/whole";
import { createMeasurement } from "../theory/measurement";
import { createPowersView, type PowersData } from "../theory/powers-view";
import { about, table } from "../theory/rows";
import { slopeColumns, slopeRows } from "../theory/slopes";
import { formatNumber, plural } from "../../views/format";
import type { MethodStyle } from "../../views/types";
import { choicesOf, readValues, studyOf, type Choice } from "./dependence";
import type { Instrument, InstrumentScene, InstrumentTools } from "../../story/instrument";
import "./instruments.css";

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

  const what = h("select", { onchange: suggest });
  const values = h("input", { type: "text", autocomplete: "off", spellcheck: false });
  const metric = h("select");
  const measurement = createMeasurement(pool, { what: "study", onStart: () => void measure() });
  const csv = h("button", { type: "button", disabled: true, onclick: saveCsv }, "CSV");
  const svg = h("button", { type: "button", disabled: true, onclick: () => void saveSvg() }, "SVG");
  const json = h("button", { type: "button", onclick: saveStudy }, "Study as JSON");
  const picture = h("div", { class: "picture", hidden: true });
  const findings = h("div", { class: "findings" });
  const labelled = (label: string, input: HTMLElement) =>
    h("div", { class: "field" }, h("label", {}, label, h("div", { class: "inputs" }, input)));
  host.append(
    about(
      "The page’s experiment is run repeatedly with one number varied, and the final errors of all methods are drawn against it. On log-log axes a power law is a straight line, and its slope is the exponent.",
    ),
    h("div", { class: "fields" }, labelled("Over", what), labelled("At", values), labelled("Error", metric)),
    h("div", { class: "buttons" }, ...measurement.buttons, csv, svg, json),
    measurement.progress,
    measurement.status,
    picture,
    findings,
  );
  const view = createPowersView(picture, theme, "Errors over what they may depend on");

  return {
    update(next) {
      const before = scene;
      scene = next;
      view.setTheme(next.theme);
      if (before?.document !== next.document) offer();
      if (result && before?.theme !== next.theme) tell(result);
    },
  };

  /** Keeps the choices that still exist in the document. */
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

  /** The study as set; null, with a message, if it is not valid. */
  function study(): Study | null {
    const numbers = readValues(values.value);
    if (!numbers) {
      measurement.say("“At” must be a list of numbers, such as 0.1, 0.2, 0.4.");
      return null;
    }
    try {
      const read = readStudy(studyOf(scene!.document, chosen(), numbers, metric.value));
      for (const document of documentsOf(read)) checkDocument(document as unknown as ExperimentDocument);
      return read;
    } catch (error) {
      measurement.say(`This cannot be run: ${error instanceof Error ? error.message : String(error)}`);
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
    await measurement.run(async ({ workers, unlessCancelled, tell: say }) => {
      for (const [point, document] of documents.entries()) {
        say(point / documents.length, `Point ${point + 1} of ${documents.length} …`);
        const run = await unlessCancelled(wholeRun(workers, document as unknown as ExperimentDocument));
        const theory = await unlessCancelled(run.ask({ kind: "theory" }).then(({ methods }) => methods));
        measured.rows.push(
          ...rowsOf(asked, point, outcomeOf(run, theory, asked.metric as MetricName, measured.styles), summarize),
        );
        tell(measured);
      }
      return "";
    });
  }

  function tell(shown: Result): void {
    const { styles, rows, choice } = shown;
    picture.hidden = rows.length === 0;
    csv.disabled = svg.disabled = rows.length === 0;
    const slopes = slopesOf(rows, transientSlope);
    const lost = new Set(rows.filter(({ diverged }) => diverged > 0).map(({ point }) => point)).size;
    view.update(dataOf(shown, slopes));
    findings.replaceChildren(
      table(
        `Slopes over ${choice.axis}, on log-log axes`,
        slopeColumns("Theorem 1"),
        slopeRows(
          styles.map((style) => {
            const fit = slopes.find(({ method }) => method === style.label);
            return { style, measured: fit?.error ?? null, theory: fit?.bound ?? null };
          }),
          scene!.theme,
        ),
      ),
      ...(lost > 0 ? [about(`At ${plural(lost, "point")} a method diverged; it is not drawn there.`)] : []),
      about(
        "Discs: the curve had settled; rings: it was still on its way. “Theorem 1” is the slope of its bound’s limit as K grows: an upper bound on mean squared gradients, to be compared with those. Slopes of whole errors are smaller than that of the growing part: DSGD’s error is noise plus bias. The study as JSON also runs in a shell, on several machines: npx suda sweep study.json.",
      ),
    );
  }

  function saveStudy(): void {
    const made = study();
    if (made) saveFile("study.json", studyText(made), "application/json");
  }

  function saveCsv(): void {
    if (!result) return;
    const text = `${COLUMNS}\n${csvOf(result.rows, result.study, field)}`;
    saveFile(named("floors", "csv"), text, "text/csv");
  }

  async function saveSvg(): Promise<void> {
    const figure = await view.figure();
    if (figure && scene) await savePicture(figure, "svg", "floors", scene.theme.paper);
  }
}

function dataOf({ styles, rows, choice, metric }: Result, slopes: ReturnType<typeof slopesOf>): PowersData {
  const places = rows.filter(({ method }) => method === styles[0]?.label);
  return {
    axis: choice.axis,
    quantity: `${metric}, at the end`,
    title: `Errors over ${choice.axis}`,
    places,
    methods: styles.map((style) => ({
      style,
      points: places.map(({ point }) => {
        const row = rows.find((one) => one.point === point && one.method === style.label);
        if (!row) return null;
        const { error, low, high, settled, diverged } = row;
        return { y: error, low, high, full: settled, text: diverged > 0 ? "diverged" : formatNumber(error) };
      }),
      line: slopes.find(({ method }) => method === style.label)?.error ?? null,
    })),
  };
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
    gap: network ? gapOf(network) : NaN,
    names: styles.map(({ label }) => label),
    ends: styles.map((_, place) => trials.map((trial) => endOf(recording.single(place, metric, trial)))),
    settled: styles.map((_, place) => curveHasSettled(Float64Array.from(recording.curve(place, metric).mean))),
    bounds: theory.map(({ bound }) => (bound ? bound.noise + bound.network + bound.networkHigherOrder : null)),
  };
}
