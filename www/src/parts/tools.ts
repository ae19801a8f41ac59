/** The page's own tools: the tour, the link, light or dark. */

import type { Address } from "../address";
import type { Appearance, Choice } from "../appearance";
import { byId, h } from "../dom";
import { showBanner } from "./banner";
import { copyWhenReady } from "./copy";
import { bring } from "./on-demand";

const APPEARANCES: readonly [Choice, string][] = [
  ["auto", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** Longer links do not go through everywhere, in characters. */
const LONG = 2_000;

export function createTools({ address, appearance }: { address: Address; appearance: Appearance }): void {
  const copy = h("button", { type: "button", class: "quiet", onclick: () => void copyLink() }, "Copy link");
  const choice = h(
    "select",
    { "aria-label": "Appearance", title: "Light or dark; Auto follows the system", onchange: choose },
    ...APPEARANCES.map(([value, label]) => h("option", { value, selected: value === appearance.choice }, label)),
  );
  byId("tools").append(
    h(
      "button",
      { type: "button", class: "quiet", onclick: async () => (await bring(() => import("./tour")))?.startTour() },
      "Tour",
    ),
    copy,
    choice,
  );

  // By the link's own way, the address would change, and Back would not leave the page.
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    byId("bar").focus();
  });

  function choose(): void {
    appearance.choice = choice.value as Choice;
    appearance.remember();
  }

  async function copyLink(): Promise<void> {
    const making = address.link();
    const copied = await copyWhenReady(making);
    const link = await making;
    if (link === null) return showBanner("share", "This document is too large for an address; save it as a file.");
    if (!copied) {
      const part = await bring(() => import("../export/save"));
      part?.showText(link, "The browser does not let this page copy. Here is the link, to copy by hand:");
      return;
    }
    if (link.length > LONG)
      showBanner(
        "share",
        `The link has ${link.length} characters, and some programs cut links after ${LONG}: a file keeps the experiment whole.`,
      );
    copy.textContent = "Link copied";
    setTimeout(() => (copy.textContent = "Copy link"), 2_000);
  }
}
