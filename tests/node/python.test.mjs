// docs/python.md: what needs nothing but Python runs as it stands.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { command, folder, root, suda } from "./support.mjs";

test("a document from Python gives the curves of the command, to the last bit", async (t) => {
  if ((await command("python3", ["--version"]).catch(() => null))?.status !== 0) return t.skip("there is no python3");
  const page = readFileSync(join(root, "docs/python.md"), "utf8");
  const [, block] = page.match(/^```python\n(.*?)^```/ms);
  const at = folder(t);
  const script = `${block.replace("iterates.json", at("iterates.json"))}
json.dump(document, open(${JSON.stringify(at("document.json"))}, "w"))
open(${JSON.stringify(at("curves.csv"))}, "w").write(text)
try:
    suda("run", dict(document, trials=0))
except RuntimeError as error:
    print(error)
`;
  writeFileSync(at("try.py"), script);
  const { status, stdout, stderr } = await command("python3", [at("try.py")], { cwd: root });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /trials: must be a whole number/);
  const curves = (await suda("run", at("document.json"))).stdout;
  assert.equal(readFileSync(at("curves.csv"), "utf8"), curves);
  const { iterates } = JSON.parse(readFileSync(at("iterates.json"), "utf8"));
  assert.deepEqual([iterates.length, iterates[0].length, iterates[0][0].length], [2, 8, 3]);
});
