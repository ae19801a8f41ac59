/**
 * The address's fragment as a mirror of the document: `#v=1&z=…`, the document as JSON, deflated, in base64url;
 * `#v=1&j=…`, where the browser cannot deflate, is plain. In `#v=2&z=…`, which is read only, common words are single
 * bytes (`WORDS`). `#lesson=id` and `#figure-3-ring` name a ready document, as `#preset=id` does any; beside a document,
 * `lesson` names the one that it was made from. View settings follow as further fields. Whatever a reader gives is read within bounds and refused with a sentence.
 */

import { valueAt, replaced, type ExperimentDocument, type Tagged } from "./document";
import { readDocument, type DocumentError } from "../simulation/core";

/** The version that is written, and the one with words, which is still read. */
const [VERSION, WORDED] = ["1", "2"];
/** Longer fragments are neither read nor written, in characters. */
const LONGEST = 100_000;
/** The longest document, inflated or not, in bytes. */
const LARGEST = 4_000_000;
/** Of a matrix that is given entry by entry. */
const LARGEST_MATRIX = 400;
/** The fields of a link that are none of the view. */
export const LINK_FIELDS: readonly string[] = ["v", "z", "j", "preset", "lesson", "room"];
/** A figure's name stands alone. */
const FIGURE = /^figure-[\w-]{1,40}$/i;
const EDGES = ["network", "topology", "edges"];
/** Bytes from here on stand for words; text is in ASCII. */
const FIRST_WORD = 128;

/** Where an experiment is shown. */
export type Place = "story" | "laboratory";

export interface Link {
  /** A document as given: not checked yet. */
  document?: unknown;
  /** A ready document, or the one that `document` was made from. */
  preset?: string;
  view: Readonly<Record<string, string>>;
  /** Where it is to be shown, if that is not where it usually is. */
  room?: Place;
}

/** The reason why a link cannot be read, in a sentence for readers; browsers' own messages are not shown. */
class Reason extends Error {}

const CUT = "This link is cut short: its end is missing. Copy it whole, or ask for a new one.";
/** Characters that the text around a link leaves at its end. */
const AFTER = /(?:%20|[.,;:!?()[\]{}<>"'’”»*`…|\\/])+$/;

/** The fields of a fragment; white space in it, marks after it, and escaped `&` are those of the text that it came from. */
function fieldsOf(fragment: string): URLSearchParams {
  const text = fragment.replace(/\s+/g, "").replace(AFTER, "").replace(/&amp;/gi, "&");
  return new URLSearchParams(text.includes("&") ? text : text.replaceAll("%26", "&"));
}

/** The fragment, without `#`; null where it is too long for an address. `from`: the ready document that it was made from. */
export async function encodeLink(document: ExperimentDocument, view: Readonly<Record<string, string>>, from = "") {
  // Far longer texts and lists fit in no address; they are not worth the time that trying takes.
  const text = valueAt(document, ["problem", "data", "text"]);
  const edges = valueAt(document, EDGES);
  if (typeof text === "string" && text.length > LARGEST / 4) return null;
  if (Array.isArray(edges) && edges.length > LONGEST) return null;
  const matrix = valueAt(document, ["network", "weights", "matrix"]);
  if (Array.isArray(matrix) && matrix.length > LARGEST_MATRIX) return null;
  const json = JSON.stringify(packed(document));
  if (json.length > LARGEST) return null;
  const bytes = new TextEncoder().encode(json);
  const deflated = await through(bytes, "CompressionStream");
  const fields = new URLSearchParams({
    v: VERSION,
    ...(deflated ? { z: toBase64(deflated) } : { j: toBase64(bytes) }),
  });
  for (const [name, value] of Object.entries(view)) fields.set(name, value);
  if (from !== "") fields.set("lesson", from);
  const fragment = fields.toString();
  return fragment.length <= LONGEST ? fragment : null;
}

/** The fragment, without `#`, of a ready document as it is. */
export function presetLink({ id, group }: { id: string; group: string }, view: Readonly<Record<string, string>>) {
  const more = new URLSearchParams(view).toString();
  return `${group === "lesson" ? `lesson=${id}` : id}${more && `&${more}`}`;
}

/** Reads a fragment (without `#`); null if it is empty. Throws an Error for readers if it makes no sense. */
export async function decodeLink(fragment: string): Promise<Link | null> {
  if (fragment === "") return null;
  if (fragment.length > LONGEST) throw new Error("This link is too long to be one of this page's.");
  const fields = fieldsOf(fragment);
  const figure = [...fields.keys()].find((name) => FIGURE.test(name));
  const view = Object.fromEntries([...fields].filter(([name]) => !LINK_FIELDS.includes(name) && name !== figure));
  const preset = (fields.get("preset") ?? fields.get("lesson") ?? figure)?.toLowerCase();
  const given = fields.get("room");
  const room: Pick<Link, "room"> = given === "story" || given === "laboratory" ? { room: given } : {};
  const version = fields.get("v");
  const bare = (name: string) => fields.get(name)?.replace(/\s/g, "") ?? null;
  const [deflated, plain] = [bare("z"), bare("j")];
  if (version === null && deflated === null && plain === null)
    return preset === undefined ? null : { preset, view, ...room };
  if (version === null) throw new Error("This link is damaged: its beginning, with the version, is missing.");
  if (version !== VERSION && version !== WORDED)
    throw new Error(
      `This link is of version ${version.slice(0, 20)}; this page reads versions ${VERSION} and ${WORDED}.`,
    );
  if (!deflated && !plain) throw new Error(CUT);
  try {
    const bytes = fromBase64(deflated ?? plain ?? "");
    const inflated = deflated === null ? bytes : await through(bytes, "DecompressionStream");
    if (!inflated) throw new Reason("This link cannot be read: this browser cannot inflate it.");
    const json =
      version === WORDED && deflated !== null
        ? spelled(inflated)
        : new TextDecoder("utf-8", { fatal: true }).decode(inflated);
    const document = unpacked(documentIn(json, deflated === null));
    return { document, ...(preset === undefined ? {} : { preset }), view, ...room };
  } catch (error) {
    throw new Error(
      error instanceof Reason ? error.message : "This link is damaged: some of its characters are not what they were.",
    );
  }
}

/** The document that JSON text holds; of `plain` text the end may be missing. */
function documentIn(json: string, plain: boolean): unknown {
  try {
    return readDocument(json);
  } catch (error) {
    if (plain && !/[}\]]\s*$/.test(json)) throw new Reason(CUT);
    const { message, refusal } = error as DocumentError;
    throw new Reason(
      refusal?.name === "notJson"
        ? `This link is damaged: its document is ${message}.`
        : `This link’s document cannot be read: ${message}.`,
    );
  }
}

