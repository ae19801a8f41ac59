/** Writes a figure as SVG: a painter that notes down shapes and text instead of drawing them. */

import { pathRound } from "d3-path";
import type { Figure, Painter } from "./types";

/** Hundredths of a pixel are enough. */
const DIGITS = 2;

/** `software`: what the file names as its maker. */
export function figureToSvg(figure: Figure, background: string, software = "SUDA"): string {
  const painter = new SvgPainter();
  figure.draw(painter as unknown as Painter);
  const { width, height, description } = figure;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<desc>${escapeText(description)}</desc>`,
    `<metadata>${escapeText(software)}</metadata>`,
    `<rect width="100%" height="100%" fill="${escapeText(background)}"/>`,
    ...painter.finish(),
    "</svg>\n",
  ].join("\n");
}

/** Escapes what has a meaning in XML, in text and in quoted attributes, and drops what XML 1.0 does not allow. */
export function escapeText(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The subset of a canvas context that `Painter` names. */
export class SvgPainter {
  strokeStyle = "#000000";
  fillStyle = "#000000";
  lineWidth = 1;
  lineJoin = "miter";
  lineCap = "butt";
  globalAlpha = 1;
  font = "10px sans-serif";
  textAlign = "left";
  textBaseline = "alphabetic";
  dash: number[] = [];
  transform = "";
  /** Groups opened by `clip` since the matching `save`. */
  groups = 0;
  private path = pathRound(DIGITS);
  private clips = 0;
  private readonly saved: object[] = [];
  private readonly lines: string[] = [];
  private measurer: Pick<CanvasRenderingContext2D, "font" | "measureText"> | null | undefined;

  finish(): string[] {
    while (this.saved.length > 0) this.restore();
    this.closeGroups();
    return this.lines;
  }

  save(): void {
    // All but these make up the state.
    const { path, clips, saved, lines, measurer, ...state } = this;
    saved.push(state);
    this.groups = 0;
  }

  restore(): void {
    const state = this.saved.pop();
    if (!state) return;
    this.closeGroups();
    Object.assign(this, state);
  }

  private closeGroups(): void {
    for (; this.groups > 0; this.groups--) this.lines.push("</g>");
  }

  beginPath(): void {
    this.path = pathRound(DIGITS);
  }
  moveTo(x: number, y: number): void {
    this.path.moveTo(x, y);
  }
  lineTo(x: number, y: number): void {
    this.path.lineTo(x, y);
  }
  closePath(): void {
    this.path.closePath();
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.path.rect(x, y, width, height);
  }
  arc(x: number, y: number, radius: number, from: number, to: number): void {
    this.path.arc(x, y, radius, from, to);
  }

  stroke(): void {
    const d = String(this.path);
    if (!d) return;
    this.write("path", {
      d,
      fill: "none",
      stroke: this.strokeStyle,
      "stroke-width": short(this.lineWidth),
      "stroke-dasharray": this.dash.map(short).join(" "),
      "stroke-linejoin": this.lineJoin === "miter" ? "" : this.lineJoin,
      "stroke-linecap": this.lineCap === "butt" ? "" : this.lineCap,
      "stroke-opacity": this.opacity(),
    });
  }
  fill(): void {
    const d = String(this.path);
    if (d) this.write("path", { d, fill: this.fillStyle, "fill-opacity": this.opacity() });
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    const place = { x: short(x), y: short(y), width: short(width), height: short(height) };
    this.write("rect", { ...place, fill: this.fillStyle, "fill-opacity": this.opacity() });
  }
  fillText(text: string, x: number, y: number): void {
    const [, weight = "", size = "10", family = "sans-serif"] =
      /^(?:(\d{3}|bold)\s+)?(\d+(?:\.\d+)?)px\s+(.*)/.exec(this.font) ?? [];
    const anchors: Record<string, string> = { center: "middle", right: "end", end: "end" };
    // Not all readers of SVG know dominant-baseline: shift the text instead.
    const shifts: Record<string, number> = { middle: 0.35, top: 0.8, bottom: -0.2 };
    const attributes = {
      x: short(x),
      y: short(y + (shifts[this.textBaseline] ?? 0) * Number(size)),
      "font-size": size,
      "font-family": family,
      "font-weight": weight,
      "text-anchor": anchors[this.textAlign] ?? "start",
      fill: this.fillStyle,
      "fill-opacity": this.opacity(),
    };
    this.write("text", attributes, text);
  }
  measureText(text: string): TextMetrics {
    if (this.measurer === undefined)
      this.measurer = typeof document === "undefined" ? null : document.createElement("canvas").getContext("2d");
    if (this.measurer) {
      this.measurer.font = this.font;
      return this.measurer.measureText(text) as TextMetrics;
    }
    return { width: 0.55 * (parseFloat(this.font) || 10) * text.length } as TextMetrics;
  }

  setLineDash(dash: number[]): void {
    this.dash = [...dash];
  }
  translate(x: number, y: number): void {
    this.transform += `translate(${short(x)} ${short(y)})`;
  }
  /** Clips what follows, until the matching `restore`, to the current path. */
  clip(): void {
    const id = `clip${++this.clips}`;
    this.lines.push(`<clipPath id="${id}"><path d="${this.path}"/></clipPath>`, `<g clip-path="url(#${id})">`);
    this.groups++;
  }

  private opacity(): string {
    return this.globalAlpha < 1 ? short(this.globalAlpha) : "";
  }

  /** Writes an element; attributes without a value are left out. */
  private write(name: string, attributes: Record<string, string>, text?: string): void {
    const written = Object.entries({ ...attributes, transform: this.transform })
      .filter(([, value]) => value !== "")
      .map(([key, value]) => ` ${key}="${escapeText(value)}"`)
      .join("");
    this.lines.push(`<${name}${written}${text === undefined ? "/>" : `>${escapeText(text)}</${name}>`}`);
  }
}

const short = (value: number): string => String(Math.round(value * 10 ** DIGITS) / 10 ** DIGITS);
