/** The pace at which a run is played: logarithmic in k, so that the beginning is seen. */

/** How fast a run is played: in a number of seconds, at a number of iterations a second, or, with neither, at full speed. */
export interface Speed {
  readonly id: string;
  readonly label: string;
  readonly seconds?: number;
  readonly rate?: number;
}

/** The first is the usual one: a run from the start is played so that it can be watched, a changed one at once. */
export const SPEEDS: readonly Speed[] = [
  { id: "story", label: "6 s a run", seconds: 6 },
  { id: "full", label: "full speed" },
  { id: "calm", label: "20 s a run", seconds: 20 },
  { id: "slow", label: "10 iterations/s", rate: 10 },
  { id: "slowest", label: "2 iterations/s", rate: 2 },
];

/** Whether it is below full speed. */
export const isPaced = ({ seconds, rate }: Speed): boolean => seconds !== undefined || rate !== undefined;

/** Up to this share of the run time goes evenly, then with the logarithm. */
const EVEN = 0.02;

/** Where iteration `k` of `last` lies on the way through the run, from 0 to 1. */
export function placeOf(k: number, last: number): number {
  const even = evenUntil(last);
  return last > 0 ? Math.log1p(k / even) / Math.log1p(last / even) : 1;
}

export function iterationAt(place: number, last: number): number {
  const even = evenUntil(last);
  return Math.min(last, Math.round(even * Math.expm1(place * Math.log1p(last / even))));
}

/** Iterations a second of a run of `last` iterations at its iteration `k`; Infinity is as fast as the machine can. */
export function rateAt({ seconds, rate }: Speed, k: number, last: number): number {
  if (seconds === undefined) return rate ?? Infinity;
  const even = evenUntil(last);
  return ((k + even) * Math.log1p(last / even)) / seconds;
}

const evenUntil = (last: number): number => Math.max(1, EVEN * last);

/** How far apart states are kept: a share of k, and at most this share of the run. */
const APART = 0.02;
const MOST_APART = 1 / 256;

/** After the state of iteration `k` that of this one is kept: of every iteration at first, then ever more seldom. */
export function nextKept(k: number, last: number): number {
  return k + Math.max(1, Math.floor(Math.min(APART * k, MOST_APART * last)));
}
