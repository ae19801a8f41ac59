// @vitest-environment happy-dom
// The network whose agents are maps: what is told of one, and the file.
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { createGraphView } from "../../www/src/views/graph/view";
import { beliefs } from "../page/fixtures/samples";
import { drawn, light, place, placeIn, point, press, resize, svgOf, text, textsIn } from "./figures";

test("an agent of maps is told with what it has right in both networks; M is the mean; names are choices", async () => {
  const host = place();
  const chosen: unknown[] = [];
  const looked: (number | null)[] = [];
  const view = createGraphView(host, light, {
    onMethod: (panel, id) => chosen.push([panel, id]),
    onAgent: (agent) => looked.push(agent),
  });
  const data = beliefs();
  view.update(data);
  await drawn();
  const canvas = host.querySelector("canvas")!;
  press(canvas, "Home", ...Array<string>(12).fill("PageDown"));
  const said = () => text(host, "[aria-live=assertive]");
  expect(said()).toBe("Agent 12: right 50\u202f% with DSGD, 100\u202f% with Exact-Diffusion; neighbours 11, 13");
  press(canvas, "m");
  expect([said(), looked.at(-1)]).toEqual(["The map of the mean model", 16]);
  press(canvas, "Escape");
  for (const panel of [0, 1]) {
    point(canvas, "pointermove", ...placeIn(data, 12, panel));
    expect(looked.at(-1)).toBe(12);
    point(canvas, "pointermove", 400, 5);
    expect(looked.at(-1)).toBeNull();
  }
  // What a finger has chosen stays until it touches something else.
  const touch = { pointerType: "touch" } as const;
  for (const type of ["pointerdown", "pointerup", "pointerleave"]) point(canvas, type, ...placeIn(data, 12), touch);
  expect(looked.at(-1)).toBe(12);
  point(canvas, "pointerdown", 400, 470, touch);
  expect(looked.at(-1)).toBeNull();
  const [, right] = within(host).getAllByRole("combobox", { name: /^Method/, hidden: true }) as HTMLSelectElement[];
  right!.value = "DSGD";
  right!.dispatchEvent(new Event("change"));
  expect(chosen).toEqual([[1, "DSGD"]]);
});

test("the file of maps has both networks’ names, findings and maps, in a ring and in the midst of links", async () => {
  for (const family of ["ring", "complete"]) {
    const view = createGraphView(place(), light);
    view.update(beliefs(8, family));
    const svg = await svgOf(view);
    expect(textsIn(svg)).toEqual(
      expect.arrayContaining(["DSGD", "Exact-Diffusion", "50 % right", "100 % right", "dots: what it has seen"]),
    );
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    // Thirteen colours at most for each of 18 maps.
    expect(svg.match(/<path[^>]* fill="#/g)!.length).toBeGreaterThan(18 * 8);
    expect((await view.figure())!.description).toContain("DSGD: 50 % right");
    // In plain words nothing is said of a mean model.
    const named = family === "ring" ? ["all points", "mean model"] : [];
    expect(textsIn(svg)).toEqual(expect.arrayContaining(named));
    view.update({ ...beliefs(8, family), plain: true });
    const plain = textsIn(await svgOf(view));
    expect(plain).not.toContain("mean model");
    expect(plain).toEqual(expect.arrayContaining(named.slice(0, 1)));
  }
});

test("the key of up to eight classes has their names, on a phone in few letters", async () => {
  const fruit = ["Apfel", "Birne", "Dattel", "Erdbeere", "Feige", "Granatapfel", "Himbeere", "Kirsche"];
  const view = createGraphView(place(), light);
  for (const [width, count, name] of [
    [800, 3, "Dattel"],
    [500, 5, "Fei"],
    [358, 5, "Erd"],
    [358, 8, "Kir"],
  ] as const) {
    resize(width, 480);
    view.update({ ...beliefs(), classes: fruit.slice(0, count) });
    const shown = fruit.slice(0, count).map((one) => (name === "Dattel" ? one : one.slice(0, 3)));
    expect(textsIn(await svgOf(view)), `${count} in ${width} pixels`).toEqual(expect.arrayContaining(shown));
  }
  view.destroy();
});
