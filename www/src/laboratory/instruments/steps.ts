/** Each method at its best step: a sweep over the step size, its picture, and a step size taken over by a click. */

import { isShare, metricsOf } from "../../scene/figures";
import { h } from "../../controls/dom";
import type { ExperimentDocument } from "../../state/document";
import { field } from "../../files/export/csv";
import { named, savePicture } from "../../files/export/picture";
import { saveFile } from "../../files/export/save";
import { curveHasSettled, type MetricName } from "../../simulation/core";
import type { Run } from "../../simulation/run";
import { wholeRun } from "../../simulation/whole";
import { createMeasurement } from "../theory/measurement";
import { about, table, type Cell } from "../theory/rows";
import { formatCount, formatNumber, plural } from "../../views/format";
import { methodSwatch } from "../../views/legend";
import type { MethodStyle } from "../../views/types";
import type { Instrument, InstrumentScene, InstrumentTools } from "../../story/instrument";
import { createStepsView, type StepsData } from "./steps-view";
import {
  documentAt,
  endOf,
  extentOf,
  fastest,
  leastError,
  scheduleOf,
  stepsBetween,
  usualLevel,
  type Best,
  type Range,
  type Sweep,
} from "./sweep";
import { subjectOf } from "../../state/compare";
import "./instruments.css";

const COUNTS = [9, 17, 33];
const USUAL_COUNT = 17;
/** So many have room in a picture of the usual height. */
const USUAL_METHODS = 5;

/** A measurement, and its subject. */
interface Result {
  document: ExperimentDocument;
  subject: string;
  metric: { id: MetricName; label: string };
  styles: readonly MethodStyle[];
  ranges: readonly Range[];
  extent: [number, number];
  sweeps: Sweep[];
}

