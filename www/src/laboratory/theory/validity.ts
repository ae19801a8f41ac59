/** States before a run the theory's conditions on network, methods and step size, which ones hold, and what to change. */

import { h } from "../../controls/dom";
import type { TheoryPanel, TheoryScene } from "./panel";
import type { ExperimentDescription, Theory } from "../../simulation/core";
import type { ChangeFacts, MatrixFacts } from "../../simulation/facts";
import { warningLines, type Line } from "../../text/warnings";
import { formatCount, formatNumber, formatRate, plural } from "../../views/format";
import { methodSwatch } from "../../views/legend";
import { typeset } from "../../views/typeset";
import type { PanelTools } from "./panels";
import { PARTED, about, onChange, table, type Cell } from "./rows";

/** Differences in W below this count as equal. */
const TOLERANCE = 1e-9;
const NAMES = ["first", "second", "third"] as const;
const NONE = "–";

export function createValidity(host: HTMLElement, { edit }: PanelTools): TheoryPanel {
  const changed = onChange();
  return {
    update(scene) {
      const { document, facts, network, refusal, run, styles, theme } = scene;
      changed(
        [document, facts, network, refusal, run?.description, styles.map(({ label }) => label).join(), theme],
        () => draw(scene),
      );
    },
  };

  function draw(scene: TheoryScene): void {
    const { facts, network, refusal } = scene;
    if (refusal) {
      host.replaceChildren(h("p", { class: "verdict bad" }, `This cannot be run: ${refusal}.`));
      return;
    }
    if (!facts || !network) {
      if (host.childElementCount === 0) host.append(about("Computing …"));
      return;
    }
    const { run, document } = scene;
    const description = run?.document === document ? run.description : null;
    const stability = description?.stability ?? [];
    const labels = scene.styles.map(({ label }) => label);
    const lines = warningLines(document, description, labels);
    const { changes } = network;
    host.replaceChildren(
      h("div", { class: "verdict" }, ...verdict(scene, facts.methods, stability, lines, edit)),
      ...(changes ? changesTable(changes) : []),
      matrixTable(facts.matrix, network),
      ...(changes
        ? []
        : [
            table(
              "Each method on this network and these costs: the step sizes α at which it is stable, and Theorem 1’s limit",
              ["", "at α", "is", "stable at α", "ρ(G)", "Theorem 1: α at most"],
              facts.methods
                .map((theory, place) => methodRow(scene, theory, stability[place] ?? null, place))
                .flatMap(([name, ...rest]) => [[name!], ["", ...rest]]),
            ),
            about(
              "Stable: a deviation from the solution shrinks, by the method’s whole recursion at the eigenvalues of W and the curvatures of the costs; where these are only estimated, “about” says so. G is that recursion without curvature. Theorem 1’s limits are sufficient, not necessary: larger steps often converge, but then the theorem promises nothing.",
            ),
          ]),
      ...notes(facts.methods, scene),
    );
  }
}

type Judgement = ExperimentDescription["stability"][number];

/** The messages, worst first: the warnings with their cures, or that nothing needs to change. */
function verdict(
  { document, styles, network }: TheoryScene,
  methods: readonly Theory[],
  stability: readonly Judgement[],
  lines: readonly Line[],
  edit: PanelTools["edit"],
): HTMLElement[] {
  const told = lines.map(({ text, urgent, actions }) =>
    h(
      "p",
      { class: urgent ? "bad" : "" },
      text,
      ...actions.flatMap(({ label, path, value }) => [
        " ",
        h("button", { type: "button", onclick: () => edit(path, value) }, label),
      ]),
    ),
  );
  const say = (text: string, ...more: (Node | string)[]) => h("p", {}, text, ...more);
  if (network?.changes)
    return [
      ...told,
      say(
        "The theory here assumes a fixed W. This network changes from iteration to iteration, so it gives no verdict and no number.",
      ),
    ];
  if (network && network.components > 1) return [...told, say(PARTED)];
  const faulty = methods.flatMap(({ findings }, place) =>
    findings.filter(({ severity, name }) => severity === "error" && name !== "unstable").map(() => place),
  );
  const unsound = stability.some((judgement, place) => judgement?.verdict !== "stable" || faulty.includes(place));
  if (unsound && stability.some((judgement) => judgement !== null)) return told;
  const unknown = stability.every((judgement) => judgement === null);
  const sound = unknown
    ? "These costs’ curvature is not known beforehand, so no step size is judged."
    : "Every method is stable at this step size.";
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
    const use = () => edit(["stepSize"], { kind: "constant", value });
    return [
      ...told,
      say(
        `${sound} The step is larger than Theorem 1 covers for ${names}: at most ${formatNumber(least)} would be within it.`,
        " ",
        whole ? h("button", { type: "button", onclick: use }, `Use α = ${formatNumber(value)}`) : "",
      ),
    ];
  }
  if (methods.some(({ findings }) => findings.some(({ name }) => name === "notPositive")))
    return [
      ...told,
      say(
        `${sound} But W has negative eigenvalues: the corollaries, which assume W ⪰ 0, do not speak of it. A laziness would make it positive.`,
      ),
    ];
  return [
    ...told,
    say(
      limits.length > 0
        ? `Nothing to change: ${sound.charAt(0).toLowerCase()}${sound.slice(1, -1)}, and every step size is within Theorem 1’s limits.`
        : `${sound} Theorem 1 speaks of constant step sizes and a common start only.`,
    ),
  ];
}

