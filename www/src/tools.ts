/** The page's own tools: ways to its parts, the link, light or dark; and the frame for another page. */

import type { Address } from "./state/address";
import type { Appearance, Choice } from "./state/appearance";
import { byId, h } from "./controls/dom";
import { showBanner } from "./controls/banner";
import { frameOf } from "./files/export/frame";
import { copyWhenReady } from "./controls/copy";
import { onDemand } from "./controls/on-demand";

const loadSave = onDemand(() => import("./files/export/save"));

const APPEARANCES: readonly [Choice, string][] = [
  ["auto", "Auto"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** The groups of panels. */
const PARTS = [
  ["setup", "Set up"],
  ["theory", "Theory"],
  ["instruments", "Instruments"],
  ["files", "Files"],
] as const;

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
      "span",
      { class: "parts", role: "group", "aria-label": "Parts of the page" },
      ...PARTS.map(([id, label]) => h("button", { type: "button", class: "quiet", onclick: () => goTo(id) }, label)),
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

  // No link beside this page in one file, which lies alone.
  document
    .getElementById("copy-frame")
    ?.addEventListener("click", (event) => void copyFrame(event.currentTarget as HTMLElement));

  function goTo(part: string): void {
    byId(`panels-${part}`).scrollIntoView();
    byId(`${part}-title`).focus({ preventScroll: true });
  }

  async function copyLink(): Promise<void> {
    const making = address.link();
    if (!(await copied(making, "the link"))) return;
    const { length } = (await making)!;
    if (length > LONG)
      showBanner(
        "share",
        `The link has ${length} characters, and some programs cut links after ${LONG}: a file keeps the experiment whole.`,
      );
    confirm(copy, "Link copied");
  }

  async function copyFrame(button: HTMLElement): Promise<void> {
    const making = address.link().then((link) => link && frameOf(link, "SUDA: decentralised optimisation, live"));
    if (await copied(making, "the frame")) confirm(button, "Frame copied");
  }
}

/** Whether it was put on the clipboard; where it cannot be, says why, or shows it. */
async function copied(making: Promise<string | null>, what: string): Promise<boolean> {
  const done = await copyWhenReady(making);
  const text = await making;
  if (text === null) {
    showBanner("share", "This document is too large for an address; save it as a file.");
    return false;
  }
  if (done) return true;
  const part = await loadSave();
  part?.showText(text, `The browser does not let this page copy. Here is ${what}, to copy by hand:`);
  return false;
}

function confirm(button: HTMLElement, words: string): void {
  const usual = button.textContent;
  if (usual === words) return;
  button.textContent = words;
  setTimeout(() => (button.textContent = usual), 2_000);
}
