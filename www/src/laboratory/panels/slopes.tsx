/** What a study has found: a picture on log-log axes, slopes in a table, and numbers as a file. */

import type { Line } from "../../../../lib/study";
import { Named, Table } from "../../controls/table";
import { formatNumber } from "../../views/format";
import type { Theme } from "../../views/theme";
import type { MethodStyle } from "../../views/types";
import { NONE } from "./panel";
import type { PowersData } from "./powers";

export interface Slope {
  style: MethodStyle;
  measured: Line | null;
  theory: Line | null;
}

export interface Found {
  /** What was measured: see `study.tsx`. */
  of: string;
  picture: PowersData;
  slopes: readonly Slope[];
  caption: string;
  /** Of the column with the theory's slopes. */
  theory: string;
  /** How all this is to be read. */
  words: readonly string[];
  /** The stem of the files' names. */
  name: string;
  csv: string;
}

export function Slopes({ found, theme }: { found: Found; theme: Theme }) {
  return (
    <Table
      caption={found.caption}
      columns={["", "measured", "95 % interval", found.theory]}
      rows={found.slopes.map(({ style, measured, theory }) => [
        <Named style={style} theme={theme} />,
        measured ? formatNumber(measured.slope) : NONE,
        measured && Number.isFinite(measured.halfWidth)
          ? `${formatNumber(measured.slope - measured.halfWidth)} to ${formatNumber(measured.slope + measured.halfWidth)}`
          : NONE,
        theory ? formatNumber(theory.slope) : NONE,
      ])}
    />
  );
}
