// The guide to embedding, as it is written; tests/page tries its examples.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { presets } from "../page/presets.ts";

const guide = readFileSync("docs/embedding.md", "utf8");
const examples = [...guide.matchAll(/```html\n(.*?)```/gs)].map((match) => match[1]!);

test("the guide has an example of each way", () => {
  expect(examples.filter((example) => example.includes("<iframe"))).toHaveLength(4);
  expect(examples.filter((example) => example.includes("<suda-demo"))).toHaveLength(2);
  expect(examples.filter((example) => example.includes("lib/suda.js"))).toHaveLength(1);
});

test("Markdown keeps the examples of the element whole: it cuts at empty lines, and takes > at a line's start for a quotation", () => {
  for (const example of examples.filter((text) => text.includes("<suda-demo")))
    for (const line of example.trimEnd().split("\n")) expect(line).toMatch(/^ *[^> ]/);
});

test("the guide names every preset", () => {
  const words = new Set(guide.match(/`[^`\n]+`/g)!.flatMap((code) => code.slice(1, -1).split(",")));
  const families = presets.map(({ id }) => id.replace(/-ours$/, ""));
  const missing = families.filter((id) => !words.has(id) && !words.has(id.replace(/^figure-\d/, "")));
  expect(missing).toEqual([]);
});
