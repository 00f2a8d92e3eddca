// The letters of the headings' fonts as outlines, so that names look the same on every machine, whichever fonts it has.
// scripts/subset-fonts.ts writes them.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type FontSetName, fontSets } from "#domain/brand/look.ts";

type Letters = Record<string, [advance: number, path: string]>;

const FILE = path.join(import.meta.dirname, "letters.json");
/** Headings are set a little tighter. In thousandths of an em, like all outlines. */
const TRACKING = -20;
/** Of a capital letter, about: what stands in the middle of a box looks centered. */
const CAPITAL = 700;

let read: Record<string, Letters> | undefined;

function lettersOf(fonts: FontSetName): Letters {
  read ??= JSON.parse(readFileSync(FILE, "utf8")) as Record<string, Letters>;
  return read[fontSets[fonts].files[0]] ?? {};
}

/** Whether the font has every letter of this text. */
export function canWrite(text: string, fonts: FontSetName): boolean {
  const letters = lettersOf(fonts);
  return text !== "" && [...text].every((letter) => Object.hasOwn(letters, letter));
}

export type Box = { x: number; y: number; width: number; height: number };

/** The lines as large as the box allows, in its middle, as SVG. Their letters are those of `canWrite`. */
export function writeIn(
  box: Box,
  lines: string[],
  { fonts, fill }: { fonts: FontSetName; fill: string },
): string {
  const letters = lettersOf(fonts);
  const widths = lines.map((line) =>
    [...line].reduce((sum, letter) => sum + (letters[letter]?.[0] ?? 0) + TRACKING, -TRACKING),
  );
  const lineHeight = CAPITAL * 1.5;
  const height = CAPITAL + lineHeight * (lines.length - 1);
  const scale = Math.min(box.width / Math.max(...widths), box.height / height);
  const top = box.y + (box.height - height * scale) / 2 + CAPITAL * scale;
  const drawn = lines.map((line, at) => {
    const left = box.x + (box.width - (widths[at] ?? 0) * scale) / 2;
    let x = 0;
    const paths = [...line].map((letter) => {
      const [advance, d] = letters[letter] ?? [0, ""];
      const path = d && `<path transform="translate(${x} 0)" d="${d}"/>`;
      x += advance + TRACKING;
      return path;
    });
    const place = `translate(${rounded(left)} ${rounded(top + at * lineHeight * scale)})`;
    return `<g transform="${place} scale(${rounded(scale)})">${paths.join("")}</g>`;
  });
  return `<g fill="${fill}">${drawn.join("")}</g>`;
}

function rounded(value: number): string {
  return String(Number(value.toFixed(4)));
}
