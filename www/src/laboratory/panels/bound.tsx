/** Theorem 1’s bound, its terms stacked, beside its measurement; Theorem 2 and the corollaries as shapes. */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { runningAverage } from "../../../../lib/transient";
import { Button, Select } from "../../controls/field";
import { Figure } from "../../controls/figure";
import { useFocusKept, usePage } from "../../controls/page";
import { About, Table } from "../../controls/table";
import type { MetricName, RateTerm, Theory } from "../../simulation/core";
import type { Run } from "../../simulation/run";
import { formatCount, formatNumber, typeset } from "../../views/format";
import { NONE, PARTED, type PanelProps, type PanelScene } from "./panel";
import { lineKey, type Key } from "../../views/axes";
import { createChart, lineMark, positive, type Chart, type Mark } from "../../views/chart";
import { drawBand } from "../../views/marks";
import { niceLog } from "../../views/frame";
import { methodColor, mix, type Theme } from "../../views/theme";
import type { MethodStyle, Painter, View } from "../../views/types";

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

export function Bound({ scene }: PanelProps) {
  const { facts, network, styles, document } = scene;
  const chosen = useSignal("");
  const box = useRef<HTMLParagraphElement>(null);
  useFocusKept(box);
  const candidates = styles.filter((_, place) => facts && facts.methods[place]?.spectralRadius != null);
  const method = candidates.find(({ label }) => label === chosen.value) ?? candidates[0];
  const place = method ? styles.indexOf(method) : -1;
  const theory = facts?.methods[place];
  const run = scene.run?.document === document ? scene.run : null;
  const points = run?.recording.iterations.length ?? 0;
  const data = useMemo(
    () => (method && theory ? boundData(method, theory, document.iterations, run, place) : null),
    [theory, points, run, method?.label],
  );
  if (!facts) return null;
  const { iterations } = document;
  return (
    <>
      <div>
        {"Theorem 1 for "}
        <Select
          aria-label="Method that Theorem 1 is shown for"
          options={candidates.map(({ label }) => label)}
          value={method?.label ?? ""}
          onChange={(label) => (chosen.value = label)}
          names
          disabled={candidates.length === 0}
        />
      </div>
      <p class="verdict" ref={box} tabIndex={-1}>
        {!theory ? (
          (network?.components ?? 1) > 1 ? (
            PARTED
          ) : (
            "The theorems speak of the SUDA family. Add Exact-Diffusion, EXTRA or gradient tracking."
          )
        ) : data ? (
          <Words data={data} theory={theory} document={document} />
        ) : (
          missing(theory)
        )}
      </p>
      <Figure make={createBoundView} data={data} />
      {theory && (
        <div class="theory">
          {theory.bound && <Terms theory={theory} iterations={iterations} />}
          <Shapes theory={theory} iterations={iterations} />
        </div>
      )}
    </>
  );
}

function boundData(
  method: BoundData["method"],
  { bound, boundHolds }: Theory,
  iterations: number,
  run: Run | null,
  place: number,
): BoundData | null {
  return (
    bound && {
      method,
      parts: STACK.map((part) => ({
        name: NAMES[part],
        at: (k) => bound[part] * (FALLING.includes(part) ? iterations / k : 1),
      })),
      holds: boundHolds,
      iterations,
      measured:
        run &&
        runningAverage({
          iterations: run.recording.iterations,
          mean: (metric) => run.recording.curve(place, metric as MetricName).mean,
        }),
    }
  );
}

interface WordsProps {
  data: BoundData;
  theory: Theory;
  document: PanelScene["document"];
}

