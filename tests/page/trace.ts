/** What the page's own thread is busy with, from the browser's trace. */
import type { Browser, Page } from "@playwright/test";
import { expect } from "./harness.ts";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** When it began, and how long it took, in µs. */
  ts: number;
  dur?: number;
  /** The thread's own processor time, in µs, which other programs do not lengthen. */
  tdur?: number;
  args: { name?: string; chrome_mojo_event_info?: { mojo_interface_tag?: string } };
}

/**
 * The longest task of the page's thread while `work` is done, in ms of processor time. What the tests ask of the page by
 * DevTools, as where an element is, are tasks of this thread too, and none of the page's.
 */
export async function busiestTask(browser: Browser, page: Page, work: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const all = traceEvents.filter(({ pid, tid }) => threads.some((thread) => thread.pid === pid && thread.tid === tid));
  const asked = all.filter(
    ({ args }) => args.chrome_mojo_event_info?.mojo_interface_tag === "blink.mojom.DevToolsSession",
  );
  const tasks = all.filter(
    ({ name, ph, ts, dur = 0 }) =>
      ph === "X" && name.endsWith("RunTask") && !asked.some((message) => message.ts >= ts && message.ts <= ts + dur),
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(tasks.length).toBeGreaterThan(10);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}
