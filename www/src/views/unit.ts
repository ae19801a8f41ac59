/**
 * Figures are laid out in units of a sixteenth of the page's type size: CSS pixels on most screens, more on large ones,
 * where the page's type grows. Text, lines and margins of the figures grow with it.
 */
export function unit(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1;
}
