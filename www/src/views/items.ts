/** Pictures that are read item by item: by the pointer, or by the arrow keys; what is read is marked, told, and spoken. */

import { createCanvasView, followPointer, type CanvasParts, type CanvasView } from "./canvas-view";
import type { Sheet } from "./frame";
import type { Theme } from "./theme";
import { createTooltip, reading } from "./tooltip";

export interface Said {
  x: number;
  y: number;
  title: string;
  lines: readonly { name: string; values: readonly string[] }[];
}

interface ItemParts<Data, Item> extends CanvasParts<Data> {
  /** All items, in the order of the keys. */
  items(data: Data): readonly Item[];
  at(sheet: Sheet, data: Data, x: number, y: number): Item | null;
  isSame(one: Item, other: Item): boolean;
  said(sheet: Sheet, data: Data, item: Item): Said;
  /** Draws what marks the item that is read; on the screen only. */
  mark(sheet: Sheet, data: Data, item: Item): void;
  onItem?(item: Item): void;
}

export function createItemView<Data, Item>(
  host: HTMLElement,
  theme: Theme,
  parts: ItemParts<Data, Item>,
): CanvasView<Data> {
  let current: Item | null = null;
  const view: CanvasView<Data> = createCanvasView<Data>(host, theme, {
    ...parts,
    draw(sheet, data) {
      parts.draw(sheet, data);
      if (current !== null && sheet.painter === context) parts.mark(sheet, data, current);
    },
  });
  const { canvas } = view.surface;
  const context = canvas.getContext("2d")!;
  const tooltip = createTooltip(view.box);
  const sheet = (): Sheet => ({ painter: context, theme: view.theme(), size: view.surface.size() });

  function show(item: Item | null): void {
    current = item;
    view.surface.redraw();
    const data = view.data();
    if (item === null || !data) {
      tooltip.hide();
      return;
    }
    parts.onItem?.(item);
    const { x, y, title, lines } = parts.said(sheet(), data, item);
    tooltip.show(x, y, reading(title, lines));
  }

  followPointer(canvas, (event) => {
    const data = view.data();
    if (data) show(event && parts.at(sheet(), data, ...view.surface.at(event)));
  });
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
    const { title, lines } = parts.said(sheet(), data, item);
    const words = lines.map(({ name, values }) => `${name} ${values.filter((value) => value !== "").join(", ")}`);
    view.access.say(`${title}: ${words.join("; ")}`);
  });

  return {
    ...view,
    update(data) {
      // What is no longer there is not read on.
      if (current !== null && !parts.items(data).some((item) => parts.isSame(item, current!))) show(null);
      view.update(data);
    },
  };
}
