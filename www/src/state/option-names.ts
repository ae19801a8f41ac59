/** The fields of a fragment that are no part of the experiment: what a frame's host, or a link, asks for besides. */
export const OPTION_NAMES = [
  "theme",
  "show",
  "height",
  "steps",
  "only",
  "play",
  "k",
  "lecture",
  "accent",
  "background",
  "font",
] as const;
