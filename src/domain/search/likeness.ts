// How alike two words are by their letters in threes, as the extension pg_trgm of PostgreSQL measures word_similarity.

/**
 * Measures from 0 to 1 how much of the typed word, and of the part of the other that is most like it, is common to both: a
 * word whose beginning was typed is as alike as the same word. What is below `least` counts as 0, and is cheap.
 */
export function likenessTo(typed: string): (word: string, least: number) => number {
  const letters = new Set(trigramsOf(typed));
  const inside = [...letters].filter((three) => !three.includes(" "));
  return (word, least) => {
    const missing = inside.filter((three) => !word.includes(three)).length;
    if (letters.size - missing < least * letters.size) return 0;
    const likeness = likenessOf(letters, trigramsOf(word));
    return likeness < least ? 0 : likeness;
  };
}

/** With its ends: "cap" → "  c", " ca", "cap", "ap ". */
function trigramsOf(word: string): string[] {
  const parts = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return parts.flatMap((part) => {
    const letters = `  ${part} `;
    return Array.from({ length: letters.length - 2 }, (_, at) => letters.slice(at, at + 3));
  });
}

function likenessOf(typed: ReadonlySet<string>, word: readonly string[]): number {
  let most = 0;
  for (let from = 0; from < word.length; from += 1) {
    if (!typed.has(word[from] ?? "")) continue;
    const [all, common] = [new Set<string>(), new Set<string>()];
    for (const three of word.slice(from)) {
      all.add(three);
      if (!typed.has(three)) continue;
      common.add(three);
      most = Math.max(most, common.size / (typed.size + all.size - common.size));
    }
  }
  return most;
}
