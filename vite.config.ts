import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

const shared: UserConfig = {
  root: "www",
  define: { __SUDA_VERSION__: JSON.stringify(version) },
  // Relative addresses: what is built works from any folder of any host.
  base: "./",
};

/** dist/site: files for a static host. */
const site: UserConfig = {
  ...shared,
  worker: { format: "es" },
  build: {
    outDir: "../dist/site",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // The .wasm stays a file: it compiles while it streams in.
    assetsInlineLimit: (file) => (file.endsWith(".wasm") ? false : undefined),
  },
};

/** Makes workers that are files of their own a part of the page. */
const inlineWorkers: Plugin = {
  name: "inline-workers",
  enforce: "pre",
  transform(code) {
    const imports: string[] = [];
    const changed = code.replace(/new Worker\(new URL\(("[^"]+"), import\.meta\.url\), [^)]*\)/g, (_, file: string) => {
      const name = `InlineWorker${imports.length}`;
      imports.push(`import ${name} from ${file.replace(/"$/, '?worker&inline"')};\n`);
      return `new ${name}()`;
    });
    return imports.length > 0 ? { code: imports.join("") + changed, map: null } : undefined;
  },
};

/** dist/single/index.html: one file that a browser opens from a disk, where it refuses to fetch another. */
const single: UserConfig = {
  ...shared,
  plugins: [inlineWorkers, viteSingleFile()],
  resolve: { alias: [{ find: "./addresses", replacement: fileURLToPath(new URL("www/src/simulation/addresses-single.ts", import.meta.url)) }] },
  // A module worker does not start from a blob of such a page.
  worker: { format: "iife" },
  build: {
    outDir: "../dist/single",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: () => true,
  },
};

/** The page's HTML with the frame's script, a classic one, which needs no CORS headers. */
const framePage: Plugin = {
  name: "frame-page",
  transformIndexHtml: {
    order: "pre",
    // Without its icon, which is a `data:` address; see assetsInlineLimit below.
    handler: (html) => html.replace("<html", "<html data-embed").replace("./src/main.ts", "./src/embed.ts").replace(/\s*<link rel="icon".*/, ""),
  },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return this.error("the frame has no HTML");
      page.fileName = "embed.html";
      page.source = String(page.source).replace(/<(script|link)([^>]*) crossorigin/g, "<$1$2").replace('type="module"', "defer");
    },
  },
};

/** dist/site/embed.html: the page in a frame, beside the page. */
const embed: UserConfig = {
  ...shared,
  plugins: [framePage],
  experimental: {
    // A classic script does not know its own address once it has run; all addresses start from the HTML.
    renderBuiltUrl: (file, { hostType }) => (hostType === "js" ? { runtime: `new URL(${JSON.stringify(file)}, document.baseURI).href` } : { relative: true }),
  },
  worker: { format: "iife", rolldownOptions: { output: { entryFileNames: "embed/[name]-[hash].js" } } },
  build: {
    outDir: "../dist/site",
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    rolldownOptions: {
      // What import.meta.url is used for, renderBuiltUrl does.
      checks: { emptyImportMeta: false },
      output: {
        format: "iife",
        entryFileNames: "embed/[name]-[hash].js",
        assetFileNames: ({ names }) => `${names[0]?.endsWith(".css") ? "embed" : "assets"}/[name]-[hash][extname]`,
      },
    },
    // Files of their own: a host's policy may forbid `data:`.
    assetsInlineLimit: () => false,
  },
};

/** dist/site/element.js: the custom element, a module of one file. */
const element: UserConfig = {
  ...shared,
  build: {
    outDir: "../dist/site",
    emptyOutDir: false,
    target: "es2022",
    modulePreload: false,
    rolldownOptions: { input: "www/src/element.ts", output: { entryFileNames: "element.js" } },
  },
};

export default defineConfig(({ mode }) => ({ single, embed, element })[mode] ?? site);
