/** Studies: how the errors of the page's experiment, or transient times, depend on one number, with slopes, intervals and files. */

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { documentsOf, readStudy, studyText, USUAL, type Study as Plan } from "../../../../lib/study";
import { Button, Check, Choice, TYPED, Typed } from "../../controls/field";
import { Figure, type Held } from "../../controls/figure";
import { Measure, useMeasurement, type Work } from "../../controls/measurement";
import { useAnswer } from "../../controls/on-demand";
import { About, Named, Table } from "../../controls/table";
import { saveFile } from "../../controls/save";
import { metricsOf } from "../../scene/figures";
import { loadIndex, loadTimes } from "../../scene/recorded";
import { checkDocument } from "../../simulation/core";
import type { ExperimentDocument } from "../../state/document";
import { isShare } from "../../state/metrics";
import { formatNumber } from "../../views/format";
import { choicesOf, measureErrors, readValues, studyOf } from "./errors";
import { NONE, SaveCsv, SaveSvg, type PanelProps, type PanelScene } from "./panel";
import { createPowersView, type Found } from "./powers";
import { foundTimes, measureTimes, METHODS, SETTINGS, timesFromCsv, timesOf, timesStudy } from "./times";

const ERRORS = "errors";
const TRIALS = ["4", "16", "64"];
const FACTORS = ["1.5", "2", "4"];

export function Study({ scene, asked }: PanelProps) {
  const job = useMeasurement("study");
  const kind = useSignal(ERRORS);
  const result = useSignal<Found | null>(null);
  const view = useRef<Held["current"]>(null);
  // The address of a table of the paper.
  useEffect(() => {
    if (SETTINGS.some(({ id }) => id === asked)) kind.value = asked;
  }, [asked]);
  const errors = useErrors(scene);
  const times = useTimes(kind.value);
  const { plan, measure, fields, about, of, recorded } = kind.value === ERRORS ? errors : times;
  const measured = result.value?.of === of ? result.value : null;
  const found = measured ?? recorded;

  function planned(): Plan | null {
    try {
      return plan();
    } catch (error) {
      job.words.value = error instanceof Error ? error.message : String(error);
      return null;
    }
  }

  async function start(): Promise<void> {
    const study = planned();
    if (study) await job.run((work) => measure(study, work, (now) => (result.value = now)));
  }

  return (
    <>
      <div class="fields">
        <Choice
          label="Quantity"
          options={[
            [ERRORS, "errors of this experiment"],
            ...SETTINGS.map(({ id, title }) => [id, `transient times: ${title}`] as const),
          ]}
          value={kind.value}
          onChange={(value) => (kind.value = value)}
        />
        {fields}
      </div>
      {about}
      <Measure job={job} onStart={() => void start()}>
        <SaveCsv name={found?.name ?? ""} csv={found && (() => found.csv)} />
        <SaveSvg name={found?.name ?? ""} view={view} disabled={!found} />
        <Button onClick={() => saveStudy(planned())}>Study as JSON</Button>
      </Measure>
      {!measured && recorded && <About>Computed beforehand; “Measure” measures it again.</About>}
      <Figure make={createPowersView} view={view} data={found?.picture ?? null} />
      <div class="findings">
        {found && <Slopes found={found} />}
        {found?.words.map((words) => (
          <About key={words}>{words}</About>
        ))}
      </div>
    </>
  );
}

function saveStudy(plan: Plan | null): void {
  if (plan) saveFile("study.json", studyText(plan), "application/json");
}

/** The settings of a kind of study, how it is measured, and what was found of it beforehand. */
interface Kind {
  /** Throws an Error with words for the reader where the settings make no study. */
  plan(): Plan;
  measure(plan: Plan, work: Work, show: (found: Found) => void): Promise<string>;
  fields: ComponentChildren;
  about: ComponentChildren;
  /** What the result is of. */
  of: string;
  recorded: Found | null;
}

