// The functions of the checkout page: the payment, the provider's own payment page, and a longer hold.
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { parseCheckoutRequest } from "#domain/checkout/checkout.ts";
import { extendHold } from "../../checkout/extend-hold.ts";
import { type HostedCheckout, hostCheckout, startHostedCheckout } from "../../checkout/host-checkout.ts";
import { type CheckoutRefusal, startCheckout } from "../../checkout/start-checkout.ts";
import { refuse } from "../responses.ts";
import { withBody, withJson } from "./with-body.ts";

export const createPaymentIntent = withJson(async (shop, c, body) => {
  const parsed = parseCheckoutRequest(body);
  if (!parsed.ok) return refuseRequest(c, parsed);
  const result = await startCheckout(shop, { request: parsed.value });
  return result.ok ? c.json(result.started) : refuseCheckout(c, result);
});

const openCheckout = z.object({ order_id: z.uuid(), cart_items: z.optional(z.undefined()) });

/** Takes the order_id of an open checkout, or everything that create-payment-intent takes. */
export const createCheckoutSession = withJson(async (shop, c, body) => {
  const named = openCheckout.safeParse(body);
  if (named.success) {
    return answerHosted(c, await hostCheckout(shop, { orderId: named.data.order_id.toLowerCase() }));
  }
  const parsed = parseCheckoutRequest(body);
  if (!parsed.ok) return refuseRequest(c, parsed);
  return answerHosted(c, await startHostedCheckout(shop, { request: parsed.value }));
});

const HOLD_EXPIRED = "Your session expired and nothing was charged. Please try again.";
const hold = z.object({ order_id: z.uuid() });

export const extendHoldOf = withBody(hold, "Send order_id, the order's id.", async (shop, c, body) => {
  const until = await extendHold(shop, { orderId: body.order_id.toLowerCase() });
  return until ? c.json({ expiresAt: until.toISOString() }) : refuse(c, 409, "hold_expired", HOLD_EXPIRED);
});

function answerHosted(c: Context, hosted: HostedCheckout): Response {
  if (hosted.ok) {
    const { ok: _, ...answer } = hosted;
    return c.json(answer);
  }
  return hosted.reason === "not_found"
    ? refuse(c, 404, "not_found", "There is no such checkout.")
    : refuseCheckout(c, hosted);
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

const answers: Record<CheckoutRefusal["reason"], Answer> = {
  unknown_product: [409, "A product in your cart is no longer sold. Remove it and try again."],
  out_of_stock: [409, "There is not enough stock for your cart. Change the quantity and try again."],
  total_changed: [409, "Prices have changed. Check the new total and try again."],
  amount_out_of_range: [422, "This total can't be paid by card. It must be at least $0.50."],
  idempotency_mismatch: [422, "This idempotency key was used for another request. Use a new one."],
  hold_expired: [409, HOLD_EXPIRED],
  already_paid: [409, "This order is already paid."],
  provider_unavailable: [503, tryLater, "payment_provider_unavailable"],
  provider_refused: [502, tryLater, "payment_provider_refused"],
};

function refuseCheckout(c: Context, refusal: CheckoutRefusal): Response {
  const { ok: _, reason, ...details } = refusal;
  const [status, message, code = reason] = answers[reason];
  return refuse(c, status, code, message, details);
}
