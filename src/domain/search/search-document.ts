// What a search looks for a product by: its words, each with where it stands.
import { folded } from "./search-words.ts";

/**
 * Where a word stands, one bit each, named as in Way.in. A: type, colors, sizes, and for whom it is. B: name and design.
 * C: material and options. D: prose.
 */
export const PLACES = { A: 8, B: 4, C: 2, D: 1 } as const;
/** Facts, as opposed to prose. */
export const FACTS = PLACES.A | PLACES.B | PLACES.C;
export const ANYWHERE = FACTS | PLACES.D;

export type SearchTexts = {
  name: string;
  /** "Hats" */
  category: string;
  type: string;
  color: string;
  design: string;
  gender: string;
  ageGroup: string;
  material: string;
  /** Names of options; none for a product without options. */
  options: readonly string[];
  prose: string;
};

const KIND_CATEGORIES: ReadonlySet<string> = new Set(["hats", "shirts"]);

/** The places of each word. */
export type SearchDocument = ReadonlyMap<string, number>;

/**
 * Colors, sizes, and the like also stand there by a name that no text contains (":main:pine", ":size:2xl"), so that "sand"
 * in a name is no color.
 */
export function searchDocument(texts: SearchTexts): SearchDocument {
  const document = new Map<string, number>();
  const add = (place: number, word: string) => {
    if (word !== "") document.set(word, (document.get(word) ?? 0) | place);
  };
  for (const word of documentWords(`${texts.name} ${texts.design}`)) add(PLACES.B, word);
  for (const word of documentWords(`${texts.material} ${texts.options.join(" ")}`)) add(PLACES.C, word);
  for (const word of documentWords(texts.prose)) add(PLACES.D, word);
  for (const word of documentWords(texts.type)) add(PLACES.A, word);
  add(PLACES.A, texts.type.toLowerCase().replace(/[\s'._-]/g, ""));
  for (const [index, part] of texts.color.split("/").entries()) {
    for (const word of documentWords(part)) {
      add(PLACES.A, word);
      add(PLACES.A, `:color:${word}`);
      if (index === 0) add(PLACES.A, `:main:${word}`);
    }
  }
  const sizes = texts.options.length > 0 ? texts.options : ["One size"];
  for (const size of sizes) add(PLACES.A, `:size:${writtenSize(size)}`);
  const category = texts.category.toLowerCase();
  add(PLACES.A, `:category:${category}`);
  // Those of a new shop are kinds, which are found by that name (search-terms.ts). Any other is found by its words.
  if (!KIND_CATEGORIES.has(category)) for (const word of documentWords(category)) add(PLACES.A, word);
  add(PLACES.A, `:gender:${texts.gender}`);
  add(PLACES.A, `:age:${texts.ageGroup}`);
  return document;
}

/** "XX-Large" → "xxlarge", as the sizes of a Term are written. */
export function writtenSize(option: string): string {
  return option.toLowerCase().replace(/[\s._-]/g, "");
}

const WORD_LENGTH_MAX = 40;
const BLANKS = /[\s\u00a0\u2000-\u200b\u2028-\u202f\u3000]+/;
const SIGNS = "[!-/:-@\\[-`{-~\\u2010-\\u205e]+";
const aroundWord = new RegExp(`^${SIGNS}|${SIGNS}$`, "g");
const insideWord = new RegExp(SIGNS);

/**
 * The words of a text by the rules of searchWords: in lower case, without accents, without the signs around them. A word
 * with signs inside, also in its parts and without the signs, because a shopper types "t-shirt", "t shirt", or "tshirt".
 */
function documentWords(text: string): string[] {
  const words: string[] = [];
  for (const part of folded(text).split(BLANKS)) {
    const word = part.replace(aroundWord, "");
    words.push(word);
    if (insideWord.test(word)) words.push(word.replace(/['._-]+/g, ""), ...word.split(insideWord));
  }
  return words.map((word) =>
    word.length > WORD_LENGTH_MAX ? [...word].slice(0, WORD_LENGTH_MAX).join("") : word,
  );
}
