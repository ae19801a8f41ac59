// The laboratory in Node.js: its panels, tables and files, as a reader has them.
import { vi } from "vitest";
import type { App } from "../../www/src/app/app.tsx";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { small } from "../page/documents.ts";
import { finished, open, text } from "./page.ts";

export { openPanel } from "./panels.ts";

export const one = <Kind extends HTMLElement = HTMLElement>(selector: string): Kind =>
  document.querySelector<Kind>(selector)!;
export const all = <Kind extends HTMLElement = HTMLElement>(selector: string): Kind[] => [
  ...document.querySelectorAll<Kind>(selector),
];
/** The first of these elements that says this. */
export const saying = <Kind extends HTMLElement = HTMLElement>(selector: string, words: RegExp): Kind =>
  all<Kind>(selector).find(({ textContent }) => words.test(textContent))!;

/** The first field of this name, within `place`, that is no slider. */
export const field = (name: RegExp, place = "body"): HTMLInputElement =>
  all<HTMLInputElement>(`${place} :is(input:not([type=range]), select, textarea)`).find((input) =>
    name.test(input.getAttribute("aria-label") ?? input.labels?.[0]?.textContent ?? ""),
  )!;

/** The first box of this name that numbers are typed into. */
export const typed = (name: RegExp): HTMLInputElement =>
  all<HTMLInputElement>("input[inputmode]").find((input) =>
    name.test(input.getAttribute("aria-label") ?? input.labels?.[0]?.textContent ?? ""),
  )!;

/** The line of time. */
export const timeLine = () => one<HTMLInputElement>("[aria-label='Iteration shown']");

/** Opens what folds, and what is loaded with it. */
export function unfold(details: HTMLElement): void {
  if ((details as HTMLDetailsElement).open) return;
  (details as HTMLDetailsElement).open = true;
  details.dispatchEvent(new Event("toggle"));
}

/** The document of the newest run, when it is over. */
export async function ranDocument({ conductor }: App): Promise<ExperimentDocument> {
  await vi.waitUntil(() => conductor.phase === "finished", { timeout: 60_000 });
  return conductor.run!.document;
}

/** Opens an experiment on this network, and lets it run. */
export async function begin(network: object, rest: object = {}) {
  const app = await open({ ...small, ...rest, network });
  await finished();
  return { app, network: async () => (await ranDocument(app)).network };
}

/** The rows of a figure's table, as they are in the end. */
export function rowsOf(figure: string): string[][] {
  const table = saying(`${figure} details`, /^Data table/);
  unfold(table);
  return [...table.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent ?? ""));
}

/** A number as the page sets it: −0.5, 1.2×10⁻³. */
export function numbersIn(words: string): number[] {
  const plain = words.replaceAll("−", "-").replace(/×10(⁻?)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)/g, (_, minus: string, power: string) => {
    const digits = Array.from(power, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit));
    return `e${minus && "-"}${digits.join("")}`;
  });
  return (plain.match(/-?[\d.]+(e-?\d+)?/g) ?? []).map(Number);
}

/** What is read out of a figure. */
export const summary = (figure: string): string => text(`${figure} [aria-live=polite]`);

export function press(target: HTMLElement, ...keys: string[]): void {
  for (const key of keys) {
    const [name, ...held] = key.split("+").reverse() as [string, ...string[]];
    const shiftKey = held.includes("Shift");
    target.dispatchEvent(new KeyboardEvent("keydown", { key: name, shiftKey, bubbles: true, cancelable: true }));
  }
}
