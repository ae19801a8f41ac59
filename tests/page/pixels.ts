// What is seen on the screen, read off its pixels: where curves lie, and what agents believe.
import type { Page } from "@playwright/test";
import { catalog, presets } from "../../www/src/simulation/core.ts";
import { Looks } from "../../www/src/state/methods.ts";
import { light, methodColor } from "../../www/src/views/theme.ts";
import { makeCore } from "./core.ts";
import { expect } from "./harness.ts";
import { drawing, still } from "./drawn.ts";

/** The colour of each method's line in a ready experiment, by its name. */
export function coloursOf(id: string): Record<string, string> {
  makeCore();
  const { document } = presets().find((preset) => preset.id === id)!;
  const styles = new Looks().of(document, catalog().methods);
  return Object.fromEntries(styles.map((style) => [style.label, methodColor(style, light)]));
}

/** The colour of each method's line, by its name, in the laboratory. */
export function colours(page: Page): Promise<Record<string, string>> {
  return page
    .locator("#chips .chip")
    .evaluateAll((chips) =>
      Object.fromEntries(
        chips.map((chip) => [
          (chip as HTMLElement).title.replace(/^(Hide|Show) the curve of /, ""),
          chip.querySelector("line")!.getAttribute("stroke")!,
        ]),
      ),
    );
}

/** For each column of the plot, how far below its top the method's colour is seen, on average; null where it is not. */
export type Trace = readonly (number | null)[];

export interface Plot {
  height: number;
  traces: Record<string, Trace>;
}

/** Pixels this near to a method's colour, summed over red, green and blue, are of its line; where others meet, so may be theirs. */
const NEAR = 70;
/** So there is in each column one that is this near, or the line is not seen there. */
const SURE = 45;

