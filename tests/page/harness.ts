// What every page test starts from: the built site on a host of its own, and a page that must stay free of errors.
import { test as base } from "@playwright/test";
import type { AddressInfo } from "node:net";
import { preview, type Plugin } from "vite";
import { bringFonts, type Fonts } from "./fonts.ts";

export { expect } from "@playwright/test";

/** How the site is hosted. */
export interface Host {
  /** The folder that the site lies in, as `/folder/`. */
  base?: string;
  /** The media type that `.wasm` files are sent with, instead of the right one. */
  wasmType?: string;
  /** Further response headers. */
  headers?: Record<string, string>;
}

export interface TestOptions {
  /** What the page's texts can be shown in, and are in the first. */
  fonts: readonly Fonts[];
}

export interface HostOptions {
  host: Host;
  /** The address of the site's folder. */
  site: string;
}

function sendWasmAs(type: string): Plugin {
  return {
    name: "send-wasm-as",
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url?.endsWith(".wasm")) {
          const writeHead = response.writeHead.bind(response);
          response.writeHead = ((status: number, headers: object) =>
            writeHead(status, { ...headers, "Content-Type": type })) as typeof response.writeHead;
        }
        next();
      });
    },
  };
}

export const test = base.extend<TestOptions & { problems: string[] }, HostOptions>({
  fonts: [["wide"], { option: true }],
  context: async ({ context, fonts }, use) => {
    await bringFonts(context, fonts);
    await use(context);
  },
  host: [{}, { option: true, scope: "worker" }],
  site: [
    async ({ host }, use) => {
      const server = await preview({
        base: host.base ?? "/",
        logLevel: "warn",
        plugins: host.wasmType ? [sendWasmAs(host.wasmType)] : [],
        preview: { host: "127.0.0.1", port: 0, headers: host.headers ?? {} },
      });
      const { port } = server.httpServer.address() as AddressInfo;
      await use(`http://127.0.0.1:${port}${host.base ?? "/"}`);
      await server.close();
    },
    { scope: "worker" },
  ],
  baseURL: ({ site }, use) => use(site),
  /** Everything that went wrong in the page; a test that expects trouble empties it. */
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(`console: ${message.text()}`);
      });
      page.on("requestfailed", (request) => {
        const why = request.failure()?.errorText;
        // What a page that is left had still asked for is cut off; of a host that fails the browser says something else.
        if (why !== "net::ERR_ABORTED") problems.push(`failed: ${request.url()} ${why}`);
      });
      await use(problems);
      test.expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
