/** Theorem 1 beside its measurement; Theorem 2 and the corollaries as shapes. */

import { runningAverage } from "../../../../lib/transient";
import { h } from "../../controls/dom";
import type { TheoryPanel, TheoryScene } from "./panel";
import type { MetricName, RateTerm, Theory } from "../../simulation/core";
import type { Run } from "../../simulation/run";
import { formatCount, formatNumber } from "../../views/format";
import { typeset } from "../../views/typeset";
import { createBoundView, type BoundData } from "./bound-view";
import type { PanelTools } from "./panels";
import { PARTED, about, onChange, table } from "./rows";

type Part = RateTerm["part"];
const NAMES: Record<Part, string> = {
  initial: "start",
  noise: "noise / n",
  heterogeneity: "heterogeneity ζ₀²",
  network: "noise through the network",
  networkHigherOrder: "the same, higher order",
};
/** From the bottom of the stack: the terms that stay, then those that fall as 1/K. */
const STACK: readonly Part[] = ["noise", "networkHigherOrder", "network", "heterogeneity", "initial"];
const FALLING: readonly Part[] = ["initial", "heterogeneity"];
const NEEDED = ["gradientNorm", "averageGradient"] as const;

export function createBound(host: HTMLElement, { theme, edit }: PanelTools): TheoryPanel {
  const changed = onChange();
  let scene: TheoryScene | null = null;
  let chosen = "";
  const choice = h("select", {
    "aria-label": "Method that Theorem 1 is shown for",
    onchange: () => choose(choice.value),
  });
  const verdict = h("p", { class: "verdict" });
  const picture = h("div", { class: "picture" });
  const numbers = h("div", { class: "theory" });
  host.append(h("label", {}, "Theorem 1 for ", choice), verdict, picture, numbers);
  const view = createBoundView(picture, theme);

  function choose(label: string): void {
    chosen = label;
    if (scene) update(scene);
  }

  function update(next: TheoryScene): void {
    scene = next;
    const { facts, network, run, styles, theme, document } = next;
    if (!facts) return;
    const candidates = styles.filter((_, place) => facts.methods[place]!.spectralRadius !== null);
    const method = candidates.find(({ label }) => label === chosen) ?? candidates[0];
    const points = run?.document === document ? run.recording.iterations.length : 0;
    changed([facts, points, theme, method?.label, candidates.length, document], () => {
      choice.replaceChildren(
        ...candidates.map(({ label }) =>
          h("option", { value: label, selected: label === method?.label, translate: false }, label),
        ),
      );
      choice.disabled = candidates.length === 0;
      view.setTheme(theme);
      if (method) draw(next, styles.indexOf(method), facts.methods[styles.indexOf(method)]!);
      else {
        picture.hidden = true;
        numbers.replaceChildren();
        verdict.replaceChildren(
          (network?.components ?? 1) > 1
            ? PARTED
            : "The theorems speak of the SUDA family. Add Exact-Diffusion, EXTRA or gradient tracking.",
        );
      }
    });
  }

  function draw(next: TheoryScene, place: number, theory: Theory): void {
    const { bound } = theory;
    const { document, run, styles } = next;
    picture.hidden = !bound;
    numbers.replaceChildren(
      ...(bound ? [termsTable(theory, document.iterations)] : []),
      ...shapes(theory, document.iterations),
    );
    if (!bound) {
      verdict.replaceChildren(missing(theory));
      return;
    }
    const measured = run && run.document === document ? measuredAverage(run, place) : null;
    const data: BoundData = {
      method: styles[place]!,
      parts: STACK.map((part) => ({
        name: NAMES[part],
        at: (k) => bound[part] * (FALLING.includes(part) ? document.iterations / k : 1),
      })),
      holds: theory.boundHolds,
      iterations: document.iterations,
      measured,
    };
    view.update(data);
    verdict.replaceChildren(...words(data, theory, recorded(document)));
  }

  function words(data: BoundData, { boundHolds, stepSizeLimits }: Theory, present: boolean): (Node | string)[] {
    const { measured, iterations, parts } = data;
    const limit = stepSizeLimits ? Math.min(...stepSizeLimits.theorem1) : NaN;
    const about = boundHolds
      ? "The step size is within the theorem’s limits: the top of the stack is a bound."
      : `The step size is above the theorem’s limit of ${formatNumber(limit)}: the formula is drawn dotted, and is no bound here.`;
    if (!present) {
      const add = () => scene && edit(["metrics"], [...new Set([...(scene.document.metrics ?? []), ...NEEDED])]);
      return [
        about,
        " To measure the same quantity, ‖∇f(x̄)‖² and the averaged gradient must be recorded. ",
        h("button", { type: "button", onclick: add }, "Record them"),
      ];
    }
    const last = measured?.mean.at(-1);
    if (!measured || last === undefined || !Number.isFinite(last)) return [about];
    const k = measured.k.at(-1)!;
    const sum = parts.reduce((total, part) => total + part.at(k), 0);
    const of = k === iterations ? "" : ` of ${formatCount(iterations)}`;
    return [
      about,
      ` After ${formatCount(k)}${of} iterations the measured average is ${formatNumber(last)}${boundHolds ? `, ${formatNumber((100 * last) / sum, 2)}\u202f% of it` : ""}.`,
    ];
  }

  return { update };
}

