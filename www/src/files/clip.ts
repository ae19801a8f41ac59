/** The run as a video: both figures, played from the start. */

import { recordClip } from "./export/clip";
import { fileName, saveFile } from "./export/save";
import type { Conductor } from "../simulation/conductor";
import { isPaced, SPEEDS } from "../simulation/pace";
import type { Stage } from "../story/stage";
import { VERSION } from "../simulation/version";
import { formatCount } from "../views/format";
import type { Theme } from "../views/theme";
import type { Figure } from "../views/types";
import { hideBanner, showBanner } from "../controls/banner";

/** Of the video, about, in pixels. */
const WIDTH = 1_280;
/** Narrower figures stand one above the other. */
const WIDE = 700;
const GAP = 16;
const HEAD = 34;
/** The end stays to be seen, in ms. */
const HOLD = 1_500;

interface Parts {
  stage: Stage;
  conductor: Conductor;
  theme(): Theme;
  title: string;
}

/** Plays the run from the start, records it, and hands the video to the reader. Throws an Error for readers. */
export async function saveClip({ stage, conductor, theme, title }: Parts): Promise<void> {
  // Hidden figures are not drawn.
  scrollTo({ top: 0, behavior: "instant" });
  const both = async () => [await stage.figure("left"), await stage.figure("curves")] as const;
  const [left, curves] = await both();
  if (!left || !curves) throw new Error("There is nothing to record yet.");
  const layout = layoutOf(left, curves);
  const scale = WIDTH / layout.width;
  const stop = new AbortController();
  const speed = conductor.speed;
  if (!isPaced(speed)) conductor.speed = SPEEDS.find(isPaced)!;
  showBanner("clip", "A clip of this run is being recorded; keep the figures in sight.", {
    label: "Stop",
    run: () => stop.abort(),
  });
  restart(conductor);
  let rested = 0;

  async function draw(context: CanvasRenderingContext2D): Promise<boolean> {
    const palette = theme();
    const figures = await both();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = palette.paper;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.scale(scale, scale);
    context.fillStyle = palette.ink;
    context.font = `15px ${palette.font}`;
    context.textBaseline = "middle";
    context.textAlign = "left";
    context.fillText(title, GAP, HEAD / 2, layout.width - 160);
    context.textAlign = "right";
    const { run, shown } = conductor;
    context.fillText(`k = ${formatCount(shown ?? run?.done ?? 0)}`, layout.width - GAP, HEAD / 2);
    figures.forEach((figure, i) => {
      if (!figure) return;
      const { x, y, width } = layout.places[i]!;
      context.save();
      context.translate(x, y);
      // The window may have changed its size meanwhile.
      context.scale(width / figure.width, width / figure.width);
      figure.draw(context);
      context.restore();
    });
    const now = performance.now();
    const isOver = /refused|broken/.test(conductor.phase) || (conductor.phase === "finished" && shown === null);
    if (!isOver) rested = 0;
    else if (rested === 0) rested = now;
    return rested === 0 || now - rested < HOLD;
  }

  try {
    const clip = await recordClip([WIDTH, scale * layout.height], draw, stop.signal);
    if (clip) saveFile(fileName(title, `suda-${VERSION}.${clip.extension}`), clip.video);
  } finally {
    hideBanner("clip");
    conductor.speed = speed;
  }
}

function restart(conductor: Conductor): void {
  const { run } = conductor;
  if (!run) return;
  if (run.finished) {
    conductor.seek(0);
    conductor.play();
  } else conductor.load(run.document, true, false);
}

/** Where the figures stand, side by side where they are wide enough, and how large the whole is. */
function layoutOf(left: Figure, curves: Figure) {
  const beside = left.width + curves.width >= WIDE;
  const width = GAP + (beside ? left.width + GAP + curves.width : Math.max(left.width, curves.width)) + GAP;
  const tall = Math.max(left.height, curves.height);
  // Beside each other their middles are level.
  const top = (figure: Figure): number => HEAD + (beside ? (tall - figure.height) / 2 : 0);
  const second = beside ? { x: GAP + left.width + GAP, y: top(curves) } : { x: GAP, y: HEAD + left.height + GAP };
  const height = HEAD + (beside ? tall : left.height + GAP + curves.height) + GAP;
  return {
    width,
    height,
    places: [
      { x: GAP, y: top(left), width: left.width },
      { ...second, width: curves.width },
    ],
  };
}
