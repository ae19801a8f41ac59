/**
 * The keyboard on the graph: arrows walk, Page Up and Down go by number, M is the mean of all, Enter links or cuts,
 * Delete removes.
 */

import type { GraphModel } from "./model";

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function takeKey(model: GraphModel, event: KeyboardEvent): void {
  const { count, focused, editing } = model;
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
  if (key === "Escape") {
    model.cancel();
    return;
  }
  const direction = Object.hasOwn(DIRECTIONS, key) ? DIRECTIONS[key] : undefined;
  if (direction) model.focus(focused === null ? 0 : neighborIn(direction, focused, model));
  else if (key === "Home") model.focus(0);
  else if (key === "End") model.focus(count - 1);
  else if (key === "PageDown") model.focus(Math.min(count - 1, (focused ?? -1) + 1));
  else if (key === "PageUp") model.focus(Math.max(0, (focused ?? 0) - 1));
  else if (key === "m" || key === "M") model.toggleMean();
  else if (editing && (key === "Enter" || key === " ")) model.linkHere();
  else if (editing && (key === "Delete" || key === "Backspace")) model.remove(model.picture?.active ?? null);
  else if (editing && key === "+") model.add();
  else return;
  event.preventDefault();
}

/** The nearest agent that lies mainly in `direction`; the focused one itself where there is none. */
function neighborIn([dx, dy]: readonly [number, number], from: number, model: GraphModel): number {
  const at = model.place();
  if (!at) return from;
  let [best, cost] = [from, Infinity];
  for (let i = 0; i < model.count; i++) {
    const [x, y] = [at.x(i) - at.x(from), at.y(i) - at.y(from)];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along > 1e-6 && along + 2 * aside < cost) [best, cost] = [i, along + 2 * aside];
  }
  return best;
}
