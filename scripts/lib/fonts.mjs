// The fonts of the machine, and a machine that has those of a bare Debian only.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, which } from "./run.mjs";

/** Files and families that fontconfig knows; null where there is no fontconfig to ask. */
function known() {
  if (!which("fc-list")) return null;
  const text = execFileSync("fc-list", ["--format", "%{file}\\t%{family}\\n"], { encoding: "utf8" });
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"));
}

/** Whether browsers find no other families than those of DejaVu. */
export function isBare() {
  const fonts = known();
  return fonts !== null && fonts.length > 0 && fonts.every(([, family]) => family.startsWith("DejaVu"));
}

/** The environment of a browser that finds no other families than those of DejaVu; null where the machine lacks these. */
export function bareFonts() {
  const file = known()?.find(([file]) => file.endsWith("/DejaVuSans.ttf"))?.[0];
  if (!file) return null;
  const folder = join(root, "target/fonts");
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "fonts.conf");
  const quoted = (path) => path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  writeFileSync(
    config,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${quoted(dirname(file))}</dir>
  <include ignore_missing="yes">/etc/fonts/conf.d</include>
  <cachedir>${quoted(join(folder, "cache"))}</cachedir>
</fontconfig>
`,
  );
  return { FONTCONFIG_FILE: config };
}
