/** Two fingers on the curves: the places of the axis that they have taken stay under them. */

import type { Range } from "../ticks";

interface Finger {
  /** Where it is, as a share of the width of the plotting area. */
  at: number;
  /** What it holds, in the unit of the axis. */
  holds: number;
}

/** Fingers closer than this share of the width tell no scale. */
const CLOSE = 0.03;

/** What takes the touches of the box; says whether two fingers are at work. */
export function createPinch(
  box: HTMLElement,
  window: () => Range | null,
  zoom: (window: Range) => void,
): (touch: PointerEvent) => boolean {
  const fingers = new Map<number, Finger>();

  function shareOf({ clientX }: PointerEvent): number {
    const { left, width } = box.querySelector(".u-over")!.getBoundingClientRect();
    return (clientX - left) / width;
  }

  /** The fingers take what is under them now. */
  function take(): void {
    const [from, to] = window() ?? [0, 1];
    for (const finger of fingers.values()) finger.holds = from + finger.at * (to - from);
  }

  return (touch) => {
    const finger = fingers.get(touch.pointerId);
    if (touch.type === "pointerdown") {
      fingers.set(touch.pointerId, { at: shareOf(touch), holds: 0 });
      take();
    } else if (touch.type === "pointerup" || touch.type === "pointercancel") {
      fingers.delete(touch.pointerId);
      take();
    } else if (finger) {
      finger.at = shareOf(touch);
    }
    if (fingers.size !== 2) return false;
    const [left, right] = [...fingers.values()].sort((a, b) => a.holds - b.holds) as [Finger, Finger];
    if (touch.type === "pointermove" && right.at - left.at > CLOSE && right.holds > left.holds) {
      const scale = (right.holds - left.holds) / (right.at - left.at);
      const from = left.holds - left.at * scale;
      zoom([from, from + scale]);
    }
    return true;
  };
}
