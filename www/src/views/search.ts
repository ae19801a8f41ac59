/** Smallest index in [0, n] from which `holds` is true; it must not turn false again. */
export function lowerBound(n: number, holds: (i: number) => boolean): number {
  let [lo, hi] = [0, n];
  while (lo < hi) {
    const middle = (lo + hi) >> 1;
    if (holds(middle)) hi = middle;
    else lo = middle + 1;
  }
  return lo;
}
