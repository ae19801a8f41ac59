/** What a study has found: a picture on log-log axes, slopes in a table, and numbers as a file. */

import { Named, Table } from "../../controls/table";
import { formatNumber } from "../../views/format";
import { NONE } from "./panel";
import type { PowersData } from "./powers";

export interface Found {
  /** What was measured: see `study.tsx`. */
  of: string;
  picture: PowersData;
  caption: string;
  /** Of the column with the theory's slopes. */
  theory: string;
  /** How all this is to be read. */
  words: readonly string[];
  /** The stem of the files' names. */
  name: string;
  csv: string;
}

export function Slopes({ found }: { found: Found }) {
  return (
    <Table
      caption={found.caption}
      columns={["", "measured", "95 % interval", found.theory]}
      rows={found.picture.methods.map(({ style, line, order }) => {
        const ends = line ? [line.slope - line.halfWidth, line.slope + line.halfWidth] : [];
        return [
          <Named style={style} />,
          line ? formatNumber(line.slope) : NONE,
          line && Number.isFinite(line.halfWidth) ? ends.map((end) => formatNumber(end)).join(" to ") : NONE,
          order ? formatNumber(order.slope) : NONE,
        ];
      })}
    />
  );
}
