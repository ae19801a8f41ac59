// A document as text: a file, or `-` for standard input, in UTF-8, or in UTF-16 with a byte order mark.
import { readFile } from "node:fs/promises";
import { BadInput, wordsOf } from "./trouble.mjs";

/** The encoding that a byte order mark declares. */
function encodingOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
}

async function standardInput() {
  const pieces = [];
  for await (const piece of process.stdin) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The text of a document, without byte order marks. */
export async function readDocument(file) {
  let bytes;
  try {
    bytes = file === "-" ? await standardInput() : await readFile(file);
  } catch (error) {
    throw new BadInput(`${file}: ${wordsOf(error)}`);
  }
  if (bytes.length === 0) throw new BadInput(`${file}: the document is empty`);
  const encoding = encodingOf(bytes);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // A second mark stays where programs one after the other have put theirs.
    return text.replace(/^\ufeff+/, "");
  } catch {
    const found =
      encoding === "utf-8"
        ? "this is not text in UTF-8, or in UTF-16 with a byte order mark"
        : "this is not complete text in UTF-16";
    throw new BadInput(`${file}: ${found}`);
  }
}
