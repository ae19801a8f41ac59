/** Swipes: a finger that goes sideways, and little up or down. */

/** In CSS pixels. */
const FAR = 60;

/** Tells of swipes on an element: +1 for what lies to the right, -1 for what lies to the left. Returns how to stop. */
export function swiped(element: HTMLElement, tell: (by: 1 | -1) => void): () => void {
  let from: Touch | null = null;
  const begin = ({ touches }: TouchEvent) => {
    from = touches.length === 1 ? touches[0]! : null;
  };
  const end = ({ changedTouches: [to] }: TouchEvent) => {
    if (!from || !to) return;
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY];
    if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) tell(x < 0 ? 1 : -1);
  };
  element.addEventListener("touchstart", begin, { passive: true });
  element.addEventListener("touchend", end, { passive: true });
  return () => {
    element.removeEventListener("touchstart", begin);
    element.removeEventListener("touchend", end);
  };
}
