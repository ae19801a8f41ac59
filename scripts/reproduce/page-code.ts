// The page's own code that is used here, as one module, so that all of it shares one instance of the core.
export { studyText, USUAL } from "../../lib/study";
export { figureToSvg } from "../../www/src/files/export/svg";
export { recordedDocument } from "../../www/src/scene/recorded-document";
export { Looks } from "../../www/src/state/methods";
export { catalog, createExperiment, instantiate, presets, version } from "../../www/src/simulation/core";
export { drawPowers } from "../../www/src/laboratory/theory/powers-view";
export { SETTINGS, timesStudy } from "../../www/src/laboratory/theory/settings";
export { timesData, timesFromCsv, timesSlopes } from "../../www/src/laboratory/theory/times";
export { drawCurves } from "../../www/src/views/curves/draw";
export { sceneOf } from "../../www/src/views/curves/scene";
export { light, methodStyles } from "../../www/src/views/theme";
