// Which of two words may be a misspelling of the other.

const MISSPELLED_LENGTH_MIN = 4;
const MISSPELLED_LENGTH_MAX = 20;

/**
 * How likely a shopper who typed `typed` meant `word`, if one mistake lies between them: 0 neighbors exchanged, 1 a letter
 * missing, 2 one too many, 3 a wrong one. null: another word. A short word is another word with any other letter, so only
 * exchanged neighbors count there ("cpa").
 */
export function typoOf(typed: string, word: string): number | null {
  const [a, b] = [[...typed], [...word]];
  if (typed === word || Math.abs(a.length - b.length) > 1) return null;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.length - start - end, b.length - start - end];
  if (left === 2 && right === 2 && a[start] === b[start + 1] && a[start + 1] === b[start])
    return a.length < 3 ? null : 0;
  if (a.length < MISSPELLED_LENGTH_MIN || a.length > MISSPELLED_LENGTH_MAX) return null;
  if (left === 0 && right === 1) return 1;
  if (left === 1 && right === 0) return 2;
  return left === 1 && right === 1 ? 3 : null;
}
