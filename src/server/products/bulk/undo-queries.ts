// Products as they were before a bulk change, kept for a minute.
import { ownPricesOf } from "#domain/product/options/own-prices.ts";
import type { OwnPrices } from "#domain/product/product.ts";
import type { ProductValues } from "#domain/product/product-form.ts";
import type { Tx } from "../../db/transaction.ts";
import type { ProductChange } from "../queries.ts";

/** `version`: the product's version after the change. `added`: units that the change added, by option. */
export type KeptProduct = {
  id: string;
  version: number;
  values: Pick<ProductValues, "price" | "salePrice" | "saleStartsAt" | "saleEndsAt" | "status">;
  added: Record<string, number>;
  /** Its options' own prices. */
  prices: Record<string, OwnPrices>;
};

type Keep = { id: string; actor: string; changes: ProductChange[]; now: Date };

export async function keepForUndo(tx: Tx, { id, actor, changes, now }: Keep): Promise<void> {
  const products = changes.map(({ before, values }): KeptProduct => {
    const { price, salePrice, saleStartsAt, saleEndsAt, status } = before;
    const added = values.stock.map(({ variation, onHand }) => {
      const was = before.stock.find((line) => line.variation === variation)?.onHand ?? 0;
      return [variation, onHand - was];
    });
    return {
      ...{ id: before.id, version: before.version + 1 },
      values: { price, salePrice, saleStartsAt, saleEndsAt, status },
      added: Object.fromEntries(added),
      prices: Object.fromEntries(before.stock.map((line) => [line.variation, ownPricesOf(line)])),
    };
  });
  const row = { id, actor, products: JSON.stringify(products), created_at: now };
  await tx.insertInto("bulk_undos").values(row).execute();
}

/**
 * Deletes and returns what was kept since `since`, so that it is undone only once; null when there is none, or it is
 * older.
 */
export async function takeUndo(tx: Tx, id: string, since: Date): Promise<KeptProduct[] | null> {
  const row = await tx
    .deleteFrom("bulk_undos")
    .where("id", "=", id)
    .where("created_at", ">=", since)
    .returning("products")
    .executeTakeFirst();
  return row ? (row.products as unknown as KeptProduct[]) : null;
}