/** Reads the curves off the pixels; `wanted`: their colours by name. */
export async function plot(page: Page, wanted: Record<string, string>): Promise<Plot> {
  await still(page);
  return page.evaluate(
    ({ wanted, NEAR, SURE }) => {
      const canvas = document.querySelector<HTMLCanvasElement>("#curves .view-curves canvas")!;
      const area = document.querySelector("#curves .view-plot")!.getBoundingClientRect();
      const whole = canvas.getBoundingClientRect();
      const ratio = canvas.width / whole.width;
      const [left, top, width, height] = [area.left - whole.left, area.top - whole.top, area.width, area.height].map(
        (length) => Math.round(length * ratio),
      ) as [number, number, number, number];
      const { data } = canvas.getContext("2d")!.getImageData(left, top, width, height);
      const palette = Object.entries(wanted).map(([name, color]) => ({
        name,
        rgb: [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as [number, number, number],
        sums: new Float64Array(width),
        weights: new Float64Array(width),
        nearest: new Float64Array(width).fill(Infinity),
      }));
      for (let row = 0; row < height; row++)
        for (let column = 0; column < width; column++) {
          const at = 4 * (row * width + column);
          let [best, least]: [(typeof palette)[number] | null, number] = [null, NEAR];
          for (const entry of palette) {
            const distance = entry.rgb.reduce((sum, channel, i) => sum + Math.abs(channel - data[at + i]!), 0);
            if (distance < least) [best, least] = [entry, distance];
          }
          if (!best) continue;
          const weight = (1 - least / NEAR) ** 2;
          best.sums[column]! += (weight * row) / ratio;
          best.weights[column]! += weight;
          best.nearest[column] = Math.min(best.nearest[column]!, least);
        }
      return {
        height: height / ratio,
        traces: Object.fromEntries(
          palette.map(({ name, sums, weights, nearest }) => [
            name,
            Array.from(sums, (sum, column) => (nearest[column]! < SURE ? sum / weights[column]! : null)),
          ]),
        ),
      };
    },
    { wanted, NEAR, SURE },
  );
}

/** The trace of a method, by its name or what that begins with. */
function traceOf({ traces }: Plot, name: string): Trace {
  const names = Object.keys(traces);
  const found = names.find((label) => label === name) ?? names.find((label) => /^[,:]/.test(label.replace(name, "")));
  return found === undefined ? [] : traces[found]!;
}

/** How far below the plot's top a method's line lies between these shares of its width: the median of what is seen. */
export function levelOf(of: Plot, name: string, [from, to]: readonly [number, number] = [0.75, 1]): number {
  const trace = traceOf(of, name);
  const seen = trace
    .slice(Math.floor(from * trace.length), Math.ceil(to * trace.length))
    .filter((row): row is number => row !== null)
    .sort((a, b) => a - b);
  expect(seen.length, `${name} is seen in ${from} to ${to}; there are ${Object.keys(of.traces)}`).toBeGreaterThan(0);
  return seen[Math.floor(seen.length / 2)]!;
}

export function rgbOf(color: string): [number, number, number] {
  const hex = /^#(..)(..)(..)/.exec(color);
  const parts = hex
    ? hex.slice(1).map((part) => parseInt(part, 16))
    : color
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map(Number);
  return parts as [number, number, number];
}

/** How light a colour is, from 0 to 255. */
export function lightness(color: string): number {
  const [red, green, blue] = rgbOf(color);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** An agent's map: the shares of blue and orange among its coloured pixels, within and beyond half of its radius. */
export interface AgentMap {
  x: number;
  inner: number;
  outer: number;
  whole: number;
  /** Of each pixel of a grid over it, 1 for blue, −1 for orange, 0 for neither. */
  signs: number[];
}

const count = (all: readonly number[], wanted: number): number => all.filter((one) => one === wanted).length;

/** The agents' maps, read off the pixels: of each the share of blue. */
export async function maps(page: Page): Promise<AgentMap[]> {
  const { dots } = await drawing(page, "#graph .view-graph");
  const rims = dots.filter(({ rim, radius }) => rim && radius > 8);
  // The agents are many, and as large as each other; what stands in the middle is not.
  const sizes = rims.map(({ radius }) => Math.round(radius));
  const usual = sizes.toSorted((a, b) => count(sizes, b) - count(sizes, a))[0];
  const found = rims.filter(({ radius }) => Math.round(radius) === usual);
  return page.evaluate((found) => {
    const canvases = [...document.querySelectorAll<HTMLCanvasElement>("#graph .view-graph canvas")];
    const canvas = canvases.at(-1)!;
    const ratio = canvas.width / canvas.clientWidth;
    const GRID = 17;
    return found.map(({ x, y, radius }) => {
      const side = Math.round(2 * radius * ratio);
      const { data } = canvas
        .getContext("2d")!
        .getImageData(Math.round((x - radius) * ratio), Math.round((y - radius) * ratio), side, side);
      const counts = { inner: [0, 0], outer: [0, 0] };
      const signs: number[] = [];
      for (let row = 0; row < GRID; row++)
        for (let column = 0; column < GRID; column++) {
          const [u, v] = [(column + 0.5) / GRID, (row + 0.5) / GRID];
          const away = Math.hypot(2 * u - 1, 2 * v - 1);
          if (away > 0.92) continue;
          const at = 4 * (Math.floor(v * side) * side + Math.floor(u * side));
          const [red, blue] = [data[at]!, data[at + 2]!];
          const sign = blue > red + 25 ? 1 : red > blue + 25 ? -1 : 0;
          signs.push(sign);
          if (sign !== 0) counts[away < 0.4 ? "inner" : "outer"][sign > 0 ? 0 : 1]! += 1;
        }
      const share = ([blue, orange]: number[]): number => blue! / Math.max(1, blue! + orange!);
      return {
        x,
        inner: share(counts.inner),
        outer: share(counts.outer),
        whole: share([counts.inner[0]! + counts.outer[0]!, counts.inner[1]! + counts.outer[1]!]),
        signs,
      };
    });
  }, found);
}
