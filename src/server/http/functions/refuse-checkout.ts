import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { parseCheckoutRequest } from "#domain/checkout.ts";
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

const checkoutRefusals: Record<CheckoutRefusal["reason"], { status: ContentfulStatusCode; message: string }> =
  {
    unknown_product: {
      status: 409,
      message: "A product in your cart is no longer sold. Remove it and try again.",
    },
    out_of_stock: {
      status: 409,
      message: "There is not enough stock for your cart. Change the quantity and try again.",
    },
    total_changed: { status: 409, message: "Prices have changed. Check the new total and try again." },
    amount_out_of_range: {
      status: 422,
      message: "This total can't be paid by card. It must be at least $0.50.",
    },
    idempotency_mismatch: {
      status: 422,
      message: "This idempotency key was used for another request. Use a new one.",
    },
    hold_expired: { status: 409, message: "Your session expired and nothing was charged. Please try again." },
    already_paid: { status: 409, message: "This order is already paid." },
    provider_unavailable: { status: 503, message: "Unable to process payment. Please try again later." },
    provider_refused: { status: 502, message: "Unable to process payment. Please try again later." },
  };

const refusalCodes: Partial<Record<CheckoutRefusal["reason"], string>> = {
  provider_unavailable: "payment_provider_unavailable",
  provider_refused: "payment_provider_refused",
};

export function refuseCheckout(c: Context, refusal: CheckoutRefusal): Response {
  const { ok: _, reason, ...details } = refusal;
  const { status, message } = checkoutRefusals[reason];
  return refuse(c, status, refusalCodes[reason] ?? reason, message, details);
}
