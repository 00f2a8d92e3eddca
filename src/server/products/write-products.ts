// Writes products together with their audit entries, whether a form saved one or a file saved a thousand. Unchanged
// products are not written.
import { type EditableProduct, valuesOf } from "#domain/product/product-form.ts";
import { sameValues } from "#domain/text/same-values.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { insertAudits } from "../settings/audit/queries.ts";
import {
  insertProducts,
  lockProducts,
  type NewProduct,
  type ProductChange,
  updateProducts,
} from "./queries.ts";

type Writing = { actor: string; now: Date };

/** `copiedFrom`: the product that a new one was made from. */
export async function createProducts(
  tx: Tx,
  products: (NewProduct & { copiedFrom?: string })[],
  { actor, now }: Writing,
): Promise<void> {
  await insertProducts(tx, products, { now });
  const entries = products.map(({ id, values, copiedFrom }) => {
    const after = copiedFrom === undefined ? values : { ...values, copiedFrom };
    return { actor, action: "product.created", object: id, after } as const;
  });
  await insertAudits(tx, entries, now);
}

/** A delivery is one log entry, with the owner's note. */
type Reason = { delivery?: { note: string } };

/** Writes the differences, and returns which products changed. */
export async function changeProducts(
  tx: Tx,
  products: ProductChange[],
  { actor, now, delivery }: Writing & Reason,
): Promise<ProductChange[]> {
  const changes = products.filter(({ before, values }) => !sameValues(valuesOf(before), values));
  await updateProducts(tx, changes, now);
  const entries = changes.map(({ before, values }) => {
    const action = delivery ? "product.delivery_received" : "product.updated";
    const after = delivery?.note ? { ...values, note: delivery.note } : values;
    return { actor, action, object: before.id, before: valuesOf(before), after } as const;
  });
  await insertAudits(tx, entries, now);
  return changes;
}

type NotFound = { ok: false; reason: "not_found" };

/** Runs `work` with one locked product, in a transaction. Any text is fine as an id. */
export async function withProduct<Result extends { ok: boolean }>(
  shop: Shop,
  id: string,
  work: (tx: Tx, product: EditableProduct, now: Date) => Promise<Result>,
): Promise<Result | NotFound> {
  if (!isUuid(id)) return { ok: false, reason: "not_found" };
  return inTransaction(shop, async (tx) => {
    const [product] = await lockProducts(tx, [id]);
    return product ? work(tx, product, nowOf(shop)) : { ok: false, reason: "not_found" };
  });
}
