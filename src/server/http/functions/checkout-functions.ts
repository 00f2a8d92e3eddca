// The functions of the checkout page: the payment, the provider's own payment page, and a longer hold.
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { parseCheckoutRequest } from "#domain/checkout/checkout.ts";
import { formatCodeLost } from "#domain/discount/format-code.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import { extendHold } from "../../checkout/extend-hold.ts";
import { holdAtPay } from "../../checkout/hold-at-pay.ts";
import { type HostedCheckout, startHostedCheckout } from "../../checkout/host-checkout.ts";
import { type CheckoutRefusal, startCheckout } from "../../checkout/start-checkout.ts";
import { identifyVisitor, isCapped } from "../../checkout/visitors/visitor.ts";
import { refuse } from "../responses.ts";
import { withBody, withJson } from "./with-body.ts";

export const createPaymentIntent = withJson(async (shop, c, body) => {
  const parsed = parseCheckoutRequest(body);
  if (!parsed.ok) return refuseRequest(c, parsed);
  const visitor = await identifyVisitor(shop, c.req.raw);
  const result = await startCheckout(shop, { request: parsed.value, visitor });
  return result.ok ? c.json(result.started) : refuseCheckout(c, result);
});

/** Takes everything that create-payment-intent takes. */
export const createCheckoutSession = withJson(async (shop, c, body) => {
  const parsed = parseCheckoutRequest(body);
  if (!parsed.ok) return refuseRequest(c, parsed);
  const visitor = await identifyVisitor(shop, c.req.raw);
  return answerHosted(c, await startHostedCheckout(shop, { request: parsed.value, visitor }));
});

const HOLD_EXPIRED = "Your session expired and nothing was charged. Please try again.";
const SOLD_OUT = "There is not enough stock for your cart. Change the quantity and try again.";
const hold = z.object({ order_id: z.uuid() });
const NAMES_ORDER = "Send order_id, the order's id.";

export const extendHoldOf = withBody(hold, NAMES_ORDER, async (shop, c, body) => {
  const extended = await extendHold(shop, { orderId: body.order_id.toLowerCase() });
  if (extended.ok) return c.json({ expiresAt: extended.until.toISOString() });
  return extended.reason === "over"
    ? refuse(c, 409, "hold_expired", HOLD_EXPIRED)
    : refuse(
        c,
        409,
        "not_extended",
        "Your items are still held until the same time. Please pay before then.",
      );
});

/** What a checkout that is not held asks for before its card is confirmed. */
export const holdAtPayOf = withBody(hold, NAMES_ORDER, async (shop, c, body) => {
  const orderId = body.order_id.toLowerCase();
  const held = await holdAtPay(shop, { orderId, isCapped: isCapped(shop, c.req.raw) });
  if (held.ok) return c.json({ expiresAt: held.until.toISOString() });
  switch (held.reason) {
    case "over":
      return refuse(c, 409, "hold_expired", HOLD_EXPIRED);
    case "busy":
      return refuse(
        c,
        409,
        "hold_busy",
        "Another order from your network is being paid for right now. Finish that one, or try again in 30 minutes. Nothing was charged.",
      );
    case "short":
      return refuse(c, 409, "out_of_stock", SOLD_OUT, { lines: held.lines });
    default:
      return unreachable(held);
  }
});

function answerHosted(c: Context, hosted: HostedCheckout): Response {
  if (hosted.ok) {
    const { ok: _, ...answer } = hosted;
    return c.json(answer);
  }
  return refuseCheckout(c, hosted);
}

type RefusedRequest = Extract<ReturnType<typeof parseCheckoutRequest>, { ok: false }>;

function refuseRequest(c: Context, parsed: RefusedRequest): Response {
  if (parsed.reason === "malformed") {
    const { fields } = parsed;
    return refuse(c, 400, "malformed", `Missing or wrong: ${fields.join(", ")}`, { fields });
  }
  const { errors } = parsed;
  return refuse(c, 422, "invalid_shipping", "Please check the shipping information.", { errors });
}

/** Status, words and, where it is not the reason itself, the code of each refusal. */
type Answer = [status: ContentfulStatusCode, message: string, code?: string];

const tryLater = "Unable to process payment. Please try again later.";

const answers: Record<Exclude<CheckoutRefusal["reason"], "email_refused">, Answer> = {
  unknown_product: [409, "A product in your cart is no longer sold. Remove it and try again."],
  out_of_stock: [409, SOLD_OUT],
  payments_closed: [
    503,
    "Payments from new customers are paused because of card fraud. Your cart is saved; please try again in 15 minutes.",
  ],
  too_many_codes: [
    429,
    "Too many codes were tried. Try again in 10 minutes, or without the code.",
    "rate_limited",
  ],
  total_changed: [409, "Prices have changed. Check the new total and try again."],
  amount_out_of_range: [422, "This total can't be paid by card. It must be at least $0.50."],
  idempotency_mismatch: [422, "This idempotency key was used for a different request. Use a new one."],
  discount_refused: [409, "This code can't be used. Check the total without it and try again."],
  hold_expired: [409, HOLD_EXPIRED],
  already_paid: [409, "Order already submitted"],
  provider_unavailable: [503, tryLater, "payment_provider_unavailable"],
  provider_refused: [502, tryLater, "payment_provider_refused"],
};

function refuseCheckout(c: Context, refusal: CheckoutRefusal): Response {
  if (refusal.reason === "email_refused")
    return refuseRequest(c, {
      ok: false,
      reason: "invalid_shipping",
      errors: { email: "Invalid email address" },
    });
  const { ok: _, reason, ...details } = refusal;
  const [status, said, code = reason] = answers[reason];
  const message =
    reason === "discount_refused"
      ? formatCodeLost(refusal.code, refusal.why, refusal.totals.total).join(" ")
      : said;
  if ("retryAfterSeconds" in refusal) c.header("Retry-After", String(refusal.retryAfterSeconds));
  return refuse(c, status, code, message, details);
}
