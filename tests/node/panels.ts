// Ways to drive the laboratory, on the DOM of happy-dom.
import { waitFor, within } from "@testing-library/dom";
import { expect, vi } from "vitest";
import type { ExperimentDocument } from "../../www/src/state/document.ts";
import { click, screen, set } from "./page.ts";

/** Opens the panel of this title; resolves with it when it has its content. */
export async function openPanel(title: string): Promise<HTMLElement> {
  const panels = within(document.getElementById("panels")!);
  const panel = (await panels.findByText(title, { selector: "summary > h3" })).closest("details")!;
  panel.open = true;
  panel.dispatchEvent(new Event("toggle"));
  await waitFor(() => expect(panel.querySelector(".body")!.textContent).not.toBe(""));
  return panel;
}

/** The document as the editor shows it. */
export async function documentOf(): Promise<ExperimentDocument> {
  await openPanel("Document");
  const text = await screen.findByLabelText<HTMLTextAreaElement>("The document as JSON");
  return JSON.parse(text.value) as ExperimentDocument;
}

export const setup = () => within(document.getElementById("panels-setup")!);

/** What follows an act of the reader is drawn before the next. */
const drawn = () => new Promise((resolve) => setTimeout(resolve));

export async function type(field: HTMLElement, text: string): Promise<void> {
  set(field, text);
  await drawn();
}

/** Presses the button of this name, or of the first that matches. */
export async function press(name: string | RegExp, panel: HTMLElement): Promise<void> {
  click(name, panel);
  await drawn();
}

/** Chooses an option by its words or its value. */
export async function choose(field: HTMLElement, option: string): Promise<void> {
  const select = field as HTMLSelectElement;
  const found = [...select.options].find(({ value, text }) => value === option || text === option);
  expect(found, `an option ${option}`).toBeDefined();
  select.value = found!.value;
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await drawn();
}

/** Waits until it says so. */
export const says = (panel: Element, words: RegExp) =>
  waitFor(() => expect(panel.textContent.replaceAll(/\s+/g, " ")).toMatch(words));

/** What a button saves, as text. */
export async function saved(panel: HTMLElement, button: string): Promise<string> {
  // A frame of opaque origin shows what it may not save.
  vi.stubGlobal("origin", "https://suda.test");
  const save = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:");
  // happy-dom would go there.
  const go = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  try {
    const pressed = within(panel).getByRole("button", { name: button });
    pressed.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    return await (save.mock.calls[0]![0] as Blob).text();
  } finally {
    save.mockRestore();
    go.mockRestore();
  }
}

/** Starts a measurement, and waits for its end. */
export async function measure(panel: HTMLElement): Promise<void> {
  await press("Measure", panel);
  const status = within(panel).getByRole("status");
  await waitFor(() => expect(status.textContent).toMatch(/^Done in/), { timeout: 120_000 });
}
