// What may stand in a text that somebody typed. Control and format characters (Unicode's category C) print
// nothing, yet they can end a mail header, turn the reading direction or make two names look alike.

/**
 * One printable line: every run of blanks, line breaks and unprintable characters becomes one blank, and nothing
 * stands at either end. A value that is not text counts as empty. `lengthMax` counts whole characters.
 */
export function oneLine(value: unknown, lengthMax?: number): string {
  if (typeof value !== "string") return "";
  const line = value.replace(/[\p{C}\s]+/gu, " ").trim();
  return lengthMax === undefined ? line : [...line].slice(0, lengthMax).join("").trim();
}

/**
 * Printable lines: line breaks and tabs stay, other unprintable characters vanish, as do blanks at the end of
 * a line. Of empty lines in a row at most `emptyLinesMax` stay.
 */
export function paragraphs(value: unknown, emptyLinesMax = 2): string {
  if (typeof value !== "string") return "";
  const lines = value
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{C}\n\t]+/gu, "")
    .replace(/[^\S\n]+$/gm, "");
  return lines.replace(/\n{2,}/g, (breaks) => breaks.slice(0, emptyLinesMax + 1)).trim();
}

/**
 * A text without control characters (each becomes a blank), its lines kept or not. Format characters stay:
 * they hold some emoji and the letters of some languages together, and a product may be named in those.
 */
export function withoutControls(text: string, { keepsLines = false } = {}): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cc}/gu, (sign) => (keepsLines && sign === "\n" ? sign : " "));
}
