// What a shopper typed, cut into words that compare with the words of products: search-document.ts cuts their texts by the same
// rules.

export const SEARCH_WORDS_MAX = 8;
export const SEARCH_WORD_LENGTH_MAX = 40;
/** More of a text is not read: eight words of forty letters fit into it many times. */
const SEARCH_TEXT_MAX = 1_000;

/** Letters without their accents, in lower case, with straight apostrophes: "Piqué ’½" → "pique '1/2". */
export function folded(text: string): string {
  return text
    .replace(/[’‘ʼ′]/g, "'")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("\u2044", "/")
    .toLowerCase();
}

/**
 * The words of a text: at most SEARCH_WORDS_MAX, in lower case, without accents and without signs around them. Signs that
 * stand alone ("hats & shirts") are left out, so a text of nothing but signs has no words. Any string is fine.
 */
export function searchWords(text: string): string[] {
  const clean = folded(text.slice(0, SEARCH_TEXT_MAX))
    .replace(/\p{C}/gu, " ")
    // Parts of a color ("bone/green"), not a size ("S/M") or a fraction.
    .replace(/(?<=\p{L}{2})\/(?=\p{L}{2})/gu, " ");
  const parts = clean.split(/\s+/).map((part) => part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""));
  return parts.filter(Boolean).slice(0, SEARCH_WORDS_MAX).map(shortened);
}

function shortened(word: string): string {
  return [...word].slice(0, SEARCH_WORD_LENGTH_MAX).join("");
}

/** "t-shirt", "t shirt" and "tshirt" are one text: without blanks and the signs inside of words. */
export function compact(text: string): string {
  return text.replace(/[\s'._-]+/g, "");
}

/** "polos" → "polo", "women's" → "women"; words of three letters stay as they are. */
export function singular(word: string): string {
  return word.replace(/(?<=[\p{L}\p{N}]{3})(?:'s|s'|(?<!s)s)$/u, "");
}

/** The word and how else its number may be written: "boxes" → boxes, boxe, box. */
export function formsOf(word: string): string[] {
  const base = singular(word);
  const forms = [word, base, `${base}s`];
  if (word !== base && base.endsWith("e")) forms.push(base.slice(0, -1));
  if (word !== base && base.endsWith("ie")) forms.push(`${base.slice(0, -2)}y`);
  if (/(?:s|x|ch|sh)$/.test(base)) forms.push(`${base}es`);
  return [...new Set(forms)];
}
