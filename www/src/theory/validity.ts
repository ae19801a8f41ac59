/** Says before a run what the theory asks of network, methods and step size, what holds, and what to change. */

import { h } from "../dom";
import type { TheoryPanel, TheoryScene } from "./panel";
import type { Theory } from "../simulation/core";
import type { MatrixFacts } from "../simulation/facts";
import { isHalved, madeLazy, stepsOf } from "../methods";
import { formatNumber, formatRate } from "../views/format";
import { methodSwatch } from "../views/legend";
import type { PanelTools } from "./panels";
import { about, onChange, table, typeset, type Cell } from "./rows";

/** What counts as equal in W. */
const TOLERANCE = 1e-9;
const NAMES = ["first", "second", "third"] as const;

export function createValidity(host: HTMLElement, { edit }: PanelTools): TheoryPanel {
  const changed = onChange();
  return {
    update(scene) {
      const { document, facts, network, refusal, styles, theme } = scene;
      changed([document, facts, network, refusal, styles.map(({ label }) => label).join(), theme], () => draw(scene));
    },
  };

  function draw(scene: TheoryScene): void {
    const { facts, network, refusal } = scene;
    if (refusal) {
      host.replaceChildren(h("p", { class: "verdict bad" }, `This cannot be run: ${refusal}.`));
      return;
    }
    if (!facts || !network) {
      if (host.childElementCount === 0) host.append(about("Being worked out …"));
      return;
    }
    const { verdict, cure } = judge(scene, facts.methods);
    const action = cure ? h("button", { type: "button", onclick: () => edit(cure.path, cure.value) }, cure.label) : "";
    host.replaceChildren(
      h("p", { class: cure?.urgent ? "verdict bad" : "verdict" }, verdict, " ", action),
      matrixTable(facts.matrix, network),
      table(
        "Each method on this network, and Theorem 1’s limits on its step size α",
        ["", "ρ(G)", "α at most", "α now"],
        facts.methods
          .map((theory, place) => methodRow(scene, theory, place))
          .flatMap(([name, ...rest]) => [[name!], ["", ...rest]]),
      ),
      about(
        "Theorem 1 has three limits on α, of which the smallest is shown. They are sufficient, not necessary: larger steps often converge, but then the theorem promises nothing. DSGD and centralised SGD have no G: DSGD is stable on every such W, and keeps a bias where data differ.",
      ),
      ...notes(facts.methods, scene),
    );
  }
}

interface Verdict {
  verdict: string;
  cure: { label: string; path: (string | number)[]; value: unknown; urgent: boolean } | null;
}

/** The one thing to say, worst first, with what mends it. */
function judge({ document, styles }: TheoryScene, methods: readonly Theory[]): Verdict {
  const faulty = methods.flatMap(({ findings }, place) =>
    findings.filter(({ severity }) => severity === "error").map((finding) => ({ ...finding, place })),
  );
  const first = faulty[0];
  if (first) {
    const unstable = faulty.filter(({ name }) => name === "unstable").map(({ place }) => place);
    const curable = unstable.filter((place) => isHalved(methods[place]!.cures[0]));
    const words = `${styles[first.place]!.label}: ${typeset(first.message)}.`;
    const other = methods[first.place]!.cures[0];
    if (first.name === "unstable" && !curable.includes(first.place) && other && other.value !== null) {
      const label = other.text.charAt(0).toUpperCase() + other.text.slice(1);
      return { verdict: words, cure: { label, path: stepsOf(other.path), value: other.value, urgent: true } };
    }
    if (first.name !== "unstable" || curable.length === 0) return { verdict: words, cure: null };
    return {
      verdict: words,
      cure: { label: "Use (I + W)/2", path: ["methods"], value: madeLazy(document.methods, curable), urgent: true },
    };
  }
  const parted = methods.flatMap(({ findings }) => findings.filter(({ name }) => name === "disconnected"))[0];
  if (parted) return { verdict: "The network is in several parts: the theory needs a connected one.", cure: null };
  const limits = methods.flatMap(({ stepSizeLimits }, place) => {
    const alpha = constantStep(document, place);
    return stepSizeLimits && alpha !== null ? [{ place, alpha, limit: Math.min(...stepSizeLimits.theorem1) }] : [];
  });
  const above = limits.filter(({ alpha, limit }) => alpha > limit);
  if (above.length > 0) {
    const least = Math.min(...above.map(({ limit }) => limit));
    const value = Number((0.999 * least).toPrecision(3));
    const whole = above.every(({ place }) => document.methods[place]!.stepSize === undefined);
    const names = above.map(({ place }) => styles[place]!.label).join("; ");
    const words = `Every method is stable here. The step size is larger than Theorem 1 covers for ${names}: at most ${formatNumber(least)} would be within it.`;
    return {
      verdict: words,
      cure: whole
        ? {
            label: `Use α = ${formatNumber(value)}`,
            path: ["stepSize"],
            value: { kind: "constant", value },
            urgent: false,
          }
        : null,
    };
  }
  const negative = methods.some(({ findings }) => findings.some(({ name }) => name === "notPositive"));
  if (negative)
    return {
      verdict:
        "Every method is stable here, but W has negative eigenvalues: the corollaries, which assume W ⪰ 0, do not speak of it. A laziness would make it positive.",
      cure: null,
    };
  return {
    verdict:
      limits.length > 0
        ? "Nothing to change: every method is stable here, and every step size is within Theorem 1’s limits."
        : "Every method is stable here. Theorem 1 speaks of constant step sizes and a common start only.",
    cure: null,
  };
}

