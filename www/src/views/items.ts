/** Pictures that are read item by item: by the pointer, or by the arrow keys; what is read is marked, told, and spoken. */

import type { CanvasView } from "./canvas-view";
import type { Size } from "./frame";
import { createTooltip, reading } from "./tooltip";

/** What is said of an item, and where. */
export interface Said {
  x: number;
  y: number;
  title: string;
  lines: readonly { name: string; values: readonly string[] }[];
}

export interface ItemParts<Data, Item> {
  /** What kind of picture it is, for screen readers. */
  role: string;
  /** All items, in the order of the keys. */
  items(data: Data): readonly Item[];
  /** The one at (x, y), in units of the figure; null where none is near. */
  at(data: Data, size: Size, x: number, y: number): Item | null;
  isSame(one: Item, other: Item): boolean;
  said(data: Data, size: Size, item: Item): Said;
  onItem?(item: Item | null): void;
}

export interface Items<Item> {
  /** The one that is read. */
  current(): Item | null;
  show(item: Item | null): void;
}

export function readItems<Data, Item>(view: CanvasView<Data>, parts: ItemParts<Data, Item>): Items<Item> {
  let current: Item | null = null;
  const { canvas } = view.surface;
  const tooltip = createTooltip(view.box);
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-roledescription", parts.role);

  function show(item: Item | null): void {
    current = item;
    view.surface.redraw();
    parts.onItem?.(item);
    const data = view.data();
    if (item === null || !data) {
      tooltip.hide();
      return;
    }
    const { x, y, title, lines } = parts.said(data, view.surface.size(), item);
    tooltip.show(x, y, reading(title, lines));
  }

  const point = (event: PointerEvent): void => {
    const data = view.data();
    if (data) show(parts.at(data, view.surface.size(), ...view.surface.at(event)));
  };
  canvas.addEventListener("pointermove", point);
  // A finger that taps does not move.
  canvas.addEventListener("pointerdown", point);
  canvas.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && show(null));
  canvas.addEventListener("blur", () => show(null));
  canvas.addEventListener("keydown", (event) => {
    const data = view.data();
    if (event.key === "Escape") show(null);
    if (!data || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = parts.items(data);
    const last = all.length - 1;
    const here = current === null ? -1 : all.findIndex((item) => parts.isSame(item, current!));
    const back = here < 0 ? last : here - 1;
    const keys: Record<string, number> = {
      ArrowRight: here + 1,
      ArrowDown: here + 1,
      ArrowLeft: back,
      ArrowUp: back,
      Home: 0,
      End: last,
    };
    const next = keys[event.key];
    if (next === undefined || last < 0) return;
    event.preventDefault();
    const item = all[Math.max(0, Math.min(last, next))]!;
    show(item);
    const { title, lines } = parts.said(data, view.surface.size(), item);
    const words = lines.map(({ name, values }) => `${name} ${values.filter((value) => value !== "").join(", ")}`);
    view.access.say(`${title}: ${words.join("; ")}`);
  });

  return { current: () => current, show };
}
