/** From the bytes of a file to text. */

const NO_TEXT = "This is no text: it may be a picture, an archive, a spreadsheet, or UTF-16 without a mark.";

export interface Decoded {
  text: string;
  /** The encoding, if it should be mentioned. */
  note: string | null;
}

const ENCODINGS: readonly [readonly number[], string, string][] = [
  [[0xef, 0xbb, 0xbf], "utf-8", ""],
  [[0xff, 0xfe], "utf-16le", "UTF-16"],
  [[0xfe, 0xff], "utf-16be", "UTF-16"],
];

/** Throws an Error for readers where the bytes are no text. */
export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) throw new Error("The file is empty.");
  const marked = ENCODINGS.find(([mark]) => mark.every((byte, i) => bytes[i] === byte));
  const encoding = marked?.[1] ?? "utf-8";
  let text: string;
  let note = marked?.[2] ? `The text is in ${marked[2]}.` : null;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    if (marked) throw new Error(`The file begins as ${marked[2] || "UTF-8"}, but is no whole text in it.`);
    const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32);
    if (bytes.subarray(0, 4096).some(isControl)) throw new Error(NO_TEXT);
    text = new TextDecoder("windows-1252").decode(bytes);
    note =
      "The text is not in UTF-8; it was read as Windows-1252 (Latin), in which letters with accents may be others.";
  }
  if (text.includes("\0")) throw new Error(NO_TEXT);
  if (text.trim() === "") throw new Error("The file is empty.");
  return { text, note };
}
