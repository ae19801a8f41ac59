// @vitest-environment happy-dom
// The network: pointer and keys, what it reports, what it shows.
import { screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { applyEdit, type GraphEdit } from "../../www/src/views/graph/structure";
import { createGraphView } from "../../www/src/views/graph/view";
import { beliefs, graph, ring } from "../page/fixtures/samples";
import { click, drag, light, place, placeIn, point, press, screenOf, svgOf, text, textsIn } from "./figures";

/** The button that says this, seen or not. */
const named = (words: string | RegExp): HTMLButtonElement =>
  [...document.querySelectorAll("button")].find(({ textContent }) =>
    typeof words === "string" ? textContent === words : words.test(textContent),
  )!;

/** A ring; edits are noted down and answered with the edited graph, `late` ones by `answer()` with the latest. */
function showRing(agents = 8, late = false) {
  let data = ring(agents);
  const events: (GraphEdit | string)[] = [];
  const host = place();
  const view = createGraphView(host, light, {
    onEdit(edit, edited) {
      events.push(edit);
      expect(edited).toEqual(applyEdit(data, edit));
      data = graph("explicit", edited.agents, edited.edges);
      if (!late) view.update(data);
      return true;
    },
    onQuantity: (id) => events.push(id),
  });
  view.update(data);
  const canvas = host.querySelector("canvas")!;
  const at = (agent: number): [number, number] => placeIn(ring(agents), agent);
  // A run answers with arrays of its own.
  const answer = () => view.update({ ...data, edges: Array.from(data.edges) });
  return { host, view, canvas, events, at, answer, links: () => text(host, "details:last-of-type summary") };
}

const middleOf = ([x0, y0]: readonly number[], [x1, y1]: readonly number[]) =>
  [(x0! + x1!) / 2, (y0! + y1!) / 2] as [number, number];

test("pointing tells an agent’s numbers and neighbours; arrows go to the agent that lies there, and it is spoken", async () => {
  const { host, canvas, at } = showRing();
  const panel = host.querySelector<HTMLElement>(".view-tooltip")!;
  point(canvas, "pointermove", ...at(3));
  expect(panel.textContent).toContain("Agent 3");
  expect(panel.textContent).toContain("2, 4");
  point(canvas, "pointerleave", 1, 1);
  expect(panel.hidden).toBe(true);
  press(canvas, "Home", "ArrowRight");
  expect(panel.textContent).toContain("Agent 1");
  press(canvas, "ArrowDown");
  expect(text(host, "[aria-live=assertive]")).toContain("Agent 2");
});

test("dragging moves an agent and changes no graph", async () => {
  const { host, canvas, at, events } = showRing();
  const target = middleOf(at(0), at(4));
  await drag(canvas, at(0), target);
  expect(events).toEqual([]);
  point(canvas, "pointermove", 1, 1);
  point(canvas, "pointermove", ...target);
  expect(text(host, ".view-tooltip")).toContain("Agent 0");
});

test("while editing, a drag links, a click cuts, a free spot adds, the button removes", async () => {
  const { canvas, at, events, links } = showRing();
  named("Edit network").click();
  await drag(canvas, at(0), at(3));
  expect(events).toEqual([{ type: "addEdge", edge: [0, 3] }]);
  expect(links()).toBe("Links (9)");
  click(canvas, ...middleOf(at(0), at(1)));
  expect(events.at(-1)).toEqual({ type: "removeEdge", edge: [0, 1] });
  expect(links()).toBe("Links (8)");
  click(canvas, 30, 30);
  expect(events.at(-1)).toMatchObject({ type: "addAgent" });
  expect(links()).toBe("Links (9)");
  click(canvas, ...at(3));
  named("− agent").click();
  expect(events.at(-1)).toEqual({ type: "removeAgent", agent: 3 });
  named("Done").click();
  await drag(canvas, at(0), at(1));
  expect(events).toHaveLength(4);
});

test("a click where a link is drawn cuts it, between dots and between maps, and one on an agent takes that", () => {
  for (const data of [ring(32), beliefs(16)]) {
    document.body.innerHTML = "";
    const host = place();
    const view = createGraphView(host, light, { onEdit: () => true });
    view.update(data);
    named("Edit network").click();
    const canvas = host.querySelector("canvas")!;
    const at = (agent: number) => placeIn(data, agent % data.agents);
    click(canvas, ...at(3));
    expect(named("− agent").disabled).toBe(false);
    click(canvas, ...at(3));
    expect(named("− agent").disabled).toBe(true);
    for (let i = 0; i < data.agents; i++) click(canvas, ...middleOf(at(i), at(i + 1)));
    expect(text(host, "details:last-of-type summary")).toBe("Links (0)");
  }
});

test("edits are seen at once, those made before the answer to the first too, and so is the chosen agent", async () => {
  const { canvas, at, events, links, answer } = showRing(8, true);
  named("Edit network").click();
  click(canvas, ...at(5));
  const remove = named("− agent");
  expect(remove.disabled).toBe(false);
  named("+ agent").click();
  named("+ agent").click();
  await drag(canvas, at(2), at(5));
  const wanted: GraphEdit[] = [
    { type: "addAgent", neighbors: [5] },
    { type: "addAgent", neighbors: [5] },
    { type: "addEdge", edge: [2, 5] },
  ];
  expect(events).toEqual(wanted);
  expect(links()).toBe("Links (11)");
  remove.click();
  expect(events).toEqual([...wanted, { type: "removeAgent", agent: 5 }]);
  expect([links(), remove.disabled]).toEqual(["Links (6)", true]);
  answer();
  expect([links(), remove.disabled]).toEqual(["Links (6)", true]);
});

test("an edit that cannot be had is taken back", () => {
  const host = place();
  const view = createGraphView(host, light, { onEdit: () => false });
  view.update(ring(8));
  named("Edit network").click();
  named("+ agent").click();
  expect(text(host, "details:last-of-type summary")).toBe("Links (8)");
});

test("the keyboard alone walks, links, cuts, adds and removes", async () => {
  const { host, canvas, events, links } = showRing();
  named("Edit network").click();
  const link = ["Home", "Enter", "PageDown", "PageDown", "Enter"];
  press(canvas, ...link);
  expect(events).toEqual([{ type: "addEdge", edge: [0, 2] }]);
  expect(links()).toBe("Links (9)");
  press(canvas, ...link);
  expect(events.at(-1)).toEqual({ type: "removeEdge", edge: [0, 2] });
  press(canvas, "Home", "+", "End", "Delete");
  expect(events.slice(2)).toEqual([
    { type: "addAgent", neighbors: [0] },
    { type: "removeAgent", agent: 8 },
  ]);
  const list = host.querySelector<HTMLDetailsElement>("details:last-of-type")!;
  list.open = true;
  list.dispatchEvent(new Event("toggle"));
  press(named(/Cut link 2 – 3/), "Delete");
  expect(events.at(-1)).toEqual({ type: "removeEdge", edge: [2, 3] });
  await vi.waitFor(() => expect(list.querySelectorAll("button")).toHaveLength(7));
});

test("a link that keys have begun goes on when the answer to an edit comes", () => {
  const { canvas, events, answer } = showRing(8, true);
  named("Edit network").click();
  press(canvas, "Home", "Enter", "PageDown", "PageDown", "Enter", "Home", "Enter");
  answer();
  press(canvas, "PageDown", "PageDown", "PageDown", "Enter");
  expect(events).toEqual([
    { type: "addEdge", edge: [0, 2] },
    { type: "addEdge", edge: [0, 3] },
  ]);
});

test("λ, λₘᵢₙ and the gap stand under the network and in its summary, without what rounding left of a zero", async () => {
  const host = place();
  const view = createGraphView(host, light);
  view.update({ ...ring(32), spectrum: { mixingRate: 0.98717, smallestEigenvalue: -1 / 3, spectralGap: 0.01283 } });
  const facts = "λ = 0.9872, λₘᵢₙ = −0.333, 1 − λ = 0.0128";
  expect(text(host, ".view-facts")).toBe(facts);
  await vi.waitFor(() => expect(text(host, "[aria-live=polite]")).toContain(facts));
  const none = { mixingRate: 1.1e-15, smallestEigenvalue: -7.7e-16, spectralGap: 1 };
  view.update({ ...graph("complete", 3, [0, 1, 0, 2, 1, 2]), spectrum: none });
  expect(text(host, ".view-facts")).toBe("λ = 0, λₘᵢₙ = 0, 1 − λ = 1");
  view.update(graph("explicit", 5, [0, 1, 1, 2, 3, 4]));
  expect(text(host, ".view-caption")).toBe("Disconnected: two parts, of 3 and 2 agents.");
});

test("where agents are no longer drawn one by one, nothing offers to edit them, and the network is summed up", async () => {
  const { host, view } = showRing(500);
  named("Edit network").click();
  named("+ agent").click();
  expect(text(host, ".view-caption")).toContain("501 agents");
  for (const name of ["+ agent", "− agent", "Done"]) expect(named(name).hidden).toBe(true);
  view.update({ ...ring(1000), family: "erdosRenyi" });
  expect(textsIn(await svgOf(view))).toEqual(
    expect.arrayContaining(["Links between blocks of agents", "agent 0 … 999"]),
  );
  view.update(ring(1000));
  const drawnRing = await svgOf(view);
  expect(drawnRing).not.toContain("Links between blocks of agents");
  expect(drawnRing.match(/<path/g)!.length).toBeGreaterThan(1000);
});

test("a choice of colour is reported and a legend drawn", async () => {
  const { view, events } = showRing();
  const colour = screen.getByRole("combobox", { name: "Colour of the agents", hidden: true }) as HTMLSelectElement;
  colour.value = "degree";
  colour.dispatchEvent(new Event("change"));
  expect(events).toEqual(["degree"]);
  expect(textsIn(await svgOf(view))).toEqual(expect.arrayContaining(["‖xᵢ − x̄‖", "0.001", "1"]));
});

test("weights stand on the links when asked for; those of a network that changes are mean weights", async () => {
  const view = createGraphView(place(), light);
  const texts = async (changes?: string): Promise<string[]> => {
    view.update({ ...ring(8), weights: Array(8).fill(0.25), ...(changes === undefined ? {} : { changes }) });
    return textsIn(await svgOf(view));
  };
  const mean = "on the links: mean weights over the iterations";
  expect(await texts("λ of E[Wₖ] = 0.9")).not.toContain("0.25");
  named("Weights").click();
  expect(await texts("λ of E[Wₖ] = 0.9")).toEqual(expect.arrayContaining(["0.25", mean]));
  const fixed = await texts();
  expect(fixed).toContain("0.25");
  expect(fixed).not.toContain(mean);
});

test("the agent that is looked at is marked on the screen, in the file it is not", async () => {
  const { host, view, canvas } = showRing();
  const [before, file] = [await screenOf(host), await svgOf(view)];
  press(canvas, "Home");
  expect(await screenOf(host)).not.toBe(before);
  expect(await svgOf(view)).toBe(file);
  press(canvas, "Escape");
  expect(await screenOf(host)).toBe(before);
  view.destroy();
  expect(host.childElementCount).toBe(0);
});
