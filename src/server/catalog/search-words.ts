export const SEARCH_WORDS_MAX = 8;
export const SEARCH_WORD_LENGTH_MAX = 40;

/**
 * What a shopper typed → the words to look for: at most SEARCH_WORDS_MAX, none doubled, in lower case, in
 * the singular, with a straight apostrophe and without signs around them. Signs that stand alone
 * ("hats & shirts") are left out, so a text of nothing but signs has no words. Any string is fine.
 */
export function searchWords(query: string): string[] {
  const clean = query
    .replace(/\p{Cc}/gu, " ")
    .replace(/[’‘]/g, "'")
    .toLowerCase();
  const parts = clean.split(/\s+/).map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
  const words = parts.filter(Boolean).slice(0, SEARCH_WORDS_MAX);
  return [...new Set(words.map(shortened).map(singular))];
}

/** "polos" → "polo", which is contained in both. */
function singular(word: string): string {
  return word.replace(/(?<=\p{L}{3})(?:'s|(?<!s)s)$/u, "");
}

function shortened(word: string): string {
  return [...word].slice(0, SEARCH_WORD_LENGTH_MAX).join("");
}

/** A pattern of LIKE for a text that contains the word; its own wildcards are taken literally. */
export function containsPattern(word: string): string {
  return `%${withoutWildcards(word)}%`;
}

/** Patterns of LIKE for a text in which some word begins so. */
export function wordStartPatterns(word: string): string[] {
  return [`${withoutWildcards(word)}%`, `% ${withoutWildcards(word)}%`, `%-${withoutWildcards(word)}%`];
}

function withoutWildcards(word: string): string {
  return word.replace(/[\\%_]/g, "\\$&");
}

/**
 * A regular expression of PostgreSQL for a text with a word that begins so: "hat" is in "hatband", not in
 * "that". null where the database may not know that the first character belongs to a word.
 */
export function wordStartPattern(word: string): string | null {
  return /^[a-z0-9]/.test(word) ? `\\m${literal(word)}` : null;
}

/**
 * A regular expression of PostgreSQL for a text that has one of these words: `anywhere` in it, or where a word begins.
 * Where the database may not know that a word begins, it is anywhere, too.
 */
export function spellingsPattern({ anywhere, atStart }: { anywhere: string[]; atStart: string[] }): string {
  const begins = Object.groupBy(atStart, (word) => (wordStartPattern(word) === null ? "unknown" : "known"));
  const known = (begins.known ?? []).map(literal).join("|");
  const parts = [...anywhere, ...(begins.unknown ?? [])].map(literal);
  return [...parts, ...(known ? [`\\m(?:${known})`] : [])].join("|");
}

const MISSPELLED_LENGTH_MIN = 4;
const MISSPELLED_LENGTH_MAX = 20;

/**
 * A regular expression of PostgreSQL for a text with a word that this one misspells: one letter wrong,
 * missing or too many, or two neighbors exchanged, with or without a plural's ending. null for a word that
 * is too short (one letter of three makes another word) or too long.
 */
export function misspellingPattern(word: string): string | null {
  const letters = [...word];
  if (letters.length < MISSPELLED_LENGTH_MIN || letters.length > MISSPELLED_LENGTH_MAX) return null;
  const spellings = letters.flatMap((letter, index) => {
    const before = literal(letters.slice(0, index).join(""));
    const after = literal(letters.slice(index + 1).join(""));
    const next = letters[index + 1];
    const exchanged =
      next === undefined ? [] : [before + literal(next + letter + letters.slice(index + 2).join(""))];
    return [`${before}\\w?${after}`, `${before}\\w${literal(letter)}${after}`, ...exchanged];
  });
  return `\\m(?:${[...spellings, `${literal(word)}\\w`].join("|")})(?:e?s)?\\M`;
}

function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}\s]/gu, "\\$&");
}
