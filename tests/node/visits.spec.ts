// @vitest-environment happy-dom
// Visits to the page that need no layout: what its parts say and do together.
import { expect, test } from "vitest";
import { small } from "../page/documents.ts";
import { choose, click, finished, open, openPage, screen, set, text } from "./page.ts";

test("the story is told step by step, each with its run and its words", async () => {
  await openPage();
  expect([text("#way .where"), text("#words h2")]).toEqual(["1 of 12", expect.stringContaining("memory")]);
  await finished();
  click(/^Next/);
  await expect.poll(() => [text("#way .where"), location.hash]).toEqual(["2 of 12", "#lesson=pulled-apart"]);
});

test("a document opens in the laboratory; a change runs anew, and can be undone", async () => {
  const { conductor } = await open();
  await finished();
  expect(conductor.run!.done).toBe(small.iterations);
  const step = await screen.findByRole("textbox", { name: /Step size/ });
  set(step, "0.05");
  await finished();
  expect(conductor.run!.document.stepSize).toEqual({ kind: "constant", value: 0.05 });
  click("Undo");
  await expect.poll(() => conductor.run!.document.stepSize).toEqual(small.stepSize);
});

test("the address of a table of the paper, given in the story, leads to the laboratory", async () => {
  await openPage();
  await finished();
  location.hash = "#table-1";
  await expect.poll(() => document.documentElement.dataset["room"]).toBe("laboratory");
});

test("the choice of light or dark is taken, and remembered on the next visit", async () => {
  const theme = () => document.documentElement.dataset["theme"];
  await open();
  expect(theme()).toBe("light");
  choose(screen.getByRole("combobox", { name: "Appearance" }), "dark");
  expect(theme()).toBe("dark");
  await open();
  expect(theme()).toBe("dark");
  localStorage.clear();
});
