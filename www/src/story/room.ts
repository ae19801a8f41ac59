/** How much of the first screen's height is above the figures and in the bar; they have the rest. */

import { byId } from "../controls/dom";

/** Keeps `--above` and `--bar` of the page true, in CSS pixels; see styles/stage.css. */
export function keepRoom(): void {
  const [bar, lessons, stage] = [byId("bar"), byId("lessons"), byId("stage")] as const;
  // Banners above it come and go, and are scrolled away.
  const header = document.querySelector("body > header")!;

  function measure(): void {
    const { style } = document.documentElement;
    style.setProperty(
      "--above",
      `${Math.ceil(stage.getBoundingClientRect().top - header.getBoundingClientRect().top)}px`,
    );
    style.setProperty("--bar", `${bar.offsetHeight}px`);
  }

  const observer = new ResizeObserver(measure);
  for (const part of [header, lessons, bar]) observer.observe(part);
}
