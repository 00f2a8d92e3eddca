// As in one-line.ts, for texts of several lines. Shoppers' first pages need one line only.

import { JOINER } from "./one-line.ts";

const JOINER_OR_UNPRINTABLE = new RegExp(`${JOINER.source}|[^\\P{C}\\n\\t]+`, "gu");
/** No script puts more signs on a letter; hundreds of them would be drawn over the lines above and below. */
const MARKS_TOO_MANY = /(\p{M}{8})\p{M}+/gu;

/**
 * Printable lines: line breaks and tabs stay; other unprintable characters and blanks at the end of a line are
 * removed. Of consecutive empty lines at most `emptyLinesMax` stay.
 */
export function paragraphs(value: unknown, emptyLinesMax = 2): string {
  if (typeof value !== "string") return "";
  const lines = value
    .replace(/\r\n?/g, "\n")
    .replace(JOINER_OR_UNPRINTABLE, (_, joiner = "") => joiner)
    .replace(MARKS_TOO_MANY, "$1")
    // Begun only where no blank stands before it: of a long row each blank would be tried otherwise, to the row's end.
    .replace(/(?<![^\S\n])[^\S\n]+$/gm, "");
  return lines.replace(/\n{2,}/g, (breaks) => breaks.slice(0, emptyLinesMax + 1)).trim();
}
