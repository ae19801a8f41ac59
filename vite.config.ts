import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** How the page starts a worker: `new Worker(new URL("./file", import.meta.url), …)`. */
const workerUrl = /(?<=new Worker\()new URL\("([^"]+)", import\.meta\.url\)/g;

/** Builds workers together with the page, so that what both need is one file. */
const sharedWorkers: Plugin = {
  name: "shared-workers",
  apply: "build",
  enforce: "pre",
  transform(code, importer) {
    if (!code.match(workerUrl)) return undefined;
    const emit = (file: string) => this.emitFile({ type: "chunk", id: join(dirname(importer), file) });
    return {
      code: code.replace(workerUrl, (_, file: string) => `import.meta.ROLLUP_FILE_URL_${emit(file)}`),
      map: null,
    };
  },
};

/** In place of what Vite puts around imports on demand: style sheets come first, and that is all. */
const lighterPreload: Plugin = {
  name: "lighter-preload",
  enforce: "pre",
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => `
      const sheets = new Map();
      const bring = (href) => sheets.get(href) ?? sheets.set(href, new Promise((onload, onerror) => {
        document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload, onerror }));
      })).get(href);
      export const __vitePreload = (load, files = [], base) => Promise.all(files.map((file) => bring(new URL(file, base).href))).then(load);`,
  },
};

/**
 * uPlot has what no bundler can drop: helpers that it hangs on its function, of which the page calls one, and what its
 * options choose: dates, log scales, a legend, data that are not aligned. The page chooses none of them
 * (views/curves/plot.ts).
 */
const leanPlot: Plugin = {
  name: "lean-plot",
  transform: {
    filter: { id: /uPlot\.esm\.js$/ },
    handler(code) {
      const changes: [RegExp, string][] = [
        [/^\t?\(?(uPlot|paths)\.(?!join)\w+\s*= \w+\)?;$/gm, ""],
        [/(?<=\bFEAT_TIME\s*= )true/g, "false"],
        [/(?<=\blet isTime = ).*(?=;$)/gm, "false"],
        [/\b(\w+\.)?distr +(== +(3|4|100)|>= 3)/g, "false"],
        [/\b(legend\.(live|show)|mode == 2)\b/g, "false"],
        [/^\tconst _(tzDate|fmtDate|timeAxisSplits|timeAxisVals|timeSeriesVal)\s*=.*;$/gm, ""],
        [/^const \[ timeIncrs\w+, .*;$/gm, ""],
      ];
      const lean = changes.reduce(
        (text, [from, to]) => (from.test(text) ? text.replace(from, to) : this.error("uPlot is not written as it was")),
        code,
      );
      return { code: lean, map: null };
    },
  },
};

/** dist/site: files for a static host. */
const site: UserConfig = {
  ...shared,
  plugins: [sharedWorkers, lighterPreload, leanPlot],
  build: {
    outDir: "../dist/site",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    // What comes on demand needs no more scripts than itself; see lighterPreload.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === "html" ? files : files.filter((file) => file.endsWith(".css")),
    },
    rolldownOptions: {
      output: {
        // One file for what starts the page, and one for what workers need too: small files compress badly.
        codeSplitting: {
          groups: [
            { name: "core", test: /simulation\/serve\.ts$/ },
            { name: "start", tags: ["$initial"], test: /(?<!simulation\/worker\.ts)$/ },
          ],
        },
      },
    },
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
  plugins: [inlineWorkers, leanPlot, viteSingleFile()],
  resolve: {
    alias: [
      {
        find: "./addresses",
        replacement: fileURLToPath(new URL("www/src/simulation/addresses-single.ts", import.meta.url)),
      },
    ],
  },
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
    handler: (html) =>
      html
        .replace("<html", "<html data-embed")
        .replace("./src/main.ts", "./src/embed.ts")
        .replace(/\s*<link rel="icon".*/, ""),
  },
  generateBundle: {
    order: "post",
    handler(_, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") return this.error("the frame has no HTML");
      page.fileName = "embed.html";
      page.source = String(page.source)
        .replace(/<(script|link)([^>]*) crossorigin/g, "<$1$2")
        .replace('type="module"', "defer");
    },
  },
};

/** dist/site/embed.html: the page in a frame, beside the page. */
const embed: UserConfig = {
  ...shared,
  plugins: [framePage, leanPlot],
  experimental: {
    // A classic script does not know its own address once it has run; all addresses start from the HTML.
    renderBuiltUrl: (file, { hostType }) =>
      hostType === "js" ? { runtime: `new URL(${JSON.stringify(file)}, document.baseURI).href` } : { relative: true },
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
