/** The transient-time laboratory: its settings, progress, picture, slopes, and the numbers as a file. */

import { gapOf, studyText, USUAL, type Study } from "../../../../lib/study";
import { probesOf, timeSlopesOf, timesAt, type Simulate, type TimeRow } from "../../../../lib/transient";
import type { ExperimentDocument } from "../../state/document";
import { h, setText } from "../../controls/dom";
import { savePicture } from "../../files/export/picture";
import { saveFile } from "../../files/export/save";
import { catalog as readCatalog, transientSlope, transientTime, type MetricName } from "../../simulation/core";
import { wholeRun } from "../../simulation/whole";
import { formatCount, formatNumber } from "../../views/format";
import { stylesOf } from "../../state/methods";
import type { Theme } from "../../views/theme";
import { createMeasurement, type Work } from "./measurement";
import type { TheoryPanel } from "./panel";
import type { PanelTools } from "./panels";
import { createPowersView } from "./powers-view";
import { about, table } from "./rows";
import { SETTINGS, timesStudy, type Family, type Method, type Setting } from "./settings";
import { slopeColumns, slopeRows } from "./slopes";
import { timesData, timesSlopes, timesToCsv, type Shown } from "./times";

const METHODS: readonly { method: Method; label: string; preset: boolean }[] = [
  { method: "dsgd", label: "DSGD", preset: true },
  { method: "exactDiffusion", label: "Exact-Diffusion", preset: true },
  { method: "extra", label: "EXTRA", preset: false },
  { method: "gradientTracking", label: "Gradient tracking", preset: true },
];
const TRIALS = [4, 16, 64];
const FACTORS = [1.5, 2, 4];
const PRESET_TRIALS = 16;

/** What was measured. */
interface Result {
  setting: Setting;
  family: Family;
  shown: Shown;
  rows: TimeRow[];
}

