/** What was measured of one of the paper's figures, whether its claims hold, and a check by running it again, bit for bit. */

import { useSignal } from "@preact/signals";
import { Button } from "../controls/field";
import { Measure, useMeasurement } from "../controls/measurement";
import { About, Holds, Table } from "../controls/table";
import { compared, loadCurves, recordedDocument, type RecordedFigure } from "../scene/recorded";
import type { Run } from "../simulation/run";
import { VERSION } from "../simulation/core";
import { wholeRun } from "../simulation/pool";
import type { ExperimentDocument } from "../state/document";
import { BIBTEX, PAPER, PREPRINT } from "../text/explain";
import { formatCount, formatNumber } from "../views/format";
import "./record.css";

/** Words change no faster than this while it is run again, in ms. */
const PACE = 250;

interface RecordProps {
  figure: RecordedFigure;
  id: string;
  document: ExperimentDocument;
}

export function Record({ figure, id, document }: RecordProps) {
  const job = useMeasurement("run");
  const recorded = recordedDocument(document);
  const { trials = 1, iterations } = recorded;

  async function again(): Promise<void> {
    await job.run(async ({ workers, unlessCancelled, tell }) => {
      tell(0, "Preparing …");
      const curves = await unlessCancelled(loadCurves(id));
      const agreement = ({ recording }: Run) =>
        compared(
          curves,
          recorded.methods.map((_, m) => recording.curve(m, recorded.metrics![0]!).mean),
        );
      let last = -Infinity;
      const run = await unlessCancelled(
        wholeRun(workers, recorded, (now) => {
          if (performance.now() - last < PACE) return;
          last = performance.now();
          const { same, all } = agreement(now);
          tell(
            now.done / iterations,
            `k = ${formatCount(now.done)} of ${formatCount(iterations)}; of ${formatCount(all)} values so far ${same === all ? "all are" : `${formatCount(same)} are`} the recorded ones.`,
          );
        }),
      );
      const { same, all } = agreement(run);
      return same === all
        ? `Run again by version ${VERSION}: all ${formatCount(all)} values are the recorded ones, bit for bit.`
        : `Run again by version ${VERSION}: ${formatCount(all - same)} of ${formatCount(all)} values differ from the recorded ones. Please report this, with ${id}.`;
    });
  }

  return (
    <div class="record">
      <Table
        caption="Does it hold?"
        columns={["", "as printed", "our settings"]}
        rows={figure.claims.map(({ text, printed, ours }) => [text, <Holds so={printed} />, <Holds so={ours} />])}
      />
      <Table
        caption="Ends: the mean over the last 10 points, and over that of centralised SGD"
        columns={["", "as printed", "relative", "our settings", "relative"]}
        rows={figure.printed.map(({ label, ...printed }, m) => [
          <span translate={false}>{label}</span>,
          ...[printed, figure.ours[m]!].flatMap(({ value, ratio }) => [formatNumber(value, 3), formatNumber(ratio, 3)]),
        ])}
      />
      <About>
        {`Computed beforehand: the means of ${trials} runs of ${formatCount(iterations)} iterations, at 101 points a curve. Running them again, here or anywhere, gives the same numbers to the last bit.`}
      </About>
      <Measure job={job} onStart={() => void again()} label="Run it again, bit for bit" />
      <Citation />
    </div>
  );
}

function Citation() {
  const copied = useSignal(false);
  const copy = () => navigator.clipboard?.writeText(BIBTEX).then(() => (copied.value = true), console.warn);
  return (
    <details>
      <summary>Cite</summary>
      <p>
        {"S. A. Alghunaim and K. Yuan, "}
        <cite>A unified and refined convergence analysis for non-convex decentralized learning</cite>
        {", IEEE Transactions on Signal Processing 70 (2022): "}
        <a href={PAPER} rel="noopener">
          the paper
        </a>
        {", "}
        <a href={PREPRINT} rel="noopener">
          the preprint
        </a>
        .
      </p>
      {/* biome-ignore lint/a11y: what scrolls is reached by the keyboard. */}
      <pre tabIndex={0}>{BIBTEX}</pre>
      <Button quiet aria-label="Copy the BibTeX entry" onClick={copy}>
        {copied.value ? "Copied" : "Copy"}
      </Button>
    </details>
  );
}
