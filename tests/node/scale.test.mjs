// docs/scale.md: its commands, as they stand there, give the curves of one run, to the last bit.
import assert from "node:assert/strict";
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { which } from "../../scripts/lib/run.mjs";
import { command, folder, root, suda } from "./support.mjs";

const page = readFileSync(join(root, "docs/scale.md"), "utf8");

/** The blocks in that language below a heading. */
function blocks(heading, language) {
  const start = page.indexOf(`\n${heading}\n`);
  assert.ok(start >= 0, `docs/scale.md has no ${heading}`);
  const section = page.slice(start + heading.length + 2).split(/^##/m)[0];
  return Array.from(section.matchAll(/^```(\w+)\n(.*?)^```$/gms)).flatMap(([, kind, text]) =>
    kind === language ? [text] : [],
  );
}

const [experiment] = page.match(/(?<=^```json\n).*?(?=^```$)/ms);
/** The curves of one run. */
let whole;

/** A folder with the experiment, in which bin/suda.mjs is this project's, and its path. */
function workplace(t) {
  const at = folder(t);
  const dir = at(".");
  symlinkSync(join(root, "bin"), at("bin"));
  writeFileSync(at("experiment.json"), experiment);
  return { at, dir };
}

async function makesTheCurves({ at, dir }, script) {
  const env = { ...process.env, PATH: [dir, process.env.PATH].join(delimiter) };
  const { status, stdout, stderr } = await command("sh", ["-ec", script], { cwd: dir, env });
  assert.equal(status, 0, stdout + stderr);
  whole ??= (await suda("run", at("experiment.json"))).stdout;
  assert.match(whole, /^iteration,method,metric,mean,low,high,experiment\n0,psgd,/);
  assert.equal(readFileSync(at("curves.csv"), "utf8"), whole);
}

test("by hand", (t) => makesTheCurves(workplace(t), blocks("## By hand", "sh").join("")));

/** A pipe into GNU parallel as the shell commands that it stands for, where it is not installed. */
const unrolled = (script) =>
  script.replace(/^seq (\d+) (\d+) (\d+) \| parallel .*'(.*)'$/m, (_, first, step, last, template) => {
    const lines = [];
    for (let a = Number(first); a <= Number(last); a += Number(step)) {
      lines.push(template.replace("{= $_ += 2 =}", a + 2).replaceAll("{}", a));
    }
    return lines.join("\n");
  });

for (const heading of ["## GNU parallel", "### Several hosts"]) {
  test(heading.replaceAll("#", "").trim(), async (t) => {
    const place = workplace(t);
    writeFileSync(place.at("hosts"), ":\n");
    const script = blocks(heading, "sh").join("");
    assert.notEqual(unrolled(script), script);
    await makesTheCurves(place, which("parallel") ? script : unrolled(script));
  });
}

test("Slurm", async (t) => {
  const place = workplace(t);
  const [job, submit] = blocks("## Slurm", "sh");
  writeFileSync(place.at("shards.sh"), job);
  // Stands in for Slurm: the tasks of the array, one after the other.
  writeFileSync(
    place.at("sbatch"),
    `#!/bin/sh -e
     range=$(sed -n 's/^#SBATCH --array=//p' "$2")
     for task in $(seq "\${range%-*}" "\${range#*-}"); do SLURM_ARRAY_TASK_ID=$task sh -e "$2"; done
    `,
  );
  chmodSync(place.at("sbatch"), 0o755);
  await makesTheCurves(place, submit);
});
