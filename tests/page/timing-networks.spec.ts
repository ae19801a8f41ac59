// The largest networks: the page goes on while they are made, described and drawn.
import { finished, fragment, open } from "./app.ts";
import { expect, test } from "./harness.ts";
import { busiestTask } from "./trace.ts";

/** No task of the page's own thread may take longer, in ms. */
const LIMIT = 300;

const document = (topology: object) => ({
  version: 1,
  iterations: 20,
  network: { topology, weights: { rule: "metropolis" } },
  problem: { kind: "pl" },
  stepSize: { kind: "constant", value: 0.01 },
  methods: [{ kind: "dsgd" }],
});

const topologies = [
  { kind: "ring", agents: 1_000_000 },
  { kind: "star", agents: 1_000_000 },
  { kind: "grid", rows: 1_000, columns: 1_000 },
  { kind: "hypercube", dimension: 19 },
  { kind: "complete", agents: 3_162 },
];

test("a network at the limit does not hold the page", async ({ browser, page }) => {
  test.slow();
  for (const topology of topologies) {
    await page.goto("about:blank");
    await open(page, document({ kind: "ring", agents: 4 }));
    await finished(page, 20);
    const hash = await fragment({ ...document(topology), iterations: 10 });
    const time = await busiestTask(browser, page, async () => {
      await page.evaluate((hash) => location.assign(hash), hash);
      await finished(page, 10);
    });
    test.info().annotations.push({ type: `longest task, ${topology.kind}`, description: `${Math.round(time)} ms` });
    expect(time, topology.kind).toBeLessThan(LIMIT);
  }
});
