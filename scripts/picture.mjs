// npm run picture: makes docs/page.png, the picture in README.md, of the page as it is when its first run has ended.
import { chromium } from "@playwright/test";
import { join } from "node:path";
import { preview } from "vite";
import { buildSite } from "./build.mjs";
import { browserFlags, ensureBrowser } from "./lib/browser.mjs";
import { isMain, root, say, script } from "./lib/run.mjs";

const picture = join(root, "docs/page.png");

/** Takes the picture of dist/site. */
export async function takePicture() {
  const { browser: executablePath } = await ensureBrowser();
  const server = await preview({ logLevel: "warn", preview: { host: "127.0.0.1", port: 0 } });
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 790 }, colorScheme: "light" });
    await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/`);
    await page.getByRole("button", { name: "Play again" }).waitFor({ timeout: 120_000 });
    await page.screenshot({ path: picture });
  } finally {
    await browser.close();
    await server.close();
  }
}

if (isMain(import.meta.url)) {
  await script(async () => {
    await buildSite();
    await takePicture();
    say(`${picture} is taken`);
  });
}
