// Emails have no style sheet: they are written in the golf brand's colors, and recolored at the end for another look.
import { fontSets, type Look, presets } from "./look.ts";
import { toHex, toOklch } from "./oklch.ts";
import { paletteOf } from "./palette.ts";

const golf = presets.clubhouse;

/** The colors of emails in dark mode, all of the brand's hue. */
const NIGHT = ["#0c1612", "#16221d", "#b9c3bb", "#3a4a42", "#9ad7b6", "#2a6a4b", "#26332d"];

/** The HTML of an email in the colors and the heading font of a look. */
export function inLook(html: string, { colors, fonts }: Pick<Look, "colors" | "fonts">): string {
  const [from, to] = [paletteOf(golf.colors), paletteOf(colors)];
  const other = new Map<string, string>();
  for (const [name, hex] of Object.entries(from)) other.set(hex, to[name as keyof typeof to]);
  for (const hex of NIGHT) other.set(hex, atNight(hex, colors.brand));
  return html
    .replace(/#[0-9a-f]{6}/g, (hex) => other.get(hex) ?? hex)
    .replaceAll(fontSets[golf.fonts].inEmails, fontSets[fonts].inEmails);
}

function atNight(hex: string, brand: string): string {
  const [night, mine, golfs] = [toOklch(hex), toOklch(brand), toOklch(golf.colors.brand)];
  return toHex({ l: night.l, c: night.c * Math.min(1, mine.c / golfs.c), h: night.h + mine.h - golfs.h });
}
