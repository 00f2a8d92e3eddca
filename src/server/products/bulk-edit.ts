// One change for many products, all of them or none: a list where some prices changed and some did not
// would have to be checked row by row.
import { BULK_PRODUCTS_MAX, type BulkEdit, bulkOnHand, bulkPrices } from "#domain/product/bulk-edit.ts";
import { type EditableProduct, type ProductValues, valuesOf } from "#domain/product/product-form.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import { lockProducts } from "./queries.ts";
import { changeProducts } from "./write-products.ts";

export type BulkResult =
  | { ok: true; changed: number }
  | { ok: false; reason: "nothing_selected" }
  | { ok: false; reason: "too_many" }
  /** Nothing was changed; the products that refuse the change, each with its reason. */
  | { ok: false; reason: "refused"; problems: { name: string; message: string }[] };

type Request = { ids: string[]; edit: BulkEdit; actor: string };

/** Skips products that were deleted in the meantime, and texts that are not ids. */
export async function bulkEdit(shop: Shop, { ids, edit, actor }: Request): Promise<BulkResult> {
  const wanted = [...new Set(ids.filter(isUuid))];
  if (wanted.length === 0) return { ok: false, reason: "nothing_selected" };
  if (wanted.length > BULK_PRODUCTS_MAX) return { ok: false, reason: "too_many" };
  const result = await inTransaction(shop, async (tx): Promise<BulkResult> => {
    const products = await lockProducts(tx, wanted);
    const outcomes = products.map((before) => ({ before, values: changed(before, edit) }));
    const problems = outcomes.flatMap(({ before, values }) =>
      typeof values === "string" ? [{ name: before.name, message: values }] : [],
    );
    if (problems.length > 0) return { ok: false, reason: "refused", problems };
    const changes = outcomes.flatMap(({ before, values }) =>
      typeof values === "string" ? [] : [{ before, values }],
    );
    await changeProducts(tx, changes, { actor, now: nowOf(shop) });
    return { ok: true, changed: products.length };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}

/** The product after the change, or why it refuses it. */
function changed(product: EditableProduct, edit: BulkEdit): ProductValues | string {
  const values = valuesOf(product);
  if (edit.action === "archive") return { ...values, status: "archived" };
  if (edit.action === "activate") {
    return values.images.length > 0 ? { ...values, status: "active" } : "At least one image is required";
  }
  const prices = bulkPrices(edit, product);
  if (typeof prices === "string") return prices;
  const stock = [];
  for (const line of product.stock) {
    const onHand = bulkOnHand(edit, line);
    if (typeof onHand === "string") return onHand;
    const { held: _, ...kept } = line;
    stock.push({ ...kept, onHand });
  }
  return { ...values, ...prices, stock };
}
