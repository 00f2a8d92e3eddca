// How alike two words are by their letters in threes, as the extension pg_trgm of PostgreSQL measures word_similarity.

/** The letters of a word in threes, in order, with its ends: "cap" → "  c", " ca", "cap", "ap ". */
export function trigramsOf(word: string): string[] {
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return parts.flatMap((part) => {
    const letters = `  ${part} `;
    return Array.from({ length: letters.length - 2 }, (_, at) => letters.slice(at, at + 3));
  });
}

/**
 * From 0 to 1: how much of the typed word and of the part of the other that is most like it is common to both. A word whose
 * beginning was typed is as alike as the same word.
 */
export function likenessOf(typed: ReadonlySet<string>, word: readonly string[]): number {
  let most = 0;
  for (let from = 0; from < word.length; from += 1) {
    if (!typed.has(word[from] ?? "")) continue;
    const [all, common] = [new Set<string>(), new Set<string>()];
    for (const letters of word.slice(from)) {
      all.add(letters);
      if (!typed.has(letters)) continue;
      common.add(letters);
      most = Math.max(most, common.size / (typed.size + all.size - common.size));
    }
  }
  return most;
}