function Words({ data, theory, document }: WordsProps) {
  const { measured, iterations } = data;
  const { edit } = usePage();
  const { boundHolds, stepSizeLimits } = theory;
  const limit = stepSizeLimits ? Math.min(...stepSizeLimits.theorem1) : NaN;
  const about = boundHolds
    ? "The step size is within the theorem’s limits: the top of the stack is a bound."
    : `The step size is above the theorem’s limit of ${formatNumber(limit)}: the formula is drawn dotted, and is no bound here.`;
  const { metrics } = document;
  if (metrics && !NEEDED.every((name) => metrics.includes(name)))
    return (
      <>
        {`${about} To measure the same quantity, ‖∇f(x̄)‖² and the averaged gradient must be recorded. `}
        <Button onClick={() => edit(["metrics"], [...new Set([...metrics, ...NEEDED])])}>Record them</Button>
      </>
    );
  const last = measured?.mean.at(-1);
  if (!measured || last === undefined || !Number.isFinite(last)) return <>{about}</>;
  const k = measured.k.at(-1)!;
  const of = k === iterations ? "" : ` of ${formatCount(iterations)}`;
  const share = boundHolds ? `, ${formatNumber((100 * last) / total(data, k), 2)}\u202f% of it` : "";
  return (
    <>{`${about} After ${formatCount(k)}${of} iterations the measured average is ${formatNumber(last)}${share}.`}</>
  );
}

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

function Terms({ theory, iterations }: { theory: Theory; iterations: number }) {
  const { smoothness, initialGap, noiseVariance, zeta0Squared } = theory;
  const bound = theory.bound!;
  const sum = Object.values(bound).reduce((total, value) => total + value, 0);
  const constants = `L = ${formatNumber(smoothness ?? NaN)}, f(x⁰) − f* = ${formatNumber(initialGap ?? NaN)}, σ² = ${formatNumber(noiseVariance ?? NaN)}, ζ₀² = ${formatNumber(zeta0Squared ?? NaN)}`;
  return (
    <Table
      caption={`Theorem 1’s terms at K = ${formatCount(iterations)}, with ${constants}`}
      columns={["Term", "value", "share"]}
      rows={[
        ...[...STACK]
          .reverse()
          .map((part) => [NAMES[part], formatNumber(bound[part]), `${formatNumber((100 * bound[part]) / sum, 2)} %`]),
        ["sum", formatNumber(sum), ""],
      ]}
    />
  );
}

/** Theorem 2 and the corollaries: their terms with the constant one. */
function Shapes({ theory, iterations }: { theory: Theory; iterations: number }) {
  const { plBound, plConstant, corollaries, stepSizeLimits } = theory;
  const limits = stepSizeLimits?.theorem2;
  const needs = limits ? `; it needs α ≤ ${formatNumber(Math.min(...limits))}` : "";
  const of = (rate: readonly RateTerm[]) => new Map(rate.map(({ part, value }) => [part, formatNumber(value)]));
  const [nonconvex, pl] = [corollaries && of(corollaries.rate), corollaries?.pl && of(corollaries.pl.rate)];
  const order: readonly Part[] = ["initial", "noise", "heterogeneity", "network", "networkHigherOrder"];
  return (
    <>
      {plBound && plConstant !== null && (
        <Table
          caption={`Theorem 2 (PL condition, μ = ${formatNumber(plConstant)}) at this step size and K${needs}`}
          columns={["Term", "value", "what it is"]}
          rows={[
            [
              "start, (1 − αμ/2)ᴷ r₀",
              formatNumber(plBound.r0 * plBound.contraction ** iterations),
              "with its constants",
            ],
            ...(["noise", "network", "networkHigherOrder"] as const).map((part) => [
              NAMES[part],
              formatNumber(plBound[part]),
              "order",
            ]),
          ]}
        />
      )}
      {corollaries && nonconvex && (
        <>
          <Table
            caption="The corollaries’ rates at this K, with their own step sizes: shapes, not bounds"
            columns={[
              "Term",
              `non-convex, α = ${formatNumber(corollaries.stepSize)}`,
              ...(corollaries.pl ? [`PL, α = ${formatNumber(corollaries.pl.stepSize)}`] : []),
            ]}
            rows={order.map((part) => [
              NAMES[part],
              nonconvex.get(part) ?? NONE,
              ...(pl ? [pl.get(part) ?? NONE] : []),
            ])}
          />
          <About>
            {`Orders are shown with the constant one: they say how a part of the error changes with n, K and 1 − λ, and predict no error. The corollaries for non-convex costs start to hold from K = ${formatNumber(Math.max(...corollaries.iterations), 2)}.`}
          </About>
        </>
      )}
    </>
  );
}

interface BoundData {
  method: MethodStyle;
  /** From the bottom of the stack; each as a function of K. */
  parts: readonly { name: string; at(k: number): number }[];
  /** Whether the step size is within the theorem's limits. */
  holds: boolean;
  iterations: number;
  /** The running average at each recorded K ≥ 1. */
  measured: { k: readonly number[]; mean: readonly number[] } | null;
}

