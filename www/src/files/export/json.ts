/** Reads JSON that a person may have written: finds syntax errors, and the place of a path in the text. */

import {
  findNodeAtLocation,
  parseTree,
  printParseErrorCode,
  visit,
  type JSONPath,
  type ParseError,
} from "jsonc-parser";
import { doubledField, isTooDeep } from "../../state/strict";

/** The parser's errors in words; where something is expected, the text found instead is named too. */
const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: "a value or a name in double quotes expected",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a name in double quotes expected",
  ValueExpected: "a value expected",
  ColonExpected: "“:” expected",
  CommaExpected: "“,” or the closing bracket expected",
  CloseBraceExpected: "“,” or “}” expected",
  CloseBracketExpected: "“,” or “]” expected",
  EndOfFileExpected: "nothing more expected",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "this text has no closing quote on its line",
  UnexpectedEndOfNumber: "this is no number",
  InvalidUnicode: "this text has a backslash that begins no escape",
  InvalidEscapeCharacter: "this text has a backslash that begins no escape",
  InvalidCharacter: "this text has a character that must be escaped",
};

/** Text with such a number may hold one that no double can. */
const HUGE = /\d(e\+?\d{3}|\d{200})/i;

/** Text that is no JSON; `at` is where, in characters from the start. */
export class NotJson extends Error {
  readonly at: number;

  constructor(text: string, at: number, what: string) {
    const before = text.slice(0, at).split("\n");
    super(`this is not JSON: line ${before.length}, column ${before.at(-1)!.length + 1}: ${what}`);
    this.at = at;
  }
}

/**
 * The value that `text` says. Throws `NotJson`, also for numbers that no double can hold, which would become infinite, and
 * an Error that names the place where a field appears twice in one object.
 */
export function parseJson(given: string): unknown {
  const text = given.replace(/^\ufeff+/, "");
  if (isTooDeep(text)) throw new NotJson(text, 0, "it is nested too deeply");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw whyNot(text, error);
  }
  if (HUGE.test(text))
    visit(text, {
      onLiteralValue(literal, at, length) {
        if (Math.abs(literal as number) === Infinity)
          throw new NotJson(text, at, `the number ${text.slice(at, at + Math.min(length, 20))} is too large`);
      },
    });
  const doubled = doubledField(text);
  if (doubled !== null) throw new Error(`${doubled}: appears twice`);
  return value;
}

/** Where in JSON text the part at a path like `methods[2].laziness` begins, or else the innermost part around it. */
export function placeOf(text: string, path: string): number {
  const steps: JSONPath = [...path.matchAll(/[A-Za-z_$]\w*|\d+/g)].map(([step]) =>
    /^\d/.test(step) ? Number(step) : step,
  );
  const root = parseTree(text);
  if (!root) return 0;
  for (let length = steps.length; length > 0; length--) {
    const node = findNodeAtLocation(root, steps.slice(0, length));
    if (node) return (node.parent?.type === "property" ? node.parent : node).offset;
  }
  return root.offset;
}

/** The error, and its place, in text that `JSON.parse` refused with `error`. */
function whyNot(text: string, error: unknown): NotJson {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch (deep) {
    if (deep instanceof RangeError) return new NotJson(text, 0, "it is nested too deeply");
    throw deep;
  }
  const first = errors[0];
  if (!first) return new NotJson(text, 0, String(error));
  const words = WORDS[printParseErrorCode(first.error)] ?? String(error);
  const found = /[^\s,:{}[\]]{1,20}|[\s\S]?/.exec(text.slice(first.offset))![0];
  const instead = words.endsWith("expected") ? (found ? `, found ${found}` : ", but the text ends") : "";
  return new NotJson(text, first.offset, words + instead);
}
