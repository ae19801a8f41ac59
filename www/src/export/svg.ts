/** Writes a figure as SVG: a painter that notes down shapes and text instead of drawing them. */

import type { Figure, Painter } from "../views/types";

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
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "")
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

interface State {
  strokeStyle: string;
  fillStyle: string;
  lineWidth: number;
  lineJoin: string;
  lineCap: string;
  globalAlpha: number;
  font: string;
  textAlign: string;
  textBaseline: string;
  dash: number[];
  transform: string;
  /** Groups opened by `clip` since the matching `save`. */
  groups: number;
}

/** The subset of a canvas context that `Painter` names. */
export class SvgPainter implements Omit<State, "dash" | "transform" | "groups"> {
  strokeStyle = "#000000";
  fillStyle = "#000000";
  lineWidth = 1;
  lineJoin = "miter";
  lineCap = "butt";
  globalAlpha = 1;
  font = "10px sans-serif";
  textAlign = "left";
  textBaseline = "alphabetic";
  private dash: number[] = [];
  private transform = "";
  private groups = 0;
  private path = "";
  private clips = 0;
  private readonly saved: State[] = [];
  private readonly lines: string[] = [];
  private measurer: { font: string; measureText(text: string): { width: number } } | null | undefined;

  finish(): string[] {
    while (this.saved.length > 0) this.restore();
    this.closeGroups();
    return this.lines;
  }

  save(): void {
    const { strokeStyle, fillStyle, lineWidth, lineJoin, lineCap, globalAlpha, font, textAlign, textBaseline } = this;
    const { dash, transform, groups } = this;
    this.saved.push({
      strokeStyle,
      fillStyle,
      lineWidth,
      lineJoin,
      lineCap,
      globalAlpha,
      font,
      textAlign,
      textBaseline,
      dash,
      transform,
      groups,
    });
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
    this.path = "";
  }
  moveTo(x: number, y: number): void {
    this.path += `M${short(x)} ${short(y)}`;
  }
  lineTo(x: number, y: number): void {
    this.path += `${this.path ? "L" : "M"}${short(x)} ${short(y)}`;
  }
  closePath(): void {
    this.path += "Z";
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.path += `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}Z`;
  }
  /** Whole circles as two half arcs, other arcs as one. */
  arc(x: number, y: number, radius: number, from: number, to: number): void {
    const at = (angle: number): string =>
      `${short(x + radius * Math.cos(angle))} ${short(y + radius * Math.sin(angle))}`;
    const r = `${short(radius)} ${short(radius)}`;
    this.path += `${this.path && !this.path.endsWith("Z") ? "L" : "M"}${at(from)}`;
    if (to - from >= 2 * Math.PI - 1e-9) this.path += `A${r} 0 1 1 ${at(from + Math.PI)}A${r} 0 1 1 ${at(from)}Z`;
    else this.path += `A${r} 0 ${to - from > Math.PI ? 1 : 0} 1 ${at(to)}`;
  }

  stroke(): void {
    if (!this.path) return;
    this.write("path", {
      d: this.path,
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
    if (this.path) this.write("path", { d: this.path, fill: this.fillStyle, "fill-opacity": this.opacity() });
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    const place = { x: short(x), y: short(y), width: short(width), height: short(height) };
    this.write("rect", { ...place, fill: this.fillStyle, "fill-opacity": this.opacity() });
  }
  fillText(text: string, x: number, y: number): void {
    const [, size = "10", family = "sans-serif"] = /(\d+(?:\.\d+)?)px\s+(.*)/.exec(this.font) ?? [];
    const anchors: Record<string, string> = { center: "middle", right: "end", end: "end" };
    // Not all readers of SVG know dominant-baseline: shift the text instead.
    const shifts: Record<string, number> = { middle: 0.35, top: 0.8, bottom: -0.2 };
    const attributes = {
      x: short(x),
      y: short(y + (shifts[this.textBaseline] ?? 0) * Number(size)),
      "font-size": size,
      "font-family": family,
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
  rotate(angle: number): void {
    this.transform += `rotate(${short((angle * 180) / Math.PI)})`;
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

/** Hundredths of a pixel are enough; what is no number becomes 0 rather than a broken file. */
function short(value: number): string {
  return Number.isFinite(value) ? String(Math.round(value * 100) / 100) : "0";
}
