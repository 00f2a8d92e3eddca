// The SQL of starting a checkout: one statement locks and reads everything that decides about it, one writes it.
import { sql } from "kysely";
import { OUTCOMES_COUNT_MS, type Outcomes, type ShopOutcomes } from "#domain/checkout/card-testing.ts";
import { type CheckoutRequest, HOLD_MINUTES } from "#domain/checkout/checkout.ts";
import { arrivalOf, type DeliveryRules } from "#domain/checkout/delivery.ts";
import { defaultHoldCaps, type HoldCaps, type UnpaidHolds } from "#domain/checkout/hold-caps.ts";
import type { PricedCart } from "#domain/checkout/pricing.ts";
import type { OrderAddress } from "#domain/postal-address/shipping-address.ts";
import { defaultDeliveryRules } from "#domain/settings/delivery-rules.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import { emailKey } from "#domain/text/typed/email-key.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import type { Db, Tx } from "../db/transaction.ts";
import { accessTokenHash, orderAccessToken } from "../mail/links/order-token.ts";
import { PAGE_MINUTES } from "../payments/page-content.ts";
import { takesRealMoney } from "../payments/payment-provider.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { readRules } from "../settings/queries.ts";
import { withCollections } from "./discounts/collection-discounts.ts";
import type { FoundDiscount } from "./discounts/queries.ts";
import { type CatalogLine, type Checkout, checkoutColumns } from "./queries.ts";
import type { Visitor } from "./visitors/visitor.ts";

export type StartFacts = {
  /**
   * A checkout with this key or order id exists. Then nothing is read but the checkout of that key, if it has the key.
   */
  isKnown: boolean;
  known: Checkout | null;
  /** Current data, in the order of the request. */
  lines: CatalogLine[];
  /** Null without a visitor. */
  outcomes: { own: Outcomes; shop: ShopOutcomes } | null;
  holds: UnpaidHolds | null;
  settings: StoreSettings;
  caps: HoldCaps;
  delivery: DeliveryRules;
  /** Candidates by the request's code, and automatic ones. */
  discounts: FoundDiscount[];
  /** The email in the form in which discount uses are counted. */
  email: string;
};

type Row = Pick<StartFacts, "isKnown" | "lines" | "holds" | "discounts"> & {
  own: Outcomes | null;
  shop: ShopOutcomes | null;
  rules: unknown;
};

/**
 * Until the transaction ends, no other checkout starts, and none of this changes. A shop without settings needs more
 * statements.
 */
export async function loadStartFacts(
  shop: Shop,
  tx: Tx,
  { request, visitor }: { request: CheckoutRequest; visitor: Visitor | null },
): Promise<StartFacts> {
  const { items, idempotencyKey, orderId, discountCode = null, shipping } = request;
  const now = nowOf(shop);
  const email = emailKey(shipping.email);
  const since = new Date(now.getTime() - OUTCOMES_COUNT_MS);
  const { rows } = await sql<Row>`
    select is_known as "isKnown", coalesce(lines, '[]') as lines, own, shop, held as holds, rules,
      coalesce(discounts, '[]') as discounts
    from checkout_facts(${idempotencyKey}, ${orderId}, ${visitor?.key ?? null},
      ${items.map((item) => item.productId)}::uuid[], ${items.map((item) => item.variantId ?? null)}::uuid[],
      ${items.map((item) => item.variation)}::text[],
      ${items.map((item) => item.quantity)}::integer[], ${discountCode}, ${email}, ${since}, ${now})`.execute(
    tx,
  );
  const { rules, lines, own, shop: all, ...facts } = rows[0] as Row;
  const stored = readRules(rules ?? null);
  const productIds = items.map((item) => item.productId);
  return {
    ...facts,
    discounts: await withCollections(tx, facts.discounts, { productIds, now }),
    email,
    known: facts.isKnown ? await findCheckoutByKey(tx, idempotencyKey) : null,
    lines: lines.map((line) => ({ ...line, selectedOption: line.variation === "" ? null : line.variation })),
    outcomes: own && all && { own, shop: all },
    settings: stored?.settings ?? (await loadSettings({ ...shop, db: tx as unknown as Shop["db"] })),
    caps: stored?.caps ?? defaultHoldCaps,
    delivery: stored?.delivery ?? defaultDeliveryRules,
  };
}

