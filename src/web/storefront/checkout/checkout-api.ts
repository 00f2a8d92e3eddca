// What the checkout page asks the server. It sends what the shopper chose and saw, never a price that would
// decide anything.
import { CURRENCY } from "#domain/money/money.ts";
import { callFunction } from "../../page/functions-client.ts";
import { codeToPay, noteUsedUp } from "../cart/refresh-cart.ts";
import { loadWish } from "./checkout-storage.ts";
import {
  type OrderIds,
  readVerification,
  unreachable,
  type Verification,
} from "./confirmation/verification.ts";
import { asRecord } from "./json-fields.ts";
import { loadOpenCheckout } from "./kept-checkout.ts";
import type { CheckoutContent, OpenCheckout } from "./open-checkout.ts";
import { onThisClock } from "./payment/hold.ts";
import { type PageAnswer, readPageAnswer } from "./provider-page.ts";
import { readStartAnswer, type StartAnswer } from "./start-outcome.ts";

/** `total`: the amount in cents that the shopper sees; the server refuses when its own differs. */
export async function startCheckout(record: OpenCheckout, content: CheckoutContent): Promise<StartAnswer> {
  const answer = await callFunction("create-payment-intent", bodyOf(record, content));
  const started = readStartAnswer(answer, Date.now());
  noteUsedUp(started.usedUp);
  return started;
}

/** The provider's own payment page for this content. */
export async function openPaymentPage(record: OpenCheckout, content: CheckoutContent): Promise<PageAnswer> {
  return readPageAnswer(await callFunction("create-checkout-session", bodyOf(record, content)));
}

function bodyOf(record: OpenCheckout, content: CheckoutContent) {
  return {
    amount: content.total,
    currency: CURRENCY,
    customer_email: content.shipping.email,
    customer_name: content.shipping.name,
    idempotency_key: record.idempotencyKey,
    order_id: record.orderId,
    supersedes: record.supersedes,
    cart_items: content.cart.lines.map(({ product, quantity, selectedOption, variantId }) => ({
      product_id: product.id,
      quantity,
      selectedOption,
      variant_id: variantId,
    })),
    shipping_details: content.shipping,
    ...(content.byWallet ? { by_wallet: true } : {}),
    discount_code: codeToPay(),
    ...loadWish(),
    metadata: { client_timestamp: new Date().toISOString(), origin: location.origin },
  };
}

/** Asks once about an order or its payment; verification.ts repeats it. */
export async function askForOrder(ids: OrderIds, requestId: string): Promise<Verification> {
  const record = loadOpenCheckout();
  const body = {
    ...(ids.orderId ? { order_id: ids.orderId } : {}),
    ...(ids.paymentIntentId ? { payment_intent_id: ids.paymentIntentId } : {}),
    ...(ids.sessionId ? { session_id: ids.sessionId } : {}),
    request_id: requestId,
    client_timestamp: new Date().toISOString(),
    ensure_status_sync: true,
    prevent_duplicate: true,
    idempotency_check: true,
    // Proves to the shop that this browser started the checkout; the URL alone does not have this key.
    ...(record ? { idempotency_key: record.idempotencyKey } : {}),
  };
  const answer = await callFunction("verify-checkout-session", body, { "X-Idempotency-Key": requestId });
  return answer.status === 0
    ? unreachable("no answer from the shop")
    : readVerification(answer.status, answer.body);
}

export type PayHoldAnswer =
  /** `heldUntil`: by this browser's clock. */
  { ok: true; heldUntil: number } | { ok: false; reason: "over" | "sold-out" | "busy" | "unreachable" };

/** Holds what the checkout asks for before its card is confirmed. */
export async function holdAtPay(orderId: string): Promise<PayHoldAnswer> {
  const { status, body, answeredAt } = await callFunction("hold-at-pay", { order_id: orderId });
  const { expiresAt, error } = asRecord(body);
  if (status === 200 && typeof expiresAt === "string")
    return { ok: true, heldUntil: onThisClock(expiresAt, answeredAt, Date.now()) };
  const { code } = asRecord(error);
  if (code === "hold_expired") return { ok: false, reason: "over" };
  if (code === "out_of_stock") return { ok: false, reason: "sold-out" };
  return { ok: false, reason: code === "hold_busy" ? "busy" : "unreachable" };
}

/** The new end of the stock hold by this browser's clock, or null when it was not extended. */
export async function extendHold(orderId: string): Promise<number | null> {
  const { status, body, answeredAt } = await callFunction("extend-hold", { order_id: orderId });
  const expiresAt = (body as { expiresAt?: unknown } | null)?.expiresAt;
  if (status !== 200 || typeof expiresAt !== "string") return null;
  return onThisClock(expiresAt, answeredAt, Date.now());
}