/** `bytes` through a raw-deflate stream of the browser; null where it has none. */
async function through(bytes: Uint8Array<ArrayBuffer>, kind: "CompressionStream" | "DecompressionStream") {
  if (!(kind in globalThis)) return null;
  const stream = new globalThis[kind]("deflate-raw");
  const [writer, reader] = [stream.writable.getWriter(), stream.readable.getReader()];
  // Errors surface where it is read; whether all was consumed tells a missing end from damage.
  let isTaken = false;
  void writer
    .write(bytes)
    .then(() => {
      isTaken = true;
      return writer.close();
    })
    .catch(() => {});
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw isTaken ? new Reason(CUT) : error;
    });
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > LARGEST) {
      void reader.cancel();
      throw tooLarge();
    }
    parts.push(new Uint8Array(value));
  }
}

/** The text of which some bytes are words. */
function spelled(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    text += byte < FIRST_WORD ? String.fromCharCode(byte) : (WORDS[byte - FIRST_WORD] ?? "\0");
    if (text.length > LARGEST) throw tooLarge();
  }
  return text;
}

const tooLarge = (): Reason => new Reason("This link is damaged: it holds more than a document can.");

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const usual = text.replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  // A last digit alone is half a byte, of a link whose end is missing.
  const whole = usual.length % 4 === 1 ? usual.slice(0, -1) : usual;
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0));
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

/** Frequent words of documents, each a single byte in a link. Existing links depend on every place in this list. */
const WORDS: readonly string[] = `
{"version":1 ,"name":" ,"seed":" ","trials": ,"iterations": ,"record":{"every": ,"record":{"points": ,"record":{"logPoints":
},"metrics":[" gradientNorm" optimalityGap" meanOptimalityGap" consensus" averageGradient"
},"network":{"topology":{"kind":" ring" path" complete" star" binaryTree" grid","rows": torus","rows": ,"columns":
hypercube","dimension": exponential" erdosRenyi" randomGeometric" wattsStrogatz" barabasiAlbert" explicit" ,"agents":
,"edges":[ ,"probability": ,"radius": ,"neighbors": ,"rewiring": ,"attachments":
},"weights":{"rule":"metropolis" },"weights":{"rule":"maxDegree" },"weights":{"rule":"bestConstant"
},"weights":{"rule":"laplacian","epsilon": ,"laziness": ,"laziness":0.5}
},"problem":{"kind":"logistic","dimension": },"problem":{"kind":"leastSquares","dimension":
},"problem":{"kind":"pl","heterogeneity": ,"samplesPerAgent": ,"regularization": ,"heterogeneity": ,"conditionNumber":
,"commonHessian":true },"gradient":{"noise":"gaussian","variance": },"gradient":{"noise":"minibatch","batch":
},"gradient":{"noise":"none" "stepSize":{"kind":"constant","value": "stepSize":{"kind":"halving","value":
"stepSize":{"kind":"inverse","value": ,"every": ,"factor": ,"offset": ,"start":{"kind":"zeros"
,"start":{"kind":"value","value":[ ,"start":{"kind":"random","scale": ,"methods":[{"kind":" }},{"kind":" },{"kind":"
,"label":" ,"variant":" ,"trackerLaziness": psgd" dsgd" exactDiffusion" extra" gradientTracking" suda","a":[ uda","a":[
abc","a":[ ],"bSquared":[ ],"b":[ ],"c":[ canonical","zeta0": ,"zeta1": ,"zeta2": ,"zeta3": dlm","penalty":
adaptThenCombine" combineThenAdapt" nonAtc" semiAtcIterate" semiAtcTracker" atc"
`
  .trim()
  .split(/\s+/);
