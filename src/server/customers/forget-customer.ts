// Forgets a customer: who they are goes, the shop's books stay (decision 071). One transaction: all of it or nothing. The
// log says when, by whom, and how much, and names the person by a keyed hash alone.
import { createHmac } from "node:crypto";
import type { ForgetPlan, Obstacle } from "#domain/customer/forget.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { everyKey } from "../core/secrets.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { insertAudit } from "../settings/audit/queries.ts";
import { eraseLoose, eraseOrders } from "./erase-queries.ts";
import { findForgetPlan, lockOldOrders, lockPerson } from "./forget-queries.ts";
import { findCustomerEmail } from "./queries.ts";

/** What forgetting the customer of this order, message, request or checkout (any text) would do; null: no such customer. */
export async function planForgetting(shop: Shop, { id }: { id: string }): Promise<ForgetPlan | null> {
  const email = isUuid(id) ? await findCustomerEmail(shop.db, id) : null;
  return email === null ? null : findForgetPlan(shop.db, email, nowOf(shop));
}

export type ForgetResult =
  | { ok: true; orders: number }
  | { ok: false; reason: "not_found" }
  /** `typed` is not their email. */
  | { ok: false; reason: "not_typed" }
  | { ok: false; reason: "open"; obstacles: Obstacle[] };

type EraseRequest = { id: string; typed: string; actor: string };

/** Erases their data permanently. The second of two concurrent calls finds no one. */
export async function forgetCustomer(shop: Shop, { id, typed, actor }: EraseRequest): Promise<ForgetResult> {
  const email = isUuid(id) ? await findCustomerEmail(shop.db, id) : null;
  if (email === null) return { ok: false, reason: "not_found" };
  if (typed.trim().toLowerCase() !== email) return { ok: false, reason: "not_typed" };
  return forgetEmail(shop, { email, actor });
}

/** `email` in lower case. */
export async function forgetEmail(
  shop: Shop,
  { email, actor }: { email: string; actor: string },
): Promise<ForgetResult> {
  const result = await inTransaction(shop, async (tx): Promise<ForgetResult> => {
    const { orderIds, checkoutIds } = await lockPerson(tx, email);
    const now = nowOf(shop);
    const { traces, obstacles } = await findForgetPlan(tx, email, now);
    if (Object.values(traces).every((count) => count === 0)) return { ok: false, reason: "not_found" };
    if (obstacles.length > 0) return { ok: false, reason: "open", obstacles };
    await eraseOrders(tx, orderIds, now);
    await eraseLoose(tx, { email, checkoutIds, orderIds, now });
    const after = { person: personHash(shop, email), ...traces };
    await insertAudit(tx, { actor, action: "customer.forgotten", object: "customer", after }, now);
    return { ok: true, orders: orderIds.length };
  });
  // A review on a page has another name now.
  if (result.ok) await shop.catalogChanged();
  return result;
}

/**
 * Takes the customers out of up to `limit` orders from before `before`, the oldest first, that nothing is open of. How many
 * those were.
 */
export async function eraseOldOrders(
  tx: Tx,
  { before, limit, now }: { before: Date; limit: number; now: Date },
): Promise<number> {
  const orderIds = await lockOldOrders(tx, { before, limit, now });
  if (orderIds.length > 0) await eraseOrders(tx, orderIds, now);
  return orderIds.length;
}

/** Stands for an email (in lower case) in the log: without the shop's secret it can't be traced or guessed. */
export function personHash({ keys }: Pick<Shop, "keys">, email: string): string {
  return hashWith(keys.orderLinks.current, email);
}

/** The same with each key that the shop has had, the present one first. */
export function personHashes({ keys }: Pick<Shop, "keys">, email: string): string[] {
  return everyKey(keys.orderLinks).map((key) => hashWith(key, email));
}

const hashWith = (key: string, email: string) =>
  createHmac("sha256", key).update(`forgotten ${email}`).digest("base64url");
