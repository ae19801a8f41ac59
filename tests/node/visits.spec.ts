// @vitest-environment happy-dom
// Visits to the page that need no layout: what its parts say and do together.
import { expect, test } from "vitest";
import { small } from "../page/documents.ts";
import { typed } from "./laboratory.ts";
import { choose, click, finished, open, openPage, screen, set, text, within } from "./page.ts";

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

test("every symbol and name beside the pictures is explained where it stands first", async () => {
  await openPage("#preset=beliefs&room=laboratory");
  await finished();
  for (const [place, words, meaning] of [
    [".view-facts", "λ", "left after one round of averaging"],
    [".view-facts", "λₘᵢₙ", "smallest eigenvalue of W"],
    [".view-facts", "1 − λ", "disagreement shrinks"],
    ["#chips", "(I+W)/2", "in place of W"],
    ["#reading-text", "Alone", "No talking"],
  ] as const) {
    within(document.querySelector<HTMLElement>(place)!).getByRole("button", { name: words }).focus();
    await expect.poll(() => screen.queryByRole("tooltip")?.textContent).toContain(meaning);
  }
  const [, right] = document.querySelectorAll<HTMLElement>("#graph .view-name select");
  expect(right!.title).toMatch(/Step and average.*\s\(I\+W\)\/2 in place of W/);
});

test("undo knows which step a document was made from; what is looked at in another way stands in the address", async () => {
  const step = () => typed(/^Step size/).value;
  await openPage("#preset=agents-4&room=laboratory");
  await finished();
  const words = text("#headline");
  set(typed(/^Step size/), "0.7");
  click("When it blows up", document.querySelector<HTMLElement>(".contents")!);
  await expect.poll(() => text("#headline")).not.toBe(words);
  for (const value of ["0.7", "1.5"]) {
    click("Undo the last change");
    await expect.poll(() => [text("#headline"), step()]).toEqual([words, value]);
  }
  // What a step is looked at as by itself is no part of its address; what differs is.
  await openPage("#preset=agents-4&room=laboratory");
  const plotted = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "What is plotted" });
  choose(plotted(), "consensus");
  await expect.poll(() => location.hash).toMatch(/^#lesson=agents-4&metric=consensus&.*room=laboratory$/);
  await openPage(location.hash);
  expect(plotted().value).toBe("consensus");
});

test("curves computed beforehand are those of the figure as it is, and give way to what is asked for", async () => {
  const said = () => text("#reading-text").includes("Computed beforehand");
  await openPage("#preset=figure-2-left&room=laboratory");
  await expect.poll(said).toBe(true);
  const plotted = screen.getByRole<HTMLSelectElement>("combobox", { name: "What is plotted" });
  for (const place of [1, 0]) {
    choose(plotted, plotted.options[place]!.value);
    await expect.poll(said).toBe(place === 0);
  }
  set(typed(/^Step size/), "0.02");
  await screen.findByRole("button", { name: "Pause" });
  await expect.poll(said).toBe(false);
  click("Undo the last change");
  await expect.poll(said).toBe(true);
});