function matrixTable(
  matrix: MatrixFacts,
  { mixingRate, smallestEigenvalue, components }: NonNullable<TheoryScene["network"]>,
): HTMLElement {
  const doubly = matrix.sumError <= TOLERANCE && matrix.leastEntry >= -TOLERANCE;
  const rows: [string, boolean, string][] = [
    ["symmetric", matrix.asymmetry <= TOLERANCE, `largest |wᵢⱼ − wⱼᵢ| ${formatNumber(matrix.asymmetry, 2)}`],
    [
      "doubly stochastic",
      doubly,
      `sums off by ${formatNumber(matrix.sumError, 2)}, least entry ${formatNumber(matrix.leastEntry)}`,
    ],
    ["primitive", components === 1 && mixingRate < 1 - 1e-12, `λ = ${formatRate(mixingRate)}`],
    [
      "positive semi-definite",
      smallestEigenvalue >= -TOLERANCE,
      `smallest eigenvalue ${formatNumber(smallestEigenvalue, 4)}`,
    ],
  ];
  return table(
    "W as it stands, before any method’s own laziness",
    ["W is", "", ""],
    rows.map(([name, holds, numbers]) => [name, mark(holds), numbers]),
  );
}

function mark(holds: boolean): HTMLElement {
  return h("span", { class: holds ? "holds" : "fails" }, holds ? "yes" : "no");
}

function methodRow({ document, styles, theme }: TheoryScene, theory: Theory, place: number): Cell[] {
  const { spectralRadius, stepSizeLimits, findings } = theory;
  const style = styles[place]!;
  const name = h("span", {}, methodSwatch(style, theme), " ", style.label);
  const unstable = findings.some(({ severity }) => severity === "error");
  const radius =
    spectralRadius === null
      ? "–"
      : h(
          "span",
          { class: unstable ? "fails" : "holds" },
          `${formatNumber(spectralRadius, 4)}, ${unstable ? "unstable" : "stable"}`,
        );
  const alpha = constantStep(document, place);
  if (!stepSizeLimits) return [name, radius, "–", alpha === null ? "changes" : formatNumber(alpha)];
  const limit = Math.min(...stepSizeLimits.theorem1);
  const which = NAMES[stepSizeLimits.theorem1.indexOf(limit)] ?? "";
  const now =
    alpha === null
      ? "changes"
      : h(
          "span",
          { class: alpha > limit ? "fails" : "holds" },
          `${formatNumber(alpha)}, ${alpha > limit ? "above" : "within"}`,
        );
  return [name, radius, `${formatNumber(limit)} (${which} limit)`, now];
}

function notes(methods: readonly Theory[], { styles }: TheoryScene): HTMLElement[] {
  const lines = methods.flatMap(({ findings }, place) =>
    findings
      .filter(({ name }) => name === "negativeEntries" || name === "notPositive")
      .map(({ message }) => h("li", {}, `${styles[place]!.label}: ${typeset(message)}.`)),
  );
  return lines.length > 0 ? [h("ul", { class: "about" }, ...lines)] : [];
}

/** The constant step size of a method, or null where it changes. */
export function constantStep(document: TheoryScene["document"], place: number): number | null {
  const step = document.methods[place]!.stepSize ?? document.stepSize;
  return step.kind === "constant" ? Number(step["value"]) : null;
}
