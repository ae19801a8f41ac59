/** What y has learnt: shows why methods with a correction have no bias. */

import { h, setText } from "../../controls/dom";
import type { Corrections } from "../../simulation/core";
import type { Learnt } from "../../simulation/protocol";
import type { Run } from "../../simulation/run";
import { about } from "../theory/rows";
import { formatCount, formatNumber } from "../../views/format";
import type { GraphData } from "../../views/types";
import { missing, norms } from "./learnt";
import { createLearntNetwork, QUANTITY } from "./learnt-network";
import { createLearntScatter } from "./learnt-scatter";
import type { Instrument, InstrumentScene, InstrumentTools } from "../../story/instrument";
import "./instruments.css";

/** More agents are not drawn one by one. */
const MOST_AGENTS = 500;
/** Kinds without a correction. */
const BARE: readonly unknown[] = ["psgd", "dsgd", "local"];

export function createLearnt(host: HTMLElement, { theme }: InstrumentTools): Instrument {
  let scene: InstrumentScene | null = null;
  let place = -1;
  let agent: number | null = null;
  /** The newest answer, and the question that is on its way. */
  let known: { run: Run; place: number; learnt: Learnt } | null = null;
  let asked: { run: Run; place: number } | null = null;

  const method = h("select", {
    onchange() {
      place = Number(method.value);
      ask();
    },
  });
  const verdict = h("p", { class: "verdict", role: "status" });
  const network = h("div", { class: "picture learnt" });
  const scatter = h("div", { class: "picture learnt" });
  const pictures = h("div", { class: "pair" }, network, scatter);
  const words = about("");
  host.append(
    about(
      "Where agents’ data differ, so do their gradients, even at the common solution: each agent keeps pulling to its own side, which is DSGD’s bias. A method with a second variable y gradually learns this difference and subtracts it: it steps along gᵢ − cᵢ in place of gᵢ. Once cᵢ is the difference between the agent’s gradient and the mean of all, agents that agree have no reason to move.",
    ),
    h(
      "div",
      { class: "fields" },
      h("div", { class: "field" }, h("label", {}, "Method", h("div", { class: "inputs" }, method))),
    ),
    verdict,
    pictures,
    words,
  );
  const networkView = createLearntNetwork(network, theme, (next) => {
    agent = next;
    draw();
  });
  const scatterView = createLearntScatter(scatter, theme);

  return {
    update(next) {
      scene = next;
      for (const view of [networkView, scatterView]) view.setTheme(next.theme);
      const { styles, document } = next;
      const options = styles.map(({ label }) => label).join("\n");
      if (method.dataset["options"] !== options) {
        method.dataset["options"] = options;
        method.replaceChildren(
          ...styles.map(({ label }, i) => h("option", { value: String(i), translate: false }, label)),
        );
        place = -1;
      }
      if (place < 0 || place >= styles.length)
        place = Math.max(
          0,
          document.methods.findIndex(({ kind }) => !BARE.includes(kind)),
        );
      method.value = String(place);
      ask();
    },
  };

  /** One question at a time; the newest state is asked for when the last is answered. */
  function ask(): void {
    const run = scene?.run;
    if (!run?.started) return;
    const isNew = known?.run !== run || known.place !== place || known.learnt.iteration !== run.done;
    if (!isNew) draw();
    if (!isNew || (asked?.run === run && asked.place === place)) return;
    const question = { run, place };
    asked = question;
    run.askCorrections(place, (learnt) => {
      if (asked !== question) return;
      asked = null;
      known = { ...question, learnt };
      draw();
    });
  }

  function draw(): void {
    if (!scene || !known || known.run !== scene.run || known.place !== place) return;
    const { corrections, iteration } = known.learnt;
    const name = scene.styles[place]!.label;
    pictures.hidden = words.hidden = corrections === null;
    const when = `After ${formatCount(iteration)} iterations`;
    if (!corrections) {
      const diverged = scene.run?.recording.divergedAt[place] ?? null;
      setText(
        verdict,
        diverged === null
          ? `${name} corrects nothing: it has no variable that could learn.`
          : `${name} diverged at k = ${formatCount(diverged)}.`,
      );
      return;
    }
    const share = missing(corrections);
    setText(
      verdict,
      share === null
        ? `${when} the agents’ gradients do not differ: there is nothing to learn.`
        : iteration === 0
          ? `At the start ${name} has learnt nothing yet.`
          : `${when} what ${name} takes off is ${formatNumber(100 * share, 2)}\u202f% off what makes the gradients differ.`,
    );
    setText(
      words,
      corrections.throughA
        ? "Of this method only A c is known, which its step has in it; what it has to be is seen through A too: each agent’s is a mean over its neighbours’. Gradients are exact, of the first trial; noise stays in what is learnt."
        : "Each dot is a coordinate of an agent; on the dashed line all is learnt. Point at an agent to see its own. Gradients are exact, of the first trial; noise stays in what is learnt.",
    );
    const data = graphOf(corrections);
    network.hidden = data === null;
    if (data) networkView.update(data);
    const agents = agentsOf();
    scatterView.update({
      ...corrections,
      method: scene.styles[place]!,
      agents,
      agent: agent !== null && agent < agents ? agent : null,
    });
  }

  function agentsOf(): number {
    return scene!.network?.agents ?? 1;
  }

  function graphOf({ learnt, wanted }: Corrections): GraphData | null {
    const { network: facts, document } = scene!;
    if (!facts || facts.agents > MOST_AGENTS) return null;
    const { kind, rows, columns } = document.network.topology as { kind: string; rows?: number; columns?: number };
    const { agents, edges, weights, positions } = facts;
    const panel = (name: string, block: ArrayLike<number>) => ({ name, values: { [QUANTITY]: norms(block, agents) } });
    return {
      family: kind,
      agents,
      edges,
      weights,
      quantities: [{ id: QUANTITY, label: "norm", scale: "linear" }],
      quantity: QUANTITY,
      panels: [panel("taken off", learnt), panel("to be taken off", wanted)],
      ...(positions ? { positions } : {}),
      ...(rows !== undefined && columns !== undefined ? { rows, columns } : {}),
    };
  }
}
