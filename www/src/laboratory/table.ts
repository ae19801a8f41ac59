/** The curves' last values, as a table. */

import { h } from "../controls/dom";
import type { ExperimentDocument } from "../state/document";
import type { MetricName } from "../simulation/core";
import type { Run } from "../simulation/run";
import { formatCount, formatNumber } from "../views/format";
import { latest, type Latest } from "../text/reading";

/** Every method's latest value of every metric. */
export function table(
  run: Run,
  document: ExperimentDocument,
  labels: readonly string[],
  metrics: readonly { id: MetricName; label: string }[],
): HTMLTableElement {
  const columns = metrics.map(({ id }) => latest(run, document, labels, id, []));
  const cell = ({ value, low, high }: Latest) => {
    const interval = Number.isFinite(low) ? ` [${formatNumber(low, 2)}, ${formatNumber(high, 2)}]` : "";
    return h("td", {}, Number.isNaN(value) ? "–" : formatNumber(value), h("small", {}, interval));
  };
  return h(
    "table",
    {},
    h(
      "caption",
      {},
      `Means over the last tenth of the records up to k = ${formatCount(run.done)}${(document.trials ?? 1) > 1 ? ", with their 95 % intervals" : ""}`,
    ),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "Method"),
        ...metrics.map(({ label }) => h("th", { scope: "col", translate: !label.includes("‖") }, label)),
      ),
    ),
    h(
      "tbody",
      {},
      ...labels.map((label, place) =>
        h(
          "tr",
          {},
          h("th", { scope: "row", translate: false }, label),
          ...columns.map((column) => cell(column[place]!)),
        ),
      ),
    ),
  );
}
