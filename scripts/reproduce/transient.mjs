// The transient times of Tables 1 and 2, measured as the page's study does it.

export const methods = ["dsgd", "exactDiffusion", "gradientTracking"];
const size = { width: 560, height: 400 };

/** The networks have the number of agents fixed, so that 1/(1 - λ) alone grows. */
export const tables = [
  { id: "table-1", setting: "table-1", family: "lazyComplete" },
  { id: "table-1-ring", setting: "table-1", family: "lazyRing" },
  { id: "table-2", setting: "table-2", family: "lazyComplete" },
  { id: "table-2-ring", setting: "table-2", family: "lazyRing" },
];

/** The setting and the family of networks of a table. */
function placeOf(code, { setting: name, family: networks }) {
  const setting = code.SETTINGS.find(({ id }) => id === name);
  return [setting, setting.families.find(({ id }) => id === networks)];
}

/** The study, as text, which names the version that it is run with. */
export function studyOf(code, table) {
  const [setting, family] = placeOf(code, table);
  const study = code.timesStudy(setting, family, methods, { trials: 16 });
  const title = `${setting.title}, ${family.title}; SUDA ${code.version()}`;
  return code.studyText({ name: title, ...study });
}

export const slopesOf = (code, table, rows) =>
  code
    .foundTimes(...placeOf(code, table), rows)
    .picture.methods.map(({ style, line, order }) => ({ label: style.label, measured: line, theory: order }));

export function timesPicture(code, table, rows, about) {
  const chart = code.powersChart(code.foundTimes(...placeOf(code, table), rows).picture);
  const draw = (painter) => code.drawChart({ painter, theme: code.light, size }, chart);
  return code.figureToSvg(
    { ...size, draw, description: `Transient times against 1/(1 − λ): ${about}` },
    code.light.paper,
  );
}
