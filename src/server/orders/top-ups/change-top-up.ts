// What the owner does with a top-up that was asked for: the mail goes out again, or it is withdrawn.
import type { Cents } from "#domain/money/money.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { closeCheckout } from "../../checkout/close-checkout.ts";
import { findCheckoutById } from "../../checkout/queries.ts";
import type { Shop } from "../../core/shop.ts";
import { changeOrder, type OrderNotFound } from "../changes/change-order.ts";
import { queueTopUpMail } from "./ask-top-up.ts";
import { findAsked, withdraw } from "./top-up-queries.ts";

/** `topUpId` may be any text. */
export type TopUpChange = { orderId: string; topUpId: string; actor: string };

export type TopUpResend = { ok: true; amount: Cents } | OrderNotFound | { ok: false; reason: "over" };

/** Two requests at the same moment are two mails; each is one that somebody asked for. */
export async function resendTopUp(
  shop: Shop,
  { orderId, topUpId, actor }: TopUpChange,
): Promise<TopUpResend> {
  if (!isUuid(topUpId)) return { ok: false, reason: "over" };
  const action = "order.top_up_resent";
  return changeOrder<TopUpResend>(shop, { orderId, actor, action }, async (tx, order, now) => {
    const asked = await findAsked(tx, { orderId: order.id, id: topUpId, now });
    if (!asked) return { result: { ok: false, reason: "over" } };
    await queueTopUpMail(tx, { orderId: order.id, id: topUpId, turn: asked.mails + 1, now });
    return { result: { ok: true, amount: asked.amount }, entry: { after: { amount: asked.amount } } };
  });
}

export type TopUpWithdrawal =
  /** isEnded false: the provider has not said yet that it can't be paid any more; the pieces are kept until then. */
  { ok: true; isEnded: boolean } | OrderNotFound | { ok: false; reason: "over" };

/**
 * Withdraws a top-up. From then on nothing is swapped for it: what the customer is paying at this moment goes back. The
 * held pieces are free once the provider has said that it can't be paid any more.
 */
export async function withdrawTopUp(
  shop: Shop,
  { orderId, topUpId, actor }: TopUpChange,
): Promise<TopUpWithdrawal> {
  if (!isUuid(topUpId)) return { ok: false, reason: "over" };
  const action = "order.top_up_withdrawn";
  const closing = await changeOrder<{ ok: true } | { ok: false; reason: "over" }>(
    shop,
    { orderId, actor, action },
    async (tx, order) => {
      const known = await withdraw(tx, { orderId: order.id, id: topUpId });
      return known
        ? { result: { ok: true }, entry: { before: { pieces: known.after, amount: known.amount } } }
        : { result: { ok: false, reason: "over" } };
    },
  );
  if (!closing.ok) return closing;
  const checkout = await findCheckoutById(shop.db, topUpId);
  const closed = checkout && (await closeCheckout(shop, { checkout, source: "admin" }));
  return { ok: true, isEnded: closed === null || closed.ok || closed.reason === "ordered" };
}
