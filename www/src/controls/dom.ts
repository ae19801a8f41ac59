/** The elements of the page. */

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element as T;
}

/** Takes away the words for readers whose browser has not got as far as this script. */
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

let ids = 0;
export function freshId(stem: string): string {
  return `${stem}-${ids++}`;
}

/** Sets text only where it differs, so that nothing is laid out or announced anew without need. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
