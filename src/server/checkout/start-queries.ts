// The SQL of starting a checkout: one statement reads all that decides about it, one writes it.
import { sql } from "kysely";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import type { Arrival, DeliveryRules } from "#domain/checkout/delivery.ts";
import { defaultHoldCaps, type HeldPieces, type HoldCaps } from "#domain/checkout/hold-caps.ts";
import { emailKey } from "#domain/discount/email-key.ts";
import type { Cents } from "#domain/money/money.ts";
import type { OrderAddress } from "#domain/postal-address/shipping-address.ts";
import { defaultDeliveryRules } from "#domain/settings/delivery-rules.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import type { Client } from "../card-testing/client.ts";
import { outcomeColumns, type PaymentOutcomes } from "../card-testing/queries.ts";
import { type Db, errorCode, type Tx } from "../db/transaction.ts";
import type { FoundDiscount } from "../discounts/queries.ts";
import type { NewCall } from "../payments/operation-queries.ts";
import { loadSettings } from "../settings/load-settings.ts";
import { readRules } from "../settings/queries.ts";
import { nowOf, type Shop } from "../shop.ts";
import type { CatalogLine, Checkout } from "./queries.ts";

export type StartFacts = PaymentOutcomes & {
  /** A checkout with this key exists, so the request only asks for it again. */
  isKnown: boolean;
  /** As they are now, in the order of the request. */
  lines: CatalogLine[];
  /** What the client holds in its other checkouts; null: that is not counted. */
  held: HeldPieces[] | null;
  settings: StoreSettings;
  caps: HoldCaps;
  delivery: DeliveryRules;
  /** Those that could apply, by the request's code and by themselves. */
  discounts: FoundDiscount[];
};

type Row = Omit<StartFacts, "settings" | "caps" | "delivery"> & { rules: unknown };

/** One statement, more in a shop that has no settings yet. */
export async function loadStartFacts(
  shop: Shop,
  db: Db,
  { request, client }: { request: CheckoutRequest; client: Client | null },
): Promise<StartFacts> {
  const { items, idempotencyKey, discountCode = null, shipping } = request;
  const { rows } = await sql<Row>`
    select ${outcomeColumns(client?.key ?? null, nowOf(shop))}, is_known as "isKnown", lines, held, rules, discounts
    from checkout_facts(${idempotencyKey}, ${client?.key ?? null}, ${client?.isCapped ?? false},
      ${items.map((item) => item.productId)}::uuid[], ${items.map((item) => item.variation)}::text[],
      ${items.map((item) => item.quantity)}::integer[], ${discountCode}, ${emailKey(shipping.email)}, ${nowOf(shop)})`.execute(
    db,
  );
  const { rules, lines, ...facts } = rows[0] as Row;
  const stored = readRules(rules);
  return {
    ...facts,
    lines: lines.map((line) => ({ ...line, selectedOption: line.variation === "" ? null : line.variation })),
    settings: stored?.settings ?? (await loadSettings({ ...shop, db: db as Shop["db"] })),
    caps: stored?.caps ?? defaultHoldCaps,
    delivery: stored?.delivery ?? defaultDeliveryRules,
  };
}

export type NewCheckout = Pick<
  Checkout,
  "id" | "orderId" | "requestHash" | "totals" | "expiresAt" | "holdMinutes"
> & {
  client: Client | null;
  /** The discount that its totals have, with the email by which its use is counted. */
  discount: (Pick<FoundDiscount, "id" | "version"> & { email: string }) | null;
  /** What each line has of it. */
  lineDiscounts: Cents[];
  /** In percent: that of the address's state, or the one for all. */
  taxRate: number;
  idempotencyKey: string;
  address: OrderAddress;
  /** No money is behind it: the provider's keys are for tests. */
  isRehearsal: boolean;
  /** Of the link to the order's status page; the link itself is not stored. */
  accessTokenHash: string;
  /** When the shopper was told that it arrives. */
  arrival: Arrival;
  lines: CatalogLine[];
  /** What the client was seen to hold. */
  held: HeldPieces[] | null;
  /** Asks for its payment. */
  call: NewCall;
  now: Date;
};

type ShortLine = Pick<CatalogLine, "productId" | "variation" | "available">;

/**
 * exists: another request with the same key or order id came first. repriced: a line costs something else by now, or
 * the discount can't be had as it was read.
 * holds_more: the client holds more by now than
 * `held` says. short: not all lines can be held; with what is left of each that can't. In all of these nothing was
 * written. One statement; in a transaction, `short` ends it.
 */
export type Opening =
  | { is: "opened" | "exists" | "repriced" | "holds_more" }
  | { is: "short"; lines: ShortLine[] };

export async function openCheckout(db: Db, checkout: NewCheckout): Promise<Opening> {
  const row = {
    id: checkout.id,
    order_id: checkout.orderId,
    idempotency_key: checkout.idempotencyKey,
    request_hash: checkout.requestHash,
    subtotal: checkout.totals.subtotal,
    tax: checkout.totals.tax,
    tax_rate: checkout.taxRate,
    tax_state: checkout.address.state,
    shipping: checkout.totals.shipping,
    total: checkout.totals.total,
    discount: checkout.totals.discount?.amount ?? 0,
    discount_id: checkout.discount?.id ?? null,
    discount_name: checkout.totals.discount?.name ?? null,
    discount_version: checkout.discount?.version ?? null,
    discount_email: checkout.discount?.email ?? null,
    shipping_address: checkout.address,
    access_token_hash: checkout.accessTokenHash,
    expires_at: checkout.expiresAt,
    hold_minutes: checkout.holdMinutes,
    client: checkout.client?.key ?? null,
    is_rehearsal: checkout.isRehearsal,
    client_has_paid: checkout.client?.hasPaid ?? false,
    arrives_from: checkout.arrival.from,
    arrives_to: checkout.arrival.to,
  };
  const lines = checkout.lines.map((line, at) => ({
    product_id: line.productId,
    variation: line.variation,
    quantity: line.quantity,
    price: line.unitPrice,
    name: line.name,
    image_url: line.image,
    image_alt: line.imageAlt,
    discount_cents: checkout.lineDiscounts[at] ?? 0,
  }));
  const { id, key, params, nextAt } = checkout.call;
  const [held, call] = [checkout.held, { id, key, params, next_at: nextAt }].map((part) =>
    part === null ? null : JSON.stringify(part),
  );
  try {
    const { rows } = await sql<{ is: "opened" | "exists" | "repriced" | "holds_more" }>`
      select open_checkout(${JSON.stringify(row)}, ${JSON.stringify(lines)}, ${held}, ${call}, ${checkout.now}) as is`.execute(
      db,
    );
    return { is: rows[0]?.is ?? "exists" };
  } catch (error) {
    if (!isShort(error)) throw error;
    return { is: "short", lines: JSON.parse(error.detail) };
  }
}

function isShort(error: unknown): error is { detail: string } {
  return errorCode(error) === "23514" && Object(error).hint === "out_of_stock" && "detail" in Object(error);
}

/** Lets the checkouts of a client in one after another, so that each sees what the others hold. */
export async function lockClient(tx: Tx, client: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${client}, 21))`.execute(tx);
}
