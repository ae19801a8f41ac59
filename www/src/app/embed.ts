/**
 * The demo as a part of another page, in a frame. It plays when it is scrolled into view and rests while it is not; until
 * then it works out its run when the browser has nothing else to do, so that a paper is printed whole. It never takes the
 * focus, never scrolls, and keeps nothing. It is built as a classic script: a frame of opaque origin may load
 * no module from a host that sends no CORS headers.
 */

import "../../styles/embed.css";
import workerUrl from "../simulation/worker.ts?worker&url";
import InlineWorker from "../simulation/worker.ts?worker&inline";
import type { App } from "./app";
import { Appearance } from "../state/appearance";
import { started, hideBanner, showBanner } from "../controls/dom";
import { createLayout, scriptedCore } from "./embed/frame";
import { type HeightMessage, MESSAGE_VERSION, type StateMessage, whenIdle } from "./embed/message";
import { readOptions } from "../state/options";
import type { Conductor } from "../simulation/conductor";
import { fetchedCore } from "../simulation/load";
import { start } from "./start";
import { VERSION } from "../simulation/core";
import { element } from "../views/element";

/** A run that nobody has seen is worked out for so long, in ms. */
const AHEAD = 10_000;

const opaque = origin === "null";
const layout = createLayout((height) => tellHost({ type: "height", height }));
const { theme, looks } = readOptions(location.hash.slice(1));
const appearance = new Appearance(theme, looks);
const home = new URL("index.html", location.href.split("#")[0]).href;
const whole = element("a", "", { href: home + location.hash, target: "_blank", rel: "noopener" }, "Open in full");
let app: App | null = null;
let begun = false;
let seen = false;
/** Whether it has not been seen yet. */
let early = true;
/** Whether the run was stopped because nobody sees it. */
let resting = false;

function applyOptions(): void {
  const options = readOptions(location.hash.slice(1));
  appearance.choice = options.theme;
  layout.apply(options);
  hideBanner("options");
  if (options.problems.length > 0)
    showBanner("options", `This frame’s address asks for something unknown. ${options.problems.join(" ")}`);
}

function tellState(phase: StateMessage["phase"], message = ""): void {
  const run = app?.conductor.run;
  tellHost({ type: "state", phase, message, iteration: run?.done ?? 0, iterations: run?.document.iterations ?? 0 });
}

async function begin(): Promise<void> {
  if (begun) return;
  begun = true;
  // Other frames on the same page want some of the cores as well.
  const workers = Math.max(1, Math.min(4, Math.floor((navigator.hardwareConcurrency || 2) / 2)));
  app = opaque
    ? await start({ appearance, home, workers, core: scriptedCore, spawn: () => new InlineWorker() })
    : await start({ appearance, home, workers, core: fetchedCore, spawn: () => new Worker(workerUrl) });
  if (!app) {
    const refusal = document.querySelector(".banner[data-kind=link] p")?.textContent;
    document.documentElement.toggleAttribute("data-refused", refusal !== undefined);
    return tellState(refusal ? "refused" : "failed", refusal ?? document.querySelector(".banner p")?.textContent ?? "");
  }
  app.onPhase((phase, message) => {
    tellState(phase, message);
    layout.measure();
  });
  attend();
}

/** Plays while it is seen, and only then. */
function attend(): void {
  if (!app) return;
  const { conductor } = app;
  if (!seen && conductor.playing) {
    resting = true;
    conductor.pause();
    if (early) workAhead(conductor);
  } else if (seen && resting) {
    resting = false;
    if (early) conductor.seek(0);
    conductor.play();
  }
  if (seen) early = false;
}

/** Works out what is printed of a run that nobody has seen, as far as it comes in a while. */
function workAhead(conductor: Conductor): void {
  conductor.seek(Infinity);
  setTimeout(() => early && conductor.pause(), AHEAD);
}

document.body.append(element("p", "source", {}, whole, ` · SUDA ${VERSION}`));
for (const event of ["pointerenter", "focus"])
  whole.addEventListener(event, async () => (whole.href = (await app?.link()) ?? whole.href));
started();
applyOptions();
addEventListener("hashchange", () => {
  // A frame that had nothing to show begins anew with what it is asked for now.
  if (document.documentElement.hasAttribute("data-refused")) location.reload();
  else applyOptions();
});
tellState("waiting");
document.documentElement.dataset["ready"] = "";
new IntersectionObserver((entries) => {
  seen = entries.at(-1)!.isIntersecting;
  if (seen) void begin();
  attend();
}).observe(document.documentElement);
whenIdle(() => void begin());

/** A page that is no frame talks to nobody. */
function tellHost(message: Omit<HeightMessage, "source" | "version"> | Omit<StateMessage, "source" | "version">): void {
  if (parent === window) return;
  // To any host: nothing in it is secret, and a frame of opaque origin cannot know its host's.
  parent.postMessage({ source: "suda", version: MESSAGE_VERSION, ...message }, "*");
}
