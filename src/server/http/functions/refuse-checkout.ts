import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { parseCheckoutRequest } from "#domain/checkout/checkout.ts";
import type { CheckoutRefusal } from "../../checkout/start-checkout.ts";
import { refuse } from "../responses.ts";

export function refuseRequest(
  c: Context,
  parsed: Extract<ReturnType<typeof parseCheckoutRequest>, { ok: false }>,
): Response {
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
  hold_expired: [409, "Your session expired and nothing was charged. Please try again."],
  already_paid: [409, "This order is already paid."],
  provider_unavailable: [503, tryLater, "payment_provider_unavailable"],
  provider_refused: [502, tryLater, "payment_provider_refused"],
};

export function refuseCheckout(c: Context, refusal: CheckoutRefusal): Response {
  const { ok: _, reason, ...details } = refusal;
  const [status, message, code = reason] = answers[reason];
  return refuse(c, status, code, message, details);
}
