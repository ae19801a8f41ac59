/** λ of the rules for weights, side by side, on the links of the document's network: worked out when asked for. */

import { h, setText } from "../../controls/dom";
import type { Edit } from "../../controls/group";
import { same, type ExperimentDocument } from "../../state/document";
import type { NetworkFacts } from "../../simulation/facts";
import type { Pool } from "../../simulation/pool";
import type { Store } from "../../state/store";
import { formatNumber } from "../../views/format";
import { about, table, type Cell } from "./rows";

export interface RulesParts {
  store: Store;
  pool: Pool;
  edit: Edit;
}

type Network = ExperimentDocument["network"];
type Weights = Network["weights"];

interface Row {
  title: string;
  weights: Weights;
  /** The result, or why there is none. */
  found: NetworkFacts | string | null;
}

const RULES: readonly { title: string; weights: Weights }[] = [
  { title: "Metropolis", weights: { rule: "metropolis" } },
  { title: "Maximum degree", weights: { rule: "maxDegree" } },
  { title: "Best constant", weights: { rule: "bestConstant" } },
  { title: "Fastest", weights: { rule: "fastest" } },
  { title: "Fastest, none negative", weights: { rule: "fastest", nonNegative: true } },
];

export function createRules(host: HTMLElement, { store, pool, edit }: RulesParts): void {
  const start = h("button", { type: "button", onclick: () => void compare() }, "Compare the rules");
  const cancel = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => stop() }, "Cancel");
  const status = h("span", { class: "about", role: "status" });
  const result = h("div");
  host.append(h("p", {}, start, " ", cancel, " ", status), result);
  let workers: Pool | null = null;
  let rows: Row[] = [];
  let of: unknown = null;

  // The result belongs to the links as they were.
  store.subscribe(() => {
    if (of === null) return;
    if (same(of, linksOf(store.document))) return show();
    stop();
    of = null;
    result.replaceChildren();
    setText(status, "");
  });

  function stop(): void {
    workers?.cancel();
    workers = null;
    start.disabled = false;
    cancel.hidden = true;
  }

  async function compare(): Promise<void> {
    stop();
    const { document } = store;
    const own = document.network.weights;
    const others = RULES.some(({ weights }) => same(weights, own)) ? [] : [{ title: "As set", weights: own }];
    rows = [...RULES, ...others].map((rule) => ({ ...rule, found: null }));
    of = linksOf(document);
    start.disabled = true;
    cancel.hidden = false;
    const mine = pool.another();
    workers = mine;
    for (const row of rows) {
      const words = `${row.title} …`;
      setText(status, words);
      row.found = await factsOf(mine, document, row.weights, (share) =>
        setText(status, `${words} ${Math.floor(100 * share)} %`),
      );
      if (workers !== mine) {
        if (of !== null) setText(status, "Cancelled.");
        return;
      }
      show();
    }
    stop();
    setText(status, "");
  }

  function show(): void {
    const now = store.document.network.weights;
    const cells = rows.map(({ title, weights, found }): Cell[] => {
      const use = same(weights, now)
        ? h("span", { class: "about" }, "in use")
        : h("button", { type: "button", onclick: () => edit(["network", "weights"], weights) }, "Use");
      if (found === null) return [title, "…", "", "", "", ""];
      if (typeof found === "string") return [title, h("span", { class: "about" }, found), "", "", "", ""];
      const { mixingRate, smallestEigenvalue, certificate } = found;
      const least = found.weights.reduce((least, w) => Math.min(least, w), Infinity);
      const gap = certificate ? `at least ${formatNumber(certificate.bound, 6)}` : "";
      const weight = h("span", { class: least < 0 ? "fails" : "" }, Number.isFinite(least) ? number(least, 3) : "–");
      return [title, number(mixingRate, 6), number(smallestEigenvalue, 3), weight, gap, use];
    });
    const gaps = rows.flatMap(({ found }) => (typeof found === "object" ? (found?.certificate?.gap ?? []) : []));
    result.replaceChildren(
      table(
        "λ of each rule on these links, without the network’s laziness",
        ["Rule", "λ", "λₘᵢₙ", "least weight", "λ of any weights", ""],
        cells,
      ),
      ...(gaps.length > 0
        ? [
            about(
              `The fastest weights come with a certificate: no weights on these links can have a λ below the bound, which is within ${formatNumber(Math.max(...gaps, 1e-16), 1)} of theirs. They are sought on networks of at most 300 agents and 1,000 links.`,
            ),
          ]
        : []),
    );
  }
}

/** The parts of the document that determine the links. */
function linksOf({ network, seed }: ExperimentDocument): unknown {
  return [network.topology, seed];
}

function number(value: number, digits: number): string {
  // Remainders of rounding, and of the distance to a boundary, count as 0.
  return formatNumber(Math.abs(value) < 1e-8 ? 0 : value, digits);
}

/** The network with other weights, as a worker describes it; or why there is none. */
function factsOf(
  workers: Pool,
  { network, seed, version }: ExperimentDocument,
  weights: Weights,
  tell: (share: number) => void,
): Promise<NetworkFacts | string> {
  const document: ExperimentDocument = {
    version,
    ...(seed === undefined ? {} : { seed }),
    iterations: 0,
    network: { topology: network.topology, weights },
    problem: { kind: "pl", heterogeneity: 0 },
    stepSize: { kind: "constant", value: 0.1 },
    methods: [{ kind: "local" }],
  };
  return new Promise((resolve) => {
    const begin = (): void => {
      workers.start(document, {
        onProgress(run) {
          if (run.preparing?.stage === "weights") tell(run.preparing.share ?? 0);
          if (run.started && run.network) resolve(run.network);
        },
        onRefused: (message) => resolve(message.replace(/^[\w.]+: /, "")),
        onBroken: (message) => resolve(message),
        onNoWorkers: begin,
      });
    };
    begin();
  });
}
