/** Reads JSON that a person may have written: says where it is none, and where in the text a part of it stands. */

type Step = string | number;
/** What may come next. */
type Wanted = "value" | "element" | "name" | "member" | "colon" | "comma" | "nothing";

const WORDS: Readonly<Record<Wanted, string>> = {
  value: "a value",
  element: "a value or “]”",
  name: "a name in double quotes",
  member: "a name in double quotes or “}”",
  colon: "“:”",
  comma: "“,” or the closing bracket",
  nothing: "nothing more",
};

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NAME = /true|false|null/y;

/** Text that is no JSON; `at` is where, in characters from the start. */
export class NotJson extends Error {
  readonly at: number;

  constructor(text: string, at: number, what: string) {
    const before = text.slice(0, at).split("\n");
    super(`this is not JSON: line ${before.length}, column ${before.at(-1)!.length + 1}: ${what}`);
    this.at = at;
  }
}

/** The value that `text` says. Throws `NotJson`, also for numbers that no double can hold, which would become infinite. */
export function parseJson(text: string): unknown {
  scan(text, []);
  return JSON.parse(text) as unknown;
}

/** Where in JSON text the part at a path like `methods[2].laziness` begins, or else the innermost part around it. */
export function placeOf(text: string, path: string): number {
  const steps = [...path.matchAll(/[A-Za-z_$]\w*|\d+/g)].map(([step]): Step => (/^\d/.test(step) ? Number(step) : step));
  return scan(text, steps);
}

/** Goes through the text once, without recursion: what is nested too deeply is for others to refuse. */
function scan(text: string, path: readonly Step[]): number {
  const open: { list: boolean; step: Step }[] = [];
  let wanted: Wanted = "value";
  let found = 0;
  /** How many steps of `path` lead to `found`. */
  let depth = 0;
  let at = 0;

  const note = (place: number) => {
    if (open.length < depth || open.length > path.length || !open.every(({ step }, i) => step === path[i])) return;
    found = place;
    depth = open.length;
  };
  const after = (): Wanted => (open.length === 0 ? "nothing" : "comma");

  for (;;) {
    at = skipSpace(text, at);
    const character = text[at];
    const inside = open.at(-1);
    if (character === undefined && wanted === "nothing") return found;
    if (character === '"' && (wanted === "name" || wanted === "member")) {
      const end = endOfString(text, at);
      inside!.step = JSON.parse(text.slice(at, end)) as string;
      note(at);
      [at, wanted] = [end, "colon"];
    } else if (character === ":" && wanted === "colon") {
      [at, wanted] = [at + 1, "value"];
    } else if (character === "," && wanted === "comma") {
      [at, wanted] = [at + 1, inside!.list ? "value" : "name"];
      if (inside!.list) inside!.step = Number(inside!.step) + 1;
    } else if (inside && character === (inside.list ? "]" : "}") && (wanted === "comma" || wanted === (inside.list ? "element" : "member"))) {
      open.pop();
      [at, wanted] = [at + 1, after()];
    } else if (wanted === "value" || wanted === "element") {
      if (inside?.list) note(at);
      if (character === "{" || character === "[") {
        open.push({ list: character === "[", step: character === "[" ? 0 : "" });
        [at, wanted] = [at + 1, character === "[" ? "element" : "member"];
      } else {
        [at, wanted] = [endOfScalar(text, at, wanted), after()];
      }
    } else {
      throw unexpected(text, at, wanted);
    }
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (" \t\n\r".includes(text[at] ?? "-")) at += 1;
  return at;
}

function endOfScalar(text: string, at: number, wanted: Wanted): number {
  if (text[at] === '"') return endOfString(text, at);
  NUMBER.lastIndex = NAME.lastIndex = at;
  const number = NUMBER.exec(text)?.[0];
  if (number !== undefined && !Number.isFinite(Number(number))) throw new NotJson(text, at, `the number ${number.slice(0, 20)} is too large`);
  const scalar = number ?? NAME.exec(text)?.[0];
  if (scalar === undefined) throw unexpected(text, at, wanted);
  return at + scalar.length;
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') return at + 1;
    if (character < " ") throw new NotJson(text, at, "a text ends on its line; write a line break in it as \\n");
    if (character !== "\\") continue;
    const escape = /["\\/bfnrt]|u[\da-fA-F]{4}/y;
    escape.lastIndex = at + 1;
    const length = escape.exec(text)?.[0].length;
    if (length === undefined) throw new NotJson(text, at, "this backslash begins no escape");
    at += length;
  }
  throw new NotJson(text, from, "this text has no closing quote");
}

function unexpected(text: string, at: number, wanted: Wanted): NotJson {
  const next = /[^\s,:{}[\]]{1,20}|[^]?/y;
  next.lastIndex = at;
  const word = next.exec(text)?.[0];
  return new NotJson(text, at, `${WORDS[wanted]} expected, ${word ? `found ${word}` : "but the text ends"}`);
}
