import type Stripe from "stripe";
import { invalidRequest } from "../api/api-error.ts";
import { mergeMetadata } from "../api/parameters.ts";
import type { SandboxContext } from "../context.ts";
import type { SessionParameters } from "./checkout-sessions.ts";
import { missing } from "./payment-intents.ts";

export const EXPIRES_MAX_S = 24 * 60 * 60;

export function buildLineItem(
  context: SandboxContext,
  item: NonNullable<SessionParameters["line_items"]>[number],
) {
  const { price_data: price, quantity } = item;
  if (!price?.product_data?.name) throw missing("line_items[0][price_data][product_data][name]");
  if (price.unit_amount === undefined || price.unit_amount < 0)
    throw missing("line_items[0][price_data][unit_amount]");
  if (price.currency?.toLowerCase() !== "usd") {
    throw invalidRequest("The payment sandbox takes usd.", undefined, "line_items[0][price_data][currency]");
  }
  if (quantity === undefined || quantity < 1) throw missing("line_items[0][quantity]");
  const amount = price.unit_amount * quantity;
  return {
    id: context.newId("li_"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: "usd",
    description: price.product_data.name,
    metadata: item.metadata ?? {},
    price: buildPrice(context, price.unit_amount),
    quantity,
  } satisfies Stripe.LineItem;
}

function buildPrice(context: SandboxContext, unitAmount: number) {
  return {
    id: context.newId("price_"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created: context.seconds(),
    currency: "usd",
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: context.newId("prod_", 14),
    recurring: null,
    tax_behavior: "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: "one_time",
    unit_amount: unitAmount,
    unit_amount_decimal: null,
  } satisfies Stripe.Price;
}

/** Fields of Stripe that a session of this sandbox never uses. */
const NOT_OFFERED = {
  after_expiration: null,
  allow_promotion_codes: null,
  billing_address_collection: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  customer: null,
  customer_account: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  submit_type: null,
  subscription: null,
  wallet_options: null,
} as const;

export function buildSession(
  context: SandboxContext,
  params: SessionParameters,
  pageOrigin: string,
  total: number,
) {
  const id = context.newId("cs_test_", 58);
  return {
    id,
    object: "checkout.session",
    ...NOT_OFFERED,
    adaptive_pricing: { enabled: false },
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount_subtotal: total,
    amount_total: total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    client_secret: null,
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    created: context.seconds(),
    currency: "usd",
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_creation: "if_required",
    customer_details: params.customer_email ? buildCustomer(params.customer_email) : null,
    customer_email: params.customer_email ?? null,
    discounts: [],
    expires_at: params.expires_at ?? context.seconds() + EXPIRES_MAX_S,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    mode: "payment",
    payment_intent: null,
    payment_method_collection: "if_required",
    payment_method_options: {},
    payment_method_types: ["card"],
    payment_status: "unpaid",
    shipping_options: [],
    status: "open",
    success_url: params.success_url!,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: "hosted_page",
    url: `${pageOrigin}/sandbox/checkout/${id}`,
  } satisfies Stripe.Checkout.Session;
}

function buildCustomer(email: string) {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  } satisfies Stripe.Checkout.Session.CustomerDetails;
}
