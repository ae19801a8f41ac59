/**
 * `<suda-demo>`: the demo as an element of any page. It is a thin wrapper around a frame of `embed.html`, which lies
 * beside this module: styles and errors of the two pages stay apart, the host's policy needs no WebAssembly and no
 * workers, and a copy on another origin works as well, since all that the frame loads is of its own origin.
 */

import { readMessage, whenIdle, type StateMessage } from "./embed/message";
import { OPTION_NAMES } from "../state/option-names";

/** Attributes that choose the experiment, in order of precedence, and those that choose its appearance. */
const WHAT = ["document", "link", "preset"] as const;
const HOW = OPTION_NAMES;
/** The height until the frame reports its own, in CSS pixels. */
const HEIGHT = 620;
/** A document in an address is not longer, in characters. */
const LONGEST = 99_000;
/** Seconds in sight after which a silent frame is reported. */
const PATIENCE = 10;

/** The frame's page, beside this module; null where that has no place, as in `data:` and `blob:`. */
const page = beside("embed.html", import.meta.url);

function beside(name: string, address: string): string | null {
  try {
    return new URL(name, address).href;
  } catch {
    return null;
  }
}

/**
 * Constructed, since a host's policy may forbid styles in the page. As far as its own contents make it wide, which they do
 * in flex boxes and where it is centred, the element takes all the width there is.
 */
const styles = new CSSStyleSheet();
styles.replaceSync(`
  :host { display: block; }
  :host([hidden]), [hidden] { display: none; }
  iframe { display: block; width: 100vw; min-width: 100%; max-width: 100%; border: 0; }
  p { margin: 0; padding: 0.75em 1em; border: 1px solid; overflow-wrap: anywhere; }
`);

class SudaDemo extends HTMLElement {
  static readonly observedAttributes = [...WHAT, ...HOW, "view", "label"];
  readonly #frame = document.createElement("iframe");
  /** A message that the frame itself cannot show. */
  readonly #note = document.createElement("p");
  #asked = 0;
  #address = "";
  /** Whether the frame has sent any message since it was loaded. */
  #answered = false;
  #inSight = false;
  #watch = 0;
  readonly #sight = new IntersectionObserver((entries) => (this.#inSight = entries.at(-1)!.isIntersecting));
  readonly #hear = (event: MessageEvent) => this.#take(event);

  constructor() {
    super();
    this.#frame.loading = "lazy";
    this.#frame.allow = "clipboard-write; fullscreen";
    this.#frame.hidden = true;
    this.#note.hidden = true;
    this.#note.role = "alert";
    const root = this.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [styles];
    root.append(this.#note, this.#frame);
    // Also those that nobody has scrolled to are printed.
    whenIdle(() => (this.#frame.loading = "eager"));
  }

  connectedCallback(): void {
    addEventListener("message", this.#hear);
    this.#sight.observe(this);
    this.#await();
    void this.#show();
  }

  disconnectedCallback(): void {
    removeEventListener("message", this.#hear);
    this.#sight.disconnect();
    clearInterval(this.#watch);
    // When it comes back the browser loads it anew, from where it began.
    this.#address = this.#frame.src;
    this.#answered = false;
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#show();
  }

  async #show(): Promise<void> {
    const asked = ++this.#asked;
    this.#frame.title = this.getAttribute("label") ?? "SUDA: decentralised optimisation, live";
    const given = Number(this.getAttribute("height"));
    if (!this.#frame.style.height) this.#frame.style.height = `${given > 0 ? given : HEIGHT}px`;
    const fragment = await this.#fragment().catch((error: Error) => error);
    // Several attributes may change at once.
    if (asked !== this.#asked || !this.isConnected) return;
    if (page === null)
      return this.#fail(
        "failed",
        "This demo’s element.js must be loaded from its own address, with embed.html beside it.",
      );
    if (fragment instanceof Error) return this.#fail("refused", `document: ${fragment.message}`);
    const address = `${page}#${fragment}`;
    if (address === this.#address) return;
    this.#note.hidden = true;
    this.#frame.toggleAttribute("credentialless", this.hasAttribute("credentialless"));
    // Replaced where it stands: a change makes no step in the reader's history.
    if (this.#answered) this.#frame.contentWindow!.location.replace(address);
    else this.#frame.src = address;
    this.#frame.hidden = false;
    this.#address = address;
  }

  /** Reports a frame that has been in sight for a while without a message: it may be forbidden here, or out of reach. */
  #await(): void {
    let waited = 0;
    this.#watch = window.setInterval(() => {
      if (this.#answered) return clearInterval(this.#watch);
      // A lazy frame that nobody sees is not loaded, and a page in the background is in no hurry.
      if (!this.#inSight || this.#frame.hidden || document.hidden || ++waited !== PATIENCE) return;
      this.#fail(
        "failed",
        `The demo has not answered for ${PATIENCE} s. Its host may be out of reach, or not allowed here: ${page}`,
      );
    }, 1_000);
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
    return name === "document" ? linkOf(value) : "";
  }

  #take({ source, data }: MessageEvent): void {
    if (source === null || source !== this.#frame.contentWindow) return;
    const message = readMessage(data);
    if (!message) return;
    if (!this.#answered) this.#note.hidden = true;
    this.#answered = true;
    // Hidden, the frame has no height.
    if (message.type === "state") this.#tell(message);
    else if (message.height > 0) this.#frame.style.height = `${message.height}px`;
  }

  #fail(phase: "failed" | "refused", message: string): void {
    this.#note.textContent = message;
    this.#note.hidden = false;
    this.#tell({ phase, message, iteration: 0, iterations: 0 });
  }

  #tell({ phase, message, iteration, iterations }: Omit<StateMessage, "source" | "version" | "type">): void {
    const detail = { phase, message, iteration, iterations };
    // Composed, so that the event leaves a shadow root around the element.
    this.dispatchEvent(new CustomEvent("suda-state", { detail, bubbles: true, composed: true }));
  }
}

/** The fragment of a document given as text, which the frame reads: `#v=1&z=…`, or `#v=1&j=…` where nothing deflates here. */
async function linkOf(text: string): Promise<string> {
  const plain = new Blob([text]);
  const isSmall = "CompressionStream" in globalThis;
  const stream = isSmall ? plain.stream().pipeThrough(new CompressionStream("deflate-raw")) : plain.stream();
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const binary = bytes.reduce((word, byte) => word + String.fromCharCode(byte), "");
  const code = btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  if (code.length > LONGEST) throw new Error("is too large for a frame’s address");
  return `v=1&${isSmall ? "z" : "j"}=${code}`;
}

// The module may be on a page twice, from two addresses.
if (!customElements.get("suda-demo")) customElements.define("suda-demo", SudaDemo);
