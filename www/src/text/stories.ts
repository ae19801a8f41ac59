/** The explanation of each lesson, longer than its note. Loaded when it is scrolled to. */

import { h } from "../dom";
import { tied } from "../views/typeset";
import { explained } from "./glossary";

type Words = (Node | string)[];

/** Opens a panel by its title. */
export type Open = (panel: string) => void;

/** The paragraphs of each lesson, by its name; `{…}` is a panel to open. */
const STORIES: Readonly<Record<string, readonly string[]>> = {
  "What each agent believes": [
    "Each disc is an agent, drawn as the plane in which its points lie. A colour says what the agent’s own model would answer at that place; the dots are the only points that the agent has ever seen. In the middle stand all points together, which no agent knows, and the mean of all models.",
    "In every iteration an agent steps against the cost of its own points and then averages its model with its neighbours’. Averaging brings in what others know, and the next step pulls back to the own points. With DSGD the two come to a balance. On a ring of sixteen, with a step as large as here, the pull decides it: every agent believes its own data.",
    "Exact-Diffusion remembers what each averaging has changed, and corrects the next step by it. In the long run the correction is just the pull of the agent’s own data, with its sign turned. What remains of the step is what all agents want together, and all come to one model that fits all points.",
    "Nothing here is tuned against DSGD: points, start and step are the same for all. With a tenth of the step it gets there, after thousands of iterations; on a denser network it does at once. The step and the sparse network together are what costs. That Exact-Diffusion may end a little ahead of the centralised method is no contradiction: the problem is not convex, and the ways to a solution differ.",
  ],
  "Pulled apart": [
    "Under a constant step DSGD does not come to rest at the best answer x*, but where each agent’s pull and the averaging balance. How far from x* that is grows with the heterogeneity of the data, with the step, and as the network gets sparser. This is its bias: it stays however small the noise.",
    "After the map, the steps of this lesson change one thing each. First all data come from one source: what parts the agents then is the luck of the draw, and DSGD still pays for it. Then every agent gets five times as many samples: luck evens out, and DSGD is as good as the others. The noise of the gradients is the same throughout.",
    "Exact-Diffusion, EXTRA and gradient tracking come to rest only where all agents agree and their gradients add up to zero: at a solution of the whole problem, whatever the data. What is left of their error is noise.",
  ],
  "The price of a sparse network": [
    "λ is the share of disagreement that one round of averaging leaves, at worst. Here disagreement shrinks to 1/e of its size in about 1 round on the random graph, 17 on the grid, 98 on the ring and 987 on the scaled ring, on which every agent keeps nine tenths of its own value and one tenth of the average.",
    "For small steps the paper bounds DSGD’s floor by a part that grows with λ²/(1 − λ)²: by a factor of 36 from grid to ring, and of 102 from ring to scaled ring. What is measured here grows by less, since the step is not small. The corrected methods have no such part. On the scaled ring they have simply not finished: they take longer to forget the start.",
    "{Transient-time laboratory} measures how long a network is felt, on a family of networks; {Transition matrix} shows the eigenvalues behind λ.",
  ],
  "More agents, less noise": [
    "Every gradient carries noise of its own. The mean of n such noises has a variance n times as small, and the floor falls with it: from 4 to 16 to 64 agents it is divided by four each time. This is the linear speedup, the reason for having many agents at all.",
    "It lasts as long as the network costs less than the noise. A longer ring mixes more slowly; with 64 agents DSGD’s bias, small as it is with data of one source, begins to show above the noise that is left.",
  ],
  "One recursion, many methods": [
    "The paper’s recursion SUDA is x ← A(Cx − αg) − By, y ← y + Bx, where A, B² and C are polynomials of W and y is the memory. A = W, B² = I − W, C = I is Exact-Diffusion; A = I, B² = I − W, C = W is EXTRA; A = W², B² = (I − W)², C = I is gradient tracking. One analysis covers them all. Two of them are shown twice: by their own equations, and by this recursion. Their curves, and all their agents, are the same but for rounding.",
    "The last curve is of none of these: A = C = (I + W)/2, B² = (I − W)/4. Its polynomials can be dragged in the picture, within the shading, where it is stable; thin beside them are those of the other two. Their degrees are set in {Polynomials to drag}.",
    "Where all agents share one Hessian, the expectation of every curve is known in closed form: the thin lines of the second step. Gradient tracking ends lower than Exact-Diffusion there, though in the first step it did not. The measure differs: it is taken of each agent on its own, not of their mean, and gradient tracking, which averages twice an iteration and with W itself, keeps the agents closer together. Their means are equally good.",
  ],
  "When it blows up": [
    "The eigenvector of W’s least eigenvalue λₘᵢₙ is a checkerboard on the grid: every agent stands against its neighbours. Averaging with W turns this pattern round at each iteration, and where λₘᵢₙ is below −1/3, Exact-Diffusion’s correction makes it larger each time. It grows until nothing else is seen.",
    "With (I+W)/2 no eigenvalue is below zero, and nothing is turned round. That halves the speed of averaging, which is why the lessons use it for Exact-Diffusion and EXTRA alone: DSGD and gradient tracking do not need it.",
    "{Will it converge?} says this before a run; {Transition matrix} shows which eigenvalue is to blame.",
  ],
  "A valley and smaller steps": [
    "f(x) = x² + 3 sin² x has bends but no false valley. It is not convex, and yet, as it fulfils the Polyak–Łojasiewicz condition, the methods come to its minimum as fast as if it were. The agents’ own costs add a term each that pulls them apart; the terms cancel in the mean.",
    "Gradient tracking ends ahead of Exact-Diffusion here. What is measured is each agent on its own: gradient tracking averages twice an iteration and with W itself, Exact-Diffusion once and with (I+W)/2, so that its agents stay a little further apart. Their means are equally good.",
    "A constant step ends at a floor; a smaller one has a lower floor, and takes longer to get there. Halving it now and then gives the best of both. Gradient tracking catches up with Exact-Diffusion as steps get smaller: what the network costs it falls faster than the step.",
  ],
  "Networks as they are": [
    "Links fail, agents meet in pairs, some talk to one other at a time. The theory of the paper has one matrix W for all iterations; here it is another in each, Wₖ. As long as the links that come up join all agents over time, averaging still brings them together.",
    "The corrected methods hold all their agents’ differences in a memory, and lose nothing of it when a link fails: they find the minimiser all the same. DSGD has no memory, and its floor rises as links are missing. Exact-Diffusion and EXTRA need (I+W)/2 more than ever: where agents meet in pairs they diverge without it.",
    "One peer at a time is as good as the dense graph where noise decides, and for the agents’ mean. DSGD on the complete graph is centralised SGD; on the hypercube with all four links of each agent at once, the mean ends within 2 % of where it ends with one link in turn, for every method. On a ring, for two messages, DSGD ends a fifth higher on average. Each agent on its own is further off, about twice as far as on the whole hypercube with DSGD: between two exact averages, which come every four iterations, agents drift apart. A smaller step makes that less; choose the metric (1/n) Σ f(xᵢ) − f* to see it.",
    "The last two steps go the other way: weights that make λ as small as these links allow, and several rounds of averaging for one gradient. Both help DSGD, and both have a price: the weights are found by solving for all agents at once, and rounds are messages.",
  ],
  figures: [
    "The paper’s Figures 1 to 4, with its values as printed and with ours. With the printed values Figures 1 to 3 do not show the claim, but for the scaled ring: the steps are so small, or the noise so large, that DSGD’s bias is hidden. With our settings they do. Figure 4 shows it either way; the paper does not name its start, which matters there.",
    "The printed ones take some minutes: 20,000 iterations, each with gradients of all samples. {The paper, figure by figure} has all curves at once, computed beforehand, with what is claimed and whether it holds.",
  ],
};

/** The story of a lesson or of the figures; none for the reader's own experiment. */
export function story(chapter: string, group: string, open: Open): Words {
  const paragraphs = STORIES[chapter] ?? (chapter === "" && group !== "" ? STORIES["figures"]! : []);
  return paragraphs.map((text) => h("p", {}, ...paragraph(text, open)));
}

function paragraph(text: string, open: Open): Words {
  return text.split(/[{}]/).flatMap((part, i) => {
    if (i % 2 === 0) return explained(tied(part));
    return [h("button", { type: "button", class: "quiet inline", onclick: () => open(part) }, part)];
  });
}
