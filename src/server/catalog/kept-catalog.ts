// What is for sale, kept in the memory of each process: no list, filter or search reads the database. What decides about
// money or stock does (refresh-cart.ts, checkout/start-checkout.ts).
import { Catalog } from "#domain/catalog/catalog.ts";
import type { Shop } from "../shop.ts";
import type { ShopChange } from "../shown/change.ts";
import { findCatalogSettings, listStoredProducts } from "./catalog-queries.ts";

/** Of more changed products, everything is read. */
const CHANGED_MAX = 500;

type Source = Pick<Shop, "db">;

/**
 * A process that is told of changes (process/machines/follow-changes.ts) reads the products it was told of before it answers
 * the next question. One that nobody tells, as a command or a test, reads everything anew for each question.
 */
export class KeptCatalog {
  readonly #isTold: boolean;
  #catalog: Catalog | null = null;
  /** Products that have changed since they were read. */
  #changed = new Set<string>();
  #isAllChanged = true;
  #reading: Promise<Catalog> | null = null;

  constructor({ isTold }: { isTold: boolean }) {
    this.#isTold = isTold;
  }

  /** The catalog with all that was committed before, as far as this process was told. Throws when it can't be read. */
  async read(shop: Source): Promise<Catalog> {
    // A reading that is under way may have begun before what the caller knows of.
    if (this.#reading) await this.#reading.catch(() => {});
    this.#reading ??= this.#bringUpToDate(shop).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** The catalog as it was read last; null when it never was. */
  last(): Catalog | null {
    return this.#catalog;
  }

  note(change: ShopChange): void {
    if (change.kind === "product") this.#changed.add(change.id);
    else this.#isAllChanged = true;
  }

  /** What was committed while nothing was heard is not known. */
  hears(): void {
    this.#isAllChanged = true;
  }

  async #bringUpToDate({ db }: Source): Promise<Catalog> {
    const changed = [...this.#changed];
    const isAll = this.#isAllChanged || !this.#isTold || changed.length > CHANGED_MAX;
    if (this.#catalog && !isAll && changed.length === 0) return this.#catalog;
    this.#changed.clear();
    this.#isAllChanged = false;
    try {
      if (this.#catalog && !isAll) await readChanged(db, this.#catalog, changed);
      else this.#catalog = await readAll(db);
      return this.#catalog;
    } catch (error) {
      this.#isAllChanged ||= isAll;
      for (const id of changed) this.#changed.add(id);
      throw error;
    }
  }
}

async function readAll(db: Shop["db"]): Promise<Catalog> {
  const settings = await findCatalogSettings(db);
  return new Catalog(await listStoredProducts(db, null), settings);
}

async function readChanged(db: Shop["db"], catalog: Catalog, ids: readonly string[]): Promise<void> {
  const found = new Map((await listStoredProducts(db, ids)).map((stored) => [stored.product.id, stored]));
  for (const id of ids) {
    const stored = found.get(id);
    if (stored) catalog.put(stored);
    else catalog.remove(id);
  }
}
