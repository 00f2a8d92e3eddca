// What a word that was typed means of a product: the ways in which its facts may say the same, each with its points.
import { colorWords, type PlainColor, plainColorOf, shadesOf, toneOf } from "../product/color.ts";
import { letterSizeOf, writtenSizes } from "../product/size.ts";
import { kinds, peopleWords } from "./kinds.ts";
import type { OwnSynonyms } from "./own-synonyms.ts";
import { compact, formsOf, singular } from "./search-words.ts";
import { benefitWords } from "./traits.ts";

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

export const POINTS = {
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

/** Fewer letters begin too many words of the trade. */
const BEGUN_LENGTH_MIN = 3;

type Sense = { ways: Way[]; sizes?: string[] };

/** All that a word, or a few that belong together, may mean; none where it is of no vocabulary. */
export function sensesOf(typed: string, own: OwnSynonyms): Sense[] {
  const senses = [
    sizeSense(typed),
    peopleSense(typed),
    colorSense(typed),
    kindSense(typed),
    benefitSense(typed),
    ownSense(typed, own),
  ];
  return senses.flatMap((sense) => sense ?? []);
}

/** What says the same of a product, in prose as well: a fabric that dries is described rather than named. */
function benefitSense(typed: string): Sense | null {
  const words = benefitWords(typed);
  if (words === null) return null;
  const ways = words.flatMap((word) => phraseWays(phrases(word), "", POINTS.closest));
  return { ways: ways.map((way) => ({ ...way, inProse: true })) };
}

function sizeSense(typed: string): Sense | null {
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

function peopleSense(typed: string): Sense | null {
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

function colorSense(typed: string): Sense | null {
  const plain = plainColorOf(typed);
  if (plain === null) return null;
  const isPlain = plain === typed || compact(typed) === "grey";
  const shades = shadesOf(plain);
  const near = nearColors[plain];
  const [same, others] = isPlain ? [shades, near ? shadesOf(near) : []] : [[typed], shades];
  return {
    ways: [
      ...colorWays("main", [typed], POINTS.mainColor),
      ...colorWays("main", same, POINTS.mainShade),
      ...colorWays("color", same, POINTS.partColor),
      ...colorWays("main", others, POINTS.close),
      ...colorWays("color", others, POINTS.far),
    ],
  };
}

/** `of`: the color of the whole, or of any part. */
function colorWays(of: "main" | "color", colors: readonly string[], points: number): Way[] {
  return waysOf(
    colors.map((color) => `:${of}:${color}`),
    "A",
    points,
  );
}

const kindOfWord = new Map(
  [...kinds].flatMap(([name, { same }]) =>
    same.flatMap((each) => [each, singular(each)].map((form) => [compact(form), name] as const)),
  ),
);

/** The first word of the kind of apparel that this names. */
export function kindOf(typed: string): string | undefined {
  return kindOfWord.get(compact(typed)) ?? kindOfWord.get(compact(singular(typed)));
}

function kindSense(typed: string): Sense | null {
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
function ownSense(typed: string, own: OwnSynonyms): Sense | null {
  const key = compact(typed);
  const isTyped = (word: string) => compact(word) === key || compact(word) === compact(singular(typed));
  const others = own
    .filter((group) => group.some(isTyped))
    .flatMap((group) => group.filter((word) => !isTyped(word)));
  if (others.length === 0) return null;
  return {
    ways: others.flatMap((other) => {
      const name = kindOf(other);
      const shown = [colorSense(other), sizeSense(other), peopleSense(other)].flatMap(
        (sense) => sense?.ways ?? [],
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

/** "dark" and "light" say which green of several, and no more; null for other words. */
export function toneWays(typed: string): Way[] | null {
  if (typed !== "dark" && typed !== "light") return null;
  const shades = colorWords.filter((word) => toneOf(word) === typed);
  return [...colorWays("main", [typed], POINTS.fact), ...colorWays("main", shades, POINTS.hint)];
}

/** What a word of the vocabulary means that begins with this. */
export function begunWays(typed: string): Way[] {
  if (typed.length < BEGUN_LENGTH_MIN) return [];
  const begun = [...kindOfWord].filter(([word]) => word.startsWith(typed));
  const names = new Set(begun.filter(([word, name]) => word === compact(name)).map(([, name]) => name));
  const colors = colorWords.filter((word) => word.startsWith(typed));
  const ways = [
    ...[...names].flatMap((name) => kindWays(name, POINTS.fact)),
    ...colors.flatMap((color) => colorSense(color)?.ways ?? []),
  ];
  return ways.map((way) => ({ ...way, points: Math.min(way.points, POINTS.begun) }));
}

/** The very words, wherever they stand. */
export function typedWays(
  typed: string,
  { isBegun, inProse }: { isBegun: boolean; inProse: boolean },
): Way[] {
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
  const parts = text.split(/[\s-]+/).filter(Boolean);
  const apart =
    parts.length > words.length
      ? formsOf(parts.at(-1) ?? "").map((form) => [...parts.slice(0, -1), form])
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
