import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { ExperimentDocument, Tagged } from "../../www/src/state/document.ts";
import { decodeLink, encodeLink } from "../../www/src/state/link.ts";
import { catalog, presets, type Entry, type Parameter } from "../../www/src/simulation/core.ts";
import { makeCore } from "../page/core.ts";
import { processorTime } from "./processor-time.ts";

beforeAll(makeCore);

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
    {
      kind: "suda",
      a: [0.3333333333333333, 0.6666666666666667],
      bSquared: [1, -1],
      c: [1],
      stepSize: { kind: "constant", value: 0.005 },
    },
  ],
};

async function roundTrip(document: ExperimentDocument): Promise<unknown> {
  const fragment = await encodeLink(document, {});
  return (await decodeLink(fragment!))?.document;
}

test("a document comes back from its link as it was, in a short link", async () => {
  expect(await roundTrip(plain)).toEqual(plain);
  const many = {
    ...plain,
    methods: Array.from({ length: 4 }, (_, i) =>
      plain.methods.map((method) => ({ ...method, label: `method number ${i}` })),
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
  const drawn = { ...plain, network: { ...plain.network, topology: { kind: "explicit" as const, agents, edges } } };
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
  expect(await encodeLink({ ...plain, start: { kind: "value", value: data } }, {})).toBeNull();
});

test("nothing in the fragment is no link", async () => {
  expect(await decodeLink("")).toBeNull();
  expect(await decodeLink("problem-text")).toBeNull();
});

test("hostile fragments are refused with a sentence, or come out as plain data", async () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64url");
  await expect(decodeLink("v=1&z=AAAA")).rejects.toThrow(/cut short/);
  await expect(decodeLink("v=2&z=AAAA")).rejects.toThrow(/cut short/);
  await expect(decodeLink("v=1&z=***")).rejects.toThrow(/cut short/);
  await expect(decodeLink("v=1&z=A*A*A")).rejects.toThrow(/damaged/);
  await expect(decodeLink(`v=1&j=${base64('{"seed": NaN}')}`)).rejects.toThrow(/damaged/);
  await expect(decodeLink("v=99&z=AAAA")).rejects.toThrow(/version 99/);
  await expect(decodeLink(`v=1&j=${"A".repeat(1_000_000)}`)).rejects.toThrow(/too long/);
  const link = await decodeLink(
    `v=1&j=${base64('{"__proto__": {"polluted": 1}, "network": {"topology": {"agents": 1e9, "edges": ["x"]}}}')}`,
  );
  expect(Object.hasOwn(link!.document as object, "__proto__")).toBe(true);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("white space in a link, marks after it and an escaped & are mended", async () => {
  const view = { left: "agents", hidden: '["a & b","c=d%"]' };
  const fragment = (await encodeLink(plain, view))!;
  const short = (await encodeLink(plain, {}))!;
  const changed: [string, string][] = [
    ["&amp;", fragment.replaceAll("&", "&amp;")],
    ["%26", short.replaceAll("&", "%26")],
    ["blanks before", ` ${fragment}`],
    ["broken lines", fragment.replace(/.{70}/g, "$&\r\n")],
    ["soft breaks", short.replace(/.{40}/g, "$&%20")],
    ["tracking parameters", `${fragment}&utm_source=mail&fbclid=x_1&gclid=2`],
    ...[".", ")", "),", ".)", "]", ">", '"', "”", "…", "?!", "'.", "*", " ", "%20", "\n"].map(
      (after): [string, string] => [after, `${short}${after}`],
    ),
  ];
  for (const [name, text] of changed) {
    const link = await decodeLink(text);
    expect(link!.document, name).toEqual(plain);
    if (text.includes("left")) expect(link!.view["left"], name).toBe("agents");
    if (text.includes("left")) expect(link!.view["hidden"], name).toBe(view.hidden);
  }
  expect(await decodeLink(`${await encodeLink(plain, { left: "agents" }, "valley")}).`)).toEqual({
    document: plain,
    preset: "valley",
    view: { left: "agents" },
  });
  expect((await decodeLink("preset=valley."))!.preset).toBe("valley");
  for (const name of ["figure-3-ring).", "Figure-3-Ring", "figure-3-ring/"])
    expect((await decodeLink(name))!.preset).toBe("figure-3-ring");
});

test("what cannot be mended is told as what it is: cut short, damaged, of another version, or not one document", async () => {
  const fragment = (await encodeLink(plain, {}))!;
  const refusal = async (text: string) =>
    decodeLink(text).then(
      () => "",
      (error: Error) => error.message,
    );
  for (const length of [5, 6, 9, 30, 100, fragment.length - 1, fragment.length - 20])
    expect(await refusal(fragment.slice(0, length)), String(length)).toMatch(/^This link is cut short/);
  const place = Math.floor(fragment.length / 2);
  // A letter that is another breaks the compression or the text in it; at some places it is another document.
  for (const text of [
    fragment.toUpperCase().replace("V=1&Z", "v=1&z"),
    `${fragment.slice(0, 40)}$${fragment.slice(41)}`,
    `${fragment.slice(0, place)}${fragment.slice(place + 7)}`,
  ])
    expect(await refusal(text)).toMatch(/^This link is (damaged|cut short)/);
  expect(await refusal("v=3&z=AAAA")).toMatch(/version 3/);
  expect(await refusal(fragment.replace("v=1&", ""))).toMatch(/damaged: its beginning/);
  const base64 = (text: string) => Buffer.from(text).toString("base64url");
  expect(await refusal(`v=1&j=${base64('{"version": 1, "version": 2}')}`)).toMatch(/version: appears twice/);
  expect(await refusal(`v=1&j=${base64('{"version": 1, "seed')}`)).toMatch(/cut short/);
  const deep = new Blob(["[".repeat(1_900_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(deep).arrayBuffer());
  const refused = async () => expect(await refusal(`v=1&z=${bytes.toString("base64url")}`)).toMatch(/damaged/);
  expect(await processorTime(refused)).toBeLessThan(1_500);
});

test("a small link that inflates without end is stopped", async () => {
  const bomb = new Blob([new Uint8Array(20_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = Buffer.from(await new Response(bomb).arrayBuffer());
  for (const version of [1, 2])
    await expect(decodeLink(`v=${version}&z=${bytes.toString("base64url")}`)).rejects.toThrow(
      /more than a document can/,
    );
  // Every byte a word.
  const words = new Blob([new Uint8Array(3_000_000).fill(130)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  await expect(
    decodeLink(`v=2&z=${Buffer.from(await new Response(words).arrayBuffer()).toString("base64url")}`),
  ).rejects.toThrow(/more than a document can/);
});

test("a small link that is nested without end is refused at once", async () => {
  const nested = new Blob(['{"version":1,"name":"[[[[","methods":', "[".repeat(1_900_000)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const link = `v=1&z=${Buffer.from(await new Response(nested).arrayBuffer()).toString("base64url")}`;
  expect(link.length).toBeLessThan(6_000);
  const refused = () => expect(decodeLink(link)).rejects.toThrow("This link is damaged");
  expect(await processorTime(refused)).toBeLessThan(1_500);
  // Brackets in text are no nesting.
  const document = { ...plain, name: `\\"${"[{".repeat(500)}` };
  expect((await decodeLink((await encodeLink(document, {}))!))!.document).toEqual(document);
});
