// Which products have a word, and where. Products are numbers here: the catalog knows whose they are.
import type { SearchDocument } from "./search-document.ts";

/** How many bits of an entry say where the word stands; those above are the product's number. */
const PLACE_BITS = 4;
const PLACE_MASK = 2 ** PLACE_BITS - 1;

export class WordIndex {
  readonly #entries = new Map<string, number[]>();
  /** Above all numbers. */
  size = 0;

  add(product: number, document: SearchDocument): void {
    this.size = Math.max(this.size, product + 1);
    for (const [word, places] of document) {
      const entry = (product << PLACE_BITS) | places;
      const known = this.#entries.get(word);
      if (known) known.push(entry);
      else this.#entries.set(word, [entry]);
    }
  }

  remove(product: number, document: SearchDocument): void {
    for (const word of document.keys()) {
      const left = (this.#entries.get(word) ?? []).filter((entry) => entry >> PLACE_BITS !== product);
      if (left.length > 0) this.#entries.set(word, left);
      else this.#entries.delete(word);
    }
  }

  /** Calls `see` for each product that has the word in one of the places. */
  forEach(word: string, places: number, see: (product: number) => void): void {
    for (const entry of this.#entries.get(word) ?? [])
      if ((entry & PLACE_MASK & places) !== 0) see(entry >> PLACE_BITS);
  }

  /** Whether any product has the word in one of the places. */
  has(word: string, places: number): boolean {
    return this.#entries.get(word)?.some((entry) => (entry & PLACE_MASK & places) !== 0) ?? false;
  }

  /** Every word, and the names of facts (":size:m"). */
  words(): Iterable<string> {
    return this.#entries.keys();
  }
}