export function createSteps(host: HTMLElement, { pool, edit, theme }: InstrumentTools): Instrument {
  let scene: InstrumentScene | null = null;
  let result: Result | null = null;
  /** The document that the fields' proposals are for. */
  let proposed = "";

  const metric = h("select");
  const [from, to] = [numberBox(), numberBox()];
  const count = h(
    "select",
    {},
    ...COUNTS.map((value) => h("option", { value: String(value), selected: value === USUAL_COUNT }, String(value))),
  );
  const level = numberBox();
  level.addEventListener("change", draw);
  const measurement = createMeasurement(pool, { what: "sweep", onStart: () => void measure() });
  const saves = [
    h("button", { type: "button", disabled: true, onclick: saveCsv }, "CSV"),
    h("button", { type: "button", disabled: true, onclick: () => void saveSvg() }, "SVG"),
  ];
  const picture = h("div", { class: "picture", hidden: true });
  const findings = h("div", { class: "findings" });
  host.append(
    about(
      "A common step size favours the methods that it suits. Here every method runs at one step size after another, on the same data, network and noise. Then compare each at its own best.",
    ),
    h(
      "div",
      { class: "fields" },
      choice("Error", metric),
      choice("From", from),
      choice("To", to),
      choice("Step sizes", count),
      choice("Level", level),
    ),
    h("div", { class: "buttons" }, ...measurement.buttons, ...saves),
    measurement.progress,
    measurement.status,
    picture,
    findings,
  );
  const view = createStepsView(picture, theme);

  return {
    update(next) {
      const before = scene;
      scene = next;
      view.setTheme(next.theme);
      propose(next);
      if (result && (before?.document !== next.document || before?.theme !== next.theme)) tell();
    },
  };

  /** Fills the fields with what suits the document, once for each. */
  function propose(next: InstrumentScene): void {
    const { document, run } = next;
    const subject = subjectOf(document);
    const known = run?.description !== null && run?.document === document;
    if (subject === proposed || !known) return;
    proposed = subject;
    const offered = metricsOf(next).filter(({ id }) => !isShare(id));
    metric.replaceChildren(...offered.map(({ id, label }) => h("option", { value: id }, label)));
    const shown = offered.find(({ id }) => id === next.view.metric) ?? offered[0];
    if (shown) metric.value = shown.id;
    measurement.start.disabled = !shown;
    const [low, high] = extentOf(document, rangesOf(next));
    [from.value, to.value] = [String(low), String(high)];
    level.value = "";
  }

  async function measure(): Promise<void> {
    if (!scene) return;
    const { document, styles } = scene;
    const extent: [number, number] = [read(from), read(to)];
    if (!(extent[0] > 0 && extent[1] > extent[0] && extent[1] <= 1e6))
      return measurement.say("The step sizes must go from a positive number to a larger one, of at most a million.");
    const chosen = metricsOf(scene).find(({ id }) => id === metric.value)!;
    const steps = stepsBetween(extent, Number(count.value));
    const ranges = rangesOf(scene);
    const measured: Result = {
      document,
      subject: subjectOf(document),
      metric: chosen,
      styles,
      ranges,
      extent,
      sweeps: [],
    };
    result = measured;
    level.value = "";
    await measurement.run(async ({ workers, unlessCancelled, tell: say }) => {
      for (const [i, step] of steps.entries()) {
        say(i / steps.length, `Step size ${i + 1} of ${steps.length}: ${formatNumber(step)} …`);
        const run = await unlessCancelled(wholeRun(workers, documentAt(document, chosen.id, step)));
        measured.sweeps.push(sweepOf(run, step, chosen.id));
        draw();
      }
      return "";
    });
    tell();
  }

  /** The reader's level, or the usual one. */
  function levelOf({ sweeps, styles }: Result): number {
    const own = read(level);
    return own > 0 ? own : usualLevel(sweeps, styles.length);
  }

  function dataOf(shown: Result): StepsData {
    return {
      methods: shown.styles.map((style, i) => ({ style, range: shown.ranges[i] ?? null })),
      sweeps: shown.sweeps,
      extent: shown.extent,
      metric: shown.metric.label,
      level: levelOf(shown),
      symbol: symbolOf(shown.document),
    };
  }

  function draw(): void {
    if (!result || result.sweeps.length === 0) return;
    picture.hidden = false;
    // Names and bars of many methods are not to take the room of the curves.
    picture.style.setProperty("--more", String(Math.max(0, result.styles.length - USUAL_METHODS)));
    for (const save of saves) save.disabled = false;
    view.update(dataOf(result));
    tell();
  }

  /** The best of each, and buttons that take it over. */
  function tell(): void {
    if (!result || !scene || result.sweeps.length === 0) return;
    const shown = result;
    const { document, styles, sweeps, ranges } = shown;
    const data = dataOf(shown);
    level.placeholder = data.level > 0 ? String(data.level) : "";
    const fits = subjectOf(scene.document) === shown.subject;
    const bests = styles.map((_, place) => leastError(sweeps, place));
    const rows = styles.map((style, place): Cell[] => {
      const quick = fastest(sweeps, place, data.level);
      return [
        h("span", { translate: false }, methodSwatch(style, scene!.theme), " ", style.label),
        cell(bests[place]!, (value) => formatNumber(value), place, fits),
        cell(quick, (value) => `k = ${formatCount(value)}`, place, fits),
        rangeText(ranges[place] ?? null),
      ];
    });
    const all = h(
      "button",
      { type: "button", disabled: !fits || bests.includes(null), onclick: () => takeAll(bests) },
      "Give each its own best step",
    );
    const exact = scene.run?.description?.stability.every((judgement) => judgement === null || judgement.exact);
    const bars =
      document.network["changes"] === undefined
        ? `Bars: the step sizes that a method is stable for by the theory of quadratic costs${exact === false ? ", here estimates" : ""}; shaded where all are.`
        : "There are no bars of stable step sizes: their theory speaks of one W, and this network changes.";
    findings.replaceChildren(
      table(
        `Best of ${plural(sweeps.length, "step size")}`,
        [
          "",
          "lowest at the end",
          data.level > 0 ? `first at the level ${formatNumber(data.level)}` : "first at the level",
          "stable for",
        ],
        rows,
      ),
      h("div", { class: "buttons" }, all),
      ...(fits ? [] : [about("Measured with other settings; measure again to use a step size.")]),
      about(
        `Discs: the curve had settled. Rings: it was still falling after ${plural(document.iterations, "iteration")}, so that a longer run would end lower. ${bars} Methods are compared in iterations; gradient tracking sends twice as much in each.`,
      ),
    );
  }

  function cell(best: Best | null, text: (value: number) => string, place: number, fits: boolean): Cell {
    if (!best) return "never";
    const step = formatNumber(best.step);
    const label = scene!.styles[place]?.label ?? "";
    return h(
      "span",
      { class: "result" },
      text(best.value),
      h(
        "small",
        {},
        best.atEnd ? `at ${step}, the end of what was tried ` : `at ${step} `,
        h(
          "button",
          {
            type: "button",
            class: "quiet",
            disabled: !fits,
            "aria-label": `Use the step size ${step} for ${label}`,
            onclick: () => take(place, best.step),
          },
          "Use",
        ),
      ),
    );
  }

  function take(place: number, step: number): void {
    if (!scene) return;
    edit(["methods", place, "stepSize"], { ...scheduleOf(scene.document, place), value: step });
  }

  function takeAll(bests: readonly (Best | null)[]): void {
    if (!scene) return;
    const { document } = scene;
    const methods = document.methods.map((method, place) => ({
      ...method,
      stepSize: { ...scheduleOf(document, place), value: bests[place]!.step },
    }));
    edit(["methods"], methods);
  }

  function saveCsv(): void {
    if (!result) return;
    const { styles, ranges, sweeps, metric: measured, document } = result;
    const at = levelOf(result);
    const lines = ["method,step,metric,error,settled,divergedAt,level,iterations,stableFrom,stableTo,trials"];
    for (const sweep of sweeps)
      styles.forEach(({ label }, place) => {
        const { error, settled, divergedAt, curve } = sweep.outcomes[place]!;
        const k = curve.findIndex((value) => value <= at);
        const [low, high] = ranges[place] ?? ["", ""];
        lines.push(
          [
            field(label),
            sweep.step,
            measured.id,
            error,
            settled,
            divergedAt ?? "",
            at,
            k < 0 ? "" : sweep.iterations[k],
            low,
            high,
            document.trials ?? 1,
          ].join(),
        );
      });
    saveFile(named("step-sizes", "csv"), `${lines.join("\n")}\n`, "text/csv");
  }

  async function saveSvg(): Promise<void> {
    const figure = await view.figure();
    if (figure && scene) await savePicture(figure, "svg", "step-sizes", scene.theme.paper);
  }
}

