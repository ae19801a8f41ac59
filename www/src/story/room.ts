/** How much of the first screen's height is above the figures, in the bar, and in legend and words below; pictures have the rest. */

import { byId } from "../controls/dom";

/** Rather a little more, so that the networks are what sets the height, and nothing below moves. In CSS pixels. */
const SPARE = 4;

/**
 * Keeps `--above`, `--bar` and `--said` of the page true, in CSS pixels; see styles/stage.css. To be called after words have changed:
 * the browser tells of new sizes too, but only when it has laid them out for everybody to see.
 */
export function createRoom(): () => void {
  const [bar, ...said] = [byId("bar"), byId("legend"), byId("reading")] as const;
  const [lessons, stage] = [byId("lessons"), byId("stage")];
  // Banners above it come and go, and are scrolled away.
  const header = document.querySelector("body > header")!;
  const { style } = document.documentElement;
  const known = new Map<string, number>();

  function set(name: string, length: number): void {
    if (known.get(name) === length) return;
    known.set(name, length);
    style.setProperty(name, `${length}px`);
  }

  function measure(): void {
    set("--above", Math.ceil(stage.getBoundingClientRect().top - header.getBoundingClientRect().top));
    set("--bar", bar.offsetHeight);
    set("--said", Math.ceil(said.reduce((sum, part) => sum + part.getBoundingClientRect().height, SPARE)));
  }

  const observer = new ResizeObserver(measure);
  for (const part of [header, lessons, bar, ...said]) observer.observe(part);
  return measure;
}
