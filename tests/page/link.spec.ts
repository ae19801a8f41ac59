import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import type { ExperimentDocument } from "../../www/src/document.ts";
import { decodeLink, encodeLink } from "../../www/src/link.ts";

const plain: ExperimentDocument = {
  version: 1,
  seed: "18446744073709551615",
  trials: 10,
  iterations: 20000,
  record: { every: 20 },
  network: { topology: { kind: "ring", agents: 32 }, weights: { rule: "metropolis" }, laziness: 0 },
  problem: { kind: "logistic", dimension: 20, samplesPerAgent: 2000, regularization: 0.001, heterogeneity: 0.2 },
  gradient: { noise: "gaussian", variance: 0.001 },
  stepSize: { kind: "halving", value: 0.01, every: 100, factor: 0.5 },
  start: { kind: "zeros" },
  methods: [
    { kind: "psgd" },
    { kind: "dsgd", variant: "combineThenAdapt", label: "<b>CTA</b> & “quotes”" },
    { kind: "exactDiffusion", laziness: 0.1 + 0.2 },
    { kind: "suda", a: [0.3333333333333333, 0.6666666666666667], bSquared: [1, -1], c: [1], stepSize: { kind: "constant", value: 0.005 } },
  ],
};

async function roundTrip(document: ExperimentDocument): Promise<unknown> {
  const fragment = await encodeLink(document, {});
  return (await decodeLink(fragment!))?.document;
}

test("a document comes back from its link as it was, in a short link", async () => {
  expect(await roundTrip(plain)).toEqual(plain);
  const many = { ...plain, methods: Array.from({ length: 4 }, (_, i) => plain.methods.map((method) => ({ ...method, label: `method number ${i}` }))).flat() };
  expect(await roundTrip(many)).toEqual(many);
  expect((await encodeLink(many, { metric: "consensus", axis: "rounds" }))!.length).toBeLessThan(2_000);
});

test("every ready document comes back from a short link", async () => {
  const lib = new URL("../../dist/lib/", import.meta.url);
  const { default: init, presets } = (await import(new URL("suda.js", lib).href)) as { default(bytes: Buffer): Promise<unknown>; presets(): { id: string; document: ExperimentDocument }[] };
  await init(readFileSync(new URL("suda_bg.wasm", lib)));
  expect(presets().length).toBeGreaterThan(20);
  for (const { id, document } of presets()) {
    expect(await roundTrip(document), id).toEqual(document);
    const link = await encodeLink(document, { metric: "meanOptimalityGap", axis: "scalars", left: "agents" });
    expect(link!.length, id).toBeLessThan(1_900);
  }
});

test("a drawn network comes back as its sorted edges, and stays short", async () => {
  const agents = 200;
  // A ring with chords, edges given in no order and in both directions.
  const edges = Array.from({ length: agents }, (_, i) => [(i + 1) % agents, i]).concat(Array.from({ length: 50 }, (_, i) => [i, (i * 7 + 90) % agents]));
  const drawn = { ...plain, network: { ...plain.network, topology: { kind: "explicit", agents, edges } } };
  const sorted = edges.map(([i, j]) => [Math.min(i!, j!), Math.max(i!, j!)]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
  expect(await roundTrip(drawn)).toEqual({ ...drawn, network: { ...drawn.network, topology: { kind: "explicit", agents, edges: sorted } } });
  expect((await encodeLink(drawn, {}))!.length).toBeLessThan(2_000);
});

test("a document too large for an address gives none", async () => {
  let state = 1;
  const noise = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const data = Array.from({ length: 10_000 }, noise);
  expect(await encodeLink({ ...plain, start: { kind: "value", value: data } }, {})).toBeNull();
});

test("nothing in the fragment is no link", async () => {
  expect(await decodeLink("")).toBeNull();
  expect(await decodeLink("problem-text")).toBeNull();
});

test("hostile fragments are refused with a sentence, or come out as plain data", async () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64url");
  await expect(decodeLink("v=1&z=AAAA")).rejects.toThrow(/damaged/);
  await expect(decodeLink("v=1&z=***")).rejects.toThrow(/damaged/);
  await expect(decodeLink(`v=1&j=${base64('{"seed": NaN}')}`)).rejects.toThrow(/damaged/);
  await expect(decodeLink("v=99&z=AAAA")).rejects.toThrow(/version 99/);
  await expect(decodeLink(`v=1&j=${"A".repeat(1_000_000)}`)).rejects.toThrow(/too long/);
  const link = await decodeLink(`v=1&j=${base64('{"__proto__": {"polluted": 1}, "network": {"topology": {"agents": 1e9, "edges": ["x"]}}}')}`);
  expect(Object.hasOwn(link!.document as object, "__proto__")).toBe(true);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("a small link that inflates without end is stopped", async () => {
  const bomb = new Blob([new Uint8Array(20_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(bomb).arrayBuffer());
  await expect(decodeLink(`v=1&z=${bytes.toString("base64url")}`)).rejects.toThrow(/more than a document can/);
});
