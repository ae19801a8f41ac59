/** What a reader takes along: how to cite the paper, and how to put a figure into a page of one's own. */

export const PAPER = "https://doi.org/10.1109/TSP.2022.3189770";
export const PREPRINT = "https://arxiv.org/abs/2110.09993";

export const BIBTEX = `@article{alghunaim2022unified,
  author  = {Alghunaim, Sulaiman A. and Yuan, Kun},
  title   = {A Unified and Refined Convergence Analysis for Non-Convex Decentralized Learning},
  journal = {IEEE Transactions on Signal Processing},
  volume  = {70},
  year    = {2022},
  doi     = {10.1109/TSP.2022.3189770},
  eprint  = {2110.09993},
  archivePrefix = {arXiv}
}
`;

/** A frame that shows a ready experiment; `folder` is where the demo lies. */
export function frameOf(id: string, title: string, folder: string): string {
  const address = new URL(`embed.html#preset=${id}&height=640`, folder).href;
  return `<iframe
  src="${address}"
  title="${title}, SUDA"
  loading="lazy"
  style="width: 100%; height: 640px; border: 0"
></iframe>
`;
}
