// Figures in Node.js, on the DOM of happy-dom: in a box of any size, on canvases that note down what is drawn, as SVG.
// A spec that stands them begins with `// @vitest-environment happy-dom`.
import { beforeEach, afterEach, vi } from "vitest";
import { figureToSvg, SvgPainter } from "../../www/src/views/svg";
import { layoutOf } from "../../www/src/views/graph/layout";
import { boxesOf, placementOf } from "../../www/src/views/graph/place";
import type { GraphData, View } from "../../www/src/views/types";

export { light, dark } from "../../www/src/views/theme";

let size = { width: 800, height: 480 };
const contexts = new Map<HTMLCanvasElement, Screen>();
const observers = new Map<object, () => void>();

/** A canvas's context that is cleared before each picture, and has no pixels. */
class Screen extends SvgPainter {
  readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    super();
    this.canvas = canvas;
  }

  clearRect(): void {
    Object.assign(this, new SvgPainter());
  }

  createImageData(width: number, height: number): object {
    return { data: new Uint8ClampedArray(4 * width * height) };
  }

  override measureText(words: string): TextMetrics {
    return { width: 0.55 * Number(/([\d.]+)px/.exec(this.font)![1]) * words.length } as TextMetrics;
  }

  setTransform(): void {}
  drawImage(): void {}
  putImageData(): void {}
}

class Observer {
  readonly #tell: (entries: object[]) => void;

  constructor(tell: (entries: object[]) => void) {
    this.#tell = tell;
  }

  observe(): void {
    observers.set(this, () => this.#tell([{}]));
    this.#tell([{}]);
  }

  disconnect(): void {
    observers.delete(this);
  }
}

beforeEach(() => {
  size = { width: 800, height: 480 };
  document.body.innerHTML = "";
  for (const of of ["client", "offset"])
    for (const side of ["Width", "Height"] as const)
      Object.defineProperty(HTMLElement.prototype, of + side, {
        configurable: true,
        get: () => size[side === "Width" ? "width" : "height"],
      });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(function (this: HTMLCanvasElement) {
    const context = contexts.get(this) ?? new Screen(this);
    contexts.set(this, context);
    return context as never;
  });
  vi.stubGlobal("ResizeObserver", Observer);
});

afterEach(() => {
  observers.clear();
  contexts.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A place on the page. */
export function place(): HTMLElement {
  const host = document.createElement("div");
  document.body.append(host);
  return host;
}

/** Gives all boxes another size. */
export function resize(width: number, height: number): void {
  size = { width, height };
  for (const tell of observers.values()) tell();
}

/** What was asked for is drawn. */
export async function drawn(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
}

/** What is on the screen, as elements of SVG. */
export async function screenOf(host: HTMLElement): Promise<string> {
  await drawn();
  return contexts.get(host.querySelector("canvas")!)!.finish().join("\n");
}

/** The picture to keep. */
export async function svgOf<Data>(view: View<Data>): Promise<string> {
  return figureToSvg((await view.figure())!, "#ffffff");
}

/** The texts of a picture. */
export const textsIn = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text!);

/** Where an agent stands in a figure of the usual size. */
export function placeIn(data: GraphData, agent: number, panel = 0): [number, number] {
  const size = { width: 800, height: 480 };
  const at = placementOf(data, layoutOf(data), boxesOf(data, size)[panel]!);
  return [at.x(agent), at.y(agent)];
}

/** A place of a figure, for a pointer: in its units, which are pixels here. */
export function point(target: Element, type: string, x: number, y: number, more: PointerEventInit = {}): void {
  const Kind = type.startsWith("pointer") ? PointerEvent : MouseEvent;
  target.dispatchEvent(
    new Kind(type, {
      clientX: x,
      clientY: y,
      bubbles: true,
      cancelable: true,
      view: window as never,
      isPrimary: true,
      pointerType: "mouse",
      ...more,
    }),
  );
}

/** A drag with the mouse. */
export async function drag(
  target: Element,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  point(target, "pointermove", ...from);
  point(target, "pointerdown", ...from);
  point(target, "mousedown", ...from);
  const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
  for (const at of [middle, to]) point(window as never, "mousemove", ...at);
  point(window as never, "mouseup", ...to);
  // d3 takes the click that a browser makes of it.
  await new Promise((done) => setTimeout(done));
}

/** A click, as a mouse makes it. */
export function click(target: Element, x: number, y: number): void {
  for (const type of ["pointermove", "pointerdown", "mousedown"]) point(target, type, x, y);
  point(window as never, "mouseup", x, y);
  point(target, "click", x, y);
}

export function press(target: Element, ...keys: string[]): void {
  for (const key of keys) target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

/** What stands in the first element of a class. */
export const text = (host: ParentNode, selector: string): string => host.querySelector(selector)?.textContent ?? "";
