// Adds a delivery to stock: one transaction adds the delivered quantity of each size to the current stock. Like a bulk
// change, it can be undone for a minute.

import { type DeliveryLine, unitsOf } from "#domain/inventory/stock-delivery.ts";
import { QUANTITY_MAX, valuesOf } from "#domain/product/product-form.ts";
import type { Shop } from "../../core/shop.ts";
import { keepForUndo } from "../bulk/undo-queries.ts";
import { changeProducts, withProduct } from "../write-products.ts";

export type DeliveryReceived =
  | { ok: true; name: string; units: number; undoId: string }
  | { ok: false; reason: "not_found" }
  /** The size no longer exists, or would exceed the maximum quantity. */
  | { ok: false; reason: "no_size" | "too_many"; variation: string };

type Delivery = { id: string; lines: DeliveryLine[]; note: string; actor: string };

/** Any text is fine as an id. */
export async function receiveDelivery(
  shop: Shop,
  { id, lines, note, actor }: Delivery,
): Promise<DeliveryReceived> {
  const result = await withProduct(shop, id, async (tx, product, now): Promise<DeliveryReceived> => {
    const came = new Map(lines.map(({ variation, count }) => [variation, count]));
    const values = valuesOf(product);
    const stock = values.stock.map((line) => ({
      ...line,
      onHand: line.onHand + (came.get(line.variation) ?? 0),
    }));
    for (const { variation } of lines) {
      const line = stock.find((each) => each.variation === variation);
      if (!line) return { ok: false, reason: "no_size", variation };
      if (line.onHand > QUANTITY_MAX) return { ok: false, reason: "too_many", variation };
    }
    const changes = [{ before: product, values: { ...values, stock } }];
    await changeProducts(tx, changes, { actor, now, delivery: { note } });
    const undoId = shop.newId();
    await keepForUndo(tx, { id: undoId, actor, changes, now });
    return { ok: true, name: product.name, units: unitsOf(lines), undoId };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}
