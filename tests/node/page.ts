// The page in Node.js, on the DOM of happy-dom: its HTML, all its parts, and runs on its own thread. What it lacks is
// what only a browser has: layout (every element is as large as every other), pixels, workers, frames.
// A spec that opens it begins with `// @vitest-environment happy-dom`.
import { configure, screen, within } from "@testing-library/dom";
import { readFileSync } from "node:fs";
import { options as rendering } from "preact";
import { afterEach, beforeAll, vi } from "vitest";
import { startApp, type App } from "../../www/src/app.tsx";
import { Session } from "../../www/src/files/import/session.ts";
import { Pool } from "../../www/src/simulation/pool.ts";
import { Appearance } from "../../www/src/state/appearance.ts";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { encodeLink } from "../../www/src/state/link.ts";
import { readOptions } from "../../www/src/state/options.ts";
import { makeCore } from "../page/core.ts";
import { small } from "../page/documents.ts";

export { fireEvent, screen, waitFor, within } from "@testing-library/dom";

// What has a role is found also where only styles, which are not loaded here, tell whether it is seen.
configure({ defaultHidden: true, asyncUtilTimeout: 30_000 });

/** Ends what a visit has left running. */
let leave = (): void => {};

beforeAll(makeCore);
// Effects wait for no timer: one that ends with its visit would hold up those of the next.
rendering.requestAnimationFrame = queueMicrotask;
afterEach(() => leave());

/** Each element has this size, in CSS pixels. */
const SIZE = { width: 600, height: 400 };

/** Tells of the size once. */
function SizeObserver(this: ResizeObserver, tell: (entries: object[]) => void): void {
  this.observe = () => queueMicrotask(() => tell([{ contentRect: SIZE }]));
  this.unobserve = this.disconnect = () => {};
}

function makeOption(label: string, value: string): HTMLOptionElement {
  return Object.assign(document.createElement("option"), { textContent: label, value });
}

/** Has elements a size, and canvases a context that draws nothing. */
function furnish(): void {
  for (const side of ["Width", "Height"] as const) {
    const get = () => SIZE[side === "Width" ? "width" : "height"];
    for (const of of ["client", "offset", "scroll"])
      Object.defineProperty(HTMLElement.prototype, of + side, { configurable: true, get });
  }
  const nothing: object = new Proxy(() => nothing, {
    get: (_, name) => (name === "width" ? 40 : name === "data" ? new Uint8ClampedArray(4_000_000) : nothing),
    set: () => true,
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(() => nothing as never);
  vi.stubGlobal("ResizeObserver", SizeObserver);
  vi.stubGlobal("Option", makeOption);
}

/** Notes what the page listens to and waits for, so that it ends with the visit. */
function confine(): () => void {
  const visit = new AbortController();
  const timers: ReturnType<typeof setTimeout>[] = [];
  const { setTimeout } = globalThis;
  for (const target of [globalThis, document] as EventTarget[]) {
    const listen = target.addEventListener.bind(target);
    vi.spyOn(target, "addEventListener").mockImplementation((type, listener, options) =>
      listen(type, listener, {
        ...(typeof options === "object" ? options : { capture: options ?? false }),
        signal: visit.signal,
      }),
    );
  }
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((...call: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...call);
    timers.push(timer);
    return timer;
  }) as typeof setTimeout);
  return () => {
    visit.abort();
    timers.forEach(clearTimeout);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
}

/** Opens the page at an address, without motion, and resolves when it stands. */
export async function openPage(fragment = ""): Promise<App> {
  leave();
  const end = confine();
  furnish();
  const [, body] = /<body>(.*)<\/body>/s.exec(readFileSync("www/index.html", "utf8"))!;
  document.body.innerHTML = body!.replaceAll(/<(script|noscript).*?<\/\1>/gs, "");
  history.replaceState(null, "", `/${fragment}`);
  const match = (query: string) => ({ matches: /reduced-motion|width >=/.test(query), addEventListener: () => {} });
  vi.stubGlobal("matchMedia", match);
  const noWorker = () => {
    throw new Error("there are no workers");
  };
  const pool = new Pool(0, noWorker);
  pool.provide(null as never, async () => readFileSync("data/digits.txt"));
  leave = () => {
    pool.cancel();
    end();
    leave = () => {};
  };
  const files = { spawn: noWorker, local: async () => new Session(), module: null as never };
  const options = readOptions(fragment.slice(1));
  return startApp({ pool, appearance: new Appearance(), options, home: null, files });
}

/** Opens a document, in the laboratory. */
export async function open(document: unknown = small, view: Record<string, string> = {}): Promise<App> {
  return openPage(`#${await encodeLink(document as ExperimentDocument, view)}`);
}

/** Waits until the run is over, and told. */
export async function finished(): Promise<void> {
  await screen.findByRole("button", { name: "Play again" });
  await vi.waitUntil(() => /^After /.test(text("#reading-text")), { timeout: 30_000 });
}

/** What stands in an element, with single spaces. */
export const text = (selector: string): string =>
  (document.querySelector(selector)?.textContent ?? "").replaceAll(/\s+/g, " ").trim();

/** Clicks the button of this name, or of the first that matches. */
export function click(name: string | RegExp, within_: HTMLElement = document.body): void {
  within(within_).getAllByRole("button", { name })[0]!.click();
}

/** Gives a field a value, as a reader who types it and leaves, or who moves its slider. */
export function set(field: HTMLElement, value: string): void {
  (field as HTMLInputElement).value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
