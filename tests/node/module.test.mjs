import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import init from "../../www/pkg/suda.js";

test("the module starts in Node from its bytes", async () => {
  const wasm = readFileSync(new URL("../../www/pkg/suda_bg.wasm", import.meta.url));
  const { memory } = await init({ module_or_path: wasm });
  assert.ok(memory.buffer.byteLength > 0);
});
