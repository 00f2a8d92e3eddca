const DESCRIPTION_MAX = 155;

/** At most 155 characters of one line, cut at a word. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= DESCRIPTION_MAX) return line;
  const cut = line.slice(0, DESCRIPTION_MAX - 1);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(" "), 1)).replace(/[,.;:]$/, "")}…`;
}
