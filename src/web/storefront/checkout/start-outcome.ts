// Turns the answer of create-payment-intent into what the checkout page does next. A refusal that the server
// states (409, 422) is certain: no checkout was made. A lost or broken answer is not: the checkout may exist,
// so its record must be kept, and the next try must use the same key.
import type { CheckoutStarted } from "#domain/checkout/checkout.ts";
import type { Cents } from "#domain/money/money.ts";
import type { ShippingErrors } from "#domain/postal-address/shipping-address.ts";
import type { FunctionAnswer } from "../../page/functions-client.ts";
import type { PaymentReady, SetupFailure } from "./checkout-flow.ts";
import { asRecord, asText } from "./json-fields.ts";
import { onThisClock } from "./payment/hold.ts";

/** `usedUp`: ids of automatic discounts that this email has used up; undefined where that was not looked at. */
export type StartAnswer = { usedUp?: string[] | undefined } & (
  | { ok: true; checkout: PaymentReady }
  | { ok: false; reason: "invalid-shipping"; errors: ShippingErrors }
  | { ok: false; reason: "cart-changed"; total: Cents | null }
  | { ok: false; reason: "already-paid"; orderId: string | null; paymentIntentId: string | null }
  /** The code can't be used; `said`: why, and the total without it. */
  | { ok: false; reason: "code-refused"; said: string }
  /** The checkout of this key is over (its hold ran out) or belongs to another request: a new key is needed. */
  | { ok: false; reason: "key-is-over" }
  /** `certain`: the server said that nothing was made. */
  | { ok: false; reason: "failed"; failure: SetupFailure; detail: string; certain: boolean }
);

const CART_CHANGED = ["total_changed", "out_of_stock", "unknown_product"];

/** `now`: this browser's clock in milliseconds, to place the hold's end on it. */
export function readStartAnswer(answer: FunctionAnswer, now: number): StartAnswer {
  const body = asRecord(answer.body);
  if (answer.status === 200 && typeof body.clientSecret === "string") {
    const started = body as CheckoutStarted;
    const heldUntil = onThisClock(started.expiresAt, answer.answeredAt, now);
    return { ok: true, checkout: { ...started, heldUntil } };
  }
  const error = asRecord(body.error);
  const details = asRecord(error.details);
  const code = asText(error.code);
  const usedUp = details.usedUp as StartAnswer["usedUp"];
  if (code === "invalid_shipping") {
    return { ok: false, reason: "invalid-shipping", errors: asRecord(details.errors) as ShippingErrors };
  }
  if (code !== null && CART_CHANGED.includes(code)) {
    const total = asRecord(details.totals).total;
    return { ok: false, reason: "cart-changed", total: typeof total === "number" ? total : null, usedUp };
  }
  if (code === "discount_refused")
    return { ok: false, reason: "code-refused", said: asText(error.message) ?? "", usedUp };
  if (code === "already_paid") {
    const [orderId, paymentIntentId] = [asText(details.orderId), asText(details.paymentIntentId)];
    return { ok: false, reason: "already-paid", orderId, paymentIntentId };
  }
  if (code === "idempotency_mismatch" || code === "hold_expired") return { ok: false, reason: "key-is-over" };
  return {
    ok: false,
    reason: "failed",
    failure: failureOf(answer.status, code),
    detail: [`HTTP ${answer.status}`, code, asText(error.message)].filter(Boolean).join(" · "),
    certain: code === "payments_closed" || (answer.status >= 400 && answer.status < 500 && code !== null),
  };
}

function failureOf(status: number, code: string | null): SetupFailure {
  if (code === "rate_limited" || status === 429) return "rate-limited";
  if (code === "payments_closed") return "closed";
  if (code === "amount_out_of_range") return "amount";
  if (code === "payment_provider_unavailable" || code === "payment_provider_refused") return "not-configured";
  if (code !== null) return "refused";
  return status === 0 ? "unreachable" : "not-deployed";
}
