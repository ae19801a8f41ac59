// The JSON Schema and the TypeScript of documents accept what the program accepts and refuse what one field says wrong.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import init, { checkDocument, presets } from "../../dist/lib/suda.js";
import { command, root, small, wasmBytes } from "./support.mjs";

let valid;

before(async () => {
  await init(wasmBytes());
  const published = JSON.parse(readFileSync(join(root, "dist/lib/experiment.schema.json"), "utf8"));
  assert.equal(published.$schema, "https://json-schema.org/draft/2020-12/schema");
  valid = new Ajv({ allErrors: true, strictTypes: false }).compile(published);
});

const accepts = (document, at) => assert.ok(valid(document), `${at}: ${JSON.stringify(valid.errors?.slice(0, 4))}`);

test("it accepts every ready document", () => {
  for (const { id, document } of presets()) accepts(document, id);
});

test("it accepts every example of the documentation that runs", () => {
  const page = ["experiments.md", "data.md"].map((name) => readFileSync(join(root, "docs", name), "utf8")).join("\n");
  const examples = Array.from(page.matchAll(/^```json\n(.*?)^```/gms), ([, text]) => JSON.parse(text));
  assert.ok(examples.length > 40);
  for (const example of examples) {
    const document = "version" in example ? example : { ...examples[0], ...example };
    checkDocument(document);
    accepts(document, JSON.stringify(example));
  }
});

test("it refuses what the program refuses in one field", () => {
  const network = { ...small.network, topology: { kind: "ring", agents: 0 } };
  const wrong = {
    "an unknown field": { colour: "red" },
    "no version": { version: undefined },
    "another version": { version: 2 },
    "a number out of its range": { network },
    "a fraction for a count": { trials: 1.5 },
    "text for a number": { iterations: "many" },
    "a kind that is not known": { methods: [{ kind: "sgd" }] },
    "a field of another kind": { methods: [{ kind: "dsgd", trackerLaziness: 0.5 }] },
    "a bound that is left out": { methods: [{ kind: "dsgd", laziness: 1 }] },
    "a step size of zero": { stepSize: { kind: "constant", value: 0 } },
    "a missing parameter": { stepSize: { kind: "constant" } },
    "two ways to record": { record: { every: 2, points: 3 } },
    "a metric that is not known": { metrics: ["regret"] },
    "a seed with a sign": { seed: "-1" },
    "a seed that is not exact": { seed: 2 ** 53 },
    "generated data without a size": { problem: { kind: "logistic", dimension: 3 } },
  };
  accepts(small, "as it is");
  for (const [what, changes] of Object.entries(wrong)) {
    const document = JSON.parse(JSON.stringify({ ...small, ...changes }));
    assert.throws(() => checkDocument(document), what);
    assert.ok(!valid(document), what);
  }
});

test("the address of a schema is accepted and not read", () => {
  const document = { $schema: "./experiment.schema.json", ...small };
  accepts(document, "with an address");
  checkDocument(document);
  checkDocument(JSON.stringify(document));
});

test("the types accept right documents and refuse wrong ones", async () => {
  const { status, stdout } = await command(join(root, "node_modules/.bin/tsc"), ["-p", "tests/node/types"], {
    cwd: root,
  });
  assert.equal(status, 0, stdout);
});
