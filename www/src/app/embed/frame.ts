/** What a frame has of its own: its parts and its height, and the core by way of scripts. */

import { sum } from "d3-array";
import { byId } from "../../controls/dom";
import { PARTS, type Options, type Part } from "../../state/options";
import script from "../../simulation/core-script.ts?worker&url";
import digitsScript from "../../simulation/digits-script.ts?worker&url";
import { compileBytes, NO_DIGITS, onceHad, type Core } from "../../simulation/load";

/** Pictures are not made lower than this, in CSS pixels. */
const LOWEST = 120;

/** `tell` gets the height of the content, when it is laid out and whenever it changes. */
export function createLayout(tell: (height: number) => void) {
  let wanted: number | null = null;
  let pictures = 300;
  let told = 0;

  /** Looks how high it is: out of sight the browser does not tell. */
  function measure(): void {
    if (wanted !== null) fit(wanted);
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    tell(height);
  }

  /** Gives the pictures what the other parts leave of `height`; those of the story fill it by their styles. */
  function fit(height: number): void {
    const { style } = document.body;
    style.setProperty("--frame-height", `${height}px`);
    if (document.documentElement.dataset["room"] === "story") return;
    const spare = height - document.body.getBoundingClientRect().height;
    const rows = rowsOfPictures();
    pictures = Math.max(LOWEST, Math.floor(pictures * rows + spare) / rows);
    style.setProperty("--frame-pictures", `${pictures}px`);
  }

  new ResizeObserver(measure).observe(document.body);

  return {
    measure,
    apply({ show, height }: Options): void {
      const hide = (element: Element | null, ...parts: Part[]) => {
        if (element instanceof HTMLElement) element.hidden = !parts.some((part) => show.includes(part));
      };
      for (const [part, id] of Object.entries(PARTS) as [Part, string][]) hide(byId(id), part);
      hide(document.querySelector("header"), "tools");
      hide(byId("stage"), "network", "curves", "legend", "reading");
      hide(byId("bar"), "run", "controls");
      hide(byId("below"), "text", "settings");
      hide(byId("story"), "text");
      wanted = height;
      document.documentElement.toggleAttribute("data-fixed", height !== null);
      if (height === null) document.body.style.removeProperty("--frame-pictures");
      measure();
    },
  };
}

/** How many pictures stand above each other. */
function rowsOfPictures(): number {
  const rows = new Map<number, number>();
  for (const figure of document.querySelectorAll<HTMLElement>("#stage > .figure:not([hidden])")) {
    const parts = figure.querySelectorAll<HTMLElement>(".with-floors > :not([hidden])");
    const own = new Set([...parts].map(({ offsetTop }) => offsetTop)).size;
    rows.set(figure.offsetTop, Math.max(rows.get(figure.offsetTop) ?? 1, own));
  }
  return Math.max(1, sum(rows.values()));
}

export const scriptedCore: Core = {
  address: script,
  async compile() {
    await loadScript(script, "The simulation could not be loaded");
    const holder = globalThis as { sudaCore?: string };
    const base64 = holder.sudaCore?.split(",")[1] ?? "";
    delete holder.sudaCore;
    return compileBytes(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  },
  digits: onceHad(async () => {
    await loadScript(digitsScript, NO_DIGITS);
    const holder = globalThis as { sudaDigits?: string };
    const digits = new TextEncoder().encode(holder.sudaDigits);
    delete holder.sudaDigits;
    return digits;
  }),
};

function loadScript(address: string, failure: string): Promise<void> {
  const script = document.createElement("script");
  script.src = address;
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${failure}: the network is down, or something blocks it.`));
    document.head.append(script);
  });
}
