// Every step of the story has more to say of each of its ready experiments, and says of no two steps the same.
import { expect, test } from "vitest";
import { steps } from "../../www/src/simulation/core.ts";
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
