// @vitest-environment happy-dom
// The page by its address: what is linked is shown; what cannot be is refused with a sentence, and does no harm.
import { expect, test } from "vitest";
import { encodeLink } from "../../www/src/state/link.ts";
import { small } from "../page/documents.ts";
import { presets, steps } from "../page/presets.ts";
import { click, finished, openPage, screen, text } from "./page.ts";

/** Whether the step is said to have been changed. */
const isChanged = () => !document.querySelector<HTMLElement>("#changed")!.hidden;

const alerts = () => text("#banners");
const written = (document: unknown) => `#v=1&j=${Buffer.from(JSON.stringify(document)).toString("base64url")}`;

/** Has the page that is open go to another address, as a link in it or the reader does. */
function go(hash: string): void {
  history.pushState(null, "", hash);
  dispatchEvent(new Event("hashchange"));
}

const hostile: [name: string, fragment: string, said: RegExp][] = [
  [
    "a billion agents",
    written({ ...small, network: { ...small.network, topology: { kind: "ring", agents: 1e9 } } }),
    /network\.topology\.agents: must be a whole number/,
  ],
  ["NaN", written({ ...small, stepSize: { kind: "constant", value: NaN } }), /stepSize\.value/],
  ["__proto__", `#v=1&j=${Buffer.from('{"__proto__": {"trials": 5}}').toString("base64url")}`, /cannot be shown/],
  ["a kind that is none", written({ ...small, problem: { kind: "<b>knapsack</b>" } }), /problem\.kind: must be one of/],
  ["text for a document", written("version"), /must be an object/],
  ["cut short", "#v=1&z=AAAA", /cut short: its end is missing/],
  ["damaged", "#v=1&j=%E0%A4%A", /damaged: some of its characters/],
  ["a million characters", `#v=1&j=${"A".repeat(1_000_000)}`, /too long/],
  ["of another version", "#v=7&z=AAAA", /version 7/],
  ["a name that is none", "#lesson=no-such", /There is no preset “no-such”/],
];

test("what an address asks for that cannot be shown is said, and the story begins", async () => {
  for (const [name, fragment, said] of hostile) {
    const { conductor } = await openPage(fragment);
    expect(alerts(), name).toMatch(said);
    expect(text("#way .where"), name).toBe(`1 of ${steps.length}`);
    await expect.poll(() => conductor.run?.started, { message: name }).toBe(true);
    expect(({} as { trials?: number }).trials).toBeUndefined();
  }
});

test("markup in a document is text", async () => {
  const label = "<img src=x onerror=alert(1)>";
  await openPage(written({ ...small, methods: [{ kind: "dsgd", label }], name: "Eight <i>friends</i>" }));
  await finished();
  await screen.findByRole("button", { name: label });
  expect([text("#headline"), document.querySelectorAll("#screen img, #headline i").length]).toEqual([
    "Eight <i>friends</i>",
    0,
  ]);
});

test("a link that is followed while the page is open is taken; one to a document leads to the laboratory", async () => {
  const { conductor } = await openPage();
  expect(text("#way .where")).toMatch(/^1 of /);
  go(`#${await encodeLink(small, {})}`);
  await expect.poll(() => document.documentElement.dataset["room"]).toBe("laboratory");
  await finished();
  expect([text("#headline"), conductor.run!.document]).toEqual(["An experiment of your own", small]);
  // It is none of the story's, which goes on from its beginning.
  click("Back to the story");
  await expect
    .poll(() => [document.documentElement.dataset["room"], text("#way .where").slice(0, 5)])
    .toEqual(["story", "1 of "]);
});

test("every short address opens its experiment in its step, with its own words", async () => {
  await openPage("#play=no");
  for (const { id, group, headline, title, note } of presets) {
    go(group === "paper" ? `#${id}` : `#lesson=${id}`);
    const place = steps.findIndex((step) => step.presets.includes(id));
    await expect.poll(() => text("#headline"), { message: id }).toBe(headline ?? title);
    expect([text("#way .where"), text("#note"), isChanged()]).toEqual([`${place + 1} of ${steps.length}`, note, false]);
    if (steps[place]!.choice)
      expect(document.querySelector<HTMLSelectElement>("#main-controls .choice select")!.value).toBe(id);
  }
});

test("a document that says what a step says is that step's", async () => {
  const { conductor } = await openPage("#lesson=agents-16&room=laboratory&play=no");
  const { hash } = new URL(`http://page/#${await encodeLink(conductor.run!.document, {})}`);
  await openPage(`${hash}&play=no`);
  expect(text("#headline")).toBe(presets.find(({ id }) => id === "agents-16")!.headline);
});

test("an address says where the run stands, and whether it plays", async () => {
  const held = await openPage("#lesson=valley&play=no");
  await expect.poll(() => held.conductor.phase).toBe("paused");
  expect(held.conductor.run!.done).toBe(0);
  const { conductor } = await openPage("#lesson=valley&k=50");
  await expect.poll(() => text("#reading-text")).toContain("After 50 iterations");
  expect([conductor.shown ?? conductor.run!.done, conductor.playing]).toEqual([50, false]);
});
