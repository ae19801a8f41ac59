/** Finds what `JSON.parse` accepts silently: a field that appears twice in one object, of which it keeps the last. */

/** Finds strings and brackets; all else between them does not matter. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{},]/g;

interface Level {
  /** The names of an object so far; null in a list. */
  names: Set<string> | null;
  /** The name whose value is being read, or the place in a list. */
  at: string | number;
  /** Whether a name comes next. */
  wantsName: boolean;
}

/** The path of the first field that appears twice in valid JSON text, as the core words it; null if none does. */
export function doubledField(text: string): string | null {
  const levels: Level[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === "{") levels.push({ names: new Set(), at: "", wantsName: true });
    else if (token === "[") levels.push({ names: null, at: 0, wantsName: false });
    else if (token === "}" || token === "]") levels.pop();
    else if (!level) continue;
    else if (token === ",") {
      if (level.names) level.wantsName = true;
      else level.at = Number(level.at) + 1;
    } else if (level.names && level.wantsName) {
      const name = JSON.parse(token) as string;
      level.at = name;
      level.wantsName = false;
      if (level.names.has(name)) return path(levels);
      level.names.add(name);
    }
  }
  return null;
}

function path(levels: readonly Level[]): string {
  return levels.reduce(
    (text, { at }) => (typeof at === "number" ? `${text}[${at}]` : text === "" ? at : `${text}.${at}`),
    "",
  );
}

/** As deep as the core reads. */
const DEPTH = 128;

/** Whether JSON text has more brackets in each other than any document, which would take long to read. */
export function isTooDeep(text: string): boolean {
  let [depth, inString] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) inString = !inString;
    else if (inString) at += Number(unit === 0x5c);
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > DEPTH) return true;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
  }
  return false;
}

/** The value of JSON text without byte order marks before it. Throws an Error if a field appears twice. */
export function strictJson(text: string): unknown {
  const content = text.replace(/^\ufeff+/, "");
  if (isTooDeep(content)) throw new Error("it is nested too deeply");
  const value: unknown = JSON.parse(content);
  const doubled = doubledField(content);
  if (doubled !== null) throw new Error(`${doubled}: appears twice`);
  return value;
}
