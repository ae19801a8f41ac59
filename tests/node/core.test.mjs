// There is one core: the same bytes wherever it is published.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root, wasmBytes } from "./support.mjs";

const dist = (...path) => join(root, "dist", ...path);

test("the site, the single file and the module have the same core", () => {
  const assets = readdirSync(dist("site/assets")).filter((name) => name.endsWith(".wasm"));
  assert.equal(assets.length, 1);
  const html = readFileSync(dist("suda.html"), "utf8");
  const inlined = [...html.matchAll(/data:application\/wasm;base64,([A-Za-z0-9+/=]+)/g)];
  assert.equal(inlined.length, 1);
  const copies = [
    readFileSync(dist("site/assets", assets[0])),
    readFileSync(dist("site/lib/suda_bg.wasm")),
    Buffer.from(inlined[0][1], "base64"),
  ];
  for (const copy of copies) assert.ok(copy.equals(wasmBytes()));
});

test("so have the frames that may fetch nothing, as a script", () => {
  const script = readdirSync(dist("site"), { recursive: true }).filter((name) => /core-script.*\.js$/.test(name));
  assert.equal(script.length, 1);
  const [, base64] = /data:application\/wasm;base64,([A-Za-z0-9+/=]+)/.exec(
    readFileSync(dist("site", script[0]), "utf8"),
  );
  assert.ok(Buffer.from(base64, "base64").equals(wasmBytes()));
});

test("it names no folder of the machine that built it", () => {
  for (const folder of [root, homedir()]) assert.ok(!wasmBytes().includes(`${folder}/`), folder);
});
