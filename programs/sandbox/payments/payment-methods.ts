import type Stripe from "stripe";
import { invalidRequest, resourceMissing } from "../api/api-error.ts";
import type { SandboxContext } from "../context.ts";
import { type Card, type CardBehavior, cardOfToken, type Decline, readCard } from "./cards.ts";

/** A card that can be tried, or the refusal of the typed one. */
export type TypedMethod =
  | { method: Stripe.PaymentMethod; behavior: CardBehavior }
  | { refusal: Decline; last4: string };

/** The parameters of `payment_method_data`, as Stripe names them. */
export const PAYMENT_METHOD_DATA = {
  type: "text",
  card: { number: "text", exp_month: "integer", exp_year: "integer", cvc: "text" },
  billing_details: {
    name: "text",
    email: "text",
    phone: "text",
    address: {
      city: "text",
      country: "text",
      line1: "text",
      line2: "text",
      postal_code: "text",
      state: "text",
    },
  },
  allow_redisplay: "text",
  metadata: "map",
} as const;

type CardData = {
  type?: string;
  card?: { number?: string; exp_month?: number; exp_year?: number; cvc?: string } | null;
  billing_details?: { address?: { postal_code?: string } | null } | null;
};

export function makePaymentMethod(context: SandboxContext, data: CardData): TypedMethod {
  if (data.type !== undefined && data.type !== "card") {
    throw invalidRequest(
      "The payment sandbox takes cards only.",
      "parameter_invalid",
      "payment_method_data[type]",
    );
  }
  const { number, exp_month, exp_year, cvc } = data.card ?? {};
  const read = readCard(
    {
      number: number ?? "",
      expMonth: exp_month ?? 0,
      expYear: exp_year ?? 0,
      cvc: cvc ?? "",
      postalCode: data.billing_details?.address?.postal_code,
    },
    context.now(),
  );
  if ("refusal" in read) return read;
  return storeMethod(context, read.card);
}

/** A payment method by id: one that was made here, or one of Stripe's ready-made test methods. */
export function findPaymentMethod(context: SandboxContext, id: string): TypedMethod {
  const made = context.store.find("payment_method", id);
  if (made) return { method: made, behavior: context.store.findHidden<CardBehavior>(id) ?? {} };
  const card = cardOfToken(id, context.now());
  if (!card) throw resourceMissing("PaymentMethod", id, "payment_method");
  return storeMethod(context, card);
}

function storeMethod(context: SandboxContext, card: Card) {
  const method = buildPaymentMethod(context, card);
  context.store.insert("payment_method", method, null, card.behavior);
  return { method, behavior: card.behavior };
}

function buildPaymentMethod(context: SandboxContext, card: Card) {
  const address = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: card.postalCode,
    state: null,
  };
  return {
    id: context.newId("pm_"),
    object: "payment_method",
    billing_details: { address, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: card.postalCode ? "pass" : null,
        cvc_check: "pass",
      },
      country: card.country,
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: context.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  } satisfies Stripe.PaymentMethod;
}
