/** The module's words as a well-set paper has them: proper minus signs and apostrophes. */
export function typeset(text: string): string {
  return text.replaceAll(/(?<=^|[\s(])-(?=[\d.])/g, "−").replaceAll("'", "’");
}

/** What belongs to a number stays in its line: per cent, ×, and what it is the value of. */
export function tied(text: string): string {
  return text.replaceAll(/(?<=\d) (?=[%×])/g, "\u202f").replaceAll(/ ([=≈<>]) (?=[−\d])/g, "\u00a0$1\u00a0");
}
