// @vitest-environment happy-dom
// Visits to networks: how they change, and what an edit leaves of that.
import { expect, test, vi } from "vitest";
import { begin, field, one, openPanel, press, saying, summary, timeLine, unfold } from "./laboratory.ts";
import { click, finished, set, text } from "./page.ts";

const weights = { rule: "metropolis" };
const matching = (edges: number[][]) => ({ topology: { kind: "explicit", agents: 8, edges }, weights });
const star = { topology: { kind: "star", agents: 8 }, weights, laziness: 0.2 };
const ring = { topology: { kind: "ring", agents: 8 }, weights };
const cube = { topology: { kind: "hypercube", dimension: 3 }, weights };
const ring16 = { topology: { kind: "ring", agents: 16 }, weights };

/** On a machine that does other work. */
const LATE = { timeout: 20_000 };

const note = () => text(".fitted");

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
