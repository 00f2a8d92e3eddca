// The customer's side of a top-up, by the link to the order's page. As in the checkout, what the browser says decides
// nothing: the payment is settled by what the provider answers.
import type { OpenTopUp, TopUpEnd } from "#domain/top-up/top-up.ts";
import { obtainIntent } from "../../checkout/obtain-payment.ts";
import { watchDeclines } from "../../checkout/watch-declines.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { findOrderIdOfToken } from "../links/find-order-page.ts";
import { findNewestTopUp, noteOpened, type PayableTopUp } from "./top-up-queries.ts";

export type TopUpOpened =
  | { ok: true; clientSecret: string; topUp: OpenTopUp }
  /** not_found: no order has this link, or nothing was ever asked for. */
  | { ok: false; reason: TopUpEnd | "not_found" | "unavailable" };

/** What it takes to pay the open top-up of the order of this link. */
export async function openTopUp(shop: Shop, { token }: { token: string }): Promise<TopUpOpened> {
  const known = await lookAtTopUp(shop, { token });
  if (known.state !== "open") return { ok: false, reason: known.state };
  const { topUp } = known;
  if (!(await noteOpened(shop.db, topUp.id, nowOf(shop)))) return { ok: false, reason: "over" };
  const intent =
    topUp.intentId === null
      ? await obtainIntent(shop, { checkoutId: topUp.id, during: "start" })
      : await shop.payments.retrieveIntent(topUp.intentId);
  if (!intent.ok) return { ok: false, reason: intent.reason === "unavailable" ? "unavailable" : "over" };
  const { clientSecret, status } = intent.value;
  if (clientSecret === null || status === "canceled") return { ok: false, reason: "over" };
  const { amount, before, after, expiresAt } = topUp;
  return { ok: true, clientSecret, topUp: { amount, before, after, until: expiresAt.toISOString() } };
}

/** What became of the newest top-up of the order of this link; it is settled before. */
export type TopUpStanding =
  | { state: "open"; topUp: PayableTopUp }
  | { state: TopUpEnd | "not_found" | "unavailable" };

export async function lookAtTopUp(shop: Shop, { token }: { token: string }): Promise<TopUpStanding> {
  const orderId = await findOrderIdOfToken(shop, token);
  const topUp = orderId === null ? null : await findNewestTopUp(shop.db, orderId);
  if (!topUp) return { state: "not_found" };
  const end = endOf(topUp);
  if (end) return { state: end };
  if (topUp.intentId === null) return standing(shop, topUp);
  const settled = await settlePayment(shop, { intentId: topUp.intentId, source: "browser" });
  if (!settled.ok) return { state: "unavailable" };
  const { isOver } = await watchDeclines(shop, { intentId: topUp.intentId, settled, source: "browser" });
  if (settled.intentStatus === "processing") return { state: "processing" };
  const now = await findNewestTopUp(shop.db, topUp.orderId);
  const after = now ? endOf(now) : "over";
  return after || isOver || !now ? { state: after ?? "over" } : standing(shop, now);
}

function endOf({ state, isPaid }: PayableTopUp): TopUpEnd | null {
  if (state === "done") return "done";
  return state === "ended" ? (isPaid ? "refunded" : "over") : null;
}

function standing(shop: Shop, topUp: PayableTopUp): TopUpStanding {
  const isOver = topUp.state === "ending" || topUp.expiresAt <= nowOf(shop);
  return isOver ? { state: "over" } : { state: "open", topUp };
}
