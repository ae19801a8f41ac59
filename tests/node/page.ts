// The page in Node.js, on the DOM of happy-dom: its HTML, all its parts, and runs on its own thread. What it lacks is
// what only a browser has: layout (every element is as large as every other), pixels, workers, frames.
// A spec that opens it begins with `// @vitest-environment happy-dom`.
import { configure, screen, within } from "@testing-library/dom";
import { readFileSync } from "node:fs";
import { options as rendering } from "preact";
import { afterEach, beforeAll, vi } from "vitest";
import { startApp, type App } from "../../www/src/app/app.tsx";
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
configure({
  defaultHidden: true,
  asyncUtilTimeout: 30_000,
  getElementError: (message) => new Error(message?.split("\n")[0]),
});

/** Ends what a visit has left running. */
let leave = (): void => {};

/** The page that is open. */
let app: App;

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

/** What the page waits for: pauses of its own, and frames. */
const awaited = new Set<unknown>();

/** A longer time, in ms, is no pause after which something is told. */
const LONGEST_PAUSE = 1_000;

/** Pauses are that many times as short here. */
const HASTE = 10;

/** Notes what the page listens to and waits for, so that it ends with the visit. */
function confine(): () => void {
  const visit = new AbortController();
  const timers = new Set<ReturnType<typeof setTimeout>>();
  const { setTimeout, clearTimeout, requestAnimationFrame, cancelAnimationFrame } = globalThis;
  for (const target of [globalThis, document] as EventTarget[]) {
    const listen = target.addEventListener.bind(target);
    vi.spyOn(target, "addEventListener").mockImplementation((type, listener, options) =>
      listen(type, listener, {
        ...(typeof options === "object" ? options : { capture: options ?? false }),
        signal: visit.signal,
      }),
    );
  }
  const later = (act: (...given: unknown[]) => void, wait = 0, ...given: unknown[]) => {
    const isPause = wait <= LONGEST_PAUSE;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        awaited.delete(timer);
        act(...given);
      },
      isPause ? wait / HASTE : wait,
    );
    timers.add(timer);
    if (isPause) awaited.add(timer);
    return timer;
  };
  vi.stubGlobal("setTimeout", later);
  vi.stubGlobal("clearTimeout", (timer: ReturnType<typeof setTimeout>) => {
    awaited.delete(timer);
    clearTimeout(timer);
  });
  vi.stubGlobal("requestAnimationFrame", (draw: FrameRequestCallback) => {
    const frame = requestAnimationFrame((now) => {
      awaited.delete(frame);
      draw(now);
    });
    awaited.add(frame);
    return frame;
  });
  vi.stubGlobal("cancelAnimationFrame", (frame: number) => {
    awaited.delete(frame);
    cancelAnimationFrame(frame);
  });
  return () => {
    visit.abort();
    for (const timer of timers) clearTimeout(timer);
    awaited.clear();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
}

interface Visit {
  /** Whether the reader is shown what moves. */
  motion?: boolean;
}

/** Opens the page at an address, and resolves when it stands. */
export async function openPage(fragment = "", { motion = false }: Visit = {}): Promise<App> {
  leave();
  const end = confine();
  furnish();
  const [, body] = /<body>(.*)<\/body>/s.exec(readFileSync("www/index.html", "utf8"))!;
  document.body.innerHTML = body!.replaceAll(/<(script|noscript).*?<\/\1>/gs, "");
  history.replaceState(null, "", `/${fragment}`);
  const matches = (query: string) => (/reduced-motion/.test(query) ? !motion : /width >=/.test(query));
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: matches(query), addEventListener: () => {} }));
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
  app = await startApp({ pool, appearance: new Appearance(), options, home: null, files });
  // What the laboratory brings late would else come into the page of the next visit.
  const isWhole = () => document.documentElement.dataset["room"] !== "laboratory" || text("#panels-files > div") !== "";
  await vi.waitUntil(isWhole, { timeout: 60_000, interval: 10 });
  return app;
}

/** Opens a document, in the laboratory. */
export async function open(document: unknown = small, view: Record<string, string> = {}, visit?: Visit): Promise<App> {
  return openPage(`#${await encodeLink(document as ExperimentDocument, view)}`, visit);
}

/** Waits until the run is over, and everything is told that is told of it. */
export const finished = () =>
  vi.waitUntil(() => app.conductor.phase === "finished" && awaited.size === 0, { timeout: 60_000, interval: 5 });

/** What stands in an element, with single spaces. */
export const text = (selector: string): string =>
  (document.querySelector(selector)?.textContent ?? "").replaceAll(/\s+/g, " ").trim();

/** Clicks the button of this name, or of the first that matches. */
export function click(name: string | RegExp, within_: HTMLElement = document.body): void {
  const [button] = within(within_).getAllByRole("button", { name });
  button!.focus();
  button!.click();
}

/** The field of this name, once it is there. */
export const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>("textbox", { name });

/** Chooses an option. */
export function choose(select: HTMLElement, value: string): void {
  (select as HTMLSelectElement).value = value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Gives a field a value, as a reader who types it and leaves, or who moves its slider. */
export function set(field: HTMLElement, value: string): void {
  (field as HTMLInputElement).value = value;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Presses a key, which bubbles from `target`. */
export function press(target: Element, key: string): void {
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}
