// @vitest-environment happy-dom
// A run as a reader plays, holds and steps it, and what stands still beside it.
import { expect, test } from "vitest";
import { LocalWorker, Pool, type RunEvents } from "../../www/src/simulation/pool.ts";
import type { Run } from "../../www/src/simulation/run.ts";
import { endless, small } from "../page/documents.ts";
import { choose, click, open, openPage, screen, text } from "./page.ts";

const fail = (what: string) => () => expect.unreachable(what);

test("pause holds, step adds one iteration, play goes on, reset goes back", async () => {
  const { conductor } = await open(endless);
  const done = () => conductor.run!.done;
  await expect.poll(done).toBeGreaterThan(1_000);
  click("Pause");
  // What it had been allowed is still done.
  let held = -1;
  const hasStopped = () => {
    const before = held;
    held = done();
    return held === before;
  };
  await expect.poll(hasStopped, { interval: 100 }).toBe(true);
  click(/^Step/);
  await expect.poll(done).toBe(held + 1);
  click("Play");
  await expect.poll(done).toBeGreaterThan(held + 100);
  click(/^Reset/);
  await expect.poll(done).toBe(0);
  await screen.findByRole("button", { name: "Play" });
});

test("a run is shown on its way, or at its end where little motion is asked for; a slow speed is kept", async () => {
  const hurried = await open();
  expect(hurried.conductor.speed.id).toBe("full");
  const { conductor } = await openPage("", { motion: true });
  expect(conductor.speed.id).toBe("story");
  await open({ ...small, iterations: 4_000 }, {}, { motion: true });
  const speed = screen.getByRole<HTMLSelectElement>("combobox", { name: "Speed" });
  choose(speed, [...speed.options].find((option) => option.text === "10 iterations/s")!.value);
  click(/^Reset/);
  (await screen.findByRole("button", { name: "Play" })).click();
  const began = performance.now();
  const shown = () => Number(/k = (\d+)/.exec(text("#transport .count"))?.[1]);
  await expect.poll(shown).toBeGreaterThan(4);
  expect(shown()).toBeLessThan((10 * (performance.now() - began)) / 1_000 + 2);
});

test("the numbers do not depend on how many workers share the work", async () => {
  for (const trials of [1, 5]) {
    const document = { ...small, trials };
    const curves = [];
    for (const cores of [1, 2, 7]) {
      const pool = new Pool(cores, () => new LocalWorker());
      const run = await new Promise<Run>((resolve) => {
        const events: RunEvents = {
          onProgress: (run) => run.finished && resolve(run),
          onRefused: fail("refused"),
          onBroken: fail("broken"),
          onNoWorkers: fail("no workers"),
        };
        pool.start(document, events).allow(Infinity);
      });
      expect(run.parts.length > 1).toBe(cores > 1);
      const { recording } = run;
      curves.push(document.methods.map((_, place) => recording.curve(place, "gradientNorm").mean.slice()));
      pool.cancel();
    }
    expect(curves[0]!.flat().every(Number.isFinite)).toBe(true);
    expect(curves[1]).toEqual(curves[0]);
    expect(curves[2]).toEqual(curves[0]);
  }
});
