import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { ExperimentDocument, Tagged } from "../../www/src/state/document.ts";
import { decodeLink, encodeLink } from "../../www/src/state/link.ts";
import { catalog, presets, type Entry, type Parameter } from "../../www/src/simulation/core.ts";
import { makeCore } from "../page/core.ts";
import { precise } from "../page/documents.ts";

beforeAll(makeCore);

async function roundTrip(document: ExperimentDocument): Promise<unknown> {
  const fragment = await encodeLink(document, {});
  return (await decodeLink(fragment!))?.document;
}

test("a document comes back from its link as it was, in a short link", async () => {
  expect(await roundTrip(precise)).toEqual(precise);
  const many = {
    ...precise,
    methods: Array.from({ length: 4 }, (_, i) =>
      precise.methods.map((method) => ({ ...method, label: `method number ${i}` })),
    ).flat(),
  };
  expect(await roundTrip(many)).toEqual(many);
  expect((await encodeLink(many, { metric: "consensus", axis: "rounds" }))!.length).toBeLessThan(2_000);
});

test("links that were given away are read for ever: both versions, deflated and plain, of every kind, and those that name", async () => {
  const corpus = JSON.parse(readFileSync(new URL("../page/fixtures/links.json", import.meta.url), "utf8")) as {
    documents: unknown[];
    /** `document` is a place in the list. */
    links: { fragment: string; document: number; preset?: string; view: object }[];
    names: { fragment: string; link: unknown }[];
  };
  const kinds = new Set(corpus.links.map(({ fragment }) => fragment.slice(0, 5)));
  expect([...kinds].sort()).toEqual(["v=1&j", "v=1&z", "v=2&z"]);
  for (const { fragment, document, ...others } of corpus.links) {
    const link = await decodeLink(fragment);
    expect(link, fragment).toEqual({ document: corpus.documents[document], ...others });
    // In the same order, too: the editor shows it.
    expect(JSON.stringify(link!.document)).toBe(JSON.stringify(corpus.documents[document]));
  }
  for (const { fragment, link } of corpus.names) expect(await decodeLink(fragment), fragment).toEqual(link);
});

test("every kind with every parameter in all its digits comes back, fourteen methods and all view settings with it", async () => {
  let state = 1;
  const draw = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const value = ({ domain }: Parameter): unknown => {
    if (domain.type === "number") return domain.min + (Math.min(domain.max, 100) - domain.min) * draw();
    if (domain.type === "integer") return domain.min + Math.floor((Math.min(domain.max, 1e9) - domain.min) * draw());
    if (domain.type === "choice") return domain.options[Math.floor(draw() * domain.options.length)];
    if (domain.type === "flag") return true;
    if (domain.type === "numbers") return Array.from({ length: 4 }, draw);
    return domain.type === "seed" ? String(10n ** 19n + BigInt(Math.floor(draw() * 2 ** 53))) : undefined;
  };
  const given = ({ domain }: Parameter) => domain.type === "structure";
  const filled = (entry: Entry, tag = "kind"): Tagged => ({
    [tag]: entry.kind,
    ...Object.fromEntries(
      entry.parameters.filter((parameter) => !given(parameter)).map((parameter) => [parameter.name, value(parameter)]),
    ),
  });
  const { topologies, weights, problems, gradients, stepSizes, starts, methods, metrics } = catalog();
  const free = (entries: readonly Entry[]) =>
    entries.filter(({ parameters }) => !parameters.some((parameter) => given(parameter) && parameter.required));
  const turn = (entries: readonly Entry[], i: number, tag = "kind") =>
    filled(free(entries)[i % free(entries).length]!, tag);
  const view = {
    metric: "meanOptimalityGap",
    axis: "iterations",
    logX: "true",
    logY: "false",
    left: "agents",
    quantity: "gradientNorm",
    method: "13",
    trials: "true",
  };
  for (let i = 0; i < 60; i++) {
    const document = {
      version: 1,
      name: `An experiment with everything, number ${i}`,
      seed: String(10n ** 19n + BigInt(i)),
      trials: 123_456,
      iterations: 2_147_483_647,
      record: { logPoints: 199_999 },
      metrics: metrics.map(({ name }) => name),
      network: { topology: turn(topologies, i), weights: turn(weights, i, "rule"), laziness: draw() },
      problem: turn(problems, i),
      gradient: turn(gradients, i, "noise"),
      stepSize: turn(stepSizes, i),
      start: turn(starts, i),
      methods: Array.from({ length: 14 }, (_, k) => ({
        ...turn(methods, k),
        laziness: draw(),
        label: `Method number ${i} ${k}`,
        stepSize: turn(stepSizes, k),
      })),
    } as unknown as ExperimentDocument;
    expect(await roundTrip(document)).toEqual(document);
    expect((await encodeLink(document, view))!.length).toBeLessThan(2_700);
  }
});

test("every ready document comes back from a short link", async () => {
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
  const ring = Array.from({ length: agents }, (_, i): [number, number] => [(i + 1) % agents, i]);
  const edges = ring.concat(Array.from({ length: 50 }, (_, i): [number, number] => [i, (i * 7 + 90) % agents]));
  const drawn = { ...precise, network: { ...precise.network, topology: { kind: "explicit" as const, agents, edges } } };
  const sorted = edges
    .map(([i, j]) => [Math.min(i!, j!), Math.max(i!, j!)])
    .sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
  expect(await roundTrip(drawn)).toEqual({
    ...drawn,
    network: { ...drawn.network, topology: { kind: "explicit", agents, edges: sorted } },
  });
  expect((await encodeLink(drawn, {}))!.length).toBeLessThan(2_000);
});

test("a document too large for an address gives none", async () => {
  let state = 1;
  const noise = () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const data = Array.from({ length: 10_000 }, noise);
  expect(await encodeLink({ ...precise, start: { kind: "value", value: data } }, {})).toBeNull();
});

test("nothing in the fragment is no link", async () => {
  expect(await decodeLink("")).toBeNull();
  expect(await decodeLink("problem-text")).toBeNull();
});