function useErrors(scene: PanelScene): Kind {
  const over = useSignal("");
  /** The values as typed, for a choice. */
  const typed = useSignal({ of: "", text: "" });
  const metric = useSignal("");
  const choices = choicesOf(scene.document);
  const choice = choices.find(({ id }) => id === over.value) ?? choices[0];
  const values = typed.value.of === choice?.id ? typed.value.text : (choice?.values.join(", ") ?? "");
  const metrics = metricsOf(scene).filter(({ id }) => !isShare(id));
  const chosen = metrics.find(({ id }) => id === metric.value) ?? metrics[0];
  return {
    plan() {
      if (!choice) throw new Error("Nothing of this experiment can be varied here.");
      const numbers = readValues(values);
      if (!numbers) throw new Error("“At” must be a list of numbers, such as 0.1, 0.2, 0.4.");
      try {
        const read = readStudy(studyOf(scene.document, choice, numbers, chosen?.id ?? ""));
        for (const document of documentsOf(read)) checkDocument(document as unknown as ExperimentDocument);
        return read;
      } catch (error) {
        throw new Error(`This cannot be run: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
    measure: (plan, work, show) =>
      measureErrors(
        plan,
        { axis: choice?.axis ?? "", metric: chosen?.label ?? plan.metric, styles: scene.styles },
        work,
        show,
      ),
    of: ERRORS,
    recorded: null,
    about: (
      <About>
        The page’s experiment is run repeatedly with one number varied, and the final errors of all methods are drawn
        against it. On log-log axes a power law is a straight line, and its slope is the exponent.
      </About>
    ),
    fields: (
      <>
        <Choice
          label="Over"
          options={choices.map(({ id, title }) => [id, title] as const)}
          value={choice?.id ?? ""}
          onChange={(id) => (over.value = id)}
        />
        <Typed
          label="At"
          like={TYPED}
          text={values}
          onChange={(text) => (typed.value = { of: choice?.id ?? "", text })}
        />
        <Choice
          label="Error"
          options={metrics.map(({ id, label }) => [id, label] as const)}
          value={chosen?.id ?? ""}
          onChange={(id) => (metric.value = id)}
        />
      </>
    ),
  };
}

/** `kind`: the setting that is chosen; else what is here is not shown. */
function useTimes(kind: string): Kind {
  const setting = SETTINGS.find(({ id }) => id === kind) ?? SETTINGS[0]!;
  const [network, trials, factor] = [useSignal(""), useSignal("16"), useSignal({ of: "", text: "" })];
  const methods = useSignal<readonly string[]>(METHODS.flatMap(({ kind, usual }) => (usual ? [kind] : [])));
  const family = setting.families.find(({ id }) => id === network.value) ?? setting.families[0]!;
  const within = factor.value.of === setting.id ? factor.value.text : String(USUAL[setting.table].factor);
  const of = timesOf(setting, family);
  const recorded = useAnswer(() => (setting.id === kind ? loadRecorded(setting, family) : null), [kind, of]);
  return {
    plan() {
      const chosen = METHODS.map(({ kind }) => kind).filter((method) => methods.value.includes(method));
      if (chosen.length === 0) throw new Error("Choose a method to measure.");
      return timesStudy(setting, family, chosen, { trials: Number(trials.value), factor: Number(within) });
    },
    measure: (plan, work, show) => measureTimes(plan, setting, family, work, show),
    of,
    recorded: recorded?.of === of ? recorded : null,
    about: (
      <>
        <About>
          {`For each K, every method runs K iterations with its corollary’s ${setting.about}. The transient time is the K from which on this error stays within a factor of centralised SGD’s. As set, this takes well under a minute on two cores.`}
        </About>
        <div class="buttons" role="group" aria-label="Methods to measure">
          {METHODS.map(({ kind, label }) => (
            <Check
              key={kind}
              checked={methods.value.includes(kind)}
              onChange={(isOn) =>
                (methods.value = isOn ? [...methods.value, kind] : methods.value.filter((other) => other !== kind))
              }
            >
              {label}
            </Check>
          ))}
        </div>
      </>
    ),
    fields: (
      <>
        <Choice
          label="Networks"
          options={setting.families.map(({ id, title }) => [id, title] as const)}
          value={family.id}
          onChange={(id) => (network.value = id)}
        />
        <Choice label="Trials" options={TRIALS} value={trials.value} onChange={(value) => (trials.value = value)} />
        <Choice
          label="Within a factor of"
          options={FACTORS.map((value) => [value, `${value} ×`] as const)}
          value={within}
          onChange={(text) => (factor.value = { of: setting.id, text })}
        />
      </>
    ),
  };
}

/** The times that were computed beforehand for a table of the paper; null of a family that has none. */
async function loadRecorded(setting: (typeof SETTINGS)[number], family: (typeof setting)["families"][number]) {
  const { tables } = await loadIndex();
  const table = tables.find(({ id }) => id === setting.id);
  const part = table?.parts.find((one) => one.family === family.id);
  if (!table || !part) return null;
  const found = foundTimes(setting, family, timesFromCsv(await loadTimes(part.id)));
  return {
    ...found,
    words: [
      `${table.caption} ${table.name} gives orders of upper bounds; what can be measured of them is how transient times grow as 1/(1 − λ) does, with the number of agents fixed. ${part.verdict}`,
      ...found.words,
    ],
  };
}

function Slopes({ found }: { found: Found }) {
  return (
    <Table
      caption={found.caption}
      columns={["", "measured", "95 % interval", found.theory]}
      rows={found.picture.methods.map(({ style, line, order }) => {
        const ends = line ? [line.slope - line.halfWidth, line.slope + line.halfWidth] : [];
        return [
          <Named style={style} />,
          line ? formatNumber(line.slope) : NONE,
          line && Number.isFinite(line.halfWidth) ? ends.map((end) => formatNumber(end)).join(" to ") : NONE,
          order ? formatNumber(order.slope) : NONE,
        ];
      })}
    />
  );
}
