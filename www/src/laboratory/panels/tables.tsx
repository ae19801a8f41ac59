/** Tables: 1 and 2 of the paper, evaluated on the network and sorted by the transient time, and the curves’ last values. */

import { About, Table, type Cell } from "../../controls/table";
import type { TableRow } from "../../simulation/core";
import { formatCount, formatNumber, superscript, typeset } from "../../views/format";
import { NONE, PARTED, type PanelProps } from "./panel";
import { metricsOf } from "../../scene/figures";
import { latest, type Latest } from "../../text/reading";

const OURS = "Alghunaim and Yuan 2022";

export function Tables({ scene: { facts, network, document } }: PanelProps) {
  if (!facts || !network) return null;
  if (network.components > 1) return <About>{PARTED}</About>;
  const { agents, spectralGap } = network;
  const { iterations } = document;
  const first = Math.min(...facts.tables.nonconvex.map(({ transientTime }) => transientTime));
  const rated = iterations >= first;
  return (
    <>
      <About>
        {`Here n = ${formatCount(agents)} and 1 − λ = ${formatNumber(spectralGap, 3)}. All numbers are orders, with the constants left out: they compare methods and networks, and predict no error. The transient time is how many iterations pass before the network no longer shows, and the method is as good as centralised SGD.`}
      </About>
      <Table
        caption={`Table 1, smooth non-convex costs${rated ? `: after K = ${formatCount(iterations)} iterations` : ""}`}
        columns={["Method", "transient time", "here", ...(rated ? ["rate at K"] : [])]}
        rows={sorted(facts.tables.nonconvex).map((row) => cells(row, rated ? iterations : null))}
      />
      <About>
        {rated
          ? "The rate is given for methods whose transient time is over at K; before, its leading terms do not dominate, and it ranks nothing. DSGD’s needs a bound on the heterogeneity at all x; its value at the start replaces that."
          : `The table’s rates compare methods only once a transient time is over: here the first is over at about ${formatNumber(first, 2)} iterations, and K is ${formatCount(iterations)}.`}
      </About>
      <Table
        caption="Table 2, strongly convex costs, or the PL condition"
        columns={["Method", "transient time", "here"]}
        rows={sorted(facts.tables.pl).map((row) => cells(row, null))}
      />
    </>
  );
}

function sorted(rows: readonly TableRow[]): TableRow[] {
  return [...rows].sort((a, b) => a.transientTime - b.transientTime);
}

function cells({ method, work, assumption, orders, transientTime, rate }: TableRow, iterations: number | null): Cell[] {
  const total = rate.reduce((sum, { value }) => sum + value, 0);
  const source = [work === OURS ? "this paper" : work, typeset(assumption)].filter(Boolean).join(": ");
  return [
    <span class="result">
      {method}
      <small>{source}</small>
    </span>,
    orders.length > 1 ? (
      <span>
        the larger of
        {orders.map((power, i) => (
          <span key={i}>
            <br />
            <Order {...power} />
          </span>
        ))}
      </span>
    ) : (
      <Order {...orders[0]!} />
    ),
    formatNumber(transientTime, 2),
    ...(iterations === null ? [] : [iterations >= transientTime ? formatNumber(total, 2) : NONE]),
  ];
}

function Order({ agents, gap }: TableRow["orders"][number]) {
  const above = agents === 0 ? "1" : agents === 1 ? "n" : `n${superscript(agents)}`;
  const whole = Number.isInteger(gap);
  return (
    <span class="order">
      {`${above}/(1 − λ)${whole && gap !== 1 ? superscript(gap) : ""}`}
      {!whole && <sup>{fraction(gap)}</sup>}
    </span>
  );
}

/** 8/3 of 2.666…. */
function fraction(value: number): string {
  const denominator = [2, 3, 4, 5, 6].find((d) => Math.abs(value * d - Math.round(value * d)) < 1e-9);
  return denominator ? `${Math.round(value * denominator)}/${denominator}` : formatNumber(value);
}

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
