/**
 * uPlot builds a number format for `navigator.language` while it is imported, and a browser in the POSIX locale reports
 * "en-US@posix", which `Intl` refuses: the import would throw. Imported before uPlot, this file gives it a language that
 * `Intl` knows; `restoreLanguage` afterwards takes the stand-in away.
 */

function valid(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length === 1;
  } catch {
    return false;
  }
}

const replaced = !valid(navigator.language);
if (replaced) Object.defineProperty(navigator, "language", { value: "en-US", configurable: true });

export function restoreLanguage(): void {
  if (replaced) delete (navigator as { language?: string }).language;
}
