// The numbers of the documents in tests/bits have the same bits in Node.js as natively and in browsers, however their
// trials are split. tests/bits/mod.rs says what is digested, and how to write the digests anew.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import init, { Experiment } from "../../dist/lib/suda.js";
import { digests, splits } from "../bits/digests.mjs";
import { wasmBytes } from "./support.mjs";

const read = (file) => JSON.parse(readFileSync(new URL(`../bits/${file}`, import.meta.url), "utf8"));
const expected = read("digests.json");

before(() => init(wasmBytes()));

for (const { name, document } of read("experiments.json")) {
  test(name, () => {
    for (const ends of splits(document.trials))
      for (const [what, digest] of Object.entries(digests(Experiment, document, ends)))
        assert.equal(digest, expected[name][what], `${what}, trials ending at ${ends}`);
  });
}
