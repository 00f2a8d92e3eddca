// The SQL of checkouts and the stock that they hold.
import { sql } from "kysely";
import type { CheckoutItem, CheckoutLineNow } from "#domain/checkout/checkout.ts";
import type { HeldPieces } from "#domain/checkout/hold-caps.ts";
import type { Totals } from "#domain/checkout/pricing.ts";
import type { OrderAddress } from "#domain/postal-address/shipping-address.ts";
import type { Client } from "../card-testing/client.ts";
import type { Db, Tx } from "../db/transaction.ts";

export type Checkout = {
  id: string;
  orderId: string;
  requestHash: string;
  state: "open" | "paying" | "completed" | "expired" | "superseded";
  totals: Totals;
  paymentIntentId: string | null;
  holdActive: boolean;
  expiresAt: Date;
  /** How long a hold of it lasts. */
  holdMinutes: number;
  /** It was extended, which happens once. */
  isExtended: boolean;
  /** When it moved to the provider's own payment page; see host-checkout.ts. */
  hostedAt: Date | null;
  /** Its first payment, canceled for that move. */
  replacedIntentId: string | null;
  sessionId: string | null;
};

const checkoutColumns = sql`
  id, order_id as "orderId", request_hash as "requestHash", state, payment_intent_id as "paymentIntentId",
  jsonb_build_object('subtotal', subtotal, 'tax', tax, 'shipping', shipping, 'total', total) as totals,
  hold_active as "holdActive", expires_at as "expiresAt", hold_minutes as "holdMinutes",
  extended_at is not null as "isExtended", hosted_at as "hostedAt",
  replaced_intent_id as "replacedIntentId", checkout_session_id as "sessionId"`;

/** Neither paid nor given up. */
export function isUnfinished({ state }: Checkout): boolean {
  return state === "open" || state === "paying";
}

async function findCheckout(
  db: Db,
  column: "id" | "order_id" | "idempotency_key" | "replaced_intent_id" | "checkout_session_id",
  value: string,
): Promise<Checkout | null> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where ${sql.ref(column)} = ${value}`.execute(db);
  return rows[0] ?? null;
}

export const findCheckoutById = (db: Db, id: string) => findCheckout(db, "id", id);
export const findCheckoutByOrder = (db: Db, orderId: string) => findCheckout(db, "order_id", orderId);
export const findCheckoutByKey = (db: Db, key: string) => findCheckout(db, "idempotency_key", key);
export const findCheckoutByReplacedIntent = (db: Db, intentId: string) =>
  findCheckout(db, "replaced_intent_id", intentId);
export const findCheckoutBySession = (db: Db, sessionId: string) =>
  findCheckout(db, "checkout_session_id", sessionId);

/** A line of the request with the product's current data. `exists` is false for what is not sold. */
export type CatalogLine = CheckoutLineNow & {
  exists: boolean;
  variation: string;
  image: string | null;
  imageAlt: string;
};

/** The requested lines with current names, prices and stock, in the order of the request. */
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

type NewCheckout = Pick<
  Checkout,
  "id" | "orderId" | "requestHash" | "totals" | "expiresAt" | "holdMinutes"
> & {
  client: Client | null;
  idempotencyKey: string;
  address: OrderAddress;
  /** Of the link to the order's status page; the link itself is not stored. */
  accessTokenHash: string;
  lines: CatalogLine[];
  now: Date;
};

/** False when another request with the same key or order id came first; then nothing was written. */
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
      hold_minutes: checkout.holdMinutes,
      client: checkout.client?.key ?? null,
      client_has_paid: checkout.client?.hasPaid ?? false,
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

type ShortLine = Pick<CatalogLine, "productId" | "variation" | "available">;

/** Holds all lines or none; returns the lines that fall short with what is left of each, none when all are held. */
export async function holdStock(tx: Tx, checkoutId: string): Promise<ShortLine[]> {
  const { rows } = await sql<ShortLine>`
    select product_id as "productId", variation, available from hold_checkout_stock(${checkoutId})`.execute(
    tx,
  );
  return rows;
}

/** Stores which payment was made for a checkout, unless a webhook came first. */
export async function saveIntent(tx: Tx, checkoutId: string, intentId: string, now: Date): Promise<void> {
  await tx
    .updateTable("checkouts")
    .set({ payment_intent_id: intentId, updated_at: now })
    .set((eb) => ({ state: eb.case().when("state", "=", "open").then("paying").else(eb.ref("state")).end() }))
    .where("id", "=", checkoutId)
    .where((eb) => eb.or([eb("payment_intent_id", "is", null), eb("payment_intent_id", "=", intentId)]))
    // A payment that was canceled for the provider's page stays out, however late this answer is.
    .where("replaced_intent_id", "is", null)
    .execute();
}

/** The checkout is locked before everything else of it. */
export async function lockCheckout(tx: Tx, checkoutId: string): Promise<void> {
  await sql`select 1 from checkouts where id = ${checkoutId} for no key update`.execute(tx);
}

/** Ends a locked checkout for which the provider made no payment, and releases its stock. */
export async function abandonCheckout(tx: Tx, checkoutId: string, now: Date): Promise<void> {
  await sql`select release_checkout_stock(${checkoutId})`.execute(tx);
  await tx
    .updateTable("checkouts")
    .set({ state: "expired", updated_at: now })
    .where("id", "=", checkoutId)
    .where("state", "in", ["open", "paying"])
    .execute();
}

/** Lets the checkouts of a client in one after another, so that each sees what the others hold. */
export async function lockClient(tx: Tx, client: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${client}, 21))`.execute(tx);
}

/** What a client holds in all its open checkouts, by option, with what is left of each beside it. */
export async function listHeldPieces(tx: Tx, client: string): Promise<HeldPieces[]> {
  const { rows } = await sql<HeldPieces>`
    select l.product_id as "productId", l.variation, sum(l.quantity)::integer as quantity,
      coalesce(max(i.on_hand - i.held), 0) as available
    from checkouts c join checkout_items l on l.checkout_id = c.id
    left join inventory i on i.product_id = l.product_id and i.variation = l.variation
    where c.client = ${client} and c.hold_active group by l.product_id, l.variation`.execute(tx);
  return rows;
}

/** The shopper's one extension; null when it was used, or the checkout is over or was declined too often. */
export async function extendOnce(db: Db, checkoutId: string, until: Date, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    update checkouts set expires_at = greatest(expires_at, ${until}), extended_at = ${now}, updated_at = ${now}
      where id = ${checkoutId} and state in ('open', 'paying') and hold_active and extended_at is null
        and not declined_out
      returning expires_at as until`.execute(db);
  return rows[0]?.until ?? null;
}

/** Keeps the hold of a checkout that can't be ended yet. */
export async function keepHold(db: Db, checkoutId: string, until: Date, now: Date): Promise<Date | null> {
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
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where state in ('open', 'paying') and expires_at < ${now}
    order by expires_at limit ${limit}`.execute(db);
  return rows;
}
