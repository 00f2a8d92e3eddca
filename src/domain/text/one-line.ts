// Which characters a typed text may contain. Control and format characters (Unicode's category C) are
// invisible, yet they can end an email header, change the reading direction or make two names look alike.

/** A joiner inside of a word or an emoji, which would be another one without it. */
export const JOINER =
  /(?<=[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])([\u200c\u200d])(?!\p{C})(?=[\p{L}\p{Extended_Pictographic}])/u;

/** Or what becomes a blank. */
const JOINER_OR_UNPRINTABLE = new RegExp(`${JOINER.source}|[\\p{C}\\s]+`, "gu");

/**
 * One printable line: every run of blanks, line breaks and unprintable characters becomes one blank, and both
 * ends are trimmed. A value that is not text counts as empty. `lengthMax` is in characters, none cut in half.
 */
export function oneLine(value: unknown, lengthMax?: number): string {
  if (typeof value !== "string") return "";
  const line = value.replace(JOINER_OR_UNPRINTABLE, (_, joiner?: string) => joiner ?? " ").trim();
  return lengthMax === undefined ? line : oneLine([...line].slice(0, lengthMax).join(""));
}

/**
 * A text in which every control character is replaced by a blank, line breaks optionally kept. Format characters
 * stay, because some emoji and scripts need them, and a product's name may contain those.
 */
export function withoutControls(text: string, { keepsLines = false } = {}): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\p{Cc}/gu, (sign) => (keepsLines && sign === "\n" ? sign : " "));
}
