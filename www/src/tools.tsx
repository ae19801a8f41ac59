/** The page's own tools: undo and redo, ways to its parts, the link, light or dark; and the frame for another page. */

import { useSignal } from "@preact/signals";
import { showBanner } from "./controls/banner";
import { copyWhenReady } from "./controls/copy";
import { byId } from "./controls/dom";
import { onDemand } from "./controls/on-demand";
import { frameOf } from "./files/export/frame";
import type { Address } from "./state/address";
import type { Appearance, Choice } from "./state/appearance";
import { UndoRedo } from "./story/transport";

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

export function Tools({ address, appearance }: { address: Address; appearance: Appearance }) {
  return (
    <>
      <UndoRedo />
      <span class="parts" role="group" aria-label="Parts of the page">
        {PARTS.map(([id, label]) => (
          <button key={id} type="button" class="quiet" onClick={() => goTo(id)}>
            {label}
          </button>
        ))}
      </span>
      <CopyButton usual="Copy link" done="Link copied" copy={() => copyLink(address)} />
      <select
        aria-label="Appearance"
        title="Light or dark; Auto follows the system"
        value={appearance.choice}
        onChange={({ currentTarget }) => {
          appearance.choice = currentTarget.value as Choice;
          appearance.remember();
        }}
      >
        {APPEARANCES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}

/** The experiment as a frame for another page. */
export function CopyFrame({ address }: { address: Address }) {
  const copy = () =>
    copied(
      address.link().then((link) => link && frameOf(link, "SUDA: decentralised optimisation, live")),
      "the frame",
    );
  return <CopyButton usual="Copy a frame of this" done="Frame copied" copy={copy} kind="quiet inline" />;
}

interface CopyButtonProps {
  usual: string;
  /** What it says for a moment when it has copied. */
  done: string;
  copy(): Promise<boolean>;
  kind?: string;
}

function CopyButton({ usual, done, copy, kind = "quiet" }: CopyButtonProps) {
  const words = useSignal(usual);
  const press = async () => {
    if (!(await copy())) return;
    words.value = done;
    setTimeout(() => (words.value = usual), 2_000);
  };
  return (
    <button type="button" class={kind} onClick={() => void press()}>
      {words}
    </button>
  );
}

function goTo(part: string): void {
  byId(`panels-${part}`).scrollIntoView();
  byId(`${part}-title`).focus({ preventScroll: true });
}

async function copyLink(address: Address): Promise<boolean> {
  const making = address.link();
  if (!(await copied(making, "the link"))) return false;
  const { length } = (await making)!;
  if (length > LONG)
    showBanner(
      "share",
      `The link has ${length} characters, and some programs cut links after ${LONG}: a file keeps the experiment whole.`,
    );
  return true;
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
