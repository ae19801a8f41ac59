// How the work is divided. A trial of a method computes the same whatever runs beside it, so no division changes a result.

/** The most trials in one job: enough to fill the lanes of the engine, few enough to hold. */
const trialsAtOnce = 64;

/** The numbers from..to in at most `count` consecutive ranges of nearly equal length. */
function ranges(from, to, count) {
  const at = (i) => from + Math.floor(((to - from) * i) / count);
  return Array.from({ length: count }, (_, i) => [at(i), at(i + 1)]);
}

/**
 * Jobs for that many threads: parts of the trials [from, to) and, where there are fewer of them than threads, also
 * parts of the methods.
 */
export function cut([from, to], methods, threads) {
  const trials = to - from;
  const parts = Math.min(trials, Math.max(threads, Math.ceil(trials / trialsAtOnce)));
  const groups = Math.max(1, Math.min(methods, Math.floor(threads / parts)));
  const methodsOf = ([first, end]) => Array.from({ length: end - first }, (_, i) => first + i);
  return ranges(from, to, parts).flatMap((range) =>
    ranges(0, methods, groups).map((group) => ({ trials: range, methods: methodsOf(group) })),
  );
}
