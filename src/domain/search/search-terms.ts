// What a shopper typed → what a product must have, and what makes one fit better than another. A query is cut into terms
// (a word, or a few that belong together: "1/4 zip", "extra large"). Every term must be met by some fact of a product: its
// type, color, name, design, material, options, whom it is for. Each way to meet it has points, which decide the order.
// Decision 186.
import { colorWords, type PlainColor, plainColorOf, shadesOf, toneOf } from "../product/color.ts";
import { letterSizeOf, writtenSizes } from "../product/size.ts";
import { typoOf } from "../text/typed/typos.ts";
import { emptyWords, kinds, peopleWords } from "./kinds.ts";
import { realWords } from "./real-words.ts";
import { compact, formsOf, searchWords, singular } from "./search-words.ts";
import { benefitWords, traitVocabulary } from "./traits.ts";

/**
 * Words that a product must all have. `in`: where in its facts, by the letters of PLACES (search-document.ts); "" for
 * anywhere in them.
 */
export type Way = {
  words: readonly string[];
  in: "" | "A" | "B" | "AB";
  points: number;
  /** The last word may go on. */
  isBegun?: boolean;
  /** What was typed may stand in prose, if no fact has it. A kind of apparel that prose mentions is not what is sold. */
  inProse?: boolean;
};

export type Term = {
  /** What was typed, as searchWords gives it. */
  typed: string;
  /** Any of them meets the term; the one with most points counts. */
  ways: readonly Way[];
  /** As they are written in options, by writtenSizes; those that have one in stock come first. */
  sizes: readonly string[];
  /** A product without it is found, too. */
  isOptional: boolean;
  /** Whether it is a word of golf apparel, of a color, of a size, of the owner, or a real one: no misspelling. */
  isKnown: boolean;
  /** Whether it names a kind of apparel. */
  isKind: boolean;
};

/** The owner's groups of words that mean the same, each word as searchWords gives it, joined by blanks. */
export type OwnSynonyms = readonly (readonly string[])[];

const POINTS = {
  /** The word itself, or one that says the same, in type or color. */
  fact: 10,
  /** The color of the whole rather than of a part, by the very word, or by another name of it. */
  mainColor: 12,
  mainShade: 11,
  partColor: 9,
  name: 8,
  closest: 7,
  close: 5,
  elsewhere: 5,
  begun: 4,
  hint: 2,
  far: 3,
} as const;

const PHRASE_WORDS_MAX = 3;
/** Fewer letters begin too many words of the trade. */
const BEGUN_LENGTH_MIN = 3;

export function searchTerms(query: string, own: OwnSynonyms = []): Term[] {
  const words = searchWords(query).flatMap(splitColors);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    const { term, length } = firstTerm(words.slice(at), own);
    at += length;
    if (!terms.some(({ typed }) => typed === term.typed)) terms.push(term);
  }
  // Nothing else is asked for: then it is what is asked for.
  const isAll = terms.every(({ isOptional }) => isOptional);
  return isAll ? terms.map((term) => ({ ...term, isOptional: term.ways.length === 0 })) : terms;
}

/** The words that name a kind of apparel, as they were typed. */
export function kindsIn(text: string): string[] {
  return searchTerms(text).flatMap(({ typed, isKind }) => (isKind ? [typed] : []));
}

/** "skyblue" → "sky", "blue". */
function splitColors(word: string): string[] {
  const first = colorWords.find(
    (color) => word.startsWith(color) && colorWords.includes(word.slice(color.length)),
  );
  return first === undefined ? [word] : [first, word.slice(first.length)];
}

/** The term with what its word may have been meant for instead, the likeliest first; that may be a word that says nothing. */
export function correctedTerm(term: Term, meanings: readonly string[], own: OwnSynonyms): Term {
  const meant = meanings.flatMap((word) => searchTerms(word, own).slice(0, 1));
  const ways = meant.flatMap((each, index) =>
    index === 0
      ? each.ways
      : each.ways.map((way) => ({ ...way, points: Math.min(way.points, POINTS.close) })),
  );
  const [likeliest] = meant;
  const isOptional = term.isOptional || likeliest?.ways.length === 0;
  return { ...term, ways, sizes: likeliest?.sizes ?? [], isOptional };
}

function firstTerm(words: string[], own: OwnSynonyms): { term: Term; length: number } {
  for (let length = Math.min(PHRASE_WORDS_MAX, words.length); length > 0; length -= 1) {
    const typed = words.slice(0, length).join(" ");
    const term = knownTerm(typed, own);
    if (term) return { term, length };
  }
  const [word = ""] = words;
  return { term: plainTerm(word), length: 1 };
}

