/** What a panel is: a component that shows the experiment of the page, its theory, or what is measured of it; buttons that save it. */

import { scheduleOf } from "../../../../lib/steps";
import type { Scene } from "../../scene/figures";
import type { TheoryFacts } from "../../simulation/facts";
import { Button } from "../../controls/field";
import type { Held } from "../../controls/figure";
import { usePage } from "../../controls/page";
import { named, saveSvg } from "../../controls/picture";
import { saveFile } from "../../controls/save";

export interface PanelScene extends Scene {
  /** Null while nothing is known of the document. */
  facts: TheoryFacts | null;
  /** Why the document cannot be run; empty where it can. */
  refusal: string;
}

export interface PanelProps {
  scene: PanelScene;
  /** The part that an address names, such as `table-1`; empty for none. */
  asked: string;
}

/** In place of numbers that a network in parts does not have. */
export const PARTED = "The network is in several parts: the theory needs a connected one.";

/** In place of a number that is not there. */
export const NONE = "–";

/** The constant step size of a method, or null where it changes. */
export function constantStep(document: PanelScene["document"], place: number): number | null {
  const { kind, value } = scheduleOf(document, place);
  return kind === "constant" ? value : null;
}

/** `name`: the stem of the file’s name. */
export function SaveSvg({ view, name, disabled = false }: { view: Held; name: string; disabled?: boolean }) {
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
