/** Buttons that save what a panel has found. */

import { Button } from "../../controls/field";
import type { Held } from "../../controls/figure";
import { usePage } from "../../controls/page";
import { named, saveSvg } from "../../files/export/picture";
import { saveFile } from "../../files/export/save";

interface SaveSvgProps {
  view: Held;
  /** The stem of the file's name. */
  name: string;
  disabled?: boolean;
}

export function SaveSvg({ view, name, disabled = false }: SaveSvgProps) {
  const { paper } = usePage().store.theme;
  return (
    <Button disabled={disabled} onClick={() => void saveSvg(view.current, name, paper)}>
      SVG
    </Button>
  );
}

/** `csv`: the text of the file, made when it is saved. */
export function SaveCsv({ name, csv }: { name: string; csv: (() => string) | null }) {
  return (
    <Button disabled={!csv} onClick={() => saveFile(named(name, "csv"), csv!(), "text/csv")}>
      CSV
    </Button>
  );
}
