/** Elements of the page. */

type Attributes<Made> = Partial<Omit<Made, "style">> &
  Record<`${"aria" | "data"}-${string}`, string> & { role?: string };

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  attributes: Partial<Attributes<HTMLElementTagNameMap[Tag]>> = {},
  ...content: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className) made.className = className;
  set(made, attributes);
  made.append(...content);
  return made;
}

/** Functions listen to the events that their names tell. */
export function set<Made extends HTMLElement>(made: Made, attributes: Partial<Attributes<Made>>): void {
  for (const [name, value] of Object.entries(attributes))
    if (typeof value === "function") made.addEventListener(name.slice(2), value as EventListener);
    else if (name in made) Object.assign(made, { [name]: value });
    else made.setAttribute(name, String(value));
}

export function button(text: string, title: string, press: () => void): HTMLButtonElement {
  return element("button", "view-button", { type: "button", title, onclick: press }, text);
}

let ids = 0;
export const freshId = (stem: string): string => `${stem}-${ids++}`;
