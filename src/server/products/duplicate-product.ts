import { NAME_LENGTH_MAX, valuesOf } from "#domain/product-form.ts";
import { isUuid } from "#domain/uuid.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { insertProducts, lockProducts } from "./queries.ts";

export type DuplicateResult = { ok: true; id: string } | { ok: false; reason: "not_found" };

const SUFFIX = " (copy)";

/** A draft with everything of the product but its stock: the pieces on the shelf are not there twice. */
export async function duplicateProduct(
  shop: Shop,
  { id, actor }: { id: string; actor: string },
): Promise<DuplicateResult> {
  if (!isUuid(id)) return { ok: false, reason: "not_found" };
  return inTransaction(shop, async (tx) => {
    const [product] = await lockProducts(tx, [id]);
    if (!product) return { ok: false, reason: "not_found" };
    const values = valuesOf(product);
    values.name = [...values.name].slice(0, NAME_LENGTH_MAX - SUFFIX.length).join("") + SUFFIX;
    values.status = "draft";
    values.stock = values.stock.map(({ variation }) => ({ variation, onHand: 0 }));
    const copyId = shop.newId();
    const now = nowOf(shop);
    await insertProducts(tx, [{ id: copyId, values }], now);
    const after = { ...values, copiedFrom: id };
    await insertAudit(tx, { actor, action: "product.created", object: copyId, after }, now);
    return { ok: true, id: copyId };
  });
}
