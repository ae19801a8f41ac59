// node tests/bundlers/run.mjs: the package, as npm pack makes it, with bundlers and runtimes that the project does not
// use itself. They are installed in a folder of their own, which takes the network and a minute; docs/module.md tells what
// came of it.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "@playwright/test";
import { browserFlags, findBrowser } from "../../scripts/lib/browser.mjs";
import { root } from "../../scripts/lib/run.mjs";
import { small } from "../node/support.mjs";

const versions = {
  "@rollup/plugin-node-resolve": "16.0.3",
  "@web/rollup-plugin-import-meta-assets": "2.3.3",
  bun: "1.4.5",
  deno: "2.9.6",
  esbuild: "0.28.2",
  parcel: "2.16.4",
  rollup: "4.68.8",
  vite: "8.4.0",
  vitest: "4.1.12",
  webpack: "5.113.0",
  "webpack-cli": "7.3.1",
};

const use = `new Experiment(${JSON.stringify(small)}).advance(10)`;
const files = {
  "package.json": JSON.stringify({ type: "module", private: true }),
  "page.js": `import init, { Experiment } from "suda";
    await init();
    document.querySelector("output").value = ${use};`,
  "page-address.js": `import init, { Experiment } from "suda";
    import address from "suda/suda_bg.wasm";
    await init(new URL(address, import.meta.url));
    document.querySelector("output").value = ${use};`,
  "index.html": `<!doctype html><link rel="icon" href="data:,"><output></output><script type="module" src="./page.js"></script>`,
  "console.mjs": `import init, { Experiment } from "suda";
    await init();
    console.log(${use});`,
  "suda.test.js": `import init, { Experiment } from "suda";
    import { expect, test } from "vitest";
    test("it computes", async () => {
      await init();
      expect(${use}).toBe(10);
    });`,
  "rollup.config.mjs": `import { nodeResolve } from "@rollup/plugin-node-resolve";
    import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";
    export default { input: "page.js", output: { dir: "out/rollup" }, plugins: [nodeResolve(), importMetaAssets()] };`,
  "webpack.config.mjs": `export default {
      mode: "production", entry: "./page.js",
      output: { path: import.meta.dirname + "/out/webpack", filename: "page.js" },
    };`,
};

/** What makes a page's script, with the folder that it leaves it in. */
const bundlers = {
  esbuild: "esbuild page-address.js --bundle --format=esm --loader:.wasm=file --outfile=out/esbuild/page.js",
  rollup: "rollup -c",
  webpack: "webpack",
  parcel: "parcel build index.html --dist-dir out/parcel --no-cache --public-url ./",
  vite: "vite build --outDir out/vite --base ./",
};
const runtimes = {
  node: "node console.mjs",
  deno: "deno run --allow-read console.mjs",
  bun: "bun console.mjs",
  vitest: "vitest run",
};

const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".wasm": "application/wasm",
};
const folder = mkdtempSync(join(tmpdir(), "suda-bundlers-"));
const env = { ...process.env, PATH: `${join(folder, "node_modules/.bin")}:${process.env.PATH}` };
const sh = (command) => execFileSync("sh", ["-c", command], { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });

/** What the page writes into its output. */
async function answer(browser, address) {
  const page = await browser.newPage();
  try {
    await page.goto(address);
    await page.waitForFunction(() => document.querySelector("output").value !== "", undefined, { timeout: 20_000 });
    return await page.locator("output").textContent();
  } finally {
    await page.close();
  }
}

function serve() {
  const server = createServer((request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    try {
      const body = readFileSync(join(folder, path));
      response.writeHead(200, { "content-type": types[extname(path)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

const failures = [];
async function attempt(name, work) {
  try {
    await work();
    console.log(`works  ${name}`);
  } catch (error) {
    failures.push(name);
    console.log(`fails  ${name}: ${error.stderr || error.message}`);
  }
}
const expectTen = (text) => {
  if (text.trim() !== "10") throw new Error(`it says ${text}`);
};

try {
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: root }),
  );
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  sh(`npm install --no-audit --no-fund ./${filename} ${packages.join(" ")}`);
  for (const [name, command] of Object.entries(runtimes)) {
    await attempt(name, () => {
      const printed = String(sh(command));
      if (name !== "vitest") expectTen(printed);
    });
  }
  const server = await serve();
  const browser = await chromium.launch({ executablePath: findBrowser(), args: browserFlags });
  const at = `http://127.0.0.1:${server.address().port}`;
  for (const [name, command] of Object.entries(bundlers)) {
    await attempt(name, async () => {
      sh(command);
      // What takes in a page writes one.
      if (!["parcel", "vite"].includes(name))
        writeFileSync(join(folder, `out/${name}/index.html`), files["index.html"]);
      expectTen(await answer(browser, `${at}/out/${name}/index.html`));
    });
  }
  await attempt("vite, its server", async () => {
    const port = server.address().port + 1;
    const dev = spawn("vite", ["--port", String(port), "--strictPort", "--host", "127.0.0.1"], { cwd: folder, env });
    try {
      await new Promise((ready) => dev.stdout.on("data", (text) => String(text).includes("Local") && ready()));
      expectTen(await answer(browser, `http://127.0.0.1:${port}/`));
    } finally {
      dev.kill();
    }
  });
  await browser.close();
  server.close();
} finally {
  rmSync(folder, { recursive: true });
}
process.exitCode = failures.length > 0 ? 1 : 0;
