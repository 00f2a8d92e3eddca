// What is for sale, in memory: every list, filter and search of the shop is answered from it.
import { type OwnSynonyms } from "../search/search-terms.ts";
import { searchDocument } from "../search/search-document.ts";
import { WordIndex } from "../search/word-index.ts";
import { type CatalogEntry, catalogEntry, type StoredProduct, searchTextsOf } from "./catalog-entry.ts";
import { type ListOrder, OrderedEntries } from "./entry-order.ts";

/** What the owner has set that lists depend on. */
export type CatalogSettings = {
  /** The product that the owner chose for the top of the home page. */
  heroId: string | null;
  synonyms: OwnSynonyms;
};

export class Catalog {
  readonly settings: CatalogSettings;
  readonly words = new WordIndex();
  readonly #byId: Map<string, CatalogEntry>;
  readonly #ordered: OrderedEntries;
  /** The entries that numbers of the word index stand for. */
  readonly #numbered: (CatalogEntry | undefined)[];

  constructor(products: readonly StoredProduct[], settings: CatalogSettings) {
    this.settings = settings;
    this.#numbered = products.map(catalogEntry);
    const entries = this.#numbered.filter((entry) => entry !== undefined);
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
    this.#ordered = new OrderedEntries(entries);
    for (const entry of entries) this.words.add(entry.number, searchDocument(searchTextsOf(entry)));
  }

  get(id: string): CatalogEntry | undefined {
    return this.#byId.get(id);
  }

  /** All products, in an order of lists. */
  in(order: ListOrder): readonly CatalogEntry[] {
    return this.#ordered.in(order);
  }

  /** By its number in the word index. */
  numbered(number: number): CatalogEntry | undefined {
    return this.#numbered[number];
  }

  /** Puts a product in, in the place of what was known of it. */
  put(stored: StoredProduct): void {
    const was = this.#byId.get(stored.product.id);
    const entry = catalogEntry(stored, was?.number ?? this.#numbered.length);
    this.#byId.set(entry.id, entry);
    this.#numbered[entry.number] = entry;
    if (was) this.#ordered.remove(was);
    this.#ordered.add(entry);
    const [texts, textsBefore] = [searchTextsOf(entry), was && searchTextsOf(was)];
    // Most changes are sales, which change no word.
    if (JSON.stringify(texts) === JSON.stringify(textsBefore)) return;
    if (textsBefore) this.words.remove(entry.number, searchDocument(textsBefore));
    this.words.add(entry.number, searchDocument(texts));
  }

  remove(id: string): void {
    const entry = this.#byId.get(id);
    if (!entry) return;
    this.#byId.delete(id);
    this.#numbered[entry.number] = undefined;
    this.#ordered.remove(entry);
    this.words.remove(entry.number, searchDocument(searchTextsOf(entry)));
  }
}
