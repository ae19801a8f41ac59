// npm run picture: makes docs/page.webp, the picture in README.md, and www/public/card.jpg, that of the cards of links, of
// the page as it is when its first run has ended.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSite } from "./build.mjs";
import { browserFlags, ensureBrowser } from "./lib/browser.mjs";
import { isMain, root, say, script } from "./lib/run.mjs";

const picture = join(root, "docs/page.webp");
const card = join(root, "www/public/card.jpg");

/** Takes the picture of dist/site. */
export async function takePicture() {
  const { chromium } = await import("@playwright/test");
  const { preview } = await import("vite");
  const { browser: executablePath } = await ensureBrowser();
  const server = await preview({ logLevel: "warn", preview: { host: "127.0.0.1", port: 0 } });
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: "light" });
    await page.goto(`http://127.0.0.1:${server.httpServer.address().port}/`);
    await page.getByRole("button", { name: "Play again" }).waitFor({ timeout: 120_000 });
    // Playwright's own screenshots are PNG or JPEG, which are twice as large.
    const devtools = await page.context().newCDPSession(page);
    const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 90 });
    writeFileSync(picture, Buffer.from(data, "base64"));
    await takeCard(page);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** The finding and the figures alone, in the shape that cards have. */
async function takeCard(page) {
  await page.setViewportSize({ width: 1200, height: 630 });
  await page.addStyleTag({
    content: `
      #tools, #note, #bar, #reading, #story, footer, .skip { display: none !important; }
      html { scrollbar-width: none; }`,
  });
  // The figures are drawn anew in their new size.
  await page.waitForTimeout(500);
  await page.screenshot({ path: card, type: "jpeg", quality: 85 });
}

if (isMain(import.meta.url)) {
  await script(async () => {
    await buildSite();
    await takePicture();
    say(`${picture} and ${card} are taken`);
  });
}
