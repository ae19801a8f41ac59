import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { drawStill, still } from "../../scripts/still.mjs";

test("the picture that stands in for the demo is what the preset gives, and small", async () => {
  const kept = readFileSync(still, "utf8");
  assert.equal(kept, await drawStill(), "npm run still makes it anew");
  assert.ok(kept.length < 30_000);
});