function numberBox(): HTMLInputElement {
  return h("input", {
    type: "text",
    class: "number",
    inputMode: "decimal",
    autocomplete: "off",
    spellcheck: false,
    size: 7,
  });
}

function read({ value }: HTMLInputElement): number {
  const text = value.trim().replace(",", ".");
  return text === "" ? NaN : Number(text);
}

function choice(label: string, input: HTMLElement): HTMLElement {
  return h("div", { class: "field" }, h("label", {}, label, h("div", { class: "inputs" }, input)));
}

function rangesOf({ run, document }: InstrumentScene): Range[] {
  const stability = run?.description?.stability ?? [];
  return document.methods.map((_, place) => {
    const range = stability[place]?.range;
    return range ? [range[0], range[1]] : null;
  });
}

function rangeText(range: Range): string {
  if (!range) return "–";
  const [low, high] = range;
  if (high === Infinity) return low > 0 ? `above ${formatNumber(low)}` : "all";
  return low > 0 ? `${formatNumber(low)} to ${formatNumber(high)}` : `below ${formatNumber(high)}`;
}

function symbolOf(document: ExperimentDocument): string {
  const constant = document.methods.every((_, place) => scheduleOf(document, place)["kind"] === "constant");
  return constant ? "α" : "α₀";
}

function sweepOf({ recording, document }: Run, step: number, metric: MetricName): Sweep {
  const outcomes = document.methods.map((_, place) => {
    const curve = [...recording.curve(place, metric).mean];
    const divergedAt = recording.divergedAt[place] ?? null;
    const error = divergedAt === null ? endOf(curve) : NaN;
    return { error, settled: divergedAt === null && curveHasSettled(Float64Array.from(curve)), divergedAt, curve };
  });
  return { step, iterations: [...recording.iterations], outcomes };
}