/** A term of the vocabulary, or null. */
function knownTerm(typed: string, own: OwnSynonyms): Term | null {
  const isKind = kindOf(typed) !== undefined;
  const term = { typed, sizes: [], isOptional: false, isKnown: true, isKind };
  if (emptyWords.has(typed)) return { ...term, ways: [], isOptional: true };
  const meanings = [
    sizeTerm(typed),
    peopleTerm(typed),
    colorTerm(typed),
    kindTerm(typed),
    benefitTerm(typed),
    ownTerm(typed, own),
  ];
  const found = meanings.flatMap((meaning) => meaning ?? []);
  if (found.length === 0) return toneTerm(typed);
  return {
    ...term,
    ways: [...found.flatMap(({ ways }) => ways), ...typedWays(typed, { isBegun: false, inProse: !isKind })],
    sizes: found.flatMap(({ sizes = [] }) => sizes),
  };
}

/** What says the same of a product, in prose as well: a fabric that dries is described rather than named. */
function benefitTerm(typed: string): Meaning | null {
  const words = benefitWords(typed);
  if (words === null) return null;
  const ways = words.flatMap((word) => phraseWays(phrases(word), "", POINTS.closest));
  return { ways: ways.map((way) => ({ ...way, inProse: true })) };
}

type Meaning = { ways: Way[]; sizes?: string[] };

function sizeTerm(typed: string): Meaning | null {
  const key = letterSizeOf(typed);
  if (key === null) return null;
  const sizes = writtenSizes(key);
  const ranges = sizeRanges.filter((range) => range.split("/").includes(key)).flatMap(writtenSizes);
  return {
    ways: [
      ...waysOf(sizes.map(sizeWord), "A", POINTS.fact),
      ...waysOf(ranges.map(sizeWord), "A", POINTS.closest),
    ],
    sizes: [...sizes, ...ranges],
  };
}

const sizeRanges = ["S/M", "M/L", "L/XL"];
const sizeWord = (size: string) => `:size:${size}`;

function peopleTerm(typed: string): Meaning | null {
  const word = singular(typed);
  const names = Object.keys(peopleWords).filter((name) =>
    peopleWords[name]?.some((each) => [typed, word].includes(each)),
  );
  if (names.length === 0) return null;
  const isGender = names.some((name) => name.startsWith(":gender:"));
  return {
    ways: [
      ...waysOf(names, "A", POINTS.fact),
      ...(isGender ? waysOf([":gender:unisex"], "A", POINTS.closest) : []),
    ],
  };
}

/** What another plain color may be taken for. */
const nearColors: Partial<Record<PlainColor, PlainColor>> = {
  blue: "navy",
  beige: "brown",
  brown: "beige",
};

function colorTerm(typed: string): Meaning | null {
  const plain = plainColorOf(typed);
  if (plain === null) return null;
  const isPlain = plain === typed || compact(typed) === "grey";
  const shades = shadesOf(plain);
  const near = nearColors[plain];
  const [same, others] = isPlain ? [shades, near ? shadesOf(near) : []] : [[typed], shades];
  return {
    ways: [
      ...waysOf([`:main:${typed}`], "A", POINTS.mainColor),
      ...waysOf(
        same.map((shade) => `:main:${shade}`),
        "A",
        POINTS.mainShade,
      ),
      ...waysOf(
        same.map((shade) => `:color:${shade}`),
        "A",
        POINTS.partColor,
      ),
      ...waysOf(
        others.map((shade) => `:main:${shade}`),
        "A",
        POINTS.close,
      ),
      ...waysOf(
        others.map((shade) => `:color:${shade}`),
        "A",
        POINTS.far,
      ),
    ],
  };
}

/** "dark" and "light" say which green of several, and no more. */
function toneTerm(typed: string): Term | null {
  if (typed !== "dark" && typed !== "light") return null;
  const shades = colorWords.filter((word) => toneOf(word) === typed);
  const ways = waysOf(
    shades.map((shade) => `:main:${shade}`),
    "A",
    POINTS.hint,
  );
  return {
    typed,
    ways: [...waysOf([`:main:${typed}`], "A", POINTS.fact), ...ways],
    sizes: [],
    isOptional: true,
    isKnown: true,
    isKind: false,
  };
}

const kindOfWord = new Map(
  [...kinds].flatMap(([name, { same }]) => same.map((each) => [compact(each), name] as const)),
);

function kindOf(typed: string): string | undefined {
  return kindOfWord.get(compact(typed)) ?? kindOfWord.get(compact(singular(typed)));
}

function kindTerm(typed: string): Meaning | null {
  const name = kindOf(typed);
  return name === undefined ? null : { ways: kindWays(name, POINTS.fact) };
}

/** What says the same, then what comes close. The category has products of no named kind. */
function kindWays(name: string, points: number): Way[] {
  const { same = [], near = [] } = kinds.get(name) ?? {};
  const all = same.flatMap(phrases);
  const isClose = points < POINTS.fact;
  const ways = [...phraseWays(all, "A", points), ...phraseWays(all, "", POINTS.far)];
  const category = name === "hat" ? [":category:hats"] : name === "shirt" ? [":category:shirts"] : [];
  ways.push(...waysOf(category, "", isClose ? POINTS.far : POINTS.close));
  if (isClose) return ways;
  return ways.concat(
    near.flatMap((other, index) => {
      const others = (kinds.get(other)?.same ?? [other]).flatMap(phrases);
      return phraseWays(others, "A", index < 2 ? POINTS.closest : POINTS.close);
    }),
  );
}

