// The orders of lists. Each ends in the product's id, so that two products of one moment or one price keep their places and
// no page shows one twice.
import type { CatalogEntry } from "./catalog-entry.ts";
import type { Sort } from "./shop-search.ts";

export type ListOrder = Exclude<Sort, "relevance">;

type Compare = (a: CatalogEntry, b: CatalogEntry) => number;

export const byAge: Compare = (a, b) => compare(b.madeAt, a.madeAt) || compare(b.id, a.id);

/** What can't be bought comes last in each. */
const orders: Record<ListOrder, Compare> = {
  newest: (a, b) => byStock(a, b) || byAge(a, b),
  "price-low": (a, b) => byStock(a, b) || a.price - b.price || compare(a.id, b.id),
  "price-high": (a, b) => byStock(a, b) || b.price - a.price || compare(b.id, a.id),
};

function byStock(a: CatalogEntry, b: CatalogEntry): number {
  return Number(b.isInStock) - Number(a.isInStock);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** One list of all entries in each order, kept while entries come and go. */
export class OrderedEntries {
  readonly #lists: Record<ListOrder, CatalogEntry[]>;

  constructor(entries: readonly CatalogEntry[]) {
    const inOrder = (order: ListOrder) => entries.toSorted(orders[order]);
    this.#lists = {
      newest: inOrder("newest"),
      "price-low": inOrder("price-low"),
      "price-high": inOrder("price-high"),
    };
  }

  in(order: ListOrder): readonly CatalogEntry[] {
    return this.#lists[order];
  }

  add(entry: CatalogEntry): void {
    for (const order of listOrders) {
      const list = this.#lists[order];
      list.splice(placeIn(list, entry, orders[order]), 0, entry);
    }
  }

  remove(entry: CatalogEntry): void {
    for (const order of listOrders) {
      const list = this.#lists[order];
      list.splice(list.indexOf(entry), 1);
    }
  }
}

const listOrders = Object.keys(orders) as ListOrder[];

/** Where it belongs in a list that is in order. */
function placeIn(list: readonly CatalogEntry[], entry: CatalogEntry, compareIn: Compare): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const other = list[middle];
    if (other && compareIn(other, entry) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
