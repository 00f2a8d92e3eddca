import type { Context } from "hono";
import * as z from "zod/mini";
import { type Verification, verifyCheckout } from "../../orders/verify-checkout.ts";
import { findOrderIdByIntent } from "../../payments/settlement-queries.ts";
import { syncOrder } from "../../refunds/sync-order.ts";
import type { Shop } from "../../shop.ts";
import { refuse } from "../responses.ts";
import { adminOrRefusal } from "./admin-or-refusal.ts";
import { withBody } from "./with-body.ts";

const text = z.optional(z.nullable(z.string().check(z.maxLength(200))));
const payment = z.object({
  order_id: text,
  payment_intent_id: text,
  session_id: text,
  sync_only: z.optional(z.boolean()),
});

/**
 * The specification's other fields (cart_items, shipping_details, force_create, status …) may be sent and
 * decide nothing: what was bought and what it cost is known here since before the payment.
 */
export const verifyCheckoutSession = withBody(
  payment,
  "Send order_id, payment_intent_id or session_id as text.",
  async (shop, c, body) => {
    const { order_id: orderId = null, payment_intent_id: intentId = null } = body;
    if (body.sync_only) return syncForAdmin(shop, c, { orderId, intentId });
    const { session_id: sessionId = null } = body;
    return answerVerification(c, await verifyCheckout(shop, { orderId, intentId, sessionId }));
  },
);

function answerVerification(c: Context, verification: Verification): Response {
  if (verification.ok) {
    const { orderId, status, previousStatus, updated, duplicate, total, order } = verification;
    const ids = { order_id: orderId, previous_status: previousStatus };
    const message = duplicate ? "Order already exists in database" : "Order successfully created";
    return c.json({ success: true, ...ids, total, status, updated, duplicate, message, order });
  }
  if (verification.reason === "unpaid" || verification.reason === "canceled") {
    return c.json({ success: false, status: verification.reason, message: "Nothing was charged." });
  }
  const unavailable = "The payment can't be checked right now. Please try again.";
  return verification.reason === "unavailable"
    ? refuse(c, 503, "payment_provider_unavailable", unavailable)
    : refuse(c, 404, "not_found", "No order information found");
}

async function syncForAdmin(
  shop: Shop,
  c: Context,
  { orderId, intentId }: { orderId: string | null; intentId: string | null },
): Promise<Response> {
  const session = await adminOrRefusal(shop, c);
  if (session instanceof Response) return session;
  const id = orderId ?? (intentId ? await findOrderIdByIntent(shop.db, intentId) : null);
  const result = id ? await syncOrder(shop, { orderId: id }) : ({ ok: false, reason: "not_found" } as const);
  if (result.ok) {
    const { updated, previousStatus: previous_status, status } = result;
    return c.json({ success: true, updated, previous_status, status });
  }
  return result.reason === "unavailable"
    ? refuse(c, 503, "payment_provider_unavailable", "Failed to sync order status")
    : refuse(c, 404, "not_found", "No order found");
}
