/** A pattern for LIKE that finds a text anywhere in another; its wildcards stand for themselves. */
export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
