/** How to cite the paper, and where it is. */

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

/** The program that ran an experiment, and the experiment itself; `link` opens it, where there is room for one in an address. */
export const experimentBibtex = (version: string, fingerprint: string, link: string | null): string => `@software{suda,
  author  = {{The SUDA contributors}},
  title   = {{SUDA}: decentralised stochastic optimisation, live in the browser},
  version = {${version}}
}

@misc{suda-${fingerprint.slice(0, 16)},
  title        = {An experiment with {SUDA} ${version}},
  howpublished = {SHA-256 of its document (RFC 8785): ${fingerprint}},
  note         = {${link === null ? "Its document is a file beside this" : `\\url{${link}}`}}
}
`;
