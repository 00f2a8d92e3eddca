// The customer's side of an extra payment, by the link to the order's page. As in the checkout, what the browser says decides
// nothing: the payment is settled by what the provider answers.
import type { ExtraPaymentEnd, OpenExtraPayment } from "#domain/extra-payment/extra-payment.ts";
import { obtainIntent } from "../../checkout/obtain-payment.ts";
import { watchDeclines } from "../../checkout/watch-declines.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { findOrderIdOfToken } from "../links/find-order-page.ts";
import { findNewestExtraPayment, noteOpened, type PayableExtraPayment } from "./extra-payment-queries.ts";

export type ExtraPaymentOpened =
  | { ok: true; clientSecret: string; extraPayment: OpenExtraPayment }
  /** not_found: no order has this link, or nothing was ever asked for. */
  | { ok: false; reason: ExtraPaymentEnd | "not_found" | "unavailable" };

/** What it takes to pay the open extra payment of the order of this link. */
export async function openExtraPayment(
  shop: Shop,
  { token }: { token: string },
): Promise<ExtraPaymentOpened> {
  const known = await lookAtExtraPayment(shop, { token });
  if (known.state !== "open") return { ok: false, reason: known.state };
  const { extraPayment } = known;
  if (!(await noteOpened(shop.db, extraPayment.id, nowOf(shop)))) return { ok: false, reason: "over" };
  const intent =
    extraPayment.intentId === null
      ? await obtainIntent(shop, { checkoutId: extraPayment.id, during: "start" })
      : await shop.payments.retrieveIntent(extraPayment.intentId);
  if (!intent.ok) return { ok: false, reason: intent.reason === "unavailable" ? "unavailable" : "over" };
  const { clientSecret, status } = intent.value;
  if (clientSecret === null || status === "canceled") return { ok: false, reason: "over" };
  const { amount, before, after, expiresAt } = extraPayment;
  return { ok: true, clientSecret, extraPayment: { amount, before, after, until: expiresAt.toISOString() } };
}

/** The outcome of the newest extra payment of the order of this link; it is settled before. */
export type ExtraPaymentStanding =
  | { state: "open"; extraPayment: PayableExtraPayment }
  | { state: ExtraPaymentEnd | "not_found" | "unavailable" };

export async function lookAtExtraPayment(
  shop: Shop,
  { token }: { token: string },
): Promise<ExtraPaymentStanding> {
  const orderId = await findOrderIdOfToken(shop, token);
  const extraPayment = orderId === null ? null : await findNewestExtraPayment(shop.db, orderId);
  if (!extraPayment) return { state: "not_found" };
  const end = endOf(extraPayment);
  if (end) return { state: end };
  if (extraPayment.intentId === null) return standing(shop, extraPayment);
  const settled = await settlePayment(shop, { intentId: extraPayment.intentId, source: "browser" });
  if (!settled.ok) return { state: "unavailable" };
  const { isOver } = await watchDeclines(shop, {
    intentId: extraPayment.intentId,
    settled,
    source: "browser",
  });
  if (settled.intentStatus === "processing") return { state: "processing" };
  const now = await findNewestExtraPayment(shop.db, extraPayment.orderId);
  const after = now ? endOf(now) : "over";
  return after || isOver || !now ? { state: after ?? "over" } : standing(shop, now);
}

function endOf({ state, isPaid }: PayableExtraPayment): ExtraPaymentEnd | null {
  if (state === "done") return "done";
  return state === "ended" ? (isPaid ? "refunded" : "over") : null;
}

function standing(shop: Shop, extraPayment: PayableExtraPayment): ExtraPaymentStanding {
  const isOver = extraPayment.state === "ending" || extraPayment.expiresAt <= nowOf(shop);
  return isOver ? { state: "over" } : { state: "open", extraPayment };
}
