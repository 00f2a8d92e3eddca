// Takes a product out of the shop. One that was never sold goes with its stock and its pictures; one that
// was sold, or that somebody is paying for right now, is archived instead: it is offered to nobody any more,
// and the orders it stands in keep a product to lead to beside the name, price and picture they hold.
import { valuesOf } from "#domain/product-form.ts";
import { isUuid } from "#domain/uuid.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { insertSpareImages } from "./image-queries.ts";
import { deleteProductRow, lockProducts, setStatus } from "./queries.ts";
import { sweepImages } from "./sweep-images.ts";

export type DeleteResult =
  | { ok: true; outcome: "deleted" | "archived"; name: string }
  | { ok: false; reason: "not_found" };

/** Any text is fine as an id. */
export async function deleteProduct(
  shop: Shop,
  { id, actor }: { id: string; actor: string },
): Promise<DeleteResult> {
  if (!isUuid(id)) return { ok: false, reason: "not_found" };
  const result = await inTransaction(shop, async (tx): Promise<DeleteResult> => {
    const [product] = await lockProducts(tx, [id]);
    if (!product) return { ok: false, reason: "not_found" };
    const { name } = product;
    const now = nowOf(shop);
    const before = valuesOf(product);
    if (product.wasSold || product.stock.some((line) => line.held > 0)) {
      await setStatus(tx, id, "archived", now);
      const after = { ...before, status: "archived" };
      await insertAudit(tx, { actor, action: "product.archived", object: id, before, after }, now);
      return { ok: true, outcome: "archived", name };
    }
    await deleteProductRow(tx, id);
    await insertSpareImages(
      tx,
      product.images.map((image) => image.url),
      now,
    );
    await insertAudit(tx, { actor, action: "product.deleted", object: id, before, after: null }, now);
    return { ok: true, outcome: "deleted", name };
  });
  if (result.ok) {
    await shop.catalogChanged();
    await sweepImages(shop);
  }
  return result;
}
