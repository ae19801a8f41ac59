// Pages that the demo is embedded in, each on an origin of its own.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { FrameLocator, Page } from "@playwright/test";
import { done } from "./app.ts";
import { expect, test as base } from "./harness.ts";

export { expect };
export { fragment, small, endless } from "./app.ts";

interface Message {
  type: "height" | "state";
  height: number;
  phase: string;
  message: string;
  iteration: number;
  iterations: number;
}

export interface Paper {
  /** Opens a page with this body, on another origin than the demo's. */
  open(body: string, headers?: Record<string, string>): Promise<void>;
  /** What the frames have told, oldest first. */
  messages(): Promise<Message[]>;
}

/** Notes what frames tell, and gives the frame with the id `auto` the height that it asks for. */
const listen = `
  window.messages = [];
  addEventListener("message", ({ data }) => {
    window.messages.push(data);
    const frame = document.getElementById("auto");
    if (frame && data.type === "height") frame.style.height = data.height + "px";
  });`;

export const test = base.extend<{ paper: Paper }>({
  paper: async ({ page }, use, info) => {
    // Several pages start in one test.
    info.setTimeout(90_000);
    let content = "";
    let further = {};
    const server = createServer((_, response) =>
      response.writeHead(200, { ...further, "Content-Type": "text/html" }).end(content),
    );
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    await use({
      async open(body, headers = {}) {
        further = headers;
        content = `<!doctype html><meta charset="utf-8"><title>A paper</title><script>${listen}</script><style>iframe { width: 100%; border: 0 }</style>${body}`;
        await page.goto(address);
      },
      messages: () => page.evaluate(() => (window as unknown as { messages: Message[] }).messages),
    });
    server.close();
    server.closeAllConnections();
  },
});

/** Waits until the frame says that it has done so many iterations. */
export async function finishedIn(frame: FrameLocator, iterations = 200): Promise<void> {
  await expect.poll(() => done(frame), { timeout: 30_000, intervals: [50] }).toBe(iterations);
}

/** Waits until the frame is on its way. */
export async function begunIn(frame: FrameLocator): Promise<void> {
  await expect.poll(() => done(frame), { timeout: 30_000, intervals: [50] }).toBeGreaterThan(0);
}

export const frameOf = (page: Page, id: string) => page.frameLocator(`#${id}`);
