/** Lists, tuples, sets, dictionaries and arrays as Python, NumPy, MATLAB, Julia and Mathematica print them, as JSON’s values. */

const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?:\s*\/\s*\d+)?(?![\w.])/y;
const STRING = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/y;
const WORD = /[A-Za-z_][\w.]*/y;
const ARROW = /<?-+>|→|↔|<->/y;
/** Blanks, and what Python prints of classes and ends of calls: `<class 'list'>`. */
const BLANK = /(?:\s|<[^<>\n-]*>)*/y;
const ASSIGNED = /^\s*[A-Za-z_]\w*\s*=\s*(?=[[{(\w])/;
const CONSTANTS: Readonly<Record<string, unknown>> = { True: true, False: false, true: true, false: false, None: null };
const DEEPEST = 100;
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "(": ")", "{": "}" };

/** Whether the text may be one of these: it begins with a bracket, or with a name and a bracket. */
export function isLiteral(text: string): boolean {
  return /^\s*(?:[A-Za-z_]\w*\s*=\s*)?(?:[A-Za-z_][\w.]*\s*)?[[{(]/.test(text);
}

/** The value that the text says: of a call its last argument. Throws an Error that names the line. */
export function readLiteral(given: string): unknown {
  const text = given.replace(ASSIGNED, "");
  const before = given.slice(0, given.length - text.length).split("\n").length;
  let at = 0;

  const refuse = (what: string): never => {
    throw new Error(`Line ${text.slice(0, at).split("\n").length + before - 1}: ${what}`);
  };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const blank = () => void take(BLANK);

  function value(depth: number): unknown {
    if (depth > DEEPEST) refuse("it is nested too deeply");
    blank();
    const first = one(depth);
    blank();
    if (!take(ARROW)) return first;
    return [first, value(depth + 1)];
  }

  function one(depth: number): unknown {
    const number = take(NUMBER);
    if (number) {
      const [over, under = "1"] = number[0].split("/");
      return Number(over) / Number(under);
    }
    const string = take(STRING);
    if (string) return (string[1] ?? string[2] ?? "").replace(/\\(.)/g, "$1");
    const open = text[at] ?? "";
    if (open in CLOSING) {
      at++;
      return list(open, depth);
    }
    if (text.startsWith("...", at)) refuse("NumPy has left numbers out (“...”): print the whole array");
    const word = take(WORD)?.[0];
    if (word === undefined)
      return refuse(at < text.length ? `“${text[at]}” is not expected here` : "a bracket is missing");
    if (Object.hasOwn(CONSTANTS, word)) return CONSTANTS[word];
    blank();
    const call = text[at] ?? "";
    if (call !== "(" && call !== "[") return word;
    at++;
    return (list(call, depth, true) as unknown[]).at(-1);
  }

  /** What stands between brackets: in braces a list, or an object where colons follow names; rows where semicolons part. */
  function list(open: string, depth: number, isCall = false): unknown {
    const close = CLOSING[open]!;
    const rows: unknown[][] = [[]];
    const fields: [string, unknown][] = [];
    for (;;) {
      blank();
      if (text[at] === ",") at++;
      else if (text[at] === ";" && open === "[") {
        at++;
        rows.push([]);
      } else if (text[at] === close) {
        at++;
        break;
      } else {
        const entry = value(depth + 1);
        blank();
        if (open === "{" && text[at] === ":") {
          at++;
          fields.push([String(entry), value(depth + 1)]);
        } else if (isCall && text[at] === "=" && typeof entry === "string") {
          at++;
          value(depth + 1);
        } else rows.at(-1)!.push(entry);
      }
    }
    if (fields.length > 0) {
      const twice = fields.find(([name], i) => fields.findIndex(([other]) => other === name) !== i)?.[0];
      if (twice !== undefined && fields.length < 1_000) refuse(`“${twice}” appears twice`);
      return Object.fromEntries(fields);
    }
    if (open === "{" && rows[0]!.length === 0) return {};
    if (rows.length === 1) return rows[0];
    return rows.filter((row) => row.length > 0);
  }

  const whole = value(0);
  take(/[\s;.]*/y);
  if (at < text.length) refuse(`“${text.slice(at, at + 12)}” is not expected here`);
  return whole;
}
