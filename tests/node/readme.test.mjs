// README.md: its example for Node.js runs as it stands, its experiment runs, and its links lead somewhere.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { command, folder, root, suda } from "./support.mjs";

const read = (file) => readFileSync(join(root, file), "utf8");
const block = (language) => read("README.md").match(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "ms"))[1];

test("the example for Node.js prints the last point of every curve", async () => {
  const { status, stdout, stderr } = await command("node", ["--input-type=module", "--eval", block("js")], {
    cwd: root,
  });
  assert.equal(status, 0, stderr);
  const lines = stdout.trimEnd().split("\n");
  assert.ok(lines.length >= 5);
  for (const line of lines) assert.match(line, /^.+ \w+ \d[\d.e-]*$/);
});

test("the experiment runs from the command line", async (t) => {
  const at = folder(t);
  writeFileSync(at("experiment.json"), block("json"));
  const { status, stderr } = await suda("run", at("experiment.json"), "--out", at("curves.csv"));
  assert.equal(status, 0, stderr);
  assert.ok(existsSync(at("curves.csv")));
});

test("links between the documents lead somewhere", () => {
  const pages = [...readdirSync(root), ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)].filter(
    (name) => name.endsWith(".md"),
  );
  assert.ok(pages.length > 5);
  /** The anchors of a page, as forges make them from its headings. */
  const anchors = (text) =>
    Array.from(text.matchAll(/^#+ (.*)$/gm), ([, title]) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    );
  for (const page of pages) {
    for (const [, target] of read(page).matchAll(/\]\((?!https?:)([^)\s]*)\)/g)) {
      const [path, anchor] = target.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      assert.ok(existsSync(join(root, file)), `${page} links to ${target}`);
      if (anchor) assert.ok(anchors(read(file)).includes(anchor), `${page} links to ${target}`);
    }
  }
});
