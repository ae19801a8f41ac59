/** METIS’ form of lists of neighbours: a first line of counts, then a line for each node, which may be empty. */

const WHOLE = /^\d+$/;
const HEAD = /^\ufeff?(?:\s*%.*[\r\n])*\s*\d+[ \t]+\d+(?:[ \t]+\d+){0,2}[ \t]*[\r\n]/;

export interface Metis {
  /** The first line. */
  head: string;
  /** Each node, and its neighbours. */
  rows: readonly { line: number; cells: readonly string[] }[];
  /** Whether there are weights, which are left out of the rows. */
  weighted: boolean;
}

/**
 * The lists, where the text is METIS’: `n m [fmt [ncon]]` and then n lines of 2 m neighbours in all, numbered from 1, who name
 * each other; null where it is not. The digits of `fmt` tell of sizes of nodes, weights of nodes, and weights of links.
 */
export function metisOf(text: string): Metis | null {
  if (!HEAD.test(text)) return null;
  const all = text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((content, i) => ({ line: i + 1, content: content.trim() }))
    .filter(({ content }) => !content.startsWith("%"));
  const [first, ...rest] = all.slice(all.findIndex(({ content }) => content !== ""));
  const head = first?.content.split(/\s+/) ?? [];
  if (!first || head.length < 2 || head.length > 4 || !head.every((word) => WHOLE.test(word))) return null;
  const [n, m] = [Number(head[0]), Number(head[1])];
  const format = (head[2] ?? "0").padStart(3, "0");
  if (n < 1 || rest.length < n || rest.slice(n).some(({ content }) => content !== "") || !/^[01]{3}$/.test(format))
    return null;
  const skipped = Number(format[0]) + (format[1] === "1" ? Number(head[3] ?? 1) : 0);
  const step = format[2] === "1" ? 2 : 1;
  const rows = rest.slice(0, n).map(({ line, content }, i) => {
    const words = content === "" ? [] : content.split(/\s+/).slice(skipped);
    return {
      line,
      cells: [String(i + 1), ...words.filter((_, k) => k % step === 0)],
      isWhole: words.length % step === 0,
    };
  });
  const isNode = (word: string) => WHOLE.test(word) && Number(word) >= 1 && Number(word) <= n;
  const total = rows.reduce((sum, { cells }) => sum + cells.length - 1, 0);
  if (total !== 2 * m || !rows.every(({ cells, isWhole }) => isWhole && cells.every(isNode))) return null;
  const of = rows.map(({ cells }) => new Set(cells.slice(1)));
  const mutual = rows.every(({ cells: [node, ...others] }) =>
    others.every((other) => other !== node && of[Number(other) - 1]!.has(node!)),
  );
  return mutual ? { head: first.content, rows, weighted: skipped > 0 || step > 1 } : null;
}
