// Links that are not whole: what can be is mended, the rest is refused with a sentence, at once.
import { beforeAll, expect, test } from "vitest";
import { decodeLink, encodeLink } from "../../www/src/state/link.ts";
import { makeCore } from "../page/core.ts";
import { precise } from "../page/documents.ts";
import { processorTime } from "./processor-time.ts";

beforeAll(makeCore);

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
  const fragment = (await encodeLink(precise, view))!;
  const short = (await encodeLink(precise, {}))!;
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
    expect(link!.document, name).toEqual(precise);
    if (text.includes("left")) expect(link!.view["left"], name).toBe("agents");
    if (text.includes("left")) expect(link!.view["hidden"], name).toBe(view.hidden);
  }
  expect(await decodeLink(`${await encodeLink(precise, { left: "agents" }, "valley")}).`)).toEqual({
    document: precise,
    preset: "valley",
    view: { left: "agents" },
  });
  expect((await decodeLink("preset=valley."))!.preset).toBe("valley");
  for (const name of ["figure-3-ring).", "Figure-3-Ring", "figure-3-ring/"])
    expect((await decodeLink(name))!.preset).toBe("figure-3-ring");
});

test("what cannot be mended is told as what it is: cut short, damaged, of another version, or not one document", async () => {
  const fragment = (await encodeLink(precise, {}))!;
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
  const document = { ...precise, name: `\\"${"[{".repeat(500)}` };
  expect((await decodeLink((await encodeLink(document, {}))!))!.document).toEqual(document);
});
