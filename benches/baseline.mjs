// The reference workload in plain JavaScript with typed arrays, one method at a time: prints
// method-iterations per second.
const [agents, samples, d] = [32, 2000, 20];
let state = 1;
const uniform = () => {
  state = (1103515245 * state + 12345) % 2147483648;
  return state / 2147483648;
};
const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
const signed = Float64Array.from({ length: agents * samples * d }, normal);
const x = new Float64Array(agents * d);
const moved = new Float64Array(agents * d);

function gradient(agent, at, out) {
  out.fill(0);
  const base = agent * d;
  for (let s = 0; s < samples; s += 1) {
    const row = (agent * samples + s) * d;
    let margin = 0;
    for (let j = 0; j < d; j += 1) margin += signed[row + j] * at[base + j];
    const weight = -1 / (1 + Math.exp(margin)) / samples;
    for (let j = 0; j < d; j += 1) out[j] += weight * signed[row + j];
  }
  for (let j = 0; j < d; j += 1) out[j] += (0.002 * at[base + j]) / (1 + at[base + j] ** 2) ** 2;
}

const g = new Float64Array(d);
function step() {
  for (let i = 0; i < agents; i += 1) {
    gradient(i, x, g);
    for (let j = 0; j < d; j += 1) moved[i * d + j] = x[i * d + j] - 0.01 * (g[j] + Math.sqrt(0.001) * normal());
  }
  for (let i = 0; i < agents; i += 1) {
    const [left, right] = [((i + agents - 1) % agents) * d, ((i + 1) % agents) * d];
    for (let j = 0; j < d; j += 1) x[i * d + j] = (moved[i * d + j] + moved[left + j] + moved[right + j]) / 3;
  }
}

step();
let best = 0;
for (let run = 0; run < 3; run += 1) {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < 700) {
    step();
    count += 1;
  }
  best = Math.max(best, (1000 * count) / (performance.now() - start));
}
console.log(JSON.stringify(best));