/** The checkout of this order and those that its browser began instead, oldest first, including ended ones. */
export async function listOwn(db: Db, orderId: string): Promise<Checkout[]> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where order_id = any (array(select own_orders(${orderId}::uuid)))
    order by created_at`.execute(db);
  return rows;
}

export async function markSuperseded(db: Db, checkoutId: string, by: string): Promise<void> {
  await db.updateTable("checkouts").set({ superseded_by: by }).where("id", "=", checkoutId).execute();
}

async function findCheckoutByKey(db: Db, key: string): Promise<Checkout | null> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where idempotency_key = ${key}`.execute(db);
  return rows[0] ?? null;
}

type NewCheckout = Pick<Checkout, "orderId" | "requestHash" | "holdMinutes" | "isHosted" | "holdsAtPay"> & {
  idempotencyKey: string;
  visitor: Visitor | null;
  address: OrderAddress;
  facts: StartFacts;
  priced: PricedCart;
  now: Date;
};

/** Writes a checkout that `loadStartFacts` has judged in this transaction, with its hold. */
export async function storeCheckout(shop: Shop, tx: Tx, made: NewCheckout): Promise<Checkout> {
  const { orderId, requestHash, holdMinutes, isHosted, holdsAtPay, visitor, address, facts, priced, now } =
    made;
  const { totals, chosen } = priced;
  const { from: arrives_from, to: arrives_to } = arrivalOf(now.getTime(), facts.delivery);
  const id = shop.newId();
  // A page's hold outlives the page, unless it takes much of the remaining stock; then the expiry sweep closes the
  // page.
  const pageMinutes = holdMinutes < HOLD_MINUTES ? HOLD_MINUTES : PAGE_MINUTES + 1;
  const expiresAt = new Date(now.getTime() + (isHosted ? pageMinutes : holdMinutes) * 60_000);
  const row = {
    id,
    order_id: orderId,
    idempotency_key: made.idempotencyKey,
    request_hash: requestHash,
    subtotal: totals.subtotal,
    tax: totals.tax,
    tax_rate: priced.taxRate ?? 0,
    tax_state: address.state,
    shipping_tax: priced.shippingTax,
    shipping: totals.shipping,
    total: totals.total,
    discount: totals.discount?.amount ?? 0,
    discount_id: chosen?.id ?? null,
    discount_name: totals.discount?.name ?? null,
    discount_email: chosen ? facts.email : null,
    shipping_address: address,
    // The hash for the link to the order's status page; the link itself is not stored.
    access_token_hash: accessTokenHash(orderAccessToken(shop.keys.orderLinks.current, orderId)),
    expires_at: expiresAt,
    hold_minutes: holdMinutes,
    // A page's hold lasts as long as the page, and is not extended.
    extended_at: isHosted ? now : null,
    visitor: visitor?.key ?? null,
    visitor_has_paid: visitor?.hasPaid ?? false,
    is_hosted: isHosted,
    holds_at_pay: holdsAtPay,
    // A test order: the provider's keys are test keys.
    is_rehearsal: !takesRealMoney(shop.payments),
    ...{ arrives_from, arrives_to },
  };
  const lines = facts.lines.map((line, at) => ({
    product_id: line.productId,
    variant_id: line.variantId,
    variation: line.variation,
    quantity: line.quantity,
    price: line.unitPrice,
    name: line.name,
    image_url: line.image,
    image_alt: line.imageAlt,
    discount_cents: priced.lineDiscounts[at] ?? 0,
  }));
  await sql`select store_checkout(${JSON.stringify(row)}, ${JSON.stringify(lines)}, ${now})`.execute(tx);
  return {
    ...{ id, orderId, requestHash, totals, expiresAt, holdMinutes, isHosted, holdsAtPay },
    state: "open",
    paymentIntentId: null,
    holdActive: !holdsAtPay,
    isExtended: isHosted,
    sessionId: null,
  };
}
