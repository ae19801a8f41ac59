import { existsSync } from "node:fs";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

const shared: UserConfig = {
  root: "www",
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
    rolldownOptions: { input: ["www/index.html", "www/embed.html"].filter((file) => existsSync(file)) },
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
  // A module worker does not start from a blob of such a page.
  worker: { format: "iife" },
  build: {
    outDir: "../dist/single",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: () => true,
  },
};

export default defineConfig(({ mode }) => (mode === "single" ? single : site));
