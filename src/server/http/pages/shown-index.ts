// Which pages showed what, so that a change finds them without asking all: a sale must not cost more in a shop with more
// pages in memory. Lists that differ in nothing stand once.

import type { ProductChange } from "../../shown/change.ts";
import { harmOf, Shown, type ShownList } from "../../shown/shown.ts";

type Names = Set<string>;

export class ShownIndex {
  readonly #products = new Map<string, Names>();
  readonly #pictures = new Map<string, Names>();
  readonly #designs = new Map<string, Names>();
  readonly #lists = new Map<string, { shown: Shown; names: Names }>();

  /** How much is known: products, pictures, designs, and lists. */
  get size(): number {
    return this.#products.size + this.#pictures.size + this.#designs.size + this.#lists.size;
  }

  add(name: string, shown: Shown): void {
    for (const id of [...shown.cards, ...shown.whole]) addTo(this.#products, id, name);
    for (const url of shown.pictures) addTo(this.#pictures, url, name);
    for (const design of shown.designs) addTo(this.#designs, design, name);
    for (const list of shown.lists) {
      const key = JSON.stringify(list);
      const known = this.#lists.get(key) ?? { shown: showing(list), names: new Set() };
      this.#lists.set(key, known);
      known.names.add(name);
    }
  }

  remove(name: string, shown: Shown): void {
    for (const id of [...shown.cards, ...shown.whole]) removeFrom(this.#products, id, name);
    for (const url of shown.pictures) removeFrom(this.#pictures, url, name);
    for (const design of shown.designs) removeFrom(this.#designs, design, name);
    for (const list of shown.lists) {
      const key = JSON.stringify(list);
      const known = this.#lists.get(key);
      known?.names.delete(name);
      if (known?.names.size === 0) this.#lists.delete(key);
    }
  }

  /** Names of all pages that the change may touch. */
  touchedBy(change: ProductChange | { kind: "picture"; url: string }): Names {
    if (change.kind === "picture") return new Set(this.#pictures.get(change.url));
    const names = new Set(this.#products.get(change.id));
    for (const design of change.designs) {
      for (const name of this.#designs.get(design) ?? []) names.add(name);
    }
    for (const list of this.#lists.values()) {
      if (harmOf(change, list.shown) !== null) for (const name of list.names) names.add(name);
    }
    return names;
  }
}

function showing(list: ShownList): Shown {
  const shown = new Shown();
  shown.lists.push(list);
  return shown;
}

function addTo(index: Map<string, Names>, key: string, name: string): void {
  const names = index.get(key);
  if (names) names.add(name);
  else index.set(key, new Set([name]));
}

function removeFrom(index: Map<string, Names>, key: string, name: string): void {
  const names = index.get(key);
  names?.delete(name);
  if (names?.size === 0) index.delete(key);
}
