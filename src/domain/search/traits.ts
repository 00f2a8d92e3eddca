// What shoppers say of a product that is neither its kind nor its color: for whom, in which size, and what it does for them.
// A list shows each as a chip of its own.
import { letterSizeOf } from "../product/size.ts";
import { singular } from "./search-words.ts";

type Trait = {
  /** As a chip, and behind "No polos …" or before "… polos". */
  label: string;
  /** How shoppers ask for it; the first is what is searched for. */
  same: readonly string[];
  /** What products say that have it, besides. */
  means?: readonly string[];
};

/** By the name in an address. */
const traits: Readonly<Record<string, Trait>> = {
  women: { label: "Women's", same: ["women", "woman", "ladies", "lady", "female"] },
  men: { label: "Men's", same: ["men", "man", "guys", "male"] },
  kids: { label: "Kids", same: ["kids", "kid", "youth", "junior", "children", "boy", "girl"] },
  "quick-dry": {
    label: "Quick-drying",
    same: [
      ...["quick dry", "quick-dry", "quick drying", "moisture wicking", "moisture-wicking", "sweat wicking"],
      ...["wicking", "dri fit", "dri-fit", "drifit", "dry fit", "performance", "breathable", "cooling"],
    ],
    means: ["dries"],
  },
  sun: {
    label: "Sun protection",
    same: ["sun protection", "upf 50", "upf", "spf 50", "spf", "uv protection", "uv"],
    means: ["shade", "visor", "bucket hat"],
  },
  adjustable: {
    label: "Adjustable",
    same: ["adjustable"],
    means: ["adjusts", "strap", "strapback", "snapback", "hook-and-loop"],
  },
  warm: {
    label: "Warm",
    same: ["warm", "thermal", "insulated", "cold weather"],
    means: ["merino", "wool", "fleece", "brushed", "beanie"],
  },
  wool: { label: "Wool", same: ["wool", "woolen"], means: ["merino", "cashmere"] },
  stretch: { label: "Stretch", same: ["stretch", "stretchy"], means: ["elastane", "spandex"] },
  striped: { label: "Striped", same: ["striped", "stripes", "stripe"] },
};

const traitOfWord = new Map(
  Object.entries(traits).flatMap(([name, { same }]) => same.map((word) => [word, name] as const)),
);

/** The trait that these words name, as an address says it: "ladies" → "women", "xx-large" → "2xl"; null for others. */
export function traitOf(typed: string): string | null {
  const trait = traitOfWord.get(typed) ?? traitOfWord.get(singular(typed));
  if (trait !== undefined) return trait;
  const size = letterSizeOf(typed);
  return size !== null && /^[SMLX\d]+$/.test(size) ? size.toLowerCase() : null;
}

export function isTrait(name: string): boolean {
  return Object.hasOwn(traits, name) || traitOf(name) === name;
}

/** How a chip reads. */
export function traitLabel(name: string): string {
  return isSize(name) ? `Size ${name.toUpperCase()}` : (traits[name]?.label ?? name);
}

/** "women", "polos" → "women's polos"; a size stands behind: "polos in size 3XL". */
export function withTrait(name: string, noun: string): string {
  if (isSize(name)) return `${noun} in size ${name.toUpperCase()}`;
  const label = traitLabel(name).toLowerCase();
  return label.includes(" ") ? `${noun} with ${label}` : `${label} ${noun}`;
}

/** The words that are searched for. */
export function traitWords(name: string): string {
  return traits[name]?.same[0] ?? name;
}

/** All words by which products say it: of traits that are neither a size nor an audience. Null: no such trait. */
export function benefitWords(typed: string): readonly string[] | null {
  const trait = traits[traitOfWord.get(typed) ?? ""];
  if (!trait || ["women", "men", "kids"].includes(traitOfWord.get(typed) ?? "")) return null;
  return [...trait.same, ...(trait.means ?? [])];
}

/** Words that a misspelled one may have been meant for. */
export const traitVocabulary: readonly string[] = [...traitOfWord.keys()].filter(
  (word) => !word.includes(" "),
);

function isSize(name: string): boolean {
  return !Object.hasOwn(traits, name);
}
