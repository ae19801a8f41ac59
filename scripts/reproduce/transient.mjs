// The transient times of Tables 1 and 2, measured as the page's laboratory does it.

export const methods = ["dsgd", "exactDiffusion", "gradientTracking"];
const labels = { dsgd: "DSGD", exactDiffusion: "Exact-Diffusion", gradientTracking: "Gradient tracking" };
const size = { width: 560, height: 400 };

/** The networks have the number of agents fixed, so that 1/(1 - λ) alone grows. */
export const tables = [
  { id: "table-1", setting: "table1", family: "lazyComplete" },
  { id: "table-1-ring", setting: "table1", family: "lazyRing" },
  { id: "table-2", setting: "table2", family: "lazyComplete" },
  { id: "table-2-ring", setting: "table2", family: "lazyRing" },
];

/** The study, as text, which names the version that it is run with. */
export function studyOf(code, { setting: name, family: networks }) {
  const setting = code.SETTINGS.find(({ id }) => id === name);
  const family = setting.families.find(({ id }) => id === networks);
  const study = code.timesStudy(setting, family, methods, { trials: 16 });
  const title = `${setting.title}, ${family.title}; SUDA ${code.version()}`;
  return code.studyText({ name: title, ...study });
}

const shown = (code) => {
  const styles = code.methodStyles(methods.map((method) => ({ kind: method, label: labels[method] })));
  return methods.map((method, i) => ({ method, style: styles[i] }));
};

export const slopesOf = (code, rows) =>
  code.timesSlopes(rows, shown(code)).map(({ style, measured, theory }) => ({ label: style.label, measured, theory }));

export function timesPicture(code, rows, about) {
  const draw = (painter) => code.drawPowers(painter, code.timesData(rows, shown(code)), code.light, size);
  return code.figureToSvg(
    { ...size, draw, description: `Transient times against 1/(1 − λ): ${about}` },
    code.light.paper,
  );
}
