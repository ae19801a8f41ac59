// What a frame's address may ask for, read without a browser.
import { beforeAll, expect, test } from "vitest";
import { SIDES, unknownIn } from "../../www/src/scene/figures.ts";
import { catalog } from "../../www/src/simulation/core.ts";
import { OPTION_NAMES } from "../../www/src/state/option-names.ts";
import { readOptions } from "../../www/src/state/options.ts";
import { makeCore } from "../page/core.ts";
import { small } from "../page/documents.ts";

beforeAll(async () => {
  await makeCore();
  Object.assign(globalThis, {
    CSS: { supports: (_: string, value: string) => /^(#[\da-f]{3,6}|[A-Z]\w+)$/.test(value) },
  });
});

const usual = ["network", "curves", "legend", "reading", "run"];
const step = ["lessons", "network", "curves", "reading", "run", "controls"];

test("parts are those that are named, or what the kind of frame has", () => {
  for (const [fragment, parts] of [
    ["", usual],
    ["show=curves,run", ["curves", "run"]],
    ["show=run, curves", ["curves", "run"]],
    ["steps=beliefs", step],
    ["only=play", ["network", "curves", "reading", "run", "controls"]],
    ["only=neighbors", ["network", "curves", "reading", "controls"]],
    ["only=", ["network", "curves", "reading", "controls"]],
    ["only=none", ["network", "curves", "reading", "controls"]],
    ["only=play&show=curves", ["curves"]],
  ] as const) {
    const { show, problems } = readOptions(fragment);
    expect([fragment, [...show].sort(), problems]).toEqual([fragment, [...parts].sort(), []]);
  }
});

test("lists, numbers and looks are read", () => {
  const asked = readOptions(
    "steps=beliefs, pulled-apart&only=problem.heterogeneity,play&height=480&lecture=yes&theme=dark",
  );
  expect(asked).toMatchObject({
    steps: ["beliefs", "pulled-apart"],
    only: ["problem.heterogeneity", "play"],
    height: 480,
    lecture: true,
    theme: "dark",
    plays: true,
    k: null,
  });
  expect(readOptions("only=").only).toEqual([]);
  expect(readOptions("play=no")).toMatchObject({ plays: false, k: null });
  expect(readOptions("k=50")).toMatchObject({ plays: false, k: 50 });
  expect(readOptions("accent=%23a03&background=%23fff&font=Georgia").looks).toEqual({
    accent: "#a03",
    paper: "#fff",
    font: "Georgia",
  });
  expect(readOptions("").looks).toEqual({});
});

test("what cannot be used is named, and what is usual holds in its place", () => {
  for (const [fragment, problem] of [
    ["theme=pink", /^theme: must be one of auto, light, dark, got “pink”\.$/],
    ["show=curve", /^show: must be all, or a list of tools, lessons, .*, got “curve”\.$/],
    ["height=tall", /^height: must be a whole number of pixels from 200 to 4000, got “tall”\.$/],
    ["height=199", /^height: /],
    ["height=4001", /^height: /],
    ["k=-1", /^k: must be a whole number of iterations/],
    ["play=maybe", /^play: must be one of yes, no, got “maybe”\.$/],
    ["steps=a b", /^steps: must be a list of names, joined by commas/],
    ["accent=red;x", /^accent: must be what CSS takes for color/],
    ["font=1px", /^font: must be what CSS takes for font-family/],
    ["sped=3", new RegExp(`^sped: is not known here; the options are ${OPTION_NAMES.join(", ")}\\.$`)],
  ] as const) {
    const { problems, ...read } = readOptions(fragment);
    expect([fragment, problems.length]).toEqual([fragment, 1]);
    expect(problems[0]).toMatch(problem);
    const { problems: none, ...plain } = readOptions("");
    expect(none).toEqual([]);
    // A run that is to stand somewhere does not play, wherever that is.
    expect({ ...read, plays: true }).toEqual(plain);
  }
});

test("fields of links and views are none of these options, and are not complained of", () => {
  const fragment =
    "v=1&z=AAAA&lesson=beliefs&room=story&metric=loss&left=agents&right=floors&y=1e-6..1&slider=neighbors";
  expect(readOptions(fragment).problems).toEqual([]);
  for (const named of ["figure-3-ring", "table-2"]) expect(readOptions(named).problems).toEqual([]);
});

test("each figure on the left can be asked for, and no other", () => {
  const unknown = (left: string) => unknownIn({ left }, { document: small, catalog: catalog() });
  for (const left of Object.keys(SIDES)) expect(unknown(left)).toEqual([]);
  expect(unknown("answer")).toEqual(["left: must be one of network, agents, answers, polynomials, got “answer”."]);
});

test("an image is asked for by its place", () => {
  const unknown = (image: string) => unknownIn({ image }, { document: small, catalog: catalog() });
  expect(unknown("12")).toEqual([]);
  for (const wrong of ["-1", "abc", "1.5"])
    expect(unknown(wrong)).toEqual([`image: must be a whole number from 0, got “${wrong}”.`]);
});
