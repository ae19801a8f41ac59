/** Polynomials of W by points that they go through, and how far two methods are from each other. */

import type { Known } from "../../simulation/core";
import type { Tagged } from "../../state/document";
import { formatNumber } from "../../views/format";

export const NAMES = ["a", "bSquared", "c"] as const;
export type Which = (typeof NAMES)[number];

export const each = <Made>(make: (which: Which) => Made): Record<Which, Made> => ({
  a: make("a"),
  bSquared: make("bSquared"),
  c: make("c"),
});

/** Coefficients, lowest power first. */
type Coefficients = readonly number[];
export type Form = Record<Which, Coefficients>;

/** The required value of each at λ = 1, so that the mean and agreement are kept: A(1) = C(1) = 1, B²(1) = 0. */
export const AT_ONE: Record<Which, number> = { a: 1, bSquared: 0, c: 1 };

/** Points are kept to this many decimals, so that coefficients can be read. */
const DECIMALS = 4;

export function evaluate(coefficients: Coefficients, lambda: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * lambda + coefficient, 0);
}

/** All but the first eigenvalue of a method's own W: lazy, in several rounds, or with Chebyshev's T_r(λ/ρ) / T_r(1/ρ), ρ the greatest modulus. */
export function eigenvaluesOfMethod(method: Tagged, others: readonly number[]): number[] {
  const {
    laziness = 0,
    rounds = 1,
    acceleration,
  } = method as { laziness?: number; rounds?: number; acceleration?: string };
  const lazy = others.map((lambda) => (1 - laziness) * lambda + laziness);
  const greatest = lazy.reduce((most, lambda) => Math.max(most, Math.abs(lambda)), 0);
  if (acceleration !== "chebyshev" || greatest === 0) return lazy.map((lambda) => lambda ** rounds);
  const atOne = Math.cosh(rounds * Math.acosh(Math.max(1, 1 / greatest)));
  return lazy.map((lambda) => Math.cos(rounds * Math.acos(lambda / greatest)) / atOne);
}

export const degreeOf = (coefficients: Coefficients): number => Math.max(0, coefficients.length - 1);

/** Where a polynomial of that degree is held: evenly from the least eigenvalue on, and at last at 1. */
export function places(least: number, degree: number): number[] {
  return Array.from({ length: degree + 1 }, (_, i) => (i === degree ? 1 : least + ((1 - least) * i) / degree));
}

/** The polynomial of the least degree through these points, by Newton's divided differences. */
export function through(points: readonly (readonly [number, number])[]): number[] {
  const x = points.map(([at]) => at);
  const differences = points.map(([, value]) => value);
  for (let order = 1; order < points.length; order++)
    for (let i = points.length - 1; i >= order; i--)
      differences[i] = (differences[i]! - differences[i - 1]!) / (x[i]! - x[i - order]!);
  let coefficients: number[] = [];
  for (let i = points.length - 1; i >= 0; i--) {
    // p ← p (λ - xᵢ) + dᵢ
    const shifted = [0, ...coefficients];
    coefficients = shifted.map((value, power) => value - x[i]! * (coefficients[power] ?? 0));
    coefficients[0] = (coefficients[0] ?? 0) + differences[i]!;
  }
  return coefficients;
}

/** The polynomial with one of its points moved; `kept` holds it at λ = 1 to what it must be there. */
export function pulled(which: Which, old: Coefficients, least: number, point: number, value: number, kept: boolean) {
  const at = places(least, degreeOf(old));
  const points = at.map((lambda, i): [number, number] => [lambda, i === point ? value : evaluate(old, lambda)]);
  return tidy(which, through(points), kept);
}

/** The polynomial of another degree that goes through the old one where it is held. */
export function withDegree(which: Which, old: Coefficients, least: number, degree: number, kept: boolean): number[] {
  const at = places(least, degree);
  return tidy(which, through(at.map((lambda) => [lambda, evaluate(old, lambda)])), kept);
}

/** Rounded coefficients; the constant one corrects for the rounding at λ = 1. */
function tidy(which: Which, coefficients: readonly number[], kept: boolean): number[] {
  const round = (value: number) => Number(value.toFixed(DECIMALS)) + 0;
  const [, ...others] = coefficients.map(round);
  const sum = others.reduce((total, value) => total + value, 0);
  const atOne = kept ? AT_ONE[which] : round(evaluate(coefficients, 1));
  return [round(atOne - sum), ...others];
}

/** The greatest difference of A, A C and B² on these eigenvalues: they say all that a method does. */
export function distance(one: Form, other: Form, eigenvalues: readonly number[]): number {
  const parts = (form: Form, lambda: number): number[] => {
    const [a, b, c] = NAMES.map((which) => evaluate(form[which], lambda)) as [number, number, number];
    return [a, a * c, b];
  };
  return eigenvalues.reduce((most, lambda) => {
    const [first, second] = [parts(one, lambda), parts(other, lambda)];
    return Math.max(most, ...first.map((value, i) => Math.abs(value - second[i]!)));
  }, 0);
}

export function nearest(form: Form, known: readonly Known[], eigenvalues: readonly number[]) {
  return known
    .map(({ title, ...other }) => ({ title, distance: distance(form, other, eigenvalues) }))
    .reduce((best, next) => (next.distance < best.distance ? next : best));
}

/** The change in an iteration up to which it is told itself, and not what it leads to: as a share. */
const SLIGHT = 0.1;

/** Whether a method is stable, and how fast its error shrinks or grows. */
export function judgementText(judged: { verdict: string; radius: number; exact: boolean } | null): string {
  if (!judged) return "The costs’ curvature is not known: the shading is for flat costs.";
  const { verdict, radius, exact } = judged;
  const estimate = exact ? "" : ", by an estimate of the costs’ curvature";
  if (verdict === "marginal") return `Just at the edge${estimate}: some part of the error neither grows nor shrinks.`;
  const percent = (share: number): string => `${formatNumber(100 * share, 2)}\u202f%`;
  const change = Math.abs(radius - 1);
  const way = radius < 1 ? "shrinks" : "grows";
  const pace =
    change <= SLIGHT
      ? `${way} by ${percent(change)} an iteration`
      : `${way} ${radius < 1 ? `to ${percent(radius)}` : `${formatNumber(radius, 2)}-fold`} in each iteration`;
  return verdict === "stable"
    ? `Stable${estimate}: in the long run, what is left of the error ${pace}.`
    : `Unstable${estimate}: in the long run, the error ${pace}.`;
}
