// Fonts that the tests bring, so that a text is as wide on every machine: given to the page as bytes, which is no request,
// and which no policy of a page forbids.
import type { BrowserContext, Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import subsetFont from "subset-font";

/** Families rather narrow, families as wide as any, or those that this machine has. */
export type Fonts = "narrow" | "wide" | "machine";

const FACES: Record<Exclude<Fonts, "machine">, { serif: readonly string[]; sans: readonly string[] }> = {
  narrow: {
    serif: ["eb-garamond/400-normal", "eb-garamond/700-normal", "eb-garamond/400-italic"],
    sans: ["pt-sans-narrow/400-normal", "pt-sans-narrow/700-normal"],
  },
  // What a bare Debian has.
  wide: {
    serif: ["dejavu-serif/400-normal", "dejavu-serif/700-normal", "dejavu-serif/400-italic"],
    sans: ["dejavu-sans/400-normal", "dejavu-sans/700-normal"],
  },
};

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join("");

/** Latin, Greek, punctuation, raised and lowered digits, arrows, operators: every page and frame gets them anew. */
const LETTERS = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x302, 0x304],
  [0x391, 0x3c9],
  [0x2009, 0x2033],
  [0x2070, 0x209c],
  [0x2190, 0x2194],
  [0x2200, 0x2265],
]
  .map(([first, last]) => range(first!, last!))
  .join("");

type Face = readonly [family: string, weight: string, style: string, base64: string];

async function faceOf(family: string, face: string): Promise<Face> {
  const [name, look] = face.split("/") as [string, string];
  const [weight, style] = look.split("-") as [string, string];
  const whole = readFileSync(`node_modules/@fontsource/${name}/files/${name}-latin-${look}.woff2`);
  const part = await subsetFont(whole, LETTERS, { targetFormat: "truetype" });
  return [family, weight, style, part.toString("base64")];
}

const read = new Map<Fonts, Promise<Face[]>>();

function facesOf(fonts: Fonts): Promise<Face[]> {
  const { serif, sans } = fonts === "machine" ? { serif: [], sans: [] } : FACES[fonts];
  const faces =
    read.get(fonts) ??
    Promise.all([
      ...serif.map((face) => faceOf(`${fonts} serif`, face)),
      ...sans.map((face) => faceOf(`${fonts} sans`, face)),
    ]);
  read.set(fonts, faces);
  return faces;
}

/** Has every page and frame of `context` show its texts in the first of these; to be called before any is opened. */
export async function bringFonts(context: BrowserContext, fonts: readonly Fonts[]): Promise<void> {
  await context.addInitScript(
    ([faces, first]) => {
      for (const [family, weight, style, base64] of faces) {
        const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
        document.fonts.add(new FontFace(family, bytes, { weight, style }));
      }
      const sheet = new CSSStyleSheet();
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      let family = "system-ui";
      const showIn = (fonts: Fonts) => {
        family = fonts === "machine" ? "system-ui" : `"${fonts} sans"`;
        const rules = `
          :root { --serif: "${fonts} serif", serif !important; --sans: "${fonts} sans", sans-serif !important; }
          .view { --view-font: "${fonts} sans", sans-serif !important; }`;
        sheet.replaceSync(fonts === "machine" ? "" : rules);
      };
      Object.assign(globalThis, { showIn });
      showIn(first!);
      // No style reaches the texts of pictures, and "system-ui" is no family that a page could define.
      const own = Object.getOwnPropertyDescriptor(CanvasRenderingContext2D.prototype, "font")!;
      Object.defineProperty(CanvasRenderingContext2D.prototype, "font", {
        ...own,
        set(font: string) {
          own.set!.call(this, font.replace("system-ui", family));
        },
      });
    },
    [(await Promise.all(fonts.map(facesOf))).flat(), fonts[0]] as const,
  );
}

/** Has the page show its texts in these from now on, which were brought; its pictures, when they are next drawn. */
export const showIn = (page: Page, fonts: Fonts) =>
  page.evaluate((fonts) => (globalThis as unknown as { showIn(fonts: Fonts): void }).showIn(fonts), fonts);
