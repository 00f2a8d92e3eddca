// What is for sale, in memory: every list, filter and search of the shop is answered from it.

import type { Category } from "../category/category.ts";
import type { Collection } from "../collection/collection.ts";
import type { OwnSynonyms } from "../search/own-synonyms.ts";
import { searchDocument } from "../search/search-document.ts";
import { WordIndex } from "../search/word-index.ts";
import type { SizeChart } from "../size-chart/size-chart.ts";
import { type CatalogEntry, catalogEntry, type StoredProduct, searchTextsOf } from "./catalog-entry.ts";
import { type ListOrder, OrderedEntries } from "./entry-order.ts";
import { FacetTexts } from "./filters/facet-texts.ts";
import type { FacetName } from "./filters/facets.ts";

/** What the owner has set that lists depend on. */
export type CatalogSettings = {
  /** The product that the owner chose for the top of the home page. */
  heroId: string | null;
  synonyms: OwnSynonyms;
  /** Those that are on, in the owner's order, whatever their dates. */
  collections: readonly Collection[];
  /** Also those that shoppers are not offered. */
  categories: readonly Category[];
  sizeCharts: readonly SizeChart[];
};

export class Catalog {
  settings: CatalogSettings;
  readonly words = new WordIndex();
  readonly facetTexts: Record<FacetName, FacetTexts> = {
    types: new FacetTexts("types"),
    colors: new FacetTexts("colors"),
    sizes: new FacetTexts("sizes"),
    prices: new FacetTexts("prices"),
  };
  readonly #byId: Map<string, CatalogEntry>;
  readonly #ordered: OrderedEntries;
  #swatches: ReadonlyMap<string, string> | null = null;
  /** Of the next product that is new. */
  #nextNumber: number;

  constructor(products: readonly StoredProduct[], settings: CatalogSettings) {
    this.settings = settings;
    const entries = products.map((stored, number) => catalogEntry(stored, number, this.facetTexts));
    this.#nextNumber = entries.length;
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

  /** The owner's swatches by the names of colors; of several, always the same one. */
  swatches(): ReadonlyMap<string, string> {
    this.#swatches ??= swatchesOf(this.in("newest"));
    return this.#swatches;
  }

  /** Puts a product in, in the place of what was known of it. */
  put(stored: StoredProduct): void {
    const was = this.#byId.get(stored.product.id);
    const entry = catalogEntry(stored, was?.number ?? this.#nextNumber++, this.facetTexts);
    this.#byId.set(entry.id, entry);
    this.#swatches = null;
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
    this.#swatches = null;
    this.#ordered.remove(entry);
    this.words.remove(entry.number, searchDocument(searchTextsOf(entry)));
  }
}

function swatchesOf(entries: readonly CatalogEntry[]): ReadonlyMap<string, string> {
  const swatches = new Map<string, string>();
  for (const { product } of entries) {
    if (product.swatch > (swatches.get(product.color) ?? "")) swatches.set(product.color, product.swatch);
  }
  return swatches;
}
