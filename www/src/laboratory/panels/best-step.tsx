/** Each method at its best step: a sweep over the step size, its picture, and a step size taken over by a click. */

import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { documentAtSteps, extentOf, scheduleOf, stepsBetween, type Range } from "../../../../lib/steps";
import { endOf } from "../../../../lib/study";
import { Button, Choice, NUMBER, Typed } from "../../controls/field";
import { Figure, type Held } from "../../controls/figure";
import { Measure, useMeasurement } from "../../controls/measurement";
import { usePage } from "../../controls/page";
import { About, Named, Table, type Cell } from "../../controls/table";
import { numberIn } from "../../controls/typed";
import { field } from "../../controls/save";
import { metricsOf } from "../../scene/figures";
import { curveHasSettled, type MetricName } from "../../simulation/core";
import type { Run } from "../../simulation/run";
import { isShare } from "../../state/metrics";
import { wholeRun } from "../../simulation/pool";
import { subjectOf, type ExperimentDocument } from "../../state/document";
import { formatCount, formatNumber, formatRange, plural } from "../../views/format";
import type { MethodStyle } from "../../views/types";
import { NONE, SaveCsv, SaveSvg, type PanelProps, type PanelScene } from "./panel";
import {
  createStepsView,
  fastest,
  leastError,
  reached,
  usualLevel,
  type StepsData,
  type Best,
  type Sweep,
} from "./steps";

const COUNTS = ["9", "17", "33"];
const USUAL_COUNT = "17";
/** So many have room in a picture of the usual height. */
const USUAL_METHODS = 5;

interface Result {
  document: ExperimentDocument;
  subject: string;
  metric: { id: MetricName; label: string };
  styles: readonly MethodStyle[];
  ranges: readonly Range[];
  extent: readonly [number, number];
  sweeps: readonly Sweep[];
}

/** What the fields hold, as typed, for a subject. */
interface Settings {
  subject: string;
  metric: string;
  from: string;
  to: string;
  level: string;
}

const EMPTY: Settings = { subject: "", metric: "", from: "", to: "", level: "" };

export function BestStep({ scene }: PanelProps) {
  const { document, run, styles } = scene;
  const job = useMeasurement("sweep");
  const count = useSignal(USUAL_COUNT);
  const typed = useSignal(EMPTY);
  const proposed = useRef(EMPTY);
  const result = useSignal<Result | null>(null);
  const view = useRef<Held["current"]>(null);
  const subject = useMemo(() => subjectOf(document), [document]);
  const metrics = metricsOf(scene).filter(({ id }) => !isShare(id));
  // What suits the document is proposed once for each.
  if (subject !== proposed.current.subject && run?.description && run.document === document) {
    const [from, to] = extentOf(document, rangesOf(scene)).map(String) as [string, string];
    const shown = metrics.find(({ id }) => id === scene.view.metric) ?? metrics[0];
    proposed.current = { subject, metric: shown?.id ?? "", from, to, level: "" };
  }
  const settings = typed.value.subject === subject ? typed.value : proposed.current;
  const { metric, from, to, level } = settings;
  const put = (changed: Partial<Settings>) => (typed.value = { ...settings, ...changed });
  const shown = result.value;
  const data = useMemo(() => (shown && shown.sweeps.length > 0 ? dataOf(shown, level) : null), [shown, level]);

  async function measure(): Promise<void> {
    const extent = [numberIn(from), numberIn(to)] as const;
    if (!(extent[0] > 0 && extent[1] > extent[0] && extent[1] <= 1e6)) {
      job.words.value = "The step sizes must go from a positive number to a larger one, of at most a million.";
      return;
    }
    const chosen = metrics.find(({ id }) => id === metric)!;
    const steps = stepsBetween(extent, Number(count.value));
    const begun = { document, subject, metric: chosen, styles, ranges: rangesOf(scene), extent };
    const sweeps: Sweep[] = [];
    put({ level: "" });
    await job.run(async ({ workers, unlessCancelled, tell }) => {
      for (const [i, step] of steps.entries()) {
        tell(i / steps.length, `Step size ${i + 1} of ${steps.length}: ${formatNumber(step)} …`);
        const atStep = documentAtSteps(document, chosen.id, Array(document.methods.length).fill(step));
        const done = await unlessCancelled(wholeRun(workers, atStep));
        sweeps.push(sweepOf(done, step, chosen.id));
        result.value = { ...begun, sweeps: [...sweeps] };
      }
      return "";
    });
  }

  return (
    <>
      <About>
        A common step size favours the methods that it suits. Here every method runs at one step size after another, on
        the same data, network and noise. Then compare each at its own best.
      </About>
      <div class="fields">
        <Choice
          label="Error"
          options={metrics.map(({ id, label }) => [id, label] as const)}
          value={metric}
          onChange={(id) => put({ metric: id })}
        />
        <Typed label="From" like={NUMBER} text={from} onChange={(text) => put({ from: text })} />
        <Typed label="To" like={NUMBER} text={to} onChange={(text) => put({ to: text })} />
        <Choice label="Step sizes" options={COUNTS} value={count.value} onChange={(value) => (count.value = value)} />
        <Typed
          label="Level"
          like={NUMBER}
          text={level}
          onChange={(text) => put({ level: text })}
          placeholder={data && data.level > 0 ? String(data.level) : ""}
        />
      </div>
      <Measure job={job} onStart={() => void measure()} disabled={metrics.length === 0}>
        <SaveCsv name="step-sizes" csv={data && (() => csvOf(shown!, data.level))} />
        <SaveSvg name="step-sizes" view={view} disabled={!data} />
      </Measure>
      <Figure
        make={createStepsView}
        view={view}
        data={data}
        // Names and bars of many methods are not to take the room of the curves.
        style={{ "--more": Math.max(0, (shown?.styles.length ?? 0) - USUAL_METHODS) }}
      />
      <div class="findings">
        {data && <Findings scene={scene} result={shown!} level={data.level} fits={subject === shown!.subject} />}
      </div>
    </>
  );
}

