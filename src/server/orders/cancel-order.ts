// Cancels an order that is not paid. Its payment is canceled at the provider first; only when the provider has
// said so does the order move and its stock go back. If the payment turns out to have succeeded, the order
// is paid and stays: then a refund is the way.
import { sql } from "kysely";
import type { OrderStatus } from "#domain/order.ts";
import { unpaidStatuses } from "#domain/order-detail.ts";
import { isUuid } from "#domain/uuid.ts";
import { type AuditEntry, insertAudit } from "../audit/queries.ts";
import { closeCheckout } from "../checkout/close-checkout.ts";
import { findCheckoutByOrder } from "../checkout/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";

export type CancelResult =
  | { ok: true; status: "canceled" }
  | {
      ok: false;
      /** underway: the bank is still deciding and the provider can't stop it. paid: refund it instead. */
      reason: "not_found" | "paid" | "underway" | "unavailable";
    };

export async function cancelOrder(
  shop: Shop,
  { orderId, actor }: { orderId: string; actor: string },
): Promise<CancelResult> {
  if (!isUuid(orderId)) return { ok: false, reason: "not_found" };
  const before = await findStatus(shop, orderId);
  if (before === null) return { ok: false, reason: "not_found" };
  if (before === "canceled") return { ok: true, status: "canceled" };
  if (!unpaidStatuses.includes(before)) return { ok: false, reason: "paid" };
  const checkout = await findCheckoutByOrder(shop.db, orderId);
  if (!checkout) return cancelWithoutPayment(shop, { orderId, actor });

  await shop.reached?.("cancel-order:found");
  const { outcome } = await closeCheckout(shop, { checkout, source: "admin" });
  await shop.reached?.("cancel-order:closed");
  const after = await findStatus(shop, orderId);
  if (after === "canceled") {
    const now = nowOf(shop);
    await inTransaction(shop, (tx) =>
      insertAudit(tx, { actor, action: "order.canceled", object: orderId, after: { from: before } }, now),
    );
    return { ok: true, status: "canceled" };
  }
  if (after !== null && !unpaidStatuses.includes(after)) return { ok: false, reason: "paid" };
  return { ok: false, reason: outcome === "ordered" ? "underway" : "unavailable" };
}

async function findStatus(shop: Pick<Shop, "db">, orderId: string): Promise<OrderStatus | null> {
  const row = await shop.db
    .selectFrom("orders")
    .select("status")
    .where("id", "=", orderId)
    .executeTakeFirst();
  return (row?.status as OrderStatus | undefined) ?? null;
}

/** An order that was entered by SQL, without a checkout: nothing to cancel but itself, and its stock goes back. */
async function cancelWithoutPayment(
  shop: Shop,
  { orderId, actor }: { orderId: string; actor: string },
): Promise<CancelResult> {
  const now = nowOf(shop);
  const result = await inTransaction(shop, async (tx): Promise<CancelResult> => {
    await sql`select 1 from orders where id = ${orderId} for update`.execute(tx);
    const row = await tx
      .selectFrom("orders")
      .select(["status", "payment_intent_id"])
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    if (row.status === "canceled") return { ok: true, status: "canceled" };
    if (!unpaidStatuses.includes(row.status as OrderStatus)) return { ok: false, reason: "paid" };
    // A payment that no checkout of ours knows: nobody may say that it is canceled.
    if (row.payment_intent_id !== null) return { ok: false, reason: "underway" };
    await sql`select move_order(${orderId}, 'canceled', 'admin', null, ${now})`.execute(tx);
    await sql`select restock_order(${orderId}, 'admin', ${now})`.execute(tx);
    const entry: AuditEntry = {
      actor,
      action: "order.canceled",
      object: orderId,
      after: { from: row.status },
    };
    await insertAudit(tx, entry, now);
    return { ok: true, status: "canceled" };
  });
  if (result.ok) await shop.catalogChanged();
  return result;
}
