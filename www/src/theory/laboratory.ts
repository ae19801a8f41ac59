/** The transient-time laboratory: what to measure, its progress, the picture, the slopes, and the numbers as a file. */

import type { ExperimentDocument } from "../document";
import { h, setText } from "../dom";
import type { TheoryPanel } from "./panel";
import type { Pool } from "../simulation/pool";
import { wholeRun } from "../simulation/whole";
import { saveFile } from "../export/save";
import { formatCount, formatNumber } from "../views/format";
import { methodStyles } from "../views/theme";
import { createLaboratoryView } from "./laboratory-view";
import { measure, measuredSlope, theorySlope, toCsv, type Outcome, type Plan, type Point } from "./measure";
import type { PanelTools } from "./panels";
import { about, table } from "./rows";
import { SETTINGS, type Method, type Setting } from "./settings";

const METHODS: readonly { method: Method; label: string; preset: boolean }[] = [
  { method: "dsgd", label: "DSGD", preset: true },
  { method: "exactDiffusion", label: "Exact-Diffusion", preset: true },
  { method: "extra", label: "EXTRA", preset: false },
  { method: "gradientTracking", label: "Gradient tracking", preset: true },
];
const TRIALS = [4, 16, 64];
const FACTORS = [1.5, 2, 4];
const PRESET_TRIALS = 16;

class Cancelled extends Error {}

