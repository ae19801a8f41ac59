// What there is more to say: every step has it, of each of its ready experiments, and of no two steps the same; and the citation.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { steps } from "../../www/src/simulation/core.ts";
import { BIBTEX } from "../../www/src/text/explain.ts";
import { story } from "../../www/src/text/stories.ts";
import { makeCore } from "../page/core.ts";

test("every step has more to say, of each of its experiments, and of no two steps the same", () => {
  makeCore();
  const told = new Set<string>();
  // Of the paper's figures it is said what was measured.
  for (const { name, presets } of steps().slice(0, -1)) {
    for (const id of presets) expect(story(name, id).join(" ").length, id).toBeGreaterThan(200);
    told.add(story(name, presets[0]!).join(" "));
  }
  expect(told.size).toBe(steps().length - 1);
});

test("the citation is that of CITATION.cff", () => {
  const cff = readFileSync("CITATION.cff", "utf8").split("preferred-citation:")[1]!;
  for (const field of ["title", "journal", "volume", "year", "doi"]) {
    const value = new RegExp(`^ +${field}: (.*)$`, "m").exec(cff)![1]!;
    expect(BIBTEX).toMatch(new RegExp(`${field} += \\{${value.replaceAll(/[.()]/g, "\\$&")}\\}`));
  }
  expect(cff).toContain(/eprint += \{(.*)\}/.exec(BIBTEX)![1]!);
});
