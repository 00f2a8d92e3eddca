// What a list says when nothing has all that was asked for: what it has dropped, and what it shows.
import type { Term } from "./search-terms.ts";
import { traitOf, withTrait } from "./traits.ts";

type LetGo = {
  /** What is shown. */
  terms: readonly Term[];
  missing: readonly Term[];
  /** "Under $40", when nothing costs that. */
  price?: string | null;
};

/** Between the words of terms of which any is enough. */
export const ANY_OF = " or ";

/** "No women's polos. White polos:" */
export function formatDropped({ terms, missing, price = null }: LetGo): string {
  const isKind = ({ names }: Term) => names === "kind";
  const kept = terms.filter(({ isOptional }) => !isOptional);
  const noun = plural(kept.findLast(isKind)?.typed ?? "");
  const shown = capital(nameOf(kept, noun === "" ? "products" : ""));
  const wanted = nameOf(missing, noun || (missing.some(isKind) ? "" : "products"));
  const inPrice = price === null ? wanted : `${wanted} ${price.toLowerCase()}`;
  return `No ${inPrice}. ${shown}:`;
}

/** Color and kind first: "women's white polos in size M". */
function nameOf(terms: readonly Term[], noun: string): string {
  const isTrait = ({ typed }: Term) => traitOf(typed) !== null;
  const plainName = terms.filter((term) => !isTrait(term)).reduceRight(describe, noun);
  return terms.filter(isTrait).reduceRight(describe, plainName);
}

/** Puts what a term says before or behind a noun. */
function describe(noun: string, { typed, names }: Term): string {
  const trait = traitOf(typed);
  if (trait !== null) return withTrait(trait, noun).trim();
  return [names === "kind" && noun === "" ? plural(typed) : typed, noun].filter(Boolean).join(" ");
}

function plural(word: string): string {
  if (word.includes(ANY_OF)) return word.split(ANY_OF).map(plural).join(ANY_OF);
  if (word === "" || word.endsWith("s")) return word;
  return /(?:x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
