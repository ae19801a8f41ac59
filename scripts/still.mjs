// npm run still: makes www/figure-2.svg, the picture that stands in for the demo where that cannot run.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { buildLib } from "./build.mjs";
import { isMain, root, say, script } from "./lib/run.mjs";

const preset = "figure-2-left-ours";
const metric = "gradientNorm";
const size = { width: 640, height: 400 };
export const still = join(root, "www/figure-2.svg");

const source = async (file) => (await runnerImport(join(root, "www/src", file))).module;

/** The figure as SVG, from a run of the preset by the module in dist/lib. */
export async function drawStill() {
  const { default: init, Experiment, catalog, presets } = await import("../dist/lib/suda.js");
  await init(readFileSync(join(root, "dist/lib/suda_bg.wasm")));
  const { document } = presets().find(({ id }) => id === preset);
  // As many points as are seen in a small picture.
  const experiment = new Experiment({ ...document, record: { points: 80 }, metrics: [metric] });
  experiment.advance(document.iterations);
  const { iterations, series } = experiment.curves();

  const { stylesOf } = await source("methods.ts");
  const { light } = await source("views/theme.ts");
  const { sceneOf } = await source("views/curves/scene.ts");
  const { drawCurvesFigure } = await source("views/curves/figure.ts");
  const { figureToSvg } = await source("export/svg.ts");
  const { methods, metrics } = catalog();
  const data = {
    metrics: [{ id: metric, label: metrics.find(({ name }) => name === metric).formula }],
    metric,
    axes: [{ id: "iterations", label: "iterations k" }],
    axis: "iterations",
    logX: false,
    logY: true,
    series: stylesOf(document, methods).map((method, i) => ({ ...series[i], method, x: iterations, visible: true })),
  };
  const scene = sceneOf(data, light, null, { width: size.width - 120, height: size.height - 80 });
  const draw = (painter) => drawCurvesFigure(painter, scene, light, size.width, size.height);
  return figureToSvg({ ...size, draw, description: "Error curves of five methods on a ring of 32 agents with unequal data" }, light.paper);
}

if (isMain(import.meta.url)) {
  await script(async () => {
    await buildLib();
    writeFileSync(still, await drawStill());
    say(`${still} is drawn`);
  });
}
