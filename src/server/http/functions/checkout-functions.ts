// The functions of the checkout page: the payment, the provider's own payment page, and a longer hold.
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import * as z from "zod/mini";
import { type CheckoutRequest, parseCheckoutRequest } from "#domain/checkout/checkout.ts";
import { tellOverCap } from "#domain/checkout/hold-caps.ts";
import { PUZZLE_PARTS } from "#domain/checkout/puzzle.ts";
import { tellCodeLost } from "#domain/discount/tell-code.ts";
import { identifyClient } from "../../card-testing/client.ts";
import { extendHold } from "../../checkout/extend-hold.ts";
import { type HostedCheckout, hostCheckout, startHostedCheckout } from "../../checkout/host-checkout.ts";
import { type CheckoutAsked, type CheckoutRefusal, startCheckout } from "../../checkout/start-checkout.ts";
import type { Shop } from "../../shop.ts";
import { refuse } from "../responses.ts";
import { withBody, withJson } from "./with-body.ts";

export const createPaymentIntent = withJson(async (shop, c, body) => {
  const parsed = parseCheckoutRequest(body);
  if (!parsed.ok) return refuseRequest(c, parsed);
  const result = await startCheckout(shop, await askedBy(shop, c, { request: parsed.value, body }));
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
  return answerHosted(
    c,
    await startHostedCheckout(shop, await askedBy(shop, c, { request: parsed.value, body })),
  );
});

const number = z.int().check(z.minimum(0));
const proved = z.object({
  proof: z.object({
    challenge: z.string().check(z.maxLength(200)),
    numbers: z.array(number).check(z.maxLength(PUZZLE_PARTS)),
  }),
});

/** Who asks, and the proof of a solved puzzle if the body has one. */
async function askedBy(
  shop: Shop,
  c: Context,
  { request, body }: { request: CheckoutRequest; body: unknown },
): Promise<CheckoutAsked> {
  const { data } = proved.safeParse(body);
  return { request, client: await identifyClient(shop, c.req.raw), proof: data?.proof ?? null };
}

const HOLD_EXPIRED = "Your session expired and nothing was charged. Please try again.";
const hold = z.object({ order_id: z.uuid() });

export const extendHoldOf = withBody(hold, "Send order_id, the order's id.", async (shop, c, body) => {
  const extended = await extendHold(shop, { orderId: body.order_id.toLowerCase() });
  if (extended.ok) return c.json({ expiresAt: extended.until.toISOString() });
  return extended.reason === "over"
    ? refuse(c, 409, "hold_expired", HOLD_EXPIRED)
    : refuse(c, 409, "not_extended", "Your items stay held as long as they were. Please pay before that.");
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
  too_many_at_once: [409, "Lower the quantity and try again, or write to us for a larger order."],
  slowed_down: [
    429,
    "Many payments fail here right now. Please wait a minute and try again.",
    "rate_limited",
  ],
  puzzle_required: [
    428,
    "This browser has to do a little work first, which the checkout page does by itself.",
  ],
  payments_closed: [
    503,
    "New customers can't pay here for the moment, because somebody is misusing cards. Your cart is kept; please try again in 15 minutes.",
  ],
  total_changed: [409, "Prices have changed. Check the new total and try again."],
  amount_out_of_range: [422, "This total can't be paid by card. It must be at least $0.50."],
  idempotency_mismatch: [422, "This idempotency key was used for another request. Use a new one."],
  discount_refused: [409, "This code can't be used. Check the total without it and try again."],
  hold_expired: [409, HOLD_EXPIRED],
  already_paid: [409, "Order already submitted"],
  provider_unavailable: [503, tryLater, "payment_provider_unavailable"],
  provider_refused: [502, tryLater, "payment_provider_refused"],
};

function refuseCheckout(c: Context, refusal: CheckoutRefusal): Response {
  const { ok: _, reason, ...details } = refusal;
  const [status, said, code = reason] = answers[reason];
  const message =
    reason === "too_many_at_once"
      ? tellOverCap(refusal).join(" ")
      : reason === "discount_refused"
        ? tellCodeLost(refusal.code, refusal.why, refusal.totals.total).join(" ")
        : said;
  if ("retryAfterSeconds" in refusal) c.header("Retry-After", String(refusal.retryAfterSeconds));
  return refuse(c, status, code, message, details);
}