const POINTS = 160;
/** Shades of the parts, from the bottom: strongest where the floor is. */
const SHADES = [0.35, 0.5, 0.64, 0.77, 0.88];
/** The least that the picture reaches down to, as a share of the largest. */
const DEPTH = 1e-12;

function createBoundView(host: HTMLElement, theme: Theme): View<BoundData> {
  const name = "Theorem 1’s bound and the measured running average over K";
  return createChart(host, theme, { name }, boundChart);
}

const total = ({ parts }: BoundData, k: number): number => parts.reduce((sum, part) => sum + part.at(k), 0);

function boundChart(data: BoundData): Chart {
  const { method, parts, holds, iterations, measured } = data;
  const color = (theme: Theme) => methodColor(method, theme);
  const shade = (theme: Theme, i: number) => mix(color(theme), theme.paper, SHADES[i] ?? 0.9);
  const end = Math.max(10, iterations);
  const known = positive([total(data, 1), parts[0]?.at(end) ?? 0, ...(measured?.mean ?? [])]);
  const most = Math.max(...known);
  const ks = Array.from({ length: POINTS + 1 }, (_, i) => end ** (i / POINTS));
  const ends = [ks.map(() => 0)];
  for (const part of parts) ends.push(ks.map((k, j) => ends.at(-1)![j]! + part.at(k)));
  const band =
    (i: number): Mark =>
    ({ painter, frame, theme }) =>
      drawBand(painter, frame, ks, { low: ends[i]!, high: ends[i + 1]! }, { color: shade(theme, i) });
  const marks = [
    ...parts.map((_, i) => band(i)),
    lineMark(ks, ends.at(-1)!, (theme) => ({ color: color(theme), width: 1.75, dash: holds ? [] : [2, 4] })),
    ...(measured ? [lineMark(measured.k, measured.mean, ({ ink }) => ({ color: ink, width: 2 }))] : []),
  ];
  return {
    keys: (painter, theme) => [
      ...parts.map(({ name }, i) => swatch(painter, name, shade(theme, i))).reverse(),
      ...(measured ? [lineKey(painter, "measured", theme.ink, [])] : []),
    ],
    margin: () => ({ left: 56 }),
    plots: [
      {
        x: { title: "iterations K", range: [1, end], log: true },
        y: {
          title: "(1/K) Σ E‖∇f(x̄)‖² + E‖(1/n) Σ ∇fᵢ(xᵢ)‖²",
          range: niceLog(Math.max(Math.min(...known), most * DEPTH), most),
          log: true,
        },
        look: { grid: false },
        series: [{ marks, within: [0, 0], behind: true }],
      },
    ],
    describe() {
      const bound = formatNumber(total(data, iterations), 3);
      const last =
        measured && measured.mean.length > 0
          ? ` Measured: ${formatNumber(measured.mean.at(-1)!, 3)} at K = ${formatCount(measured.k.at(-1)!)}.`
          : "";
      return `${method.label}: ${holds ? "Theorem 1’s bound" : "the formula of Theorem 1, here not a bound,"} is ${bound} at K = ${formatCount(iterations)}.${last}`;
    },
    table() {
      const some = Array.from({ length: 7 }, (_, i) => Math.max(1, Math.round(iterations ** (i / 6))));
      const near = (k: number): string => {
        const at = measured?.k.findIndex((other) => other >= k) ?? -1;
        return at < 0 ? "" : formatNumber(measured!.mean[at]!, 3);
      };
      return {
        caption: "Theorem 1’s terms and the measured running average.",
        columns: ["K", ...parts.map(({ name }) => name), "sum", "measured"],
        rows: [...new Set(some)].map((k) => [
          formatCount(k),
          ...parts.map((part) => formatNumber(part.at(k), 3)),
          formatNumber(total(data, k), 3),
          near(k),
        ]),
      };
    },
  };
}

function swatch(painter: Painter, label: string, color: string): Key {
  return {
    label,
    width: 12,
    sample(x, y) {
      painter.fillStyle = color;
      painter.fillRect(x, y - 5, 12, 10);
    },
  };
}
