// @vitest-environment happy-dom
// Visits to networks: how they change, what an edit leaves of that, what is warned of, and the cures.
import { expect, test, vi } from "vitest";
import { small } from "../page/documents.ts";
import { field, one, openPanel, press, ranDocument, saying, summary, timeLine, unfold } from "./laboratory.ts";
import { click, finished, open, set, text } from "./page.ts";

const weights = { rule: "metropolis" };
const matching = (edges: number[][]) => ({ topology: { kind: "explicit", agents: 8, edges }, weights });
const star = { topology: { kind: "star", agents: 8 }, weights, laziness: 0.2 };
const ring = { topology: { kind: "ring", agents: 8 }, weights };
const cube = { topology: { kind: "hypercube", dimension: 3 }, weights };
const ring16 = { topology: { kind: "ring", agents: 16 }, weights };

/** On a machine that does other work. */
const LATE = { timeout: 20_000 };

const advice = () => text("#advice");
const note = () => text(".fitted");

/** Opens an experiment on this network, and lets it run. */
async function begin(network: object, rest: object = {}) {
  const app = await open({ ...small, ...rest, network });
  await finished();
  return { app, network: async () => (await ranDocument(app)).network };
}

/** Cuts a link by its button in the list. */
async function cut(link: string): Promise<void> {
  const list = saying("#graph details", /^Links \(/);
  unfold(list);
  const wanted = new RegExp(`^Cut link ${link},`);
  (await vi.waitUntil(() => saying("#graph .view-edges button", wanted), LATE)).click();
  await finished();
}

test("pairs that meet are a maximal matching, another one in each iteration, and the same when one goes back", async () => {
  await begin({ ...ring16, changes: { kind: "randomMatching" } }, { gradient: { noise: "none" } });
  click("Reset to iteration 0");
  const inUse = async (k: number): Promise<number[][]> => {
    const found = new RegExp(`In iteration ${k}, \\d+ of \\d+ links are in use: ([^.]*)\\.`);
    const words = await vi.waitUntil(() => found.exec(summary("#graph .view-graph")), LATE);
    return words[1]!.split(", ").map((link) => link.split(" – ").map(Number));
  };
  const seen: string[] = [];
  for (const k of [0, 1, 2]) {
    const links = await inUse(k);
    const taken = links.flat();
    expect(new Set(taken).size).toBe(taken.length);
    // No two neighbours are left over, which could still meet.
    for (let i = 0; i < 16; i++) expect(taken.includes(i) || taken.includes((i + 1) % 16)).toBe(true);
    seen.push(JSON.stringify(links));
    click(/^Step/, one("#transport"));
  }
  expect(new Set(seen).size).toBeGreaterThan(1);
  set(timeLine(), "0");
  expect(JSON.stringify(await inUse(0))).toBe(seen[0]);
});

test("every way of changing is had by its control, with what it needs", async () => {
  const { network } = await begin(ring16);
  await openPanel("A changing network");
  const choose = (name: RegExp, kind: string) => set(field(name, "#panels"), kind);
  for (const kind of ["linkFailures", "randomMatching", "oneLink"]) {
    choose(/^Changes$/, kind);
    await expect.poll(async () => (await network()).changes).toMatchObject({ kind });
  }
  choose(/^Changes$/, "linkFailures");
  await finished();
  set(field(/^Links fail with/), "0.7");
  await expect.poll(async () => (await network()).changes).toEqual({ kind: "linkFailures", probability: 0.7 });
  // Pairs across the dimensions of a hypercube want one, of as many agents.
  choose(/^Changes$/, "onePeer");
  await expect
    .poll(network)
    .toMatchObject({ topology: { kind: "hypercube", dimension: 4 }, changes: { kind: "onePeer" } });
  choose(/^Network$/, "ring");
  await expect.poll(async () => (await network()).changes).toBeUndefined();
  choose(/^Changes$/, "cycle");
  await finished();
  click("Add a network");
  await expect.poll(network).toMatchObject({
    changes: { kind: "cycle", networks: [{ topology: { kind: "star", agents: 16 } }, {}] },
  });
});

test("an edit of a cycle is made in all of its networks, and a link that is drawn in the first; undo brings them back", async () => {
  const cycle = { ...ring, changes: { kind: "cycle", networks: [star, matching([[0, 1]])] } };
  const { network } = await begin(cycle);
  await cut("0 – 1");
  await expect.poll(note).toContain("Of the cycle’s 3 networks a new link joins the first");
  const leaves = [2, 3, 4, 5, 6, 7].map((leaf) => [0, leaf]);
  const others = [{ ...matching(leaves), laziness: 0.2 }, matching([])];
  const cutRing = [[0, 7], ...[1, 2, 3, 4, 5, 6].map((i) => [i, i + 1])];
  expect(await network()).toEqual({ ...matching(cutRing), changes: { kind: "cycle", networks: others } });
  // By keys: from agent 1 to agent 5.
  click("Edit network");
  press(one("#graph .view-graph canvas"), "Home", "PageDown", "Enter", ...Array<string>(4).fill("PageDown"), "Enter");
  await expect
    .poll(network)
    .toMatchObject({ topology: { edges: [...cutRing, [1, 5]] }, changes: { kind: "cycle", networks: others } });
  click("Undo");
  await finished();
  click("Undo");
  await expect.poll(network).toEqual(cycle);
});

test("the pairs across a hypercube that is edited are a cycle of its dimensions", async () => {
  const { network } = await begin({ ...cube, laziness: 0.1, changes: { kind: "onePeer" } });
  expect(text("#graph .view-facts")).toContain("disagreement × ");
  await cut("0 – 2");
  await expect.poll(note).toContain("The hypercube’s pairs are a cycle of 3 networks now");
  const across = (bit: number) =>
    Array.from({ length: 8 }, (_, i) => [i, i | bit]).filter(([i, j]) => i !== j && !(bit === 2 && i === 0));
  expect(await network()).toEqual({
    ...matching(across(1)),
    laziness: 0.1,
    changes: {
      kind: "cycle",
      networks: [2, 4].map((bit) => ({ ...matching(across(bit)), laziness: 0.1 })),
    },
  });
});

test("links that fail and pairs that meet go on in a network that is edited, without a word; λ follows at once", async () => {
  for (const changes of [{ kind: "linkFailures", probability: 0.3 }, { kind: "oneLink" }]) {
    const { network } = await begin({ ...ring, changes });
    await cut("0 – 1");
    expect((await network()).changes).toEqual(changes);
    click("Edit network");
    click("+ agent");
    await finished();
    expect((await network()).changes).toEqual(changes);
    expect(one(".fitted")?.hidden ?? true).toBe(true);
    expect(text("#graph .view-facts")).toContain("λ of E[Wₖ]");
  }
  await begin(ring);
  expect(text("#graph .view-facts")).toBe("λ = 0.8047, λₘᵢₙ = −0.333, 1 − λ = 0.195");
  await cut("0 – 1");
  await expect.poll(() => text("#graph .view-facts")).toBe("λ = 0.9493, λₘᵢₙ = −0.283, 1 − λ = 0.0507");
});

test("another graph, for which a way of changing is not made, says that it is given up", async () => {
  const choose = async (name: RegExp, value: string) => {
    set(field(name), value);
    await finished();
  };
  const pairs = { ...cube, changes: { kind: "onePeer" } };
  const { network } = await begin(pairs);
  await choose(/^Network$/, "ring");
  await expect.poll(note).toContain("Pairs across dimensions need a hypercube");
  click("Undo", one(".fitted"));
  await expect.poll(network).toEqual(pairs);
  const cycle = await begin({ ...ring, changes: { kind: "cycle", networks: [star] } });
  await choose(/^Agents/, "11");
  await expect.poll(note).toContain("All 2 networks of the cycle have as many agents now.");
  expect(await cycle.network()).toMatchObject({
    topology: { kind: "ring", agents: 11 },
    changes: { kind: "cycle", networks: [{ topology: { kind: "star", agents: 11 }, laziness: 0.2 }] },
  });
  const listed = await begin({ ...ring, changes: { kind: "cycle", networks: [matching([[0, 4]])] } });
  await choose(/^Agents/, "11");
  await expect.poll(note).toContain("The cycle’s other networks have another number of agents");
  expect((await listed.network()).changes).toBeUndefined();
});

test("a matrix that was given is said to be given up with its links", async () => {
  const matrix = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 0.5 : 0.25)));
  await begin({ topology: { kind: "complete", agents: 3 }, weights: { rule: "explicit", matrix } });
  await cut("0 – 1");
  await expect.poll(note).toContain("The matrix W fitted the links as they were");
});