/** The owner's other words of the group, and what those mean in general. */
function ownTerm(typed: string, own: OwnSynonyms): Meaning | null {
  const key = compact(typed);
  const isTyped = (word: string) => compact(word) === key || compact(word) === compact(singular(typed));
  const others = own
    .filter((group) => group.some(isTyped))
    .flatMap((group) => group.filter((word) => !isTyped(word)));
  if (others.length === 0) return null;
  return {
    ways: others.flatMap((other) => {
      const name = kindOf(other);
      const shown = [colorTerm(other), sizeTerm(other), peopleTerm(other)].flatMap(
        (meaning) => meaning?.ways ?? [],
      );
      return [
        ...phraseWays(phrases(other), "AB", POINTS.closest),
        ...phraseWays(phrases(other), "", POINTS.far),
        ...(name === undefined ? [] : kindWays(name, POINTS.closest)),
        ...(name === undefined
          ? []
          : kindWays(name, POINTS.fact).map((way) => ({ ...way, points: POINTS.far }))),
        ...shown.map((way) => ({ ...way, points: Math.min(way.points, POINTS.closest) })),
      ];
    }),
  };
}

/** A word of no vocabulary: of a name, a material, an option, or the beginning of one. */
function plainTerm(typed: string): Term {
  const begun =
    typed.length >= BEGUN_LENGTH_MIN ? [...kindOfWord].filter(([word]) => word.startsWith(typed)) : [];
  const colors = typed.length >= BEGUN_LENGTH_MIN ? colorWords.filter((word) => word.startsWith(typed)) : [];
  const names = new Set(begun.filter(([word, name]) => word === compact(name)).map(([, name]) => name));
  return {
    typed,
    ways: [
      ...typedWays(typed, { isBegun: true, inProse: true }),
      ...[...names].flatMap((name) => kindWays(name, POINTS.fact)).map(asBegun),
      ...colors.flatMap((color) => colorTerm(color)?.ways ?? []).map(asBegun),
    ],
    sizes: [],
    isOptional: false,
    isKnown: realWords.has(typed) || realWords.has(singular(typed)),
    isKind: false,
  };
}

function asBegun(way: Way): Way {
  return { ...way, points: Math.min(way.points, POINTS.begun) };
}

/** The very words, wherever they stand. */
function typedWays(typed: string, { isBegun, inProse }: { isBegun: boolean; inProse: boolean }): Way[] {
  const written = phrases(typed);
  const ways: Way[] = [
    ...phraseWays(written, "A", POINTS.fact),
    ...phraseWays(written, "B", POINTS.name),
    ...phraseWays(written, "", POINTS.elsewhere),
  ];
  const here = inProse ? ways.map((way) => ({ ...way, inProse })) : ways;
  if (!isBegun) return here;
  const words = [singular(typed)];
  const inFacts: Way = { words, in: "AB", isBegun, points: POINTS.begun };
  if (typed.length < BEGUN_LENGTH_MIN) return [...here, inFacts];
  return [...here, inFacts, { words, in: "", isBegun, inProse, points: POINTS.far }];
}

/** "rope caps" → its words in each of their forms; "t-shirt" → also without the sign, and as two words. */
function phrases(text: string): string[][] {
  const words = text.split(" ");
  const last = words.at(-1) ?? "";
  const whole = formsOf(last).map((form) => [...words.slice(0, -1), form]);
  const joined = formsOf(compact(text)).map((form) => [form]);
  const pieces = text.split(/[\s-]+/).filter(Boolean);
  const apart =
    pieces.length > words.length
      ? formsOf(pieces.at(-1) ?? "").map((form) => [...pieces.slice(0, -1), form])
      : [];
  const seen = new Map([...whole, ...joined, ...apart].map((phrase) => [phrase.join(" "), phrase]));
  return [...seen.values()];
}

function phraseWays(all: string[][], where: Way["in"], points: number): Way[] {
  return all.map((words) => ({ words, in: where, points }));
}

function waysOf(words: string[], where: Way["in"], points: number): Way[] {
  return words.map((word) => ({ words: [word], in: where, points }));
}

const vocabulary = [
  ...new Set([
    ...[...kinds.values()].flatMap(({ same }) => same),
    ...colorWords,
    ...Object.values(peopleWords).flat(),
    ...traitVocabulary,
  ]),
].filter((word) => !word.includes(" "));

/** Words of the vocabulary that the word may be a misspelling of, the likeliest first. */
export function misspelledVocabulary(typed: string, own: OwnSynonyms): string[] {
  const all = [...vocabulary, ...own.flat().filter((word) => !word.includes(" "))];
  const likely = all.flatMap((word) => {
    const typo = typoOf(typed, word) ?? typoOf(singular(typed), word);
    return typo === null ? [] : [{ word, typo }];
  });
  return [...new Set(likely.toSorted((a, b) => a.typo - b.typo).map(({ word }) => word))];
}
