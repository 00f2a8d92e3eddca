// The SQL of checkouts and their held stock, and the only place where its rows become domain values.
import { sql } from "kysely";
import type { CheckoutItem, CheckoutLineNow } from "#domain/checkout/checkout.ts";
import type { Totals } from "#domain/checkout/pricing.ts";
import type { OrderAddress } from "#domain/postal-address/shipping-address.ts";
import type { Db, Tx } from "../db/transaction.ts";
import type { PaymentIntent } from "../payments/payment-provider.ts";

export type CheckoutState = "open" | "paying" | "completed" | "expired" | "superseded";

export type Checkout = {
  id: string;
  orderId: string;
  requestHash: string;
  state: CheckoutState;
  totals: Totals;
  paymentIntentId: string | null;
  intentStatus: string | null;
  holdActive: boolean;
  expiresAt: Date;
  createdAt: Date;
  /** When it moved to the provider's own payment page; see host-checkout.ts. */
  hostedAt: Date | null;
  /** Its first payment, canceled for that move. */
  replacedIntentId: string | null;
  sessionId: string | null;
};

const checkoutColumns = [
  "id",
  "order_id as orderId",
  "request_hash as requestHash",
  "state",
  "subtotal",
  "tax",
  "shipping",
  "total",
  "payment_intent_id as paymentIntentId",
  "intent_status as intentStatus",
  "hold_active as holdActive",
  "expires_at as expiresAt",
  "created_at as createdAt",
  "hosted_at as hostedAt",
  "replaced_intent_id as replacedIntentId",
  "checkout_session_id as sessionId",
] as const;

type CheckoutRow = Omit<Checkout, "state" | "totals"> & Totals & { state: string };

function toCheckout({ subtotal, tax, shipping, total, state, ...row }: CheckoutRow): Checkout {
  return { ...row, state: state as CheckoutState, totals: { subtotal, tax, shipping, total } };
}

/** Neither paid nor given up. */
export function isUnfinished({ state }: Checkout): boolean {
  return state === "open" || state === "paying";
}

async function findCheckout(
  db: Db,
  column: "id" | "order_id" | "idempotency_key" | "replaced_intent_id" | "checkout_session_id",
  value: string,
): Promise<Checkout | null> {
  const row = await db
    .selectFrom("checkouts")
    .select(checkoutColumns)
    .where(column, "=", value)
    .executeTakeFirst();
  return row ? toCheckout(row) : null;
}

export const findCheckoutById = (db: Db, id: string) => findCheckout(db, "id", id);
export const findCheckoutByOrder = (db: Db, orderId: string) => findCheckout(db, "order_id", orderId);
export const findCheckoutByKey = (db: Db, key: string) => findCheckout(db, "idempotency_key", key);
export const findCheckoutByReplacedIntent = (db: Db, intentId: string) =>
  findCheckout(db, "replaced_intent_id", intentId);
export const findCheckoutBySession = (db: Db, sessionId: string) =>
  findCheckout(db, "checkout_session_id", sessionId);

/** A line of the request with what the catalogue says of it now. `exists` is false for what is not sold. */
export type CatalogLine = CheckoutLineNow & {
  exists: boolean;
  variation: string;
  image: string | null;
  imageAlt: string;
};

/** The requested lines with today's names, prices and stock, in the order of the request. */
export async function listCatalogLines(db: Db, items: CheckoutItem[]): Promise<CatalogLine[]> {
  const { rows } = await sql<Omit<CatalogLine, "selectedOption">>`
    select wanted.product_id as "productId", wanted.variation, wanted.quantity, coalesce(p.name, '') as name,
      coalesce(p.effective_price, 0) as "unitPrice", coalesce(i.on_hand - i.held, 0) as available,
      i.product_id is not null as "exists", p.image_url as image, coalesce(p.image_alt, '') as "imageAlt"
    from unnest(${items.map((item) => item.productId)}::uuid[], ${items.map((item) => item.variation)}::text[],
        ${items.map((item) => item.quantity)}::integer[])
      with ordinality as wanted (product_id, variation, quantity, position)
    left join products p on p.id = wanted.product_id and p.status = 'active'
    left join inventory i on i.product_id = p.id and i.variation = wanted.variation
    order by wanted.position`.execute(db);
  return rows.map((row) => ({ ...row, selectedOption: row.variation === "" ? null : row.variation }));
}

