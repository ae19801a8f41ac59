// What of the page's own code is used here, as one module, so that all of it shares one instance of the core.
export { figureToSvg } from "../../www/src/export/svg";
export { recordedDocument } from "../../www/src/instruments/recorded-document";
export { Looks } from "../../www/src/methods";
export { catalog, createExperiment, instantiate, presets, version } from "../../www/src/simulation/core";
export { drawLaboratory } from "../../www/src/theory/laboratory-view";
export { fromCsv, measure, measuredSlope, theorySlope, toCsv } from "../../www/src/theory/measure";
export { SETTINGS } from "../../www/src/theory/settings";
export { drawCurves } from "../../www/src/views/curves/draw";
export { sceneOf } from "../../www/src/views/curves/scene";
export { light, methodStyles } from "../../www/src/views/theme";
