/** The elements of the page, and urgent messages above everything else: a broken link, a worker that stopped. */

import { element } from "../views/element";

/** Shows `message`, in place of an earlier one of the same `kind`; `action` is offered as a button. */
export function showBanner(kind: string, message: string, action?: { label: string; run(): void }): void {
  hideBanner(kind);
  const banner = element("div", "banner", { role: "alert", "data-kind": kind }, element("p", "", {}, message));
  const button = (text: string, name: string, act: () => void) => {
    const press = () => {
      banner.remove();
      act();
    };
    banner.append(element("button", name, { type: "button", onclick: press }, text));
  };
  if (action) button(action.label, "", action.run);
  button("Dismiss", "quiet", () => undefined);
  byId("banners").append(banner);
}

export function hideBanner(kind: string): void {
  for (const banner of [...byId("banners").children])
    if ((banner as HTMLElement).dataset["kind"] === kind) banner.remove();
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element as T;
}

export function started(): void {
  document.getElementById("not-started")?.remove();
}

/** Shows the parts of the page that wait for something to show. */
export function reveal(): void {
  for (const part of document.querySelectorAll(".pending")) part.classList.remove("pending");
}

/** Brings an element into sight in the row that it is in, where that is swiped; the page itself stays where it is. */
export function swipeTo(element: Element): void {
  if (!element.checkVisibility()) return;
  for (let row = element.parentElement; row && row !== document.body; row = row.parentElement) {
    if (row.scrollWidth <= row.clientWidth) continue;
    const [at, room] = [element.getBoundingClientRect(), row.getBoundingClientRect()];
    row.scrollLeft += (at.left + at.right - room.left - room.right) / 2;
  }
}

/** The next task, before which the page can draw. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Sets text only where it differs, so that nothing is laid out or announced anew without need. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
