// What is for sale, kept in the memory of each process: no list, filter, or search reads the database. Everything that
// decides about money or stock does (refresh-cart.ts, checkout/start-checkout.ts).
import { Catalog } from "#domain/catalog/catalog.ts";
import type { Shop } from "../core/shop.ts";
import { findCatalogSettings, listStoredProducts } from "./catalog-queries.ts";
import type { ShopChange } from "./shown/change.ts";

/** With more changed products than this, everything is read again. */
const CHANGED_MAX = 500;

type Source = Pick<Shop, "db">;

/**
 * A process with change notifications (process/machines/follow-changes.ts) reads the changed products before it serves
 * the next request. One without, such as a command or a test, rereads everything for each request.
 */
export class KeptCatalog {
  readonly #isTold: boolean;
  #catalog: Catalog | null = null;
  /** Changes since the last read. */
  #changed: Changes = { products: new Set(), hasSettings: true, isAll: true };
  #reading: Promise<Catalog> | null = null;

  constructor({ isTold }: { isTold: boolean }) {
    this.#isTold = isTold;
  }

  /** The catalog with everything committed before, as far as this process knows. Throws when it can't be read. */
  async read(shop: Source): Promise<Catalog> {
    // A read in progress may have begun before the caller's change.
    if (this.#reading) await this.#reading.catch(() => {});
    this.#reading ??= this.#bringUpToDate(shop).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** The catalog as last read; null when it never was. */
  last(): Catalog | null {
    return this.#catalog;
  }

  note(change: ShopChange): void {
    if (change.kind === "product") this.#changed.products.add(change.id);
    else this.#changed.hasSettings = true;
    if (change.kind === "everything") this.#changed.isAll = true;
  }

  async #bringUpToDate({ db }: Source): Promise<Catalog> {
    const changed = this.#changed;
    if (!this.#isTold || changed.products.size > CHANGED_MAX) this.note({ kind: "everything" });
    this.#changed = { products: new Set(), hasSettings: false, isAll: false };
    try {
      if (this.#catalog === null || changed.isAll) {
        const settings = await findCatalogSettings(db);
        this.#catalog = new Catalog(await listStoredProducts(db, null, settings.categories), settings);
        return this.#catalog;
      }
      if (changed.hasSettings) this.#catalog.settings = await findCatalogSettings(db);
      if (changed.products.size > 0) await readAgain(db, this.#catalog, [...changed.products]);
      return this.#catalog;
    } catch (error) {
      // Nothing of it is known to be current.
      this.#changed.hasSettings ||= changed.hasSettings;
      this.#changed.isAll ||= changed.isAll;
      for (const id of changed.products) this.#changed.products.add(id);
      throw error;
    }
  }
}

type Changes = { products: Set<string>; hasSettings: boolean; isAll: boolean };

async function readAgain(db: Shop["db"], catalog: Catalog, ids: readonly string[]): Promise<void> {
  const stored = await listStoredProducts(db, ids, catalog.settings.categories);
  const found = new Map(stored.map((each) => [each.product.id, each]));
  for (const id of ids) {
    const product = found.get(id);
    if (product) catalog.put(product);
    else catalog.remove(id);
  }
}
