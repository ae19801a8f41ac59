// npm run still: makes www/figure-2.svg, the picture that stands in for the demo where that cannot run.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildLib } from "./build.mjs";
import { isMain, root, say, script } from "./lib/run.mjs";
import { loadCode } from "./reproduce.mjs";
import { drawCurves } from "./reproduce/curves.mjs";

const preset = "figure-2-left-ours";
const metric = "gradientNorm";
export const still = join(root, "www/figure-2.svg");

/** The figure as SVG, from a run of the preset by the module in dist/lib. */
export async function drawStill() {
  const code = await loadCode();
  const { document } = code.presets().find(({ id }) => id === preset);
  // As many points as are seen in a small picture.
  const experiment = code.createExperiment({ ...document, record: { points: 80 }, metrics: [metric] }, {});
  experiment.advance(document.iterations);
  const { iterations, series } = experiment.curves();
  experiment.free();
  return drawCurves(code, {
    document,
    metric,
    series: series.map((curve) => ({ ...curve, iterations })),
    width: 640,
    height: 400,
    description: "Error curves of five methods on a ring of 32 agents with unequal data",
  });
}

if (isMain(import.meta.url)) {
  await script(async () => {
    await buildLib();
    writeFileSync(still, await drawStill());
    say(`${still} is drawn`);
  });
}
