/** A table with its caption above it, and what stands in its cells. */

import type { ComponentChild } from "preact";
import { tied } from "../views/format";
import type { MethodStyle } from "../views/types";
import { Swatch as Drawn } from "../views/tooltip";
import { usePage } from "./page";

export type Cell = ComponentChild;

interface TableProps {
  caption: string;
  /** The heads; an empty corner heads nothing. */
  columns: readonly Cell[];
  /** The first cell of each row names the row; a row of one cell names those that follow. */
  rows: readonly (readonly Cell[])[];
}

const words = (cell: Cell): Cell => (typeof cell === "string" ? tied(cell) : cell);

export function Table({ caption, columns, rows }: TableProps) {
  return (
    <div>
      <About>{caption}</About>
      {/* biome-ignore lint/a11y: what scrolls is reached by the keyboard. */}
      <div class="scroll" tabIndex={0} role="group" aria-label={caption}>
        <table>
          <thead>
            <tr>
              {columns.map((column, i) =>
                column === "" ? (
                  <td key={i} />
                ) : (
                  <th key={i} scope="col">
                    {words(column)}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map(([first, ...rest], i) => (
              <tr key={i}>
                {first === "" ? (
                  <td />
                ) : rest.length === 0 ? (
                  <th scope="rowgroup" colSpan={columns.length}>
                    {words(first)}
                  </th>
                ) : (
                  <th scope="row">{words(first)}</th>
                )}
                {rest.map((cell, j) => (
                  <td key={j}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** What is said about what stands beside it. */
export const About = ({ children }: { children: ComponentChild }) => <p class="about">{words(children)}</p>;

export function Named({ style }: { style: MethodStyle }) {
  return (
    <span translate={false}>
      <Swatch of={style} /> {style.label}
    </span>
  );
}

export function Holds({ so }: { so: boolean }) {
  return <span class={so ? "holds" : "fails"}>{so ? "yes" : "no"}</span>;
}

/** A short piece of a method's line, in the page's theme. */
export const Swatch = ({ of }: { of: MethodStyle }) => <Drawn of={of} theme={usePage().store.theme} />;
