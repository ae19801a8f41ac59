// The page's own code that is used here, as one module, so that all of it shares one instance of the core.
export { studyText, USUAL } from "../../lib/study";
export { figureToSvg } from "../../www/src/export/svg";
export { recordedDocument } from "../../www/src/instruments/recorded-document";
export { Looks } from "../../www/src/methods";
export { catalog, createExperiment, instantiate, presets, version } from "../../www/src/simulation/core";
export { drawPowers } from "../../www/src/theory/powers-view";
export { SETTINGS, timesStudy } from "../../www/src/theory/settings";
export { timesData, timesFromCsv, timesSlopes } from "../../www/src/theory/times";
export { drawCurves } from "../../www/src/views/curves/draw";
export { sceneOf } from "../../www/src/views/curves/scene";
export { light, methodStyles } from "../../www/src/views/theme";
