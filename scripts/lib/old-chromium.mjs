// The Chromium of January 2023, the last one of Windows 7 and 8, from an npm package, in the project's own .tools folder.
import { existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { run, say, toolsDir } from "./run.mjs";

export const VERSION = "109.0.6";
const folder = join(toolsDir, `chromium-${VERSION}`);

/** Where its program is; null where the package has none for this machine. */
export async function oldChromium() {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const file = join(folder, "node_modules/@sparticuz/chromium");
  if (!existsSync(file)) {
    say(`installing Chromium ${VERSION} into .tools (once)`);
    mkdirSync(folder, { recursive: true });
    const quiet = ["--no-save", "--no-audit", "--no-fund", "--loglevel", "error"];
    await run("npm", ["install", "--prefix", folder, ...quiet, `@sparticuz/chromium@${VERSION}`]);
  }
  return createRequire(import.meta.url)(file).executablePath();
}
