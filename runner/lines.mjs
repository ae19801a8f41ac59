// The lines of a file, one at a time. The file is open only while a piece of it is read, so any number of files can be
// read beside each other.
import { closeSync, openSync, readSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";

const PIECE = 1 << 18;

/** Reads lines without their ends. `next()` gives null after the last. */
export function linesOf(path) {
  const decoder = new StringDecoder("utf8");
  const piece = Buffer.alloc(PIECE);
  let [position, rest, ended] = [0, "", false];
  /** Parts of a line that is longer than a piece. */
  let parts = [];

  function more() {
    const handle = openSync(path, "r");
    try {
      const length = readSync(handle, piece, 0, PIECE, position);
      position += length;
      ended = length === 0;
      rest = ended ? decoder.end() : decoder.write(piece.subarray(0, length));
    } finally {
      closeSync(handle);
    }
  }

  return {
    next() {
      for (;;) {
        const end = rest.indexOf("\n");
        if (end >= 0) {
          const line = parts.join("") + rest.slice(0, end);
          parts = [];
          rest = rest.slice(end + 1);
          return line.replace(/\r$/, "");
        }
        parts.push(rest);
        rest = "";
        if (ended) {
          const line = parts.join("");
          parts = [];
          return line === "" ? null : line;
        }
        more();
      }
    },
  };
}
