import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { command, folder, root, small } from "./support.mjs";

async function succeeds(...args) {
  const result = await command(...args);
  assert.equal(result.status, 0, result.stderr + result.stdout);
  return result.stdout;
}

test("the package that npm pack makes works where it is installed: in Node.js, on the command line, and in a bundled page", async (t) => {
  const at = folder(t);
  const project = at("project");
  mkdirSync(project);
  // Its own, where that of the machine may not be written to.
  const cache = ["--cache", at("cache")];
  const [{ filename, files }] = JSON.parse(
    await succeeds("npm", ["pack", ...cache, "--json", "--ignore-scripts", "--pack-destination", at(".")], {
      cwd: root,
    }),
  );
  const paths = files.map(({ path }) => path);
  const known = /^(dist\/lib|bin|runner)\/|^docs\/[a-z]+\.(md|webp)$|^[A-Z][A-Z-]*(\.\w+)?$|^package\.json$/;
  assert.deepEqual(
    paths.filter((path) => !known.test(path)),
    [],
  );
  for (const [, target] of readFileSync(join(root, "README.md"), "utf8").matchAll(/\]\((?!https?:)([^)\s#]+)/g))
    assert.ok(paths.includes(target), `README.md links to ${target}, which is not packed`);

  writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }');
  await succeeds("npm", ["install", ...cache, "--offline", "--no-audit", "--no-fund", at(filename)], { cwd: project });
  assert.deepEqual(
    readdirSync(join(project, "node_modules")).filter((name) => !name.startsWith(".")),
    ["suda"],
  );

  writeFileSync(
    join(project, "use.mjs"),
    `import init, { Experiment } from "suda";
     await init();
     console.log(new Experiment(${JSON.stringify(small)}).advance(10));`,
  );
  assert.equal(await succeeds("node", ["use.mjs"], { cwd: project }), "10\n");

  // The functions for studies, and the types of all.
  const study = { version: 1, document: small, vary: [{ path: "stepSize.value", values: [0.1] }] };
  const problem = { kind: "own", name: "costs" };
  const own = { ...small, problem, methods: [{ kind: "own", name: "mine", laziness: 0.5 }, { kind: "dsgd" }] };
  writeFileSync(
    join(project, "typed.ts"),
    `import init, { Experiment, type ExperimentDocument, type OwnDocument, type OwnMethod, type OwnProblem } from "suda";
     import { documentsOf, readStudy, type Study } from "suda/study.js";
     import { extentOf } from "suda/steps.js";
     import { probesOf } from "suda/transient.js";
     await init();
     declare const console: { log(...values: unknown[]): void };
     const study: Study = readStudy(${JSON.stringify(study)});
     const [document] = documentsOf(study);
     const step: number = extentOf(document!, [[0, 2]])[1];
     new Experiment(document as unknown as ExperimentDocument).free();
     const mine: OwnMethod = ({ x, mix, state }) => mix((state["last"] = x));
     const costs: OwnProblem = { dimension: 2, gradient(agent, x, out) { out.set(x); }, value: (agent, x) => x[0]! };
     const own: OwnDocument = ${JSON.stringify(own)};
     const experiment = new Experiment(own, { methods: { mine }, problems: { costs }, trials: [0, 1] });
     experiment.gradients(experiment.iterates(0, 0), { k: 0 });
     console.log(step, typeof probesOf);`,
  );
  const strict = ["--strict", "--module", "nodenext", "--target", "es2022", "--lib", "es2023,esnext.disposable"];
  await succeeds(join(root, "node_modules/.bin/tsc"), [...strict, "--types", "", "typed.ts"], { cwd: project });
  assert.equal(await succeeds("node", ["typed.js"], { cwd: project }), "2.5 function\n");

  writeFileSync(join(project, "e.json"), JSON.stringify(small));
  await succeeds("npx", ["suda", "run", "e.json", "--out", "curves.csv"], { cwd: project });
  assert.match(
    readFileSync(join(project, "curves.csv"), "utf8"),
    /^iteration,method,metric,mean,low,high,experiment\n0,/,
  );

  writeFileSync(join(project, "index.html"), '<script type="module">import init from "suda"; await init();</script>');
  await succeeds(join(root, "node_modules/.bin/vite"), ["build", "--logLevel", "warn"], { cwd: project });
  const assets = readdirSync(join(project, "dist/assets"));
  assert.ok(
    assets.some((name) => name.endsWith(".wasm")),
    "the bundler found the .wasm",
  );
  assert.ok(existsSync(join(project, "dist/index.html")));
});
