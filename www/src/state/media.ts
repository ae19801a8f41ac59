/** A media query; where the browser answers none, one that never matches. */
export function media(query: string): Pick<MediaQueryList, "matches" | "addEventListener"> {
  return typeof matchMedia === "function" ? matchMedia(query) : { matches: false, addEventListener: () => {} };
}