export function createLaboratory(host: HTMLElement, { pool, theme }: PanelTools): TheoryPanel {
  const styles = methodStyles(METHODS.map(({ method, label }) => ({ kind: method, label })));
  const options = <T>(list: readonly T[], text: (value: T) => string, usual: T) =>
    list.map((value, i) => h("option", { value: String(i), selected: value === usual }, text(value)));
  const kind = h("select", { onchange: choose }, ...options(SETTINGS, ({ title }) => title, SETTINGS[0]!));
  const family = h("select");
  const trials = h("select", {}, ...options(TRIALS, String, PRESET_TRIALS));
  const factor = h("select");
  const how = about("");
  const boxes = METHODS.map(({ preset }) => h("input", { type: "checkbox", checked: preset }));
  const start = h("button", { type: "button", onclick: () => void run() }, "Measure");
  const cancel = h("button", { type: "button", hidden: true, onclick: () => stop?.() }, "Cancel");
  const save = h(
    "button",
    {
      type: "button",
      disabled: true,
      onclick: () => result && saveFile("transient-times.csv", toCsv(result.points, result.plan), "text/csv"),
    },
    "CSV",
  );
  const progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Progress of the measurement" });
  const status = h("p", { role: "status" });
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
    h("div", { class: "buttons" }, start, cancel, save),
    progress,
    status,
    picture,
    slopes,
  );
  const view = createLaboratoryView(picture, theme);
  choose();
  let result: { plan: Plan; points: readonly Point[] } | null = null;
  let stop: (() => void) | null = null;

  function setting(): Setting {
    return SETTINGS[kind.selectedIndex]!;
  }

  function choose(): void {
    const { about, families, factor: usual } = setting();
    setText(
      how,
      `For each K, every method runs K iterations with its corollary’s ${about}. The transient time is the K from which on this error stays within a factor of centralised SGD’s. As set, this takes well under a minute on two cores.`,
    );
    family.replaceChildren(...options(families, ({ title }) => title, families[0]!));
    factor.replaceChildren(...options(FACTORS, (value) => `${value} ×`, usual));
  }

  async function run(): Promise<void> {
    const methods = METHODS.flatMap(({ method }, i) => (boxes[i]!.checked ? [method] : []));
    if (methods.length === 0) return setText(status, "Choose a method to measure.");
    const plan: Plan = {
      setting: setting(),
      family: setting().families[family.selectedIndex]!,
      methods,
      trials: TRIALS[trials.selectedIndex]!,
      factor: FACTORS[factor.selectedIndex]!,
    };
    const workers = pool.another();
    const cancelled = new Promise<never>((_, reject) => (stop = () => reject(new Cancelled())));
    cancelled.catch(() => undefined);
    const begun = performance.now();
    busy(true);
    try {
      const simulate = (document: ExperimentDocument, withTheory: boolean) =>
        Promise.race([simulated(workers, plan.setting, document, withTheory), cancelled]);
      const points = await measure(plan, simulate, (graph, k, points) => {
        progress.value = graph / plan.family.networks.length;
        if (k > 0) setText(status, `Network ${graph + 1} of ${plan.family.networks.length}, K = ${formatCount(k)} …`);
        else show(plan, points);
      });
      show(plan, points);
      setText(
        status,
        `Done in ${formatCount(Math.ceil((performance.now() - begun) / 1_000))} s. ${finding(plan, points)}`,
      );
    } catch (error) {
      setText(
        status,
        error instanceof Cancelled
          ? "Cancelled."
          : `The measurement stopped: ${error instanceof Error ? error.message : String(error)}`,
      );
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

  function show(plan: Plan, points: readonly Point[]): void {
    result = { plan, points: [...points] };
    save.disabled = points.length === 0;
    picture.hidden = points.length === 0;
    const methods = plan.methods.map((method) => ({
      method,
      style: styles[METHODS.findIndex((entry) => entry.method === method)]!,
    }));
    view.update({ methods, points: result.points });
    const rows = methods.map(({ method, style }) => {
      const [fit, theory] = [measuredSlope(points, method), theorySlope(points, method)];
      const interval =
        fit && Number.isFinite(fit.halfWidth)
          ? `[${formatNumber(fit.slope - fit.halfWidth)}, ${formatNumber(fit.slope + fit.halfWidth)}]`
          : "–";
      return [style.label, fit ? formatNumber(fit.slope) : "–", interval, theory ? formatNumber(theory.slope) : "–"];
    });
    const n = plan.family.fixed
      ? "n is the same on all networks."
      : "n grows with the network, and with it the theory’s slope.";
    slopes.replaceChildren(
      table(
        "Slopes against 1/(1 − λ) on log-log axes",
        ["Method", "measured", "95 % interval", `theory, ${plan.setting.title.split(",")[0]!}`],
        rows,
      ),
      about(
        `Rings stand for times outside of the K that were tried; they do not enter the fit. ${n} The theory’s order is that of an upper bound as λ → 1, which leaves out logarithms of K and the powers of λ in front; at these gaps measured slopes may be somewhat larger or smaller. Its line has no height of its own, and goes through the middle of the points.`,
      ),
    );
  }

  return {
    update({ theme }) {
      view.setTheme(theme);
    },
  };
}

/** What the slopes of DSGD and Exact-Diffusion say, if both were measured. */
function finding({ methods }: Plan, points: readonly Point[]): string {
  if (!methods.includes("dsgd") || !methods.includes("exactDiffusion")) return "";
  const [steep, flat] = [measuredSlope(points, "dsgd"), measuredSlope(points, "exactDiffusion")];
  if (!steep || !flat) return "Too few times were reached to fit slopes.";
  const apart = steep.slope - steep.halfWidth > flat.slope + flat.halfWidth;
  const words = `DSGD’s slope is ${formatNumber(steep.slope)}, Exact-Diffusion’s ${formatNumber(flat.slope)}`;
  return apart
    ? `${words}: DSGD’s is the steeper one, beyond the intervals of both.`
    : `${words}; their intervals overlap, so that this measurement does not tell them apart.`;
}

/** Runs a document to its end on these workers. */
async function simulated(
  workers: Pool,
  setting: Setting,
  document: ExperimentDocument,
  withTheory: boolean,
): Promise<Outcome> {
  const run = await wholeRun(workers, document);
  const theory = withTheory ? await new Promise<Outcome["theory"]>((resolve) => run.askTheory(resolve)) : null;
  const errors = document.methods.map((_, place) => setting.error(run.recording, place, document.iterations));
  return { errors, agents: run.network?.agents ?? NaN, gap: run.network?.spectralGap ?? NaN, theory };
}