export type NewCheckout = {
  id: string;
  orderId: string;
  idempotencyKey: string;
  requestHash: string;
  totals: Totals;
  address: OrderAddress;
  /** Of the link to the order's status page; the link itself is stored nowhere. */
  accessTokenHash: string;
  lines: CatalogLine[];
  now: Date;
  expiresAt: Date;
};

/** False when another request with the same key (or order id) was faster; then nothing was written. */
export async function insertCheckout(tx: Tx, checkout: NewCheckout): Promise<boolean> {
  const inserted = await tx
    .insertInto("checkouts")
    .values({
      id: checkout.id,
      order_id: checkout.orderId,
      idempotency_key: checkout.idempotencyKey,
      request_hash: checkout.requestHash,
      ...checkout.totals,
      shipping_address: JSON.stringify(checkout.address),
      access_token_hash: checkout.accessTokenHash,
      expires_at: checkout.expiresAt,
      created_at: checkout.now,
      updated_at: checkout.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!inserted) return false;
  const items = checkout.lines.map((line) => ({
    checkout_id: checkout.id,
    product_id: line.productId,
    variation: line.variation,
    quantity: line.quantity,
    price: line.unitPrice,
    name: line.name,
    image_url: line.image,
    image_alt: line.imageAlt,
  }));
  await tx.insertInto("checkout_items").values(items).execute();
  return true;
}

/** Holds all lines or none; the lines that fall short with what is left of each, empty when all are held. */
export async function holdStock(
  tx: Tx,
  checkoutId: string,
): Promise<{ productId: string; variation: string }[]> {
  const { rows } = await sql<{ product_id: string; variation: string }>`
    select product_id, variation from hold_checkout_stock(${checkoutId})`.execute(tx);
  return rows.map((row) => ({ productId: row.product_id, variation: row.variation }));
}

/** Notes which payment was made for a checkout, unless a webhook was faster. */
export async function saveIntent(
  tx: Tx,
  checkoutId: string,
  intent: PaymentIntent,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ payment_intent_id: intent.id, updated_at: now })
    .set((eb) => ({ state: eb.case().when("state", "=", "open").then("paying").else(eb.ref("state")).end() }))
    .where("id", "=", checkoutId)
    .where((eb) => eb.or([eb("payment_intent_id", "is", null), eb("payment_intent_id", "=", intent.id)]))
    // A payment that was canceled for the provider's page never comes back, however late this answer is.
    .where("replaced_intent_id", "is", null)
    .execute();
}

/** Ends a checkout for which the provider never made a payment, and gives its stock back. */
export async function abandonCheckout(tx: Tx, checkoutId: string, now: Date): Promise<void> {
  await sql`select release_checkout_stock(id) from (select id from checkouts where id = ${checkoutId} for update) c`.execute(
    tx,
  );
  await tx
    .updateTable("checkouts")
    .set({ state: "expired", updated_at: now })
    .where("id", "=", checkoutId)
    .where("state", "in", ["open", "paying"])
    .execute();
}

export async function extendHold(db: Db, checkoutId: string, until: Date, now: Date): Promise<Date | null> {
  const row = await db
    .updateTable("checkouts")
    .set((eb) => ({ expires_at: eb.fn<Date>("greatest", ["expires_at", eb.val(until)]), updated_at: now }))
    .where("id", "=", checkoutId)
    .where("state", "in", ["open", "paying"])
    .returning("expires_at")
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

export async function markSuperseded(db: Db, checkoutId: string, by: string): Promise<void> {
  await db.updateTable("checkouts").set({ superseded_by: by }).where("id", "=", checkoutId).execute();
}

export async function listExpired(db: Db, now: Date, limit: number): Promise<Checkout[]> {
  const rows = await db
    .selectFrom("checkouts")
    .select(checkoutColumns)
    .where("state", "in", ["open", "paying"])
    .where("expires_at", "<", now)
    .orderBy("expires_at")
    .limit(limit)
    .execute();
  return rows.map(toCheckout);
}
