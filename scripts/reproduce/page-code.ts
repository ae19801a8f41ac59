// The page's own code that is used here, as one module, so that all of it shares one instance of the core.
export { studyText, USUAL } from "../../lib/study";
export { figureToSvg } from "../../www/src/views/svg";
export { recordedDocument } from "../../www/src/scene/recorded";
export { Looks } from "../../www/src/state/methods";
export {
  catalog,
  Experiment,
  instantiate,
  outline,
  presets,
  summarize,
  version,
} from "../../www/src/simulation/core";
export { powersChart } from "../../www/src/laboratory/panels/powers";
export { foundTimes, SETTINGS, timesFromCsv, timesStudy } from "../../www/src/laboratory/panels/times";
export { drawChart } from "../../www/src/views/chart";
export { drawCurves } from "../../www/src/views/curves/draw";
export { sceneOf } from "../../www/src/views/curves/scene";
export { light } from "../../www/src/views/theme";
