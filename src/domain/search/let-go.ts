// What a list says when nothing has all that was asked for: what it has let go of, and what it shows.
import type { Term } from "./search-terms.ts";
import { traitOf, withTrait } from "./traits.ts";

type LetGo = {
  /** What is shown. */
  terms: readonly Term[];
  missing: readonly Term[];
  /** "Under $40", when nothing costs that. */
  price?: string | null;
};

/** "No women's polos. White polos:" */
export function formatDropped({ terms, missing, price = null }: LetGo): string {
  const noun = plural(terms.findLast(({ isKind }) => isKind)?.typed ?? "");
  const shown = capital(nameOf(terms, "")) || "Everything else";
  const wanted = nameOf(missing, noun || "products");
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
function describe(noun: string, { typed, isKind }: Term): string {
  const trait = traitOf(typed);
  if (trait !== null) return withTrait(trait, noun).trim();
  return [isKind && noun === "" ? plural(typed) : typed, noun].filter(Boolean).join(" ");
}

function plural(word: string): string {
  if (word === "" || word.endsWith("s")) return word;
  return /(?:x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