export function createLaboratory(host: HTMLElement, { pool, theme }: PanelTools): TheoryPanel {
  const styles = stylesOf(
    METHODS.map(({ method, label }) => ({ kind: method, label })),
    readCatalog().methods,
  );
  const options = <T>(list: readonly T[], text: (value: T) => string, usual: T) =>
    list.map((value, i) => h("option", { value: String(i), selected: value === usual }, text(value)));
  const kind = h("select", { onchange: choose }, ...options(SETTINGS, ({ title }) => title, SETTINGS[0]!));
  const family = h("select");
  const trials = h("select", {}, ...options(TRIALS, String, PRESET_TRIALS));
  const factor = h("select");
  const how = about("");
  const boxes = METHODS.map(({ preset }) => h("input", { type: "checkbox", checked: preset }));
  const measurement = createMeasurement(pool, { what: "measurement", onStart: () => void run() });
  const saves = [
    h("button", { type: "button", disabled: true, onclick: saveCsv }, "CSV"),
    h("button", { type: "button", disabled: true, onclick: () => void saveSvg() }, "SVG"),
  ];
  const json = h("button", { type: "button", onclick: saveStudy }, "Study as JSON");
  const picture = h("div", { class: "picture", hidden: true });
  const slopes = h("div", { class: "theory" });
  const choice = (label: string, select: HTMLElement) =>
    h("div", { class: "field" }, h("label", {}, label, h("div", { class: "inputs" }, select)));
  host.append(
    how,
    h(
      "div",
      { class: "fields" },
      choice("Theory", kind),
      choice("Networks", family),
      choice("Trials", trials),
      choice("Within a factor of", factor),
    ),
    h(
      "div",
      { class: "buttons", role: "group", "aria-label": "Methods to measure" },
      ...METHODS.map(({ label }, i) => h("label", { class: "check" }, boxes[i]!, label)),
    ),
    h("div", { class: "buttons" }, ...measurement.buttons, ...saves, json),
    measurement.progress,
    measurement.status,
    picture,
    slopes,
  );
  const view = createPowersView(picture, theme, "Transient times against 1/(1 − λ)");
  choose();
  let palette = theme;
  let result: Result | null = null;

  function setting(): Setting {
    return SETTINGS[kind.selectedIndex]!;
  }

  function choose(): void {
    const { about, families, table: own } = setting();
    setText(
      how,
      `For each K, every method runs K iterations with its corollary’s ${about}. The transient time is the K from which on this error stays within a factor of centralised SGD’s. As set, this takes well under a minute on two cores.`,
    );
    family.replaceChildren(...options(families, ({ title }) => title, families[0]!));
    factor.replaceChildren(...options(FACTORS, (value) => `${value} ×`, USUAL[own].factor));
  }

  /** The study as it is set, and what is shown of it; null, with words, where there is nothing to measure. */
  function asked(): { study: Study; result: Result } | null {
    const methods = METHODS.flatMap(({ method }, i) => (boxes[i]!.checked ? [{ method, style: styles[i]! }] : []));
    if (methods.length === 0) {
      measurement.say("Choose a method to measure.");
      return null;
    }
    const [own, family_] = [setting(), setting().families[family.selectedIndex]!];
    const study = timesStudy(
      own,
      family_,
      methods.map(({ method }) => method),
      { trials: TRIALS[trials.selectedIndex]!, factor: FACTORS[factor.selectedIndex]! },
    );
    return { study, result: { setting: own, family: family_, shown: methods, rows: [] } };
  }

  async function run(): Promise<void> {
    const plan = asked();
    if (!plan) return;
    const { study, result: measured } = plan;
    const documents = probesOf(study);
    await measurement.run(async (work) => {
      for (const [point, document] of documents.entries()) {
        const report = (k: number) =>
          work.tell(point / documents.length, `Network ${point + 1} of ${documents.length}, K = ${formatCount(k)} …`);
        measured.rows.push(...(await timesAt(study, point, document, simulateOn(work), transientTime, report)));
        result = measured;
        show(palette);
      }
      return finding(measured.rows);
    });
  }

  function show(theme: Theme): void {
    if (!result) return;
    const { setting: own, family: networks, shown, rows } = result;
    for (const save of saves) save.disabled = false;
    picture.hidden = false;
    view.update(timesData(rows, shown));
    const n = networks.fixed
      ? "n is the same on all networks."
      : "n grows with the network, and with it the theory’s slope.";
    slopes.replaceChildren(
      table(
        "Slopes against 1/(1 − λ) on log-log axes",
        slopeColumns(`theory, ${own.title.split(",")[0]!}`),
        slopeRows(timesSlopes(rows, shown), theme),
      ),
      about(
        `Rings are times outside the tried K, excluded from the fit. ${n} The theory’s order is that of an upper bound as λ → 1, which leaves out logarithms of K and the powers of λ in front; at these gaps measured slopes may be somewhat larger or smaller. Only the slope of its line means something; the line goes through the middle of the points. The study as JSON also runs in a shell, on several machines: npx suda sweep study.json.`,
      ),
    );
  }

  function saveStudy(): void {
    const plan = asked();
    if (plan) saveFile("study.json", studyText(plan.study), "application/json");
  }

  function saveCsv(): void {
    if (result) saveFile("transient-times.csv", timesToCsv(result.rows), "text/csv");
  }

  async function saveSvg(): Promise<void> {
    const figure = await view.figure();
    if (figure) await savePicture(figure, "svg", "transient-times", palette.paper);
  }

  return {
    update({ theme: next }) {
      if (next === palette) return;
      palette = next;
      view.setTheme(next);
      show(next);
    },
  };
}

/** A comparison of the slopes of DSGD and Exact-Diffusion, if both were measured. */
function finding(rows: readonly TimeRow[]): string {
  if (!["dsgd", "exactDiffusion"].every((name) => rows.some(({ method }) => method === name))) return "";
  const slopes = timeSlopesOf(rows, transientSlope);
  const of = (name: Method) => slopes.find(({ method }) => method === name)?.time;
  const [steep, flat] = [of("dsgd"), of("exactDiffusion")];
  if (!steep || !flat) return "Too few times were reached to fit slopes.";
  const apart = steep.slope - steep.halfWidth > flat.slope + flat.halfWidth;
  const words = `DSGD’s slope is ${formatNumber(steep.slope)}, Exact-Diffusion’s ${formatNumber(flat.slope)}`;
  return apart
    ? `${words}: DSGD’s is steeper, beyond both intervals.`
    : `${words}; their intervals overlap, so this measurement does not tell them apart.`;
}

/** Runs documents to their ends on the workers of a measurement. */
function simulateOn({ workers, unlessCancelled }: Work): Simulate {
  const run = (document: unknown) => unlessCancelled(wholeRun(workers, document as ExperimentDocument));
  return {
    async probe(document) {
      const done = await run(document);
      const { methods, tables } = await unlessCancelled(done.ask({ kind: "theory" }));
      const { network, description } = done;
      return {
        names: description!.methods,
        agents: network?.agents ?? NaN,
        gap: network ? gapOf(network) : NaN,
        mu: methods[0]!.plConstant,
        tables,
      };
    },
    async run(document) {
      const { recording, document: own } = await run(document);
      return own.methods.map((_, place) => ({
        iterations: recording.iterations,
        mean: (metric) => recording.curve(place, metric as MetricName).mean,
      }));
    },
  };
}
