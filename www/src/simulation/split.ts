/** How a run is cut into shares. Trials and methods share no numbers, so that no cut changes a result. */

export interface Share {
  /** Places in the document's list of methods. */
  methods: number[];
  /** [from, to). */
  trials: [number, number];
}

/** At most `workers` shares: of the trials, and where there are fewer trials than workers also of the methods. */
export function split(methods: number, trials: number, workers: number): Share[] {
  const trialParts = parts(trials, Math.min(trials, workers));
  const groups = Math.max(1, Math.min(methods, Math.floor(workers / trials)));
  const methodParts = parts(methods, groups).map(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i));
  return trialParts.flatMap((range) => methodParts.map((group) => ({ methods: group, trials: range })));
}

/** 0..count in `into` consecutive ranges of nearly equal length. */
function parts(count: number, into: number): [number, number][] {
  return Array.from({ length: into }, (_, i) => [Math.floor((i * count) / into), Math.floor(((i + 1) * count) / into)]);
}