function recorded({ metrics }: TheoryScene["document"]): boolean {
  return !metrics || NEEDED.every((name) => metrics.includes(name));
}

/** The reasons why Theorem 1 does not apply. */
function missing({ findings, gamma, noiseVariance, smoothness, initialGap }: Theory): string {
  const error = findings.find(({ severity }) => severity === "error");
  if (error) return `Theorem 1 needs a stable G: ${typeset(error.message)}.`;
  if (gamma === null) return "The network is too large for all its eigenvalues to be computed.";
  if (smoothness === null || initialGap === null)
    return "Theorem 1 needs L and f*, which are not known of this problem: it still says how the error falls with n, K and λ, without numbers.";
  if (noiseVariance === null)
    return "Theorem 1 needs a bound on the noise’s variance, which mini-batches do not have for all x.";
  return "Theorem 1 speaks of a constant step size and of agents that start at the same point.";
}

function termsTable(
  { bound, smoothness, initialGap, noiseVariance, zeta0Squared }: Theory,
  iterations: number,
): HTMLElement {
  const sum = Object.values(bound!).reduce((total, value) => total + value, 0);
  const rows = [...STACK]
    .reverse()
    .map((part) => [NAMES[part], formatNumber(bound![part]), `${formatNumber((100 * bound![part]) / sum, 2)} %`]);
  const constants = `L = ${formatNumber(smoothness ?? NaN)}, f(x⁰) − f* = ${formatNumber(initialGap ?? NaN)}, σ² = ${formatNumber(noiseVariance ?? NaN)}, ζ₀² = ${formatNumber(zeta0Squared ?? NaN)}`;
  return table(
    `Theorem 1’s terms at K = ${formatCount(iterations)}, with ${constants}`,
    ["Term", "value", "share"],
    [...rows, ["sum", formatNumber(sum), ""]],
  );
}

/** Theorem 2 and the corollaries: their terms with the constant one. */
function shapes({ plBound, plConstant, corollaries, stepSizeLimits }: Theory, iterations: number): HTMLElement[] {
  const parts: HTMLElement[] = [];
  if (plBound && plConstant !== null) {
    const { contraction, r0, noise, network, networkHigherOrder } = plBound;
    const start = r0 * contraction ** iterations;
    const limits = stepSizeLimits?.theorem2;
    const rows = [
      ["start, (1 − αμ/2)ᴷ r₀", formatNumber(start), "with its constants"],
      [NAMES.noise, formatNumber(noise), "order"],
      [NAMES.network, formatNumber(network), "order"],
      [NAMES.networkHigherOrder, formatNumber(networkHigherOrder), "order"],
    ];
    parts.push(
      table(
        `Theorem 2 (PL condition, μ = ${formatNumber(plConstant)}) at this step size and K${limits ? `; it needs α ≤ ${formatNumber(Math.min(...limits))}` : ""}`,
        ["Term", "value", "what it is"],
        rows,
      ),
    );
  }
  if (corollaries) {
    const of = (rate: readonly RateTerm[]) => new Map(rate.map(({ part, value }) => [part, formatNumber(value)]));
    const [nonconvex, pl] = [of(corollaries.rate), corollaries.pl ? of(corollaries.pl.rate) : null];
    const order: readonly Part[] = ["initial", "noise", "heterogeneity", "network", "networkHigherOrder"];
    const step = (value: number) => `α = ${formatNumber(value)}`;
    const columns = [
      "Term",
      `non-convex, ${step(corollaries.stepSize)}`,
      ...(corollaries.pl ? [`PL, ${step(corollaries.pl.stepSize)}`] : []),
    ];
    const rows = order.map((part) => [NAMES[part], nonconvex.get(part) ?? "–", ...(pl ? [pl.get(part) ?? "–"] : [])]);
    parts.push(table("The corollaries’ rates at this K, with their own step sizes: shapes, not bounds", columns, rows));
    parts.push(
      about(
        `Orders are shown with the constant one: they say how a part of the error changes with n, K and 1 − λ, and predict no error. The corollaries for non-convex costs start to hold from K = ${formatNumber(Math.max(...corollaries.iterations), 2)}.`,
      ),
    );
  }
  return parts;
}

/** The running average of what Theorem 1 bounds, of the method at that place. */
function measuredAverage({ recording }: Run, place: number): BoundData["measured"] {
  return runningAverage({
    iterations: recording.iterations,
    mean: (metric) => recording.curve(place, metric as MetricName).mean,
  });
}
