/** States before a run the theory's conditions on network, methods and step size, which ones hold, and what to change. */

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Act } from "../../controls/field";
import { useFocusKept, usePage } from "../../controls/page";
import { About, type Cell, Holds, Named, Table } from "../../controls/table";
import type { ExperimentDescription, Theory } from "../../simulation/core";
import type { ChangeFacts, MatrixFacts } from "../../simulation/facts";
import { warningLines } from "../../text/warnings";
import { cleaned, formatCount, formatNumber, formatRange, formatRate, plural, typeset } from "../../views/format";
import { constantStep, NONE, type PanelProps, type PanelScene, PARTED } from "./panel";

/** Differences in W below this count as equal. */
const TOLERANCE = 1e-9;
const NAMES = ["first", "second", "third"] as const;

type Network = NonNullable<PanelScene["network"]>;
type Judgement = ExperimentDescription["stability"][number];

export function Validity({ scene }: PanelProps) {
  const { facts, network, refusal, run, document } = scene;
  if (refusal) return <p class="verdict bad">{`This cannot be run: ${refusal}.`}</p>;
  if (!facts || !network) return <About>Computing …</About>;
  const description = run?.document === document ? run.description : null;
  const stability = description?.stability ?? [];
  const notes = facts.methods.flatMap(({ findings }, place) =>
    findings
      .filter(({ name }) => name === "notPositive")
      .map(({ message }) => `${scene.styles[place]!.label}: ${typeset(message)}.`),
  );
  return (
    <>
      <Verdict scene={scene} network={network} methods={facts.methods} description={description} />
      {network.changes && <Changes {...network.changes} />}
      <Matrix matrix={facts.matrix} network={network} />
      {!network.changes && (
        <>
          <Table
            caption="Each method on this network and these costs: the step sizes α at which it is stable, and Theorem 1’s limit"
            columns={["", "at α", "is", "stable at α", "ρ(G)", "Theorem 1: α at most"]}
            rows={facts.methods.flatMap((theory, place) => [
              [<Named style={scene.styles[place]!} />],
              ["", ...methodCells(document, theory, stability[place] ?? null, place)],
            ])}
          />
          <About>
            Stable: a deviation from the solution shrinks, by the method’s whole recursion at the eigenvalues of W and
            the curvatures of the costs; where these are only estimated, “about” says so. G is that recursion without
            curvature. Theorem 1’s limits are sufficient, not necessary: larger steps often converge, but then the
            theorem promises nothing.
          </About>
        </>
      )}
      {notes.length > 0 && (
        <ul class="about">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface VerdictProps extends Pick<PanelProps, "scene"> {
  network: Network;
  methods: readonly Theory[];
  description: ExperimentDescription | null;
}

/** The messages, worst first: the warnings with their cures, or that nothing needs to change. */
function Verdict({ scene, network, methods, description }: VerdictProps) {
  const { edit } = usePage();
  const box = useRef<HTMLDivElement>(null);
  useFocusKept(box);
  const { document, styles } = scene;
  const labels = styles.map(({ label }) => label);
  const own = ownWords(document, labels, network, methods, description?.stability ?? []);
  return (
    <div class="verdict" ref={box} tabIndex={-1}>
      {warningLines(document, description, labels).map(({ text, urgent, actions }) => (
        <p key={text} class={urgent ? "bad" : ""}>
          {text}
          {actions.map(({ label, path, value }) => (
            <Act key={label} label={label} onClick={() => edit(path, value)} />
          ))}
        </p>
      ))}
      {own && (
        <p>
          {own.text}
          {own.step !== undefined && (
            <Act
              label={`Use α = ${formatNumber(own.step)}`}
              onClick={() => edit(["stepSize"], { kind: "constant", value: own.step })}
            />
          )}
        </p>
      )}
    </div>
  );
}

/** What is said besides the warnings, and a step size that Theorem 1 covers; null where the warnings say it all. */
function ownWords(
  document: PanelScene["document"],
  labels: readonly string[],
  network: Network,
  methods: readonly Theory[],
  stability: readonly Judgement[],
): { text: string; step?: number } | null {
  if (network.changes)
    return {
      text: "The theory here assumes a fixed W. This network changes from iteration to iteration, so it gives no verdict and no number.",
    };
  if (network.components > 1) return { text: PARTED };
  if (methods.every(isCompressed)) return { text: "Not judged: all messages are compressed." };
  const faulty = methods.flatMap(({ findings }, place) =>
    findings.filter(({ severity, name }) => severity === "error" && name !== "unstable").map(() => place),
  );
  const unsound = stability.some((judgement, place) => judgement?.verdict !== "stable" || faulty.includes(place));
  if (unsound && stability.some((judgement) => judgement !== null)) return null;
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
    const names = above.map(({ place }) => labels[place]!).join("; ");
    const text = `${sound} The step is larger than Theorem 1 covers for ${names}: at most ${formatNumber(least)} would be within it.`;
    const whole = above.every(({ place }) => document.methods[place]!.stepSize === undefined);
    return whole ? { text, step: Number((0.999 * least).toPrecision(3)) } : { text };
  }
  if (methods.some(({ findings }) => findings.some(({ name }) => name === "notPositive")))
    return {
      text: `${sound} But W has negative eigenvalues: the corollaries, which assume W ⪰ 0, do not speak of it. A laziness would make it positive.`,
    };
  return {
    text:
      limits.length > 0
        ? `Nothing to change: ${sound.charAt(0).toLowerCase()}${sound.slice(1, -1)}, and every step size is within Theorem 1’s limits.`
        : `${sound} Theorem 1 speaks of constant step sizes and a common start only.`,
  };
}

function Changes({ basis, draws, period, mixingRate, contraction, periodContraction, links, components }: ChangeFacts) {
  const tidy = (value: number): string => formatNumber(cleaned(value), 4);
  const factor = (value: number | null): string => (value === null ? NONE : `× ${tidy(value)}`);
  const source = {
    closedForm: "in closed form",
    period: `over a period of ${plural(period ?? 0, "iteration")}`,
    estimate: `estimated from ${formatCount(draws ?? 0)} drawn matrices`,
  }[basis];
  return (
    <>
      <Table
        caption={`What holds of Wₖ, ${source}`}
        columns={["", ""]}
        rows={[
          [period === null ? "λ of E[Wₖ]" : "λ of the mean of Wₖ", tidy(mixingRate)],
          ...(period === null
            ? [["disagreement shrinks in mean square, an iteration", factor(contraction)]]
            : [
                ["disagreement shrinks at least, a period", factor(periodContraction)],
                ["… its root, for an iteration", factor(contraction)],
              ]),
          ["links in use in an iteration, in the mean", formatNumber(links)],
          [
            "parts of all networks together",
            components === 1 ? "1: all agents hear of each other" : String(components),
          ],
        ]}
      />
      <About>
        That is of gossip alone, Xᵏ⁺¹ = Wₖ Xᵏ: √λ₂(E[Wₖ²]) where Wₖ is drawn, the norm of the product over a period
        where it repeats.
      </About>
    </>
  );
}

const isCompressed = ({ findings }: Theory): boolean => findings.some(({ name }) => name === "compressed");

function Matrix({ matrix, network }: { matrix: MatrixFacts; network: Network }) {
  const { mixingRate, smallestEigenvalue, components, changes } = network;
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
  return (
    <Table
      caption={`W as it stands, before ${changes ? "it changes, and before " : ""}any method’s own laziness`}
      columns={["W is", "", ""]}
      rows={rows.map(([name, holds, numbers]) => [name, <Holds so={holds} />, numbers])}
    />
  );
}

function methodCells(document: PanelScene["document"], theory: Theory, judgement: Judgement, place: number): Cell[] {
  const { spectralRadius, stepSizeLimits } = theory;
  const marked = (holds: boolean, text: ComponentChildren) => <span class={holds ? "holds" : "fails"}>{text}</span>;
  const alpha = constantStep(document, place);
  const unjudged = isCompressed(theory) ? "not judged: messages are compressed" : "not known";
  const limit = stepSizeLimits ? Math.min(...stepSizeLimits.theorem1) : NaN;
  return [
    alpha === null ? "all α" : formatNumber(alpha),
    judgement ? marked(judgement.verdict === "stable", judgement.verdict) : unjudged,
    judgement ? (judgement.range ? formatRange(judgement.range, judgement.exact) : "none") : NONE,
    spectralRadius === null ? NONE : formatNumber(spectralRadius, 4),
    stepSizeLimits
      ? marked(
          !(alpha !== null && alpha > limit),
          `${formatNumber(limit)} (${NAMES[stepSizeLimits.theorem1.indexOf(limit)] ?? ""} limit)`,
        )
      : NONE,
  ];
}
