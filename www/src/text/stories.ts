/** The explanation of each lesson's steps, longer than their notes. Loaded when it is scrolled to. */

/** A paragraph that belongs to some steps of the lesson only, by their ids. */
interface Aside {
  of: readonly string[];
  text: string;
}

const DSGD_RESTS =
  "Under a constant step DSGD does not come to rest at the best answer x*, but where each agent’s pull and the averaging balance. How far from x* that is grows with the heterogeneity of the data, with the step, and as the network gets sparser. This is its bias: it stays however small the noise.";
const OTHERS_REST =
  "Exact-Diffusion, EXTRA and gradient tracking come to rest only where all agents agree and their gradients add up to zero: at a solution of the whole problem, whatever the data. What is left of their error is noise.";

/** The paragraphs of each lesson, by its name; `{…}` is a panel to open. */
const STORIES: Readonly<Record<string, readonly (string | Aside)[]>> = {
  "What each agent believes": [
    "Each disc is an agent, drawn as the plane in which its points lie. A colour says what the agent’s own model would answer at that place; the dots are the only points that the agent has ever seen. In the middle stand all points together, which no agent knows.",
    "In every iteration an agent steps against the cost of its own points and then averages its model with its neighbours’. Averaging brings in what others know, and the next step pulls back to the own points. With DSGD the two come to a balance.",
    {
      of: ["beliefs"],
      text: "On a ring of sixteen, with a step as large as here, the pull decides it: every agent believes its own data.",
    },
    {
      of: ["beliefs-split"],
      text: "How far an agent’s points are from a fair share of all decides how hard it pulls. Where one class is nearly all it has, the pull bends its map; where points are shared out evenly, all pull the same way, and there is nothing to correct.",
    },
    {
      of: ["beliefs-spirals"],
      text: "Here an agent’s sector holds pieces of both arms, and what it has never seen are the other sectors. The outer windings come with either method; the inner ones, where the arms lie close together, need all agents’ points at once.",
    },
    {
      of: ["beliefs-dense"],
      text: "With seven neighbours each averaging leaves half of the disagreement at most, and the pull of one step cannot build up: DSGD comes to nearly the same maps as Exact-Diffusion. It pays with three and a half times the messages.",
    },
    "Exact-Diffusion remembers what each averaging has changed, and corrects the next step by it. In the long run the correction is just the pull of the agent’s own data, with its sign turned. What remains of the step is what all agents want together, and all come to one model that fits all points.",
    {
      of: ["beliefs"],
      text: "Nothing here is tuned against DSGD: points, start and step are the same for all. With a tenth of the step it gets there, after thousands of iterations; on a denser network it does within 200. The step and the sparse network together are what costs. That Exact-Diffusion may end a little ahead of the centralised method is no contradiction: the problem is not convex, and the ways to a solution differ.",
    },
  ],
  "Why they stay apart": [
    DSGD_RESTS,
    "The arrows are what moves an agent in the next iteration: a step along its own gradient, what averaging moves it by, and what the method has learnt to take off the gradient; together they are the whole move. Neighbours pull each other equally, so all memories together are zero; where each cancels an own pull, the own pulls together are zero too, and that place is the star. Point at another agent to see its arrows. The own answers are laid out in the order of the ring, which is hard for DSGD: neighbours pull nearly the same way. The next steps have more coordinates than a map can show, and change one thing each.",
    OTHERS_REST,
  ],
  "Unequal data": [
    DSGD_RESTS,
    {
      of: ["equal-source"],
      text: "All data come from one source here, and what parts the agents is the luck of the draw. DSGD still pays for it. The noise of the gradients is the same as before.",
    },
    {
      of: ["equal-data"],
      text: "Every agent has five times as many samples here: luck evens out, and DSGD is as good as the others. The noise of the gradients is the same as before.",
    },
    OTHERS_REST,
  ],
  "Ten agents, one digit each": [
    "Each agent has 100 images of one digit, by many hands, and no other. It trains a small network of its own on them, with sixteen hidden units, and after each step averages the network’s 1,210 numbers with those of its two neighbours. These numbers are all that travels: nobody ever sees another’s images. The picture in the middle is one that no agent has; the agents are asked what it is, and do not learn from it.",
    {
      of: ["digits"],
      text: "Alone, an agent says its own digit to everything, and is right once in ten times. With DSGD most still say a digit that they or a neighbour have seen: after 200 iterations they have about 63 % of all unseen images right, on average, those of Exact-Diffusion 94 %, of gradient tracking and of the centralised method 96 %. What is right and what is wrong is counted over the 797 images that are left.",
    },
    {
      of: ["digits-dense"],
      text: "The ring is what makes it hard. With six neighbours each, averaging spreads what everybody has learnt in a few steps, and all methods are alike.",
    },
    {
      of: ["digits-small-step"],
      text: "The other thing is the step: DSGD’s error is about in proportion to it. At a fifth of the step it is right in nine of ten cases after 800 iterations, and still falls behind; Exact-Diffusion needs about 200 for that, whether the step is large or small.",
    },
    {
      of: ["digits-two"],
      text: "Two digits each is a little less unequal, and with five agents the ring has half its length. Both help DSGD.",
    },
    "A drawing is centred and scaled as the images were: its lines fill a bitmap of 32 × 32 dots from top to bottom, which is counted in blocks of 4 × 4. The small picture in the corner is what the agents get. A digit that is written otherwise than the 43 writers of the data wrote may be taken for another, by all of them.",
  ],
  "The price of a sparse network": [
    {
      of: ["lambda-neighbours"],
      text: "Thirty-six agents stand on a ring, and each talks to those nearest to it on either side: at first to 34 of the others, at the left end of the slider to two. Every run adds a point for each method to the plot, at the height at which its curve settles. From end to end DSGD’s floor grows by a factor of 70, from ten neighbours on about in proportion to 1/(1 − λ); that of Exact-Diffusion grows by 4 %.",
    },
    "λ is the share of disagreement that one round of averaging leaves, at worst. Disagreement shrinks to 1/e of its size in about 1 round on the random graph, 17 on the grid, 98 on the ring and 987 on the scaled ring, on which every agent keeps nine tenths of its own value and one tenth of the average.",
    "For small steps the paper bounds DSGD’s floor by a part that grows with λ²/(1 − λ)²: by a factor of 36 from grid to ring, and of 102 from ring to scaled ring. What is measured here grows by less, since the step is not small. The corrected methods have no such part; a sparse network makes them slower to forget the start. A ring in the plot is a run that is still falling.",
    {
      of: ["lambda-scaled-ring"],
      text: "On the scaled ring none of the corrected methods has finished. After 6,000 iterations Exact-Diffusion and EXTRA end within 10 % of centralised SGD. Gradient tracking takes far longer: it is at 23 × then, at 11 × after 40,000, and still falling.",
    },
    "{Study} measures how long a network is felt, on a family of networks; {Transition matrix} shows the eigenvalues behind λ.",
  ],
  "More agents, less noise": [
    "Every gradient carries noise of its own. The mean of n such noises has a variance n times as small, and the floor falls with it: from 4 to 16 to 64 agents it is divided by four each time. This is the linear speedup, the reason for having many agents at all.",
    "It lasts as long as the network costs less than the noise. A longer ring mixes more slowly; with 64 agents DSGD’s bias, small as it is with data of one source, begins to show above the noise that is left.",
  ],
  "One recursion, many methods": [
    "The paper’s recursion SUDA is x ← A(Cx − αg) − By, y ← y + Bx, where A, B² and C are polynomials of W and y is the memory. A = W, B² = I − W, C = I is Exact-Diffusion; A = I, B² = I − W, C = W is EXTRA; A = W², B² = (I − W)², C = I is gradient tracking. One analysis covers them all.",
    {
      of: ["one-recursion"],
      text: "Two of them are shown twice: by their own equations, and by this recursion. Their curves, and all their agents, are the same but for rounding.",
    },
    {
      of: ["one-recursion"],
      text: "The last curve is of none of these: A = C = (I + W)/2, B² = (I − W)/4. Its polynomials can be dragged in the picture, within the shading, where it is stable; thin beside them are those of the other two. Their degrees are set in {Polynomials to drag}.",
    },
    {
      of: ["expected"],
      text: "Where all agents share one Hessian, the expectation of every curve is known in closed form: the thin lines. Gradient tracking ends lower than Exact-Diffusion here, though in the first step it did not. The measure differs: it is taken of each agent on its own, not of their mean, and gradient tracking, which averages twice an iteration and with W itself, keeps the agents closer together. EXTRA, which takes its step after the averaging, leaves each agent the whole of its newest noise, and ends highest of the three. Their means are equally good.",
    },
  ],
  "When it blows up": [
    "The eigenvector of W’s least eigenvalue λₘᵢₙ is a checkerboard on the grid: every agent stands against its neighbours. Averaging with W turns this pattern round at each iteration, and where λₘᵢₙ is below −1/3, Exact-Diffusion’s correction makes it larger each time. It grows until nothing else is seen.",
    "With (I+W)/2 no eigenvalue is below zero, and nothing is turned round. That halves the speed of averaging, which is why the lessons use it for Exact-Diffusion and EXTRA alone: DSGD and gradient tracking do not need it. Gradient tracking, which averages twice and with W itself, keeps its agents closer together here. λₘᵢₙ > −1/3 is what small steps need; what holds at a given step the page works out, and says under the curves.",
    "{Will it converge?} says this before a run; {Transition matrix} shows which eigenvalue is to blame.",
  ],
  "A valley and smaller steps": [
    {
      of: ["valley"],
      text: "f(x) = x² + 3 sin² x has bends but no false valley. It is not convex, and yet, as it fulfils the Polyak–Łojasiewicz condition, the methods come to its minimum as fast as if it were. The agents’ own costs add a term each that pulls them apart; the terms cancel in the mean.",
    },
    {
      of: ["valley"],
      text: "Gradient tracking ends ahead of Exact-Diffusion. What is measured is each agent on its own: gradient tracking averages twice an iteration and with W itself, Exact-Diffusion once and with (I+W)/2, so that its agents stay a little further apart. EXTRA’s are further apart still: it steps after averaging, and an agent’s newest noise is shared with nobody yet. Their means are equally good.",
    },
    {
      of: ["stairs"],
      text: "A constant step ends at a floor; a smaller one has a lower floor, and takes longer to get there. Halving it now and then gives the best of both. Gradient tracking catches up with Exact-Diffusion as steps get smaller: what the network costs it falls faster than the step. For small steps theory says so of DSGD’s bias, too: it falls as α². With steps as large as these it only falls as α does, like the noise: with exact gradients the bias is 2.2×10⁻⁴ at α = 1.5 and 2.5×10⁻⁵ at 0.19.",
    },
  ],
  "Networks as they are": [
    {
      of: ["links-that-fail", "pairs-that-meet", "one-peer"],
      text: "Links fail, agents meet in pairs, some talk to one other at a time. The theory of the paper has one matrix W for all iterations; here it is another in each, Wₖ. As long as the links that come up join all agents over time, averaging still brings them together.",
    },
    {
      of: ["links-that-fail", "pairs-that-meet"],
      text: "The corrected methods hold all their agents’ differences in a memory, and lose nothing of it when a link fails: they find the minimiser all the same. DSGD has no memory, and its floor rises as links are missing. Exact-Diffusion and EXTRA need (I+W)/2 more than ever: where agents meet in pairs they diverge without it.",
    },
    {
      of: ["one-peer"],
      text: "One peer at a time is as good as the dense graph where noise decides, and for the agents’ mean. DSGD on the complete graph is centralised SGD; on the hypercube with all four links of each agent at once, the mean ends within 2 % of where it ends with one link in turn, for every method. On a ring, for two messages, DSGD ends a fifth higher on average. Each agent on its own is further off, about twice as far as on the whole hypercube with DSGD: between two exact averages, which come every four iterations, agents drift apart. A smaller step makes that less; choose the metric (1/n) Σ f(xᵢ) − f* to see it.",
    },
    {
      of: ["fastest-weights"],
      text: "The links stay, and the weights on them make λ as small as it can be. A smaller λ is worth to DSGD what a denser network is, and takes no message more. Its price is that the weights are found by solving for all agents at once.",
    },
    {
      of: ["several-rounds"],
      text: "Several rounds of averaging for one gradient make λ smaller: with five rounds it is λ⁵, and Chebyshev’s polynomial makes more of the same five. The price is messages, five times as many a step: with gossip rounds on the horizontal axis all three are compared at the same cost.",
    },
  ],
  "What it costs": [
    {
      of: ["fewer-bits", "two-bits"],
      text: "An agent does not send its vector, but what is new in it: the difference from what its neighbours already know, each entry rounded to one of a few levels between plus and minus the largest. As the agents settle, there is less and less news, and the rounding errors vanish with it. Exact-Diffusion with such messages is known as LEAD, DSGD as CHOCO-SGD.",
    },
    {
      of: ["fewer-bits", "two-bits"],
      text: "With 2 bits there are three levels only, and what is lost in rounding comes back larger than it was: the run explodes. With γ = ½ agents move only half as far towards each other as their messages say, and it converges again. No theory here tells beforehand which γ is small enough; the page judges no method whose messages are compressed.",
    },
    {
      of: ["fewer-rounds"],
      text: "Between two rounds each agent follows its own cost, and drifts towards its own minimum. DSGD averages the drift and begins anew, so that the more steps an agent takes alone, the further from the common minimum it ends. Exact-Diffusion learns from each round how it drifts, and takes that out of the steps that follow: Local Exact-Diffusion, or LED. With many more steps alone it, too, becomes slower.",
    },
    {
      of: ["seconds"],
      text: "The seconds are simulated: 0.01 for a gradient, 0.001 until a message arrives, and links that carry 200,000 bits a second. Each step a server hears 16 vectors and sends as many, one after the other; a neighbour on the ring sends two, and so do all others at the same time. With more agents the server’s queue grows, and the ring’s does not; but on a larger ring agreement takes more steps.",
    },
    {
      of: ["seconds"],
      text: "Nobody goes on before its neighbours’ messages have come. A slow agent first keeps its neighbours waiting, then theirs, until after some steps all go at its pace.",
    },
  ],
};

/** What is said below the findings on each of the paper’s figures. */
const FIGURES =
  "The printed settings take some minutes: 20,000 iterations, each with gradients of all samples. Their curves were computed beforehand, and stand above at once. {Study} has the transient times of the paper’s tables.";

/** The story of a step of a lesson, in paragraphs; none for the reader's own experiment. `{…}` is a panel to open. */
export function story(chapter: string, step: string): string[] {
  return (STORIES[chapter] ?? []).flatMap((part) =>
    typeof part === "string" ? [part] : part.of.includes(step) ? [part.text] : [],
  );
}

/** The story of one of the paper's figures: what was found of it, and how. */
export function figureStory({
  says,
  summary,
  remark,
}: {
  says: string;
  summary: string;
  remark: string | null;
}): string[] {
  return [`The paper: ${says} ${summary}${remark ? ` ${remark}` : ""}`, FIGURES];
}
