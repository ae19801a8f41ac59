/** The views of where the agents are, which are loaded together. */

export { createContourView } from "./contours";
export { createHeatMapView } from "./heatmap";
export { createLandscapeView } from "./landscape";
