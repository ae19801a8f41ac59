// @vitest-environment happy-dom
// What the page says in given states, all of it in one file: a change of words is seen there, and nowhere else.
// `npx vitest run page-sentences -u` writes it anew.
import { expect, test } from "vitest";
import { presets, steps } from "../page/presets.ts";
import { small } from "../page/documents.ts";
import { field, finished, open, openPage } from "./page.ts";

type Said = Record<string, string>;

const parts = (selectors: Record<string, string>): Said =>
  Object.fromEntries(Object.entries(selectors).map(([name, selector]) => [name, all(selector)]));

/** What stands in the elements that match, of which figures that are not shown have nothing. */
const all = (selector: string): string =>
  [...globalThis.document.querySelectorAll(selector)]
    .map((element) => element.textContent!.replaceAll(/\s+/g, " ").trim())
    .filter((words) => words !== "")
    .join(" | ");

const AT_THE_END = {
  reading: "#reading-text",
  network: "#graph [aria-live=polite]",
  curves: "#curves .view-curves [aria-live=polite]",
  advice: "#advice",
};

/** What is told of a run at its end. */
async function told(): Promise<Said> {
  await finished();
  // A figure speaks when it has come to rest.
  await expect.poll(() => all(AT_THE_END.network)).not.toBe("");
  return parts(AT_THE_END);
}

const document = { ...small, seed: "3" };
const states: [name: string, document: object][] = [
  ["least squares on a ring", document],
  ["one agent's cost for all", { ...document, problem: { kind: "pl" }, stepSize: { kind: "constant", value: 0.02 } }],
  ["a step too large", { ...document, stepSize: { kind: "constant", value: 5 } }],
  [
    "links that fail",
    { ...document, network: { ...document.network, changes: { kind: "linkFailures", probability: 0.3 } } },
  ],
  [
    "every kind of method",
    { ...document, methods: ["psgd", "dsgd", "exactDiffusion", "extra", "gradientTracking"].map((kind) => ({ kind })) },
  ],
];

const found: Record<string, Said> = {};

// What was computed beforehand takes minutes here.
const lessons = steps.map(({ presets: [id] }) => presets.find((preset) => preset.id === id)!);
for (const { id, group } of lessons)
  if (group === "lesson")
    test(`a step is told: ${id}`, async () => {
      await openPage(`#lesson=${id}`);
      found[id] = await told();
    });

for (const [name, document] of states)
  test(`a document is told: ${name}`, async () => {
    await open(document);
    await field(/^Agents/);
    const atTheEnd = await told();
    const texts = { problem: "#problem-text", network: "#network-text", methods: "#methods-text" };
    found[name] = { ...atTheEnd, ...parts(texts) };
  });

test("what the page has said is what was recorded", async () => {
  await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot("sentences.json");
});