test("of a network that changes the theory gives no verdict, and says what holds of its mean", async () => {
  await begin({ ...ring16, changes: { kind: "linkFailures", probability: 0.3 } }, { gradient: { noise: "none" } });
  expect(text("#graph .view-facts")).toContain("λ of E[Wₖ] = ");
  await openPanel("Will it converge?");
  const theory = await vi.waitUntil(() => {
    const words = text("#theory-validity");
    return words.includes("What holds of Wₖ") && words;
  }, LATE);
  expect(theory).toContain("The theory here assumes a fixed W.");
  // λ of E[W_k] is 1 - 0.7 (1 - λ), and a ring of 16 uses 0.7 × 16 links in the mean.
  const lambda = 1 - 0.7 * (2 / 3) * (1 - Math.cos(Math.PI / 8));
  expect(saying("#theory-validity tr", /^λ of E/).textContent).toContain(lambda.toFixed(4));
  expect(saying("#theory-validity tr", /^links in use/).textContent).toContain("11.2");
  for (const [title, id] of [
    ["Bounds", "bound"],
    ["Rates and transient times", "tables"],
  ] as const) {
    await openPanel(title);
    await expect.poll(() => text(`#theory-${id}`)).toContain("assume a fixed W");
    expect(one(`#theory-${id} table`)).toBeNull();
  }
});