interface FindingsProps extends Pick<PanelProps, "scene"> {
  result: Result;
  level: number;
  /** Whether what was measured still speaks of the document. */
  fits: boolean;
}

/** The best of each, and buttons that take it over. */
function Findings({ scene, result, level, fits }: FindingsProps) {
  const { edit } = usePage();
  const { document, styles, sweeps, ranges } = result;
  const bests = styles.map((_, place) => leastError(sweeps, place));
  const atLevel = level > 0 ? `first at the level ${formatNumber(level)}` : "first at the level";
  const exact = scene.run?.description?.stability.every((judgement) => judgement === null || judgement.exact);
  const bars =
    document.network["changes"] === undefined
      ? `Bars: the step sizes that a method is stable for by the theory of quadratic costs${exact === false ? ", here estimates" : ""}; shaded where all are.`
      : "There are no bars of stable step sizes: their theory speaks of one W, and this network changes.";
  const take = (place: number, step: number) =>
    edit(["methods", place, "stepSize"], { ...scheduleOf(scene.document, place), value: step });
  const takeAll = () =>
    edit(
      ["methods"],
      scene.document.methods.map((method, place) => ({
        ...method,
        stepSize: { ...scheduleOf(scene.document, place), value: bests[place]!.step },
      })),
    );
  const cell = (best: Best | null, text: (value: number) => string, place: number): Cell => {
    if (!best) return "never";
    const step = formatNumber(best.step);
    return (
      <span class="result">
        {text(best.value)}
        <small>
          {best.atEnd ? `at ${step}, the end of what was tried ` : `at ${step} `}
          <Button
            quiet
            disabled={!fits}
            aria-label={`Use the step size ${step} for ${scene.styles[place]?.label ?? ""}`}
            onClick={() => take(place, best.step)}
          >
            Use
          </Button>
        </small>
      </span>
    );
  };
  return (
    <>
      <Table
        caption={`Best of ${plural(sweeps.length, "step size")}`}
        columns={["", "lowest at the end", atLevel, "stable for"]}
        rows={styles.map((style, place) => [
          <Named style={style} />,
          cell(bests[place]!, (value) => formatNumber(value), place),
          cell(fastest(sweeps, place, level), (value) => `k = ${formatCount(value)}`, place),
          ranges[place] ? formatRange(ranges[place]) : NONE,
        ])}
      />
      <div class="buttons">
        <Button disabled={!fits || bests.includes(null)} onClick={takeAll}>
          Give each its own best step
        </Button>
      </div>
      {!fits && <About>Measured with other settings; measure again to use a step size.</About>}
      <About>
        {`Discs: the curve had settled. Rings: it was still falling after ${plural(document.iterations, "iteration")}, so that a longer run would end lower. ${bars} Methods are compared in iterations; gradient tracking sends twice as much in each.`}
      </About>
    </>
  );
}

/** `level`: the reader's, as typed; the usual one where it is none. */
function dataOf({ document, styles, ranges, sweeps, extent, metric }: Result, level: string): StepsData {
  const own = numberIn(level);
  const constant = document.methods.every((_, place) => scheduleOf(document, place).kind === "constant");
  return {
    methods: styles.map((style, i) => ({ style, range: ranges[i] ?? null })),
    sweeps,
    extent,
    metric: metric.label,
    level: own > 0 ? own : usualLevel(sweeps, styles.length),
    symbol: constant ? "α" : "α₀",
  };
}

function csvOf({ styles, ranges, sweeps, metric, document }: Result, level: number): string {
  const head = "method,step,metric,error,settled,divergedAt,level,iterations,stableFrom,stableTo,trials";
  const rows = sweeps.flatMap((sweep) =>
    styles.map(({ label }, place) => {
      const { error, settled, divergedAt } = sweep.outcomes[place]!;
      const measured = [error, settled, divergedAt ?? "", level, reached(sweep, place, level) ?? ""];
      return [field(label), sweep.step, metric.id, ...measured, ...(ranges[place] ?? ["", ""]), document.trials ?? 1];
    }),
  );
  return [head, ...rows.map((row) => row.join()), ""].join("\n");
}

function rangesOf({ run, document }: PanelScene): Range[] {
  const stability = run?.description?.stability ?? [];
  return document.methods.map((_, place) => {
    const range = stability[place]?.range;
    return range ? [range[0], range[1]] : null;
  });
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
