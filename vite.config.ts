import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import type { ViteUserConfig } from "vitest/config";
import { codeAddress, withCard } from "./scripts/lib/code-address.mjs";

const about = JSON.parse(readFileSync("package.json", "utf8")) as { version: string; homepage?: string };
const { version } = about;

const shared: UserConfig = {
  root: "www",
  // Relative addresses: what is built works from any folder of any host.
  base: "./",
  // The images of digits lie outside of the page.
  server: { fs: { allow: [".."] } },
  define: { __SUDA_VERSION__: JSON.stringify(version) },
};

/** Has the page start with another script, which finds the core in its own way. */
const startWith = (script: string): Plugin => ({
  name: "start-with",
  transformIndexHtml: {
    order: "pre",
    handler: (html) =>
      html
        .replace("./src/main.ts", script)
        .replace(/<link rel="preload".*/, "")
        // What stands in for the whole site, and what lies beside it.
        .replace(/<meta (property="og|name="twitter).*/g, "")
        .replace(/<p id="elsewhere">.*/, ""),
  },
});

/** Programs that show cards of links want whole addresses, where the site's is known. */
const card: Plugin = {
  name: "card",
  transformIndexHtml: (html) => withCard(html, about, process.env["SUDA_SITE"]),
};

/** The link to the code leads where package.json says. */
const code: Plugin = {
  name: "code",
  transformIndexHtml: { order: "pre", handler: (html) => html.replace("https://docs.rs/suda", codeAddress(about)) },
};

/** The custom element is a module of one file, wherever that comes from: it has copies of what it shares with the page. */
const elementAlone: Plugin = {
  name: "element-alone",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!importer?.endsWith("/src/element.ts")) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?element`;
  },
};

const SHARED =
  /www\/src\/(controls\/dom|state\/document)\.ts$|www\/src\/views\/(element|format|legend|theme|typeset)\.ts$|\/d3-(dispatch|drag|path|timer)\//;

/** dist/site: the page, for a static host, and the element that shows parts of it in another page. */
const site: UserConfig = {
  ...shared,
  plugins: [card, code, elementAlone],
  worker: { format: "es" },
  build: {
    outDir: "../dist/site",
    emptyOutDir: true,
    target: "es2022",
    // Files of their own: a host's policy may forbid `data:`.
    assetsInlineLimit: 0,
    // Firefox calls it an error where the page's first script, which runs, is to be loaded ahead for one that it imports.
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !/\bindex-[^/]*\.js$/.test(file)) },
    // What every visit loads, and parts loaded later share: one file in place of a dozen small ones.
    rolldownOptions: {
      // The custom element is at an address that stays.
      input: ["www/index.html", "www/src/element.ts"],
      output: {
        entryFileNames: ({ name }) => (name === "element" ? "element.js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: [{ name: "shared", test: SHARED }] },
      },
    },
  },
};

/** Vite leaves icons as files of their own. */
const iconInside: Plugin = {
  name: "icon-inside",
  transformIndexHtml: {
    order: "pre",
    handler: (html) =>
      html.replace(
        "./icon.svg",
        `data:image/svg+xml,${encodeURIComponent(readFileSync("www/icon.svg", "utf8").trim())}`,
      ),
  },
};

/** dist/single/index.html: the page in one file, for browsers that open it from a disk and refuse to fetch another. */
const single: UserConfig = {
  ...shared,
  plugins: [startWith("./src/single.ts"), code, iconInside, viteSingleFile()],
  build: { outDir: "../dist/single", emptyOutDir: true, target: "es2022", assetsInlineLimit: () => true },
};

/** The page in a frame: embed.html, with a classic script, which needs no CORS headers. */
const framePage: Plugin = {
  name: "frame-page",
  transformIndexHtml: {
    order: "post",
    handler: (html) =>
      html
        .replace("<html", "<html data-embed")
        .replace('type="module"', "defer")
        .replaceAll(" crossorigin", "")
        // A `data:` address, which a policy may forbid.
        .replace(/<link rel="icon".*/, ""),
  },
  generateBundle: {
    order: "post",
    handler: (_, bundle) => {
      bundle["index.html"]!.fileName = "embed.html";
    },
  },
};

/** dist/site/embed.html: the page in a frame. */
const embed: UserConfig = {
  ...shared,
  plugins: [startWith("./src/embed.ts"), code, framePage],
  worker: { rolldownOptions: { output: { entryFileNames: "[name]-[hash].js" } } },
  build: {
    ...site.build,
    emptyOutDir: false,
    modulePreload: false,
    // One style sheet: a policy may forbid styles that a script writes.
    cssCodeSplit: false,
    rolldownOptions: {
      // Vite's helper for import(), which has nothing to do in one script, asks for it.
      checks: { emptyImportMeta: false },
      // All beside the HTML: a classic script that has run knows its page's address only.
      output: { format: "iife", entryFileNames: "[name]-[hash].js" },
    },
  },
};

/** vitest: what of the page needs no browser, in Node.js. */
const test: ViteUserConfig = {
  define: shared.define!,
  test: {
    include: ["tests/node/*.spec.{ts,tsx}"],
    allowOnly: !process.env["CI"],
    // A machine of two cores that does other work is many times slower than a quiet one.
    testTimeout: 180_000,
    // Its own default leaves a core to whoever watches, which of two is half.
    maxWorkers: availableParallelism(),
    expect: { poll: { timeout: 30_000 } },
  },
};

export default defineConfig(({ mode }) => ({ single, embed, test })[mode] ?? site);
