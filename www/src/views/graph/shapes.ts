/** The shapes of the families; graphs without one are laid out by forces. */

import { forced } from "./force";
import { polar, type Places, type Point, type Shape } from "./places";

export function shaped(shape: Shape): Places {
  const { family, agents: n } = shape;
  switch (family) {
    case "ring":
    case "complete":
    case "exponential":
    case "wattsStrogatz":
      return (i) => polar(1, i / n);
    case "star":
      return (i) => (i === 0 ? [0, 0] : polar(1, (i - 1) / (n - 1)));
    case "path":
      return n <= 10 ? (i) => [i, 0] : (i) => polar(1, 0.58 + (0.84 * i) / (n - 1));
    case "binaryTree":
      return n <= 31 ? tree : radialTree;
    case "hypercube":
      return hypercube(Math.round(Math.log2(n)));
    case "grid":
    case "torus": {
      const columns = shape.columns ?? Math.ceil(Math.sqrt(n));
      return (i) => [i % columns, Math.floor(i / columns)];
    }
    default:
      return forced(shape);
  }
}

/** Agent i of a heap: its level, and where in the level. */
function heapPlace(i: number): { level: number; share: number } {
  const level = 31 - Math.clz32(i + 1);
  return { level, share: (i + 1 - 2 ** level + 0.5) / 2 ** level };
}

function tree(i: number): Point {
  const { level, share } = heapPlace(i);
  return [share * 5.5, level];
}

function radialTree(i: number): Point {
  const { level, share } = heapPlace(i);
  return polar(level, share);
}

/**
 * A direction for each bit: up to four nested squares in oblique projection, beyond that a fan of directions around the
 * half-circle, of slightly different lengths so that no two corners meet.
 */
function hypercube(dimension: number): Places {
  const bits = Array.from({ length: dimension }, (_, bit): Point => {
    const oblique = [0.09, Math.PI / 2 + 0.13, 0.5, Math.PI / 2 - 0.3][bit % 4]!;
    const angle = dimension <= 4 ? oblique : (Math.PI * (bit + 0.5)) / dimension;
    const length = dimension <= 4 ? [1, 1, 0.42, 0.3][bit % 4]! : 1 + 0.08 * (bit % 3);
    return [length * Math.cos(angle), -length * Math.sin(angle)];
  });
  return (i) => {
    const on = bits.filter((_, bit) => (i >> bit) & 1);
    return [on.reduce((sum, [x]) => sum + x, 0), on.reduce((sum, [, y]) => sum + y, 0)];
  };
}
