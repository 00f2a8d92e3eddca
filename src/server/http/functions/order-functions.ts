// The functions that ask about an order after its payment, and the ones that answer the owner alone. Of what the
// specification lets a caller send with the ids (items, totals, addresses, force_create …) nothing decides
// anything: the shop stored what was bought and what it cost before the payment.
import type { Context } from "hono";
import * as z from "zod/mini";
import { unreachable } from "#domain/text/unreachable.ts";
import { type AdminSession, findAdminSession, isAdmin } from "../../auth/admin-session.ts";
import { paidBeforeCookie } from "../../checkout/visitors/paid-before.ts";
import type { Shop } from "../../core/shop.ts";
import { resendConfirmation } from "../../orders/links/resend-confirmation.ts";
import { type Verification, verifyCheckout } from "../../orders/verify-checkout.ts";
import { type SyncResult, syncOrder } from "../../payments/refunds/sync-order.ts";
import { findOrderIdByIntent } from "../../payments/settlement-queries.ts";
import { refuse } from "../responses.ts";
import { type ShopFunction, withBody } from "./with-body.ts";

export const whoami: ShopFunction = async (shop, c) =>
  c.json({ admin: isAdmin(await findAdminSession(shop, c.req.raw)) });

/** The administrator who is asking, or the refusal for everyone else. */
async function adminOrRefusal(shop: Shop, c: Context): Promise<AdminSession | Response> {
  const session = await findAdminSession(shop, c.req.raw);
  if (!session) return refuse(c, 401, "not_signed_in", "Sign in as the store's admin.");
  return isAdmin(session) ? session : refuse(c, 403, "not_admin", "Only the store's admin may do this.");
}

const order = z.object({ orderId: z.uuid() });

/** Sends the stored order to the email of that order. Who may ask is settled before the body is read. */
export const sendOrderConfirmation: ShopFunction = async (shop, c) => {
  const session = await adminOrRefusal(shop, c);
  return session instanceof Response ? session : resendAs(session.email)(shop, c);
};

const resendAs = (actor: string) =>
  withBody(order, "Send orderId, the order's id.", async (shop, c, { orderId }) => {
    const resent = await resendConfirmation(shop, { orderId, actor });
    if (resent.ok) return c.json({ success: true, orderId: resent.orderId, email: resent.email });
    switch (resent.reason) {
      case "not_found":
        return refuse(c, 404, "not_found", "No order found");
      case "not_paid": {
        const { status } = resent;
        return refuse(c, 409, "not_paid", "This order is not paid, so there is nothing to confirm.", {
          status,
        });
      }
      default:
        return unreachable(resent);
    }
  });

const text = z.optional(z.nullable(z.string().check(z.maxLength(200))));
const payment = z.object({
  order_id: text,
  payment_intent_id: text,
  session_id: text,
  idempotency_key: text,
  sync_only: z.optional(z.boolean()),
});

export const verifyCheckoutSession = withBody(
  payment,
  "Send order_id, payment_intent_id or session_id as text.",
  async (shop, c, body) => {
    const { order_id: orderId = null, payment_intent_id: intentId = null } = body;
    if (body.sync_only) return syncForAdmin(shop, c, { orderId, intentId });
    const { session_id: sessionId = null, idempotency_key: key = null } = body;
    const verification = await verifyCheckout(shop, { orderId, intentId, sessionId, key });
    if (verification.ok && verification.status === "paid")
      c.header("Set-Cookie", paidBeforeCookie(shop, verification.orderId), { append: true });
    return answerVerification(c, verification);
  },
);

const PROVIDER_UNAVAILABLE = "payment_provider_unavailable";

const unpaidTexts = {
  unpaid: "Nothing was charged.",
  canceled: "Nothing was charged.",
  declined_out: "The card was declined too often, so this payment was canceled. Nothing was charged.",
};

function answerVerification(c: Context, verification: Verification): Response {
  if (verification.ok) {
    const { orderId, status, previousStatus, updated, duplicate, total, order, own } = verification;
    const ids = { order_id: orderId, previous_status: previousStatus };
    const known = order.isRebuilt
      ? "Order submitted via emergency process"
      : "Order already exists in database";
    const message = duplicate ? known : "Order successfully created";
    return c.json({ success: true, ...ids, total, status, updated, duplicate, message, order, own });
  }
  const { reason } = verification;
  switch (reason) {
    case "unpaid":
    case "canceled":
    case "declined_out":
      return c.json({ success: false, status: reason, message: unpaidTexts[reason] });
    case "unavailable":
      return refuse(
        c,
        503,
        PROVIDER_UNAVAILABLE,
        "The payment can't be checked right now. Please try again.",
      );
    case "not_found":
      return refuse(c, 404, "not_found", "No order information found");
    default:
      return unreachable(reason);
  }
}

type VerifyRequest = { orderId: string | null; intentId: string | null };

async function syncForAdmin(shop: Shop, c: Context, { orderId, intentId }: VerifyRequest): Promise<Response> {
  const session = await adminOrRefusal(shop, c);
  if (session instanceof Response) return session;
  const id = orderId ?? (intentId ? await findOrderIdByIntent(shop.db, intentId) : null);
  const result: SyncResult = id ? await syncOrder(shop, { orderId: id }) : { ok: false, reason: "not_found" };
  if (result.ok) {
    const { updated, previousStatus: previous_status, status } = result;
    return c.json({ success: true, updated, previous_status, status });
  }
  switch (result.reason) {
    case "unavailable":
      return refuse(c, 503, PROVIDER_UNAVAILABLE, "Failed to sync order status");
    case "not_found":
      return refuse(c, 404, "not_found", "No order found");
    case "no_payment_intent":
      return refuse(c, 409, result.reason, "This order has no payment intent ID and cannot be synced");
    default:
      return unreachable(result.reason);
  }
}
