import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig, type HtmlTagDescriptor as Tag, type Plugin, type UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";
import type { ViteUserConfig } from "vitest/config";
import { codeAddress, siteAddress } from "./scripts/lib/code-address.mjs";

const about = JSON.parse(readFileSync("package.json", "utf8")) as { version: string; homepage?: string };
const { version } = about;
const address = siteAddress(about, process.env["SUDA_SITE"]);

const shared: UserConfig = {
  root: "www",
  // Relative addresses: what is built works from any folder of any host.
  base: "./",
  // The images of digits lie outside of the page.
  server: { fs: { allow: [".."] } },
  define: { __SUDA_VERSION__: JSON.stringify(version) },
};

/** What the one HTML of all pages leaves open: its first script, `www/src/app/<page>.ts`, and what stands in its head. */
const pageOf = (page: "main" | "single" | "embed", ...head: Tag[]): Plugin => ({
  name: "page",
  config: () => ({
    define: {
      "import.meta.env.SUDA_PAGE": JSON.stringify(page),
      // The link to the code leads where package.json says.
      "import.meta.env.SUDA_CODE": JSON.stringify(codeAddress(about)),
      // Programs that show cards of links want whole addresses, where the site's is known.
      "import.meta.env.SUDA_SITE": JSON.stringify(address ?? ""),
    },
  }),
  transformIndexHtml: { order: "pre", handler: () => head },
});

const icon = (href: string): Tag => ({ tag: "link", attrs: { rel: "icon", href }, injectTo: "head" });
const preload: Tag = {
  tag: "link",
  attrs: { rel: "preload", as: "fetch", type: "application/wasm", crossorigin: true, href: "./pkg/suda_bg.wasm" },
  injectTo: "head",
};
const itself: Tag[] = address
  ? [{ tag: "meta", attrs: { property: "og:url", content: address }, injectTo: "head" }]
  : [];

/** The custom element is a module of one file, wherever that comes from: it has copies of what it shares with the page. */
const elementAlone: Plugin = {
  name: "element-alone",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!importer?.endsWith("/src/app/element.ts")) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?element`;
  },
};

const SHARED =
  /www\/src\/(controls\/dom|state\/document)\.ts$|www\/src\/views\/(element|format|legend|theme|typeset)\.ts$|\/d3-(dispatch|drag|path|timer)\//;

/** dist/site: the page, for a static host, and the element that shows parts of it in another page. */
const site: UserConfig = {
  ...shared,
  plugins: [pageOf("main", icon("./icon.svg"), preload, ...itself), elementAlone],
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
      input: ["www/index.html", "www/src/app/element.ts"],
      output: {
        entryFileNames: ({ name }) => (name === "element" ? "element.js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: [{ name: "shared", test: SHARED }] },
      },
    },
  },
};

/** Vite leaves icons as files of their own. */
const iconInside = `data:image/svg+xml,${encodeURIComponent(readFileSync("www/icon.svg", "utf8").trim())}`;

/** dist/single/index.html: the page in one file, for browsers that open it from a disk and refuse to fetch another. */
const single: UserConfig = {
  ...shared,
  plugins: [pageOf("single", icon(iconInside)), viteSingleFile()],
  build: { outDir: "../dist/single", emptyOutDir: true, target: "es2022", assetsInlineLimit: () => true },
};

/** The page in a frame: embed.html, with a classic script, which needs no CORS headers. */
const framePage: Plugin = {
  name: "frame-page",
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replace('type="module"', "defer").replaceAll(" crossorigin", ""),
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
  plugins: [pageOf("embed"), framePage],
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
