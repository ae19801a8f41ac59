// docs/document.md is what the program declares; what it proposes of each kind is accepted in its place, and every other kind
// has an example in a block of the other pages.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import init, { catalog, checkDocument } from "../../dist/lib/suda.js";
import { exampleOf, file, groups, referenceOf, schemaOf } from "../../scripts/docs.mjs";
import { root, small, wasmBytes } from "./support.mjs";

before(() => init(wasmBytes()));

test("the reference is what the program declares", () => {
  assert.equal(readFileSync(file, "utf8"), referenceOf(catalog(), schemaOf()), "npm run docs makes it anew");
});

/** A document with a kind in its place. */
function documentWith(place, example) {
  const { network } = small;
  const model = (data) => ({
    problem: { kind: "neuralNetwork", hidden: [2], data, ...(data.kind === "digits" && { classes: 10 }) },
    metrics: ["loss"],
  });
  const places = {
    "network.topology": { network: { ...network, topology: example } },
    "network.weights": { network: { ...network, weights: example } },
    "network.changes": { network: { ...network, topology: { kind: "hypercube", dimension: 3 }, changes: example } },
    "problem.data": model(example),
    "problem.data.split": model({ kind: "circles", samplesPerAgent: 20, noise: 0.1, split: example }),
    "methods[]": { methods: [example] },
    "methods[].compression": { methods: [{ kind: "dsgd", compression: example }] },
    "clock.compute": { clock: { compute: example } },
  };
  return { ...small, gradient: { noise: "none" }, ...(places[place] ?? { [place]: example }) };
}

test("every kind has an example", () => {
  const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "document.md");
  const text = pages.map((name) => readFileSync(join(root, "docs", name), "utf8")).join("\n");
  const blocks = Array.from(text.matchAll(/^```json\n(.*?)^```/gms), ([, block]) => block).join("\n");
  for (const [, place, tag, list] of groups)
    for (const entry of catalog()[list]) {
      const example = exampleOf(tag, entry);
      if (example) checkDocument(documentWith(place, example));
      else assert.ok(blocks.includes(`"${tag}": "${entry.kind}"`), `${place} ${entry.kind}`);
    }
});
