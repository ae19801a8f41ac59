/**
 * The keyboard on the graph: arrows walk, Page Up and Down go by number, M is the mean of all, Enter links or cuts,
 * Delete removes.
 */

export interface KeyActions {
  count(): number;
  position(agent: number): readonly [number, number];
  editing(): boolean;
  focused(): number | null;
  focus(agent: number): void;
  /** Looks at the mean of all, or no longer. */
  mean(): void;
  /** Enter: starts a link at the focused agent, or ends it there. */
  link(): void;
  add(): void;
  remove(): void;
  cancel(): void;
}

const DIRECTIONS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The handler of keys pressed on the canvas. */
export function createKeyboard(actions: KeyActions): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || actions.count() === 0) return;
    const handled = (): void => event.preventDefault();
    const focused = actions.focused();
    const direction = Object.hasOwn(DIRECTIONS, event.key) ? DIRECTIONS[event.key] : undefined;
    if (direction) {
      handled();
      actions.focus(focused === null ? 0 : neighborIn(direction, focused, actions));
    } else if (event.key === "Home" || event.key === "End") {
      handled();
      actions.focus(event.key === "Home" ? 0 : actions.count() - 1);
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      handled();
      const next = (focused ?? -1) + (event.key === "PageDown" ? 1 : -1);
      actions.focus(Math.min(actions.count() - 1, Math.max(0, next)));
    } else if (event.key === "m" || event.key === "M") {
      handled();
      actions.mean();
    } else if (event.key === "Escape") {
      actions.cancel();
    } else if (actions.editing() && (event.key === "Enter" || event.key === " ")) {
      handled();
      actions.link();
    } else if (actions.editing() && (event.key === "Delete" || event.key === "Backspace")) {
      handled();
      actions.remove();
    } else if (actions.editing() && event.key === "+") {
      handled();
      actions.add();
    }
  };
}

/** The nearest agent that lies mainly in `direction`; the focused one itself where there is none. */
function neighborIn([dx, dy]: readonly [number, number], from: number, actions: KeyActions): number {
  const [x, y] = actions.position(from);
  let best = from;
  let cost = Infinity;
  for (let i = 0; i < actions.count(); i++) {
    const [px, py] = actions.position(i);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    if (along > 1e-6 && along + 2 * aside < cost) {
      best = i;
      cost = along + 2 * aside;
    }
  }
  return best;
}
