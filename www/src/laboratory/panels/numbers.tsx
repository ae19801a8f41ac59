/** The curves' last values: every method's of every metric. */

import { Table } from "../../controls/table";
import { metricsOf } from "../../scene/figures";
import { latest, type Latest } from "../../text/reading";
import { formatCount, formatNumber } from "../../views/format";
import { NONE, type PanelProps } from "./panel";

export function Numbers({ scene }: PanelProps) {
  const { document, run, styles } = scene;
  if (!run) return null;
  const labels = styles.map(({ label }) => label);
  const metrics = metricsOf(scene);
  const columns = metrics.map(({ id }) => latest(run, document, labels, id, []));
  const intervals = (document.trials ?? 1) > 1 ? ", with their 95 % intervals" : "";
  return (
    <Table
      caption={`Means over the last tenth of the records up to k = ${formatCount(run.done)}${intervals}`}
      columns={["Method", ...metrics.map(({ label }) => <span translate={!label.includes("‖")}>{label}</span>)]}
      rows={labels.map((label, place) => [
        <span translate={false}>{label}</span>,
        ...columns.map((column) => <Value {...column[place]!} />),
      ])}
    />
  );
}

function Value({ value, low, high }: Latest) {
  return (
    <>
      {Number.isNaN(value) ? NONE : formatNumber(value)}
      <small>{Number.isFinite(low) && ` [${formatNumber(low, 2)}, ${formatNumber(high, 2)}]`}</small>
    </>
  );
}
