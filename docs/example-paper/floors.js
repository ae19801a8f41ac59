// Figure 3: the module with a canvas of this page's own.
import init, { Experiment } from "../lib/suda.js";

const rings = [4, 6, 8, 12, 16, 20, 24, 32];
const methods = [
  { kind: "dsgd", name: "DSGD", color: "#d55e00" },
  { kind: "gradientTracking", name: "Gradient tracking", color: "#009e73" },
  { kind: "exactDiffusion", name: "Exact-Diffusion", color: "#0072b2" },
];

const experimentOn = (agents) => ({
  version: 1,
  seed: "1",
  trials: 4,
  iterations: 1500,
  record: { every: 5 },
  metrics: ["gradientNorm"],
  // Exact-Diffusion needs (I + W)/2; here all methods have it.
  network: { topology: { kind: "ring", agents }, weights: { rule: "metropolis" }, laziness: 0.5 },
  problem: { kind: "leastSquares", dimension: 5, samplesPerAgent: 20, heterogeneity: 1 },
  gradient: { noise: "gaussian", variance: 0.001 },
  stepSize: { kind: "constant", value: 0.1 },
  methods: [{ kind: "psgd" }, ...methods.map(({ kind }) => ({ kind }))],
});

const canvas = document.getElementById("floors");
const text = document.getElementById("floors-text");
/** One entry a ring: its agents, and each method's error as a multiple of that of centralised SGD. */
const floors = [];

/** Advances in slices, so that the page stays responsive. */
async function run(document) {
  const experiment = new Experiment(document);
  while (experiment.iteration < document.iterations) {
    const until = performance.now() + 8;
    while (experiment.iteration < document.iterations && performance.now() < until) experiment.advance(10);
    await new Promise(requestAnimationFrame);
  }
  const [yardstick, ...others] = experiment.curves().series.map(({ mean }) => {
    const tail = mean.slice(mean.length / 2);
    return tail.reduce((sum, value) => sum + value, 0) / tail.length;
  });
  experiment.free();
  return others.map((floor) => floor / yardstick);
}

function draw() {
  const ratio = devicePixelRatio;
  const width = canvas.clientWidth;
  const height = Math.round(width * 0.53);
  [canvas.width, canvas.height] = [width * ratio, height * ratio];
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  const { color, fontFamily } = getComputedStyle(text);
  context.font = `13px ${fontFamily}`;
  const [left, right, top, bottom] = [48, width - 130, 24, height - 40];
  const x = (agents) => left + ((right - left) * Math.log(agents / 4)) / Math.log(8);
  const y = (floor) => bottom - ((bottom - top) * Math.log10(floor / 0.5)) / Math.log10(5000 / 0.5);

  context.fillStyle = context.strokeStyle = color;
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const floor of [1, 10, 100, 1000]) {
    context.fillText(`${floor} ×`, left - 8, y(floor));
    context.globalAlpha = 0.25;
    line([
      [left, y(floor)],
      [right, y(floor)],
    ]);
    context.globalAlpha = 1;
  }
  context.textAlign = "center";
  for (const agents of [4, 8, 16, 32]) context.fillText(String(agents), x(agents), bottom + 14);
  context.fillText("agents on the ring", (left + right) / 2, bottom + 32);

  context.textAlign = "left";
  context.lineWidth = 2;
  methods.forEach(({ name, color: own }, m) => {
    context.strokeStyle = context.fillStyle = own;
    const points = floors.map(({ agents, values }) => [x(agents), y(values[m])]);
    line(points);
    for (const [px, py] of points) context.fillRect(px - 3, py - 3, 6, 6);
    const end = points.at(-1);
    if (end) context.fillText(name, end[0] + 10, end[1]);
  });

  function line(points) {
    context.beginPath();
    for (const [px, py] of points) context.lineTo(px, py);
    context.stroke();
  }
}

async function compute() {
  await init();
  for (const agents of rings) {
    text.textContent = `Computing: ${agents} agents …`;
    floors.push({ agents, values: await run(experimentOn(agents)) });
    draw();
  }
  const last = floors
    .at(-1)
    .values.map((value, m) => `${methods[m].name} ${value < 10 ? value.toFixed(1) : value.toFixed(0)} ×`);
  text.textContent = `On the ring of 32 agents: ${last.join(", ")} the error of centralised SGD.`;
}

draw();
addEventListener("resize", draw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
const seen = new IntersectionObserver(([entry]) => {
  if (!entry.isIntersecting) return;
  seen.disconnect();
  compute().catch((error) => (text.textContent = `This figure cannot be computed here. ${error.message}`));
});
seen.observe(canvas);