test("warnings name the method and its cure, worst first; networks that together leave parts are told of", async () => {
  const part = (edges: number[][]) => ({ topology: { kind: "explicit", agents: 4, edges }, weights });
  await begin({ ...part([[0, 1]]), changes: { kind: "cycle", networks: [part([[2, 3]])] } });
  expect(advice()).toContain("All networks together leave 2 parts");
  // A W that does not average, with a negative weight: every method is affected.
  await open({ ...small, network: { ...ring, weights: { rule: "laplacian", epsilon: 0.9 } } });
  await expect.poll(advice).toContain("W has negative weights");
  expect(advice()).toContain("Gossip with W does not average");
  expect(text("#advice summary")).toMatch(/^\d more notes?$/);
  const severities = [...document.querySelectorAll("#advice li")].map((line) => line.className);
  expect([severities[0], severities]).toEqual(["urgent", [...severities].sort().reverse()]);
  const grid = { topology: { kind: "grid", rows: 6, columns: 6 }, weights };
  await open({ ...small, network: grid, methods: [{ kind: "exactDiffusion" }] });
  await expect.poll(advice).toContain("Exact-Diffusion / D² diverges on this network at every step size");
});

test("a method that diverges is named, with a step at which it converges, for itself or for all", async () => {
  const stepSize = { kind: "constant", value: 6 };
  const app = await open({ ...small, methods: [{ kind: "psgd" }, { kind: "dsgd", stepSize }] });
  await finished();
  const said = () => text("#reading-text");
  expect(said()).toMatch(
    /^After 200 iterations, ‖∇f\(x̄\)‖² is \S+ for Centralised SGD\..* DSGD diverged at k = \d+\.$/,
  );
  expect(advice()).toMatch(/^DSGD diverges at the step size 6: it needs one below [\d.]+, as .*\. Take α = 1$/);
  click("Take α = 1");
  await expect.poll(said).not.toContain("diverged at");
  expect((await ranDocument(app)).methods[1]!["stepSize"]).toEqual({ ...stepSize, value: 1 });
  expect(advice()).not.toContain("DSGD diverges");
  await open({ ...small, stepSize: { kind: "constant", value: 1e6 } });
  await finished();
  expect(said()).toMatch(/^After 200 iterations\. Centralised SGD diverged at k = \d+\. DSGD/);
  click(/^Take α = /, one("#advice"));
  await expect.poll(said).not.toContain("diverged at");
});

test("the modes of W: the least is chosen by a button, by the slider’s end, and at the plot by key; all shares are told", async () => {
  await begin({ topology: { kind: "grid", rows: 4, columns: 4 }, weights });
  await openPanel("Transition matrix");
  const name = () => text(".modes [role=status]");
  await expect.poll(name).toContain("the slow wave");
  click("λₘᵢₙ", one(".modes"));
  await expect.poll(name).toContain("λₘᵢₙ: it flips from round to round");
  const slider = one<HTMLInputElement>(".modes input[type=range]");
  set(slider, slider.min);
  await expect.poll(name).toContain("the slow wave");
  // From the largest modulus on: until it is the one of the least eigenvalue.
  const plot = one("#theory-transition .view-spectrum canvas");
  for (let i = 0; i < 40 && !name().includes("λₘᵢₙ"); i++) {
    press(plot, "ArrowRight");
    await new Promise((done) => setTimeout(done));
  }
  expect(name()).toContain("λₘᵢₙ");
  const amounts = [...document.querySelectorAll(".modes .amounts p")];
  expect(amounts).toHaveLength(3);
  expect(amounts[1]!.textContent).toMatch(/% of/);
});

test("agents are coloured by how far their own minimum lies from the common one; a run that is reset shows its start", async () => {
  await begin(ring);
  const colour = field(/^Colour of the agents/);
  set(colour, "localOptimum");
  await expect.poll(() => summary("#graph")).toMatch(/‖xᵢ\* − x\*‖ is between [\d.]+ and [\d.]+\./);
  press(one("#graph canvas"), "Home");
  expect(saying("#graph .view-tooltip tr", /‖xᵢ\* − x\*‖/).textContent).toMatch(/‖[\d.]+$/);
  expect(summary("#curves")).toContain("= 200,");
  click("Reset to iteration 0");
  unfold(saying("#curves details", /^Data table/));
  await expect.poll(() => document.querySelectorAll("#curves tbody tr").length).toBe(1);
  // With one cost for all, every agent's minimum is the common one.
  await open(
    { ...small, problem: { kind: "pl", heterogeneity: 0 }, stepSize: { kind: "constant", value: 0.01 } },
    { quantity: "localOptimum" },
  );
  await expect.poll(() => summary("#graph")).toContain("‖xᵢ* − x*‖ is 0 for every agent.");
});
