/** Samples in the plane: all of them together, and the part of the plane that a picture of them shows. */

export type Plane = ReturnType<typeof planeOf>;
export type PlaneSamples = ReturnType<typeof together>;

/** The share of samples that the picture's disc holds, and how much wider it is. */
const HELD = 0.98;
const MARGIN = 1.14;
/** Coordinates whose spreads differ by more than this have units of their own. */
const ALIKE = 3;

/** All agents' samples together. `classes`: how many there are, whose places the labels are; 0: labels are ±1. */
export function together(agents: readonly { features: Float64Array; labels: Float64Array }[], classes: number) {
  /** Those of agent i are `starts[i]` to `starts[i + 1]`, the latter left out. */
  const starts = new Uint32Array(agents.length + 1);
  agents.forEach(({ labels }, i) => {
    starts[i + 1] = starts[i]! + labels.length;
  });
  /** x₀, y₀, x₁, y₁, … */
  const features = new Float64Array(2 * starts[agents.length]!);
  const labels = new Float64Array(starts[agents.length]!);
  agents.forEach((own, i) => {
    features.set(own.features, 2 * starts[i]!);
    labels.set(own.labels, starts[i]!);
  });
  return { plane: planeOf(features), features, labels, starts, classes };
}

/** The rectangle about the points whose inscribed ellipse holds nearly all; a square where the units are alike. */
function planeOf(features: Float64Array) {
  const [x, y] = [axis(features, 0), axis(features, 1)];
  if (Math.max(x.half, y.half) < ALIKE * Math.min(x.half, y.half)) x.half = y.half = Math.max(x.half, y.half);
  const distances = Float64Array.from({ length: features.length / 2 }, (_, s) =>
    Math.hypot((features[2 * s]! - x.middle) / x.half, (features[2 * s + 1]! - y.middle) / y.half),
  ).sort();
  const reach = MARGIN * (quantile(distances, HELD) || 1);
  const ends = ({ middle, half }: Axis): [number, number] => [middle - reach * half, middle + reach * half];
  return { x: ends(x), y: ends(y) };
}

interface Axis {
  middle: number;
  half: number;
}

function axis(features: Float64Array, coordinate: 0 | 1): Axis {
  const values = features.filter((_, at) => at % 2 === coordinate).sort();
  const [low, high] = [quantile(values, 1 - HELD), quantile(values, HELD)];
  return { middle: (low + high) / 2, half: (high - low) / 2 || 1 };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] ?? 0;
}
