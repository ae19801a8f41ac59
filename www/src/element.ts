/**
 * `<suda-demo>`: the demo as an element of any page. It is a thin wrapper around a frame of `embed.html`, which lies
 * beside this module: styles and errors of the two pages stay apart, the host's policy needs no WebAssembly and no
 * workers, and a copy on another origin works as well, since all that the frame loads is of its own origin.
 */

import { readMessage, type StateMessage } from "./embed/message";
import { OPTION_NAMES } from "./embed/options";
import { encodeLink } from "./link";

/** Attributes that say what is shown, in order of precedence, and those that say how. */
const WHAT = ["document", "link", "preset"] as const;
const HOW = OPTION_NAMES;
/** Until the frame has told its height, in CSS pixels. */
const HEIGHT = 620;

// Kept in a variable: bundlers take `new URL("…", import.meta.url)` for a file of theirs.
const here = import.meta.url;
const page = new URL("embed.html", here).href;

class SudaDemo extends HTMLElement {
  static readonly observedAttributes = [...WHAT, ...HOW, "view", "label"];
  readonly #frame = document.createElement("iframe");
  #asked = 0;
  /** What the frame shows. */
  #address = "";
  readonly #hear = (event: MessageEvent) => this.#take(event);

  constructor() {
    super();
    this.#frame.loading = "lazy";
    this.#frame.allow = "clipboard-write; fullscreen";
    this.#frame.style.cssText = "display: block; width: 100%; border: 0;";
    const style = document.createElement("style");
    style.textContent = ":host { display: block; } :host([hidden]) { display: none; }";
    this.attachShadow({ mode: "open" }).append(style, this.#frame);
  }

  connectedCallback(): void {
    addEventListener("message", this.#hear);
    void this.#show();
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.#hear);
    // When it comes back the browser loads it anew, from where it began.
    this.#address = this.#frame.src;
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#show();
  }

  async #show(): Promise<void> {
    const asked = ++this.#asked;
    this.#frame.title = this.getAttribute("label") ?? "SUDA: decentralised optimisation, live";
    const given = Number(this.getAttribute("height"));
    if (!this.#frame.style.height) this.#frame.style.height = `${given > 0 ? given : HEIGHT}px`;
    const address = `${page}#${await this.#fragment()}`;
    // Several attributes may change at once.
    if (asked !== this.#asked || !this.isConnected || address === this.#address) return;
    // Replaced where it stands: a change makes no step in the reader's history.
    if (this.#address) this.#frame.contentWindow?.location.replace(address);
    else this.#frame.src = address;
    this.#address = address;
  }

  async #fragment(): Promise<string> {
    const fields = new URLSearchParams(await this.#what());
    for (const [name, value] of new URLSearchParams(this.getAttribute("view") ?? "")) fields.set(name, value);
    for (const name of HOW) {
      const value = this.getAttribute(name);
      if (value !== null) fields.set(name, value);
    }
    return fields.toString();
  }

  async #what(): Promise<string> {
    const name = WHAT.find((attribute) => this.hasAttribute(attribute));
    const value = name ? this.getAttribute(name)! : "";
    if (name === "preset") return new URLSearchParams({ preset: value }).toString();
    if (name === "link") return value.slice(value.indexOf("#") + 1);
    if (name !== "document") return "";
    try {
      const fragment = await encodeLink(JSON.parse(value), {});
      if (fragment !== null) return fragment;
      this.#fail("document: is too large for a frame's address");
    } catch (error) {
      this.#fail(`document: is not an experiment as JSON (${error instanceof Error ? error.message : String(error)})`);
    }
    return "";
  }

  #take({ source, data }: MessageEvent): void {
    if (source === null || source !== this.#frame.contentWindow) return;
    const message = readMessage(data);
    if (message?.type === "height") this.#frame.style.height = `${message.height}px`;
    else if (message) this.#tell("suda-state", stateOf(message));
  }

  #fail(message: string): void {
    this.#tell("suda-state", { phase: "refused", message, iteration: 0, iterations: 0 });
  }

  #tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));
  }
}

function stateOf({ phase, message, iteration, iterations }: StateMessage): object {
  return { phase, message, iteration, iterations };
}

// The module may be on a page twice, from two addresses.
if (!customElements.get("suda-demo")) customElements.define("suda-demo", SudaDemo);
