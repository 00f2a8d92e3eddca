// The SQL of checkouts and the stock that they hold.
import { sql } from "kysely";
import type { CheckoutLineNow } from "#domain/checkout/checkout.ts";
import type { Totals } from "#domain/checkout/pricing.ts";
import type { Db, Tx } from "../db/transaction.ts";
import type { PaymentIntent } from "../payments/payment-provider.ts";

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

export const checkoutColumns = sql`
  id, order_id as "orderId", request_hash as "requestHash", state, payment_intent_id as "paymentIntentId",
  jsonb_build_object('subtotal', subtotal, 'tax', tax, 'shipping', shipping, 'total', total)
    || case when discount_name is null then '{}'
      else jsonb_build_object('discount', jsonb_build_object('name', discount_name, 'amount', discount)) end as totals,
  hold_active as "holdActive", expires_at as "expiresAt", hold_minutes as "holdMinutes",
  extended_at is not null as "isExtended", hosted_at as "hostedAt",
  replaced_intent_id as "replacedIntentId", checkout_session_id as "sessionId"`;

/** As it is right after it was opened. */
export function newCheckout(
  own: Pick<Checkout, "id" | "orderId" | "requestHash" | "totals" | "expiresAt" | "holdMinutes">,
): Checkout {
  return {
    ...own,
    state: "open",
    paymentIntentId: null,
    holdActive: true,
    isExtended: false,
    hostedAt: null,
    replacedIntentId: null,
    sessionId: null,
  };
}

/** Neither paid nor given up. */
export function isUnfinished({ state }: Checkout): boolean {
  return state === "open" || state === "paying";
}

async function findCheckout(
  db: Db,
  column: "id" | "order_id" | "idempotency_key",
  value: string,
): Promise<Checkout | null> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where ${sql.ref(column)} = ${value}`.execute(db);
  return rows[0] ?? null;
}

export const findCheckoutById = (db: Db, id: string) => findCheckout(db, "id", id);
export const findCheckoutByOrder = (db: Db, orderId: string) => findCheckout(db, "order_id", orderId);
export const findCheckoutByKey = (db: Db, key: string) => findCheckout(db, "idempotency_key", key);

/** A line of the request with the product's current data. `exists` is false for what is not sold. */
export type CatalogLine = CheckoutLineNow & {
  exists: boolean;
  variation: string;
  image: string | null;
  imageAlt: string;
};

/** Stores which payment was made for a checkout, and that the call under `key`, which asked for it, is done. */
export async function saveIntent(
  db: Db,
  { checkoutId, intent, key, now }: { checkoutId: string; intent: PaymentIntent; key: string; now: Date },
): Promise<void> {
  const { id, status, amount } = intent;
  const answer = JSON.stringify({ id, status, amount });
  await sql`select save_intent(${checkoutId}, ${answer}::jsonb, ${key}, ${now})`.execute(db);
}

/** The checkout is locked before everything else of it. */
export async function lockCheckout(tx: Tx, checkoutId: string): Promise<void> {
  await sql`select 1 from checkouts where id = ${checkoutId} for no key update`.execute(tx);
}

/** Ends a locked checkout for which the provider made no payment, and releases its stock. */
export async function abandonCheckout(tx: Tx, checkoutId: string, now: Date): Promise<void> {
  // Whatever concerns a top-up takes turns by the lock of its order, after that of the checkout.
  await sql`
    select 1 from orders where id = (select tops_up from checkouts where id = ${checkoutId}) for update`.execute(
    tx,
  );
  await sql`select release_checkout_stock(${checkoutId})`.execute(tx);
  await tx
    .updateTable("checkouts")
    .set({ state: "expired", updated_at: now })
    .where("id", "=", checkoutId)
    .where("state", "in", ["open", "paying"])
    .execute();
  await tx
    .updateTable("top_ups")
    .set({ ended_at: now })
    .where("checkout_id", "=", checkoutId)
    .where("ended_at", "is", null)
    .execute();
}

/** The shopper's one extension; null when it was used, or the checkout is over or was declined too often. */
export async function extendOnce(db: Db, checkoutId: string, until: Date, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    update checkouts set expires_at = greatest(expires_at, ${until}), extended_at = ${now}, updated_at = ${now}
      where id = ${checkoutId} and state in ('open', 'paying') and extended_at is null
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

/** The checkout of this order and those that its browser began instead, the oldest first, also those that are over. */
export async function listOwn(db: Db, orderId: string): Promise<Checkout[]> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where order_id = any (array(select own_orders(${orderId}::uuid)))
    order by created_at`.execute(db);
  return rows;
}

export async function markSuperseded(db: Db, checkoutId: string, by: string): Promise<void> {
  await db.updateTable("checkouts").set({ superseded_by: by }).where("id", "=", checkoutId).execute();
}

const isExpired = (now: Date) => sql`
  state in ('open', 'paying') and (expires_at < ${now}
    or id in (select checkout_id from top_ups where ended_at is null and closing_at is not null))`;

export async function listExpired(db: Db, now: Date, limit: number): Promise<Checkout[]> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where ${isExpired(now)}
    order by expires_at limit ${limit}`.execute(db);
  return rows;
}

/** An expired checkout as it is now; null when it is over, or was extended meanwhile. */
export async function findExpired(db: Db, id: string, now: Date): Promise<Checkout | null> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where id = ${id} and ${isExpired(now)}`.execute(db);
  return rows[0] ?? null;
}
