/** graph6, sparse6 and digraph6, each network a line of printable characters (McKay, formats.txt of nauty). */

import type { GraphContent, Reading } from "./formats";
import { Nodes, readingOf } from "./nodes";

const HEADER = /^>>(?:graph6|sparse6|digraph6)<</;
const LINE = /^[?-~]+$/;

/** Whether the line can be one of them: its characters, and as many of them as its n asks for. */
export function isGraph6(text: string): boolean {
  const [line = "", ...more] = text.trim().split(/\s*\n\s*/);
  if (HEADER.test(line)) return true;
  if (line.length > 10_000_000 || more.some((other) => !/^[:&]?[?-~]+$/.test(other))) return false;
  if (/^:[?-~]{2,}$/.test(line)) return true;
  try {
    return /^&?[?-~]{2,}$/.test(line) && linksOf(line).n > 1;
  } catch {
    return false;
  }
}

/** n in the first one, four or eight characters, and the bits after it, six to a character. */
function sized(code: string): { n: number; bits: (k: number) => number; count: number } {
  if (!LINE.test(code)) throw new Error("It has characters that graph6 has not.");
  const value = (k: number) => code.charCodeAt(k) - 63;
  const long = value(0) === 63;
  const [from, to] = !long ? [0, 1] : value(1) === 63 ? [2, 8] : [1, 4];
  if (code.length < to) throw new Error("It is cut short.");
  let n = 0;
  for (let k = from; k < to; k++) n = n * 64 + value(k);
  const bits = (k: number) => (value(to + Math.floor(k / 6)) >> (5 - (k % 6))) & 1;
  return { n, bits, count: 6 * (code.length - to) };
}

function linksOf(line: string): { n: number; links: [number, number][]; directed: boolean } {
  const links: [number, number][] = [];
  if (line.startsWith(":")) {
    const { n, bits, count } = sized(line.slice(1));
    let width = 0;
    while (2 ** width < n) width++;
    let v = 0;
    for (let k = 0; k + width < count; ) {
      v += bits(k++);
      let x = 0;
      for (let b = 0; b < width; b++) x = 2 * x + bits(k++);
      if (x >= n || v >= n) break;
      if (x > v) v = x;
      else links.push([x, v]);
    }
    return { n, links, directed: false };
  }
  const directed = line.startsWith("&");
  const { n, bits, count } = sized(directed ? line.slice(1) : line);
  const wanted = directed ? n * n : (n * (n - 1)) / 2;
  if (count < wanted || count - wanted >= 6)
    throw new Error(
      `A network of ${n} nodes has ${Math.ceil(wanted / 6)} characters after its size; this has ${count / 6}.`,
    );
  let k = 0;
  if (directed) {
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) if (bits(k++)) links.push([i, j]);
  } else for (let j = 1; j < n; j++) for (let i = 0; i < j; i++) if (bits(k++)) links.push([i, j]);
  return { n, links, directed };
}

export function readGraph6(text: string): Reading<GraphContent> {
  const [line = "", ...more] = text
    .trim()
    .split(/\s*\n\s*/)
    .map((entry) => entry.replace(HEADER, ""))
    .filter((entry) => entry !== "");
  const { n, links, directed } = linksOf(line);
  const nodes = new Nodes();
  for (let i = 0; i < n; i++) nodes.add(String(i));
  for (const [i, j] of links) nodes.link(String(i), String(j), directed);
  const others = `The file holds ${more.length + 1} networks, one a line: this is the first; the others are left out.`;
  return readingOf(
    nodes,
    links.map((pair) => pair.map(String)),
    more.length > 0 ? [others] : [],
  );
}
