/**
 * The address's fragment as a mirror of the document: `#v=2&z=…`, the document as JSON, its common words as single bytes
 * (`words.ts`), deflated, in base64url. `#v=1&z=…` has no such words, and `#v=1&j=…`, where the browser cannot deflate,
 * is plain JSON. `#lesson=id` and `#figure-3-ring` name a ready document, as `#preset=id` does any. View settings follow
 * as further fields. Whatever a reader gives is read within bounds and refused with a sentence.
 */

import type { ExperimentDocument, Tagged } from "./document";
import { valueAt, replaced } from "./document";
import { WORDS } from "./words";

/** The version that is written, and the one before it. */
const [VERSION, PLAIN] = ["2", "1"];
/** Longer fragments are neither read nor written, in characters. */
const LONGEST = 100_000;
/** Neither a document nor what is inflated is longer than this, in bytes. */
const LARGEST = 4_000_000;
/** The fields that say what is shown. */
const OWN = ["v", "z", "j", "preset", "lesson"];
/** A figure's name stands alone. */
const FIGURE = /^figure-[\w-]{1,40}$/;
const EDGES = ["network", "topology", "edges"];
/** Bytes from here on stand for words; text is in ASCII. */
const FIRST_WORD = 128;

export interface Link {
  /** A document as given: not checked yet. */
  document?: unknown;
  preset?: string;
  view: Readonly<Record<string, string>>;
}

/** Why a link cannot be read, in words for readers; what else browsers say is not. */
class Reason extends Error {}

/** The fragment, without `#`; null where the document is too large for an address. */
export async function encodeLink(
  document: ExperimentDocument,
  view: Readonly<Record<string, string>>,
): Promise<string | null> {
  const json = JSON.stringify(packed(document));
  if (json.length > LARGEST) return null;
  const deflated = await through(shortened(json), "CompressionStream");
  const fields = new URLSearchParams(
    deflated ? { v: VERSION, z: toBase64(deflated) } : { v: PLAIN, j: toBase64(new TextEncoder().encode(json)) },
  );
  for (const [name, value] of Object.entries(view)) fields.set(name, value);
  const text = fields.toString();
  return text.length <= LONGEST ? text : null;
}

/** The fragment, without `#`, of a ready document as it is. */
export function presetLink(
  { id, group }: { id: string; group: string },
  view: Readonly<Record<string, string>>,
): string {
  const more = new URLSearchParams(view).toString();
  return `${group === "lesson" ? `lesson=${id}` : id}${more && `&${more}`}`;
}

/** What a fragment (without `#`) says; null when it is empty. Throws an Error for readers when it makes no sense. */
export async function decodeLink(fragment: string): Promise<Link | null> {
  if (fragment === "") return null;
  if (fragment.length > LONGEST) throw new Error("This link is too long to be one of this page's.");
  const fields = new URLSearchParams(fragment);
  const figure = [...fields].find(([name, value]) => value === "" && FIGURE.test(name))?.[0];
  const view = Object.fromEntries([...fields].filter(([name]) => !OWN.includes(name) && name !== figure));
  const preset = fields.get("preset") ?? fields.get("lesson") ?? figure;
  if (preset !== undefined) return { preset, view };
  const version = fields.get("v");
  const [deflated, plain] = [fields.get("z"), fields.get("j")];
  if (version === null && deflated === null && plain === null) return null;
  if (version !== VERSION && version !== PLAIN)
    throw new Error(
      `This link is of version ${String(version).slice(0, 20)}; this page reads versions ${PLAIN} and ${VERSION}.`,
    );
  try {
    const bytes = fromBase64(deflated ?? plain ?? "");
    const inflated = deflated === null ? bytes : await through(bytes, "DecompressionStream");
    if (!inflated) throw new Reason("this browser cannot inflate it");
    const json =
      version === VERSION && deflated !== null
        ? spelled(inflated)
        : new TextDecoder("utf-8", { fatal: true }).decode(inflated);
    return { document: unpacked(JSON.parse(json)), view };
  } catch (error) {
    throw new Error(`This link is damaged or cut short${error instanceof Reason ? `: ${error.message}` : ""}.`);
  }
}

/** `bytes` through a raw-deflate stream of the browser; null where it has none. */
async function through(bytes: Uint8Array<ArrayBuffer>, kind: "CompressionStream" | "DecompressionStream") {
  if (!(kind in globalThis)) return null;
  const reader = new Blob([bytes]).stream().pipeThrough(new globalThis[kind]("deflate-raw")).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > LARGEST) {
      void reader.cancel();
      throw tooLarge();
    }
    parts.push(new Uint8Array(value));
  }
}

/** JSON with words as single bytes; the rest in ASCII. */
function shortened(json: string): Uint8Array<ArrayBuffer> {
  const ascii = json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  // The longest first, since some begin others.
  const places = WORDS.map((_, place) => place).sort((a, b) => WORDS[b]!.length - WORDS[a]!.length);
  const short = places.reduce(
    (text, place) => text.replaceAll(WORDS[place]!, String.fromCharCode(FIRST_WORD + place)),
    ascii,
  );
  return Uint8Array.from(short, (character) => character.charCodeAt(0));
}

function spelled(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    text += byte < FIRST_WORD ? String.fromCharCode(byte) : (WORDS[byte - FIRST_WORD] ?? "\0");
    if (text.length > LARGEST) throw tooLarge();
  }
  return text;
}

function tooLarge(): Reason {
  return new Reason("it holds more than a document can");
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}

/** The document with its list of edges as gaps between places in the adjacency matrix, which deflate well. */
function packed(document: ExperimentDocument): unknown {
  const { agents, edges } = (valueAt(document, ["network", "topology"]) ?? {}) as {
    agents?: number;
    edges?: [number, number][];
  };
  if (agents === undefined || !Array.isArray(edges)) return document;
  const places = edges.map(([i, j]) => Math.min(i, j) * agents + Math.max(i, j)).sort((a, b) => a - b);
  return replaced(
    document,
    EDGES,
    places.map((place, k) => place - (places[k - 1] ?? 0)),
  );
}

function unpacked(document: unknown): unknown {
  const gaps = valueAt(document, EDGES);
  const agents = valueAt(document, ["network", "topology", "agents"]);
  if (!Array.isArray(gaps) || typeof agents !== "number" || !gaps.every((gap) => typeof gap === "number"))
    return document;
  let place = 0;
  const edges = gaps.map((gap: number) => {
    place += gap;
    return [Math.floor(place / agents), place % agents];
  });
  return replaced(document as Tagged, EDGES, edges);
}
