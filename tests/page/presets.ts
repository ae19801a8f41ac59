// The steps of the story and the ready experiments, as `src/presets.json` declares them.
import { readFileSync } from "node:fs";

interface Ready {
  id: string;
  group: "lesson" | "paper" | "ours";
  step?: string;
  title?: string;
  headline?: string;
  note: string;
  view?: Record<string, string>;
}

export const { presets, steps } = JSON.parse(readFileSync("src/presets.json", "utf8")) as {
  presets: Ready[];
  steps: { name: string; choice?: string; controls?: string[]; presets: string[] }[];
};