/** The expectation of W_k. */
function changesTable(changes: ChangeFacts): HTMLElement[] {
  const { basis, draws, period, mixingRate, contraction, periodContraction, links, components } = changes;
  const tidy = (value: number): string => formatNumber(Math.abs(value) < 1e-12 ? 0 : value, 4);
  const factor = (value: number | null): string => (value === null ? NONE : `× ${tidy(value)}`);
  const source = {
    closedForm: "in closed form",
    period: `over a period of ${plural(period ?? 0, "iteration")}`,
    estimate: `estimated from ${formatCount(draws ?? 0)} drawn matrices`,
  }[basis];
  return [
    table(
      `What holds of Wₖ, ${source}`,
      ["", ""],
      [
        [period === null ? "λ of E[Wₖ]" : "λ of the mean of Wₖ", tidy(mixingRate)],
        ...(period === null
          ? [["disagreement shrinks in mean square, an iteration", factor(contraction)]]
          : [
              ["disagreement shrinks at least, a period", factor(periodContraction)],
              ["… its root, for an iteration", factor(contraction)],
            ]),
        ["links in use in an iteration, in the mean", formatNumber(links)],
        ["parts of all networks together", components === 1 ? "1: all agents hear of each other" : String(components)],
      ],
    ),
    about(
      "That is of gossip alone, Xᵏ⁺¹ = Wₖ Xᵏ: √λ₂(E[Wₖ²]) where Wₖ is drawn, the norm of the product over a period where it repeats.",
    ),
  ];
}

function matrixTable(
  matrix: MatrixFacts,
  { mixingRate, smallestEigenvalue, components, changes }: NonNullable<TheoryScene["network"]>,
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
    `W as it stands, before ${changes ? "it changes, and before " : ""}any method’s own laziness`,
    ["W is", "", ""],
    rows.map(([name, holds, numbers]) => [name, mark(holds), numbers]),
  );
}

function mark(holds: boolean): HTMLElement {
  return h("span", { class: holds ? "holds" : "fails" }, holds ? "yes" : "no");
}

function methodRow(
  { document, styles, theme }: TheoryScene,
  theory: Theory,
  judgement: Judgement,
  place: number,
): Cell[] {
  const { spectralRadius, stepSizeLimits } = theory;
  const style = styles[place]!;
  const name = h("span", { translate: false }, methodSwatch(style, theme), " ", style.label);
  const alpha = constantStep(document, place);
  const now = alpha === null ? "all α" : formatNumber(alpha);
  const is = judgement
    ? h("span", { class: judgement.verdict === "stable" ? "holds" : "fails" }, judgement.verdict)
    : "not known";
  const radius = spectralRadius === null ? NONE : formatNumber(spectralRadius, 4);
  if (!stepSizeLimits) return [name, now, is, rangeText(judgement), radius, NONE];
  const limit = Math.min(...stepSizeLimits.theorem1);
  const which = NAMES[stepSizeLimits.theorem1.indexOf(limit)] ?? "";
  const above = alpha !== null && alpha > limit;
  const covered = h("span", { class: above ? "fails" : "holds" }, `${formatNumber(limit)} (${which} limit)`);
  return [name, now, is, rangeText(judgement), radius, covered];
}

function rangeText(judgement: Judgement): string {
  if (!judgement) return NONE;
  if (!judgement.range) return "none";
  const [low, high] = judgement.range;
  const about = judgement.exact ? "" : "about ";
  if (!Number.isFinite(high)) return low > 0 ? `${about}${formatNumber(low)} and more` : "all";
  return low > 0 ? `${about}${formatNumber(low)} to ${formatNumber(high)}` : `below ${about}${formatNumber(high)}`;
}

function notes(methods: readonly Theory[], { styles }: TheoryScene): HTMLElement[] {
  const lines = methods.flatMap(({ findings }, place) =>
    findings
      .filter(({ name }) => name === "notPositive")
      .map(({ message }) => h("li", {}, `${styles[place]!.label}: ${typeset(message)}.`)),
  );
  return lines.length > 0 ? [h("ul", { class: "about" }, ...lines)] : [];
}

/** The constant step size of a method, or null where it changes. */
export function constantStep(document: TheoryScene["document"], place: number): number | null {
  const step = document.methods[place]!.stepSize ?? document.stepSize;
  return step.kind === "constant" ? Number(step["value"]) : null;
}
