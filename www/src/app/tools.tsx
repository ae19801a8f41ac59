/** The page's own tools: the contents, the link, light or dark, and the door between the story and the laboratory. */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { showBanner } from "../controls/dom";
import { Button, Select } from "../controls/field";
import { onDemand } from "../controls/on-demand";
import { usePage } from "../controls/page";
import type { Address } from "../state/address";
import type { Appearance, Choice } from "../state/appearance";
import type { Steps } from "../story/steps";
import { UndoRedo } from "../story/transport";
import { element } from "../views/element";

const loadSave = onDemand(() => import("../controls/save"));

const APPEARANCES = Object.entries({ auto: "Auto", light: "Light", dark: "Dark" } satisfies Record<Choice, string>);

/** Longer links do not go through everywhere, in characters. */
const LONG = 2_000;

interface ToolsProps {
  address: Address;
  appearance: Appearance;
  steps: Steps;
  /** Goes through the door. */
  enter(room: "story" | "laboratory"): void;
}

export function Tools({ address, appearance, steps, enter }: ToolsProps) {
  const { room } = usePage();
  const isStory = room.value === "story";
  return (
    <>
      {room.value === "laboratory" && <UndoRedo />}
      <Contents steps={steps} appearance={appearance} label={isStory ? "Contents" : "Start from"} />
      <CopyButton usual="Share" done="Link copied" copy={() => copyLink(address)} />
      {room.value !== "frame" && (
        <Button class="quiet door" onClick={() => enter(isStory ? "laboratory" : "story")}>
          {isStory ? (
            "Laboratory"
          ) : (
            <>
              <span class="long">Back to </span>the story
            </>
          )}
        </Button>
      )}
    </>
  );
}

/** All steps of the story and their ready experiments; and light or dark. */
function Contents({ steps, appearance, label }: { label: string } & Pick<ToolsProps, "steps" | "appearance">) {
  const { room } = usePage();
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = ({ target }: Event) => {
      if (!(target instanceof Node && menu.current!.contains(target))) menu.current!.open = false;
    };
    const press = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || !menu.current!.open) return;
      menu.current!.open = false;
      menu.current!.querySelector("summary")!.focus();
    };
    const here = new AbortController();
    addEventListener("pointerdown", close, here);
    addEventListener("keydown", press, here);
    return () => here.abort();
  }, []);
  const choose = (preset: Parameters<Steps["choose"]>[0]) => {
    menu.current!.open = false;
    steps.choose(preset);
  };
  const isWhole = room.value !== "story";
  return (
    <details class="contents" ref={menu}>
      <summary>{label}</summary>
      <div class="menu">
        <ol>
          {steps.all.map(({ name, presets }, place) => (
            <li key={name}>
              <Button
                quiet
                aria-current={place === steps.place ? "step" : undefined}
                onClick={() => choose(presets[0]!)}
              >
                {name}
              </Button>
              {isWhole && presets.length > 1 && (
                <Select
                  aria-label={name}
                  options={presets.map(({ id, step, title }) => [id, step || title] as const)}
                  value={presets.some(({ id }) => id === steps.present.id) ? steps.present.id : ""}
                  onChange={(chosen) => choose(presets.find(({ id }) => id === chosen)!)}
                />
              )}
            </li>
          ))}
        </ol>
        <div class="appearance">
          Light or dark{" "}
          <Select
            aria-label="Appearance"
            options={APPEARANCES}
            value={appearance.choice}
            onChange={(choice) => {
              appearance.choice = choice as Choice;
              appearance.remember();
            }}
          />
        </div>
      </div>
    </details>
  );
}

/** What there is for pages of one's own. */
export function Elsewhere({ address }: { address: Address }) {
  return (
    <>
      On your own page: <CopyFrame address={address} /> · <a href="example-paper/index.html">an example page</a> with
      frames and elements · the module for JavaScript, <a href="lib/suda.js">lib/suda.js</a>, with its types,{" "}
      <a href="lib/suda.d.ts">lib/suda.d.ts</a>
    </>
  );
}

function CopyFrame({ address }: { address: Address }) {
  const copy = () =>
    copied(
      address.link().then((link) => link && frameOf(link, "SUDA: decentralised optimisation, live")),
      "the frame",
    );
  return <CopyButton usual="Copy a frame of this" done="Frame copied" copy={copy} kind="quiet inline" />;
}

type CopyButtonProps = Record<"usual" | "done", string> & { copy(): Promise<boolean>; kind?: string };

function CopyButton({ usual, done, copy, kind = "quiet" }: CopyButtonProps) {
  const words = useSignal(usual);
  const press = async () => {
    if (!(await copy())) return;
    words.value = done;
    setTimeout(() => (words.value = usual), 2_000);
  };
  return (
    <Button class={kind} onClick={() => void press()}>
      {words}
    </Button>
  );
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

/**
 * Puts a text on the clipboard once it is there; true when it is copied. The clipboard is asked for at once, since WebKit
 * allows it only while it handles the click. Null is no text.
 */
async function copyWhenReady(text: Promise<string | null>): Promise<boolean> {
  const content = text.then((ready) => {
    if (ready === null) throw new Error("there is no text to copy");
    return new Blob([ready], { type: "text/plain" });
  });
  // It may fail before the clipboard waits for it, or after the clipboard was refused: then its failure is nobody's.
  content.catch(() => {});
  try {
    if (typeof ClipboardItem === "function")
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": content })]);
    else await navigator.clipboard.writeText(await (await content).text());
    return true;
  } catch {
    return false;
  }
}

/** The HTML of a frame in another page that shows what a link does. */
function frameOf(link: string, title: string): string {
  const source = new URL("embed.html", link);
  source.hash = `${new URL(link).hash}&height=640`;
  const frame = element("iframe", "", { src: source.href, title, loading: "lazy" });
  frame.style.cssText = "width: 100%; height: 640px; border: 0px";
  return frame.outerHTML;
}
