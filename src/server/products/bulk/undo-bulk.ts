// Undoes a bulk change for a minute: prices, sale, and status, and the units that the change added or removed. A
// product edited since then stays as it is.
import { UNDO_SECONDS } from "#domain/product/bulk-edit.ts";
import { valuesOf } from "#domain/product/product-form.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { lockProducts, type ProductChange } from "../queries.ts";
import { changeProducts } from "../write-products.ts";
import { type KeptProduct, takeUndo } from "./undo-queries.ts";

export type UndoResult =
  | { ok: true; changed: number; left: { name: string; message: string }[] }
  | { ok: false; reason: "too_late" };

/** Allows for a click in the last second on a slow network. */
const GRACE_SECONDS = 5;

export async function undoBulk(
  shop: Shop,
  { id, actor }: { id: string; actor: string },
): Promise<UndoResult> {
  if (!isUuid(id)) return { ok: false, reason: "too_late" };
  const result = await inTransaction(shop, async (tx): Promise<UndoResult> => {
    const now = nowOf(shop);
    const since = new Date(now.getTime() - (UNDO_SECONDS + GRACE_SECONDS) * 1000);
    const kept = await takeUndo(tx, id, since);
    if (kept === null) return { ok: false, reason: "too_late" };
    const products = await lockProducts(
      tx,
      kept.map((product) => product.id),
    );
    const changes: ProductChange[] = [];
    const left: { name: string; message: string }[] = [];
    for (const before of products) {
      const was = kept.find((product) => product.id === before.id);
      const values = was ? restored(before, was) : null;
      if (values === null || typeof values === "string")
        left.push({ name: before.name, message: values ?? "It is unknown" });
      else changes.push({ before, values });
    }
    await changeProducts(tx, changes, { actor, now });
    return { ok: true, changed: changes.length, left };
  });
  if (result.ok && result.changed > 0) await shop.catalogChanged();
  return result;
}

/** The values before the change, or why they can't be restored. */
function restored(product: ProductChange["before"], was: KeptProduct): ProductChange["values"] | string {
  if (product.version !== was.version) return "Someone edited it since";
  const values = valuesOf(product);
  const stock = values.stock.map((line) => ({
    ...line,
    ...was.prices[line.variation],
    onHand: line.onHand - (was.added[line.variation] ?? 0),
  }));
  const isFree = stock.every(({ onHand }, at) => onHand >= (product.stock[at]?.held ?? 0));
  return isFree ? { ...values, ...was.values, stock } : "Its units have been sold or held";
}
