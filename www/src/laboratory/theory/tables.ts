/** Tables 1 and 2 of the paper, evaluated on the network and sorted by the transient time. */

import { h } from "../../controls/dom";
import type { TheoryPanel } from "./panel";
import type { TableRow } from "../../simulation/core";
import { formatCount, formatNumber, superscript } from "../../views/format";
import { typeset } from "../../views/typeset";
import type { PanelTools } from "./panels";
import { PARTED, about, onChange, table, type Cell } from "./rows";

const OURS = "Alghunaim and Yuan 2022";

export function createTables(host: HTMLElement, _tools: PanelTools): TheoryPanel {
  const changed = onChange();
  return {
    update({ facts, network, document }) {
      if (!facts || !network) return;
      changed([facts, network, document.iterations], () => {
        if (network.components > 1) return host.replaceChildren(about(PARTED));
        const { agents, spectralGap } = network;
        const { iterations } = document;
        const first = Math.min(...facts.tables.nonconvex.map(({ transientTime }) => transientTime));
        const rated = iterations >= first;
        host.replaceChildren(
          about(
            `Here n = ${formatCount(agents)} and 1 − λ = ${formatNumber(spectralGap, 3)}. All numbers are orders, with the constants left out: they compare methods and networks, and predict no error. The transient time is how many iterations pass before the network no longer shows, and the method is as good as centralised SGD.`,
          ),
          table(
            `Table 1, smooth non-convex costs${rated ? `: after K = ${formatCount(iterations)} iterations` : ""}`,
            ["Method", "transient time", "here", ...(rated ? ["rate at K"] : [])],
            sorted(facts.tables.nonconvex).map((row) => cells(row, rated ? iterations : null)),
          ),
          about(
            rated
              ? "The rate is given for methods whose transient time is over at K; before, its leading terms do not dominate, and it ranks nothing. DSGD’s needs a bound on the heterogeneity at all x; its value at the start replaces that."
              : `The table’s rates compare methods only once a transient time is over: here the first is over at about ${formatNumber(first, 2)} iterations, and K is ${formatCount(iterations)}.`,
          ),
          table(
            "Table 2, strongly convex costs, or the PL condition",
            ["Method", "transient time", "here"],
            sorted(facts.tables.pl).map((row) => cells(row, null)),
          ),
        );
      });
    },
  };
}

function sorted(rows: readonly TableRow[]): TableRow[] {
  return [...rows].sort((a, b) => a.transientTime - b.transientTime);
}

/** `iterations`: of the run, where its rate is asked for. */
function cells({ method, work, assumption, orders, transientTime, rate }: TableRow, iterations: number | null): Cell[] {
  const total = rate.reduce((sum, { value }) => sum + value, 0);
  return [
    h(
      "span",
      { class: "result" },
      method,
      h("small", {}, [work === OURS ? "this paper" : work, typeset(assumption)].filter(Boolean).join(": ")),
    ),
    orders.length > 1
      ? h("span", {}, "the larger of", ...orders.flatMap((power) => [h("br"), order(power)]))
      : order(orders[0]!),
    formatNumber(transientTime, 2),
    ...(iterations === null ? [] : [iterations >= transientTime ? formatNumber(total, 2) : "–"]),
  ];
}

/** n³/(1 − λ)². */
function order({ agents, gap }: TableRow["orders"][number]): HTMLElement {
  const above = agents === 0 ? "1" : agents === 1 ? "n" : `n${superscript(agents)}`;
  const whole = Number.isInteger(gap);
  const below = `(1 − λ)${whole && gap !== 1 ? superscript(gap) : ""}`;
  return h("span", { class: "order" }, `${above}/${below}`, whole ? null : h("sup", {}, fraction(gap)));
}

/** 8/3 of 2.666…. */
function fraction(value: number): string {
  const denominator = [2, 3, 4, 5, 6].find((d) => Math.abs(value * d - Math.round(value * d)) < 1e-9);
  return denominator ? `${Math.round(value * denominator)}/${denominator}` : formatNumber(value);
}
