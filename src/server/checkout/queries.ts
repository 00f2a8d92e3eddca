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
  /** How long one of its holds lasts. */
  holdMinutes: number;
  /** It was extended, which happens at most once. */
  isExtended: boolean;
  /** It is paid on the provider's own page; see host-checkout.ts. */
  isHosted: boolean;
  /** Its items are held only when Pay is pressed; see hold-at-pay.ts. */
  holdsAtPay: boolean;
  sessionId: string | null;
};

export const checkoutColumns = sql`
  id, order_id as "orderId", request_hash as "requestHash", state, payment_intent_id as "paymentIntentId",
  jsonb_build_object('subtotal', subtotal, 'tax', tax, 'shipping', shipping, 'total', total)
    || case when discount_name is null then '{}'
      else jsonb_build_object('discount', jsonb_build_object('name', discount_name, 'amount', discount)) end as totals,
  hold_active as "holdActive", expires_at as "expiresAt", hold_minutes as "holdMinutes",
  extended_at is not null as "isExtended", is_hosted as "isHosted",
  holds_at_pay as "holdsAtPay", checkout_session_id as "sessionId"`;

/** Neither paid nor abandoned. */
export function isUnfinished({ state }: Checkout): boolean {
  return state === "open" || state === "paying";
}

async function findCheckout(db: Db, column: "id" | "order_id", value: string): Promise<Checkout | null> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where ${sql.ref(column)} = ${value}`.execute(db);
  return rows[0] ?? null;
}

export function alreadyPaid({ orderId, paymentIntentId }: Checkout) {
  return { ok: false, reason: "already_paid", orderId, paymentIntentId } as const;
}

export const findCheckoutById = (db: Db, id: string) => findCheckout(db, "id", id);
export const findCheckoutByOrder = (db: Db, orderId: string) => findCheckout(db, "order_id", orderId);

/** A line of the request with the product's current data. `exists` is false for unknown items. */
export type CatalogLine = CheckoutLineNow & {
  exists: boolean;
  variantId: string | null;
  variation: string;
  onHand: number;
  /** What first-time visitors hold of it. */
  heldByStrangers: number;
  image: string | null;
  imageAlt: string;
};

/** Stores the payment made for a checkout, and marks the call under `key`, which requested it, as done. */
export async function saveIntent(
  db: Db,
  { checkoutId, intent, key, now }: { checkoutId: string; intent: PaymentIntent; key: string; now: Date },
): Promise<void> {
  const { id, status, amount } = intent;
  const answer = JSON.stringify({ id, status, amount });
  await sql`select save_intent(${checkoutId}, ${answer}::jsonb, ${key}, ${now})`.execute(db);
}

/** The checkout is locked before anything else of it. */
export async function lockCheckout(tx: Tx, checkoutId: string): Promise<void> {
  await sql`select 1 from checkouts where id = ${checkoutId} for no key update`.execute(tx);
}

/**
 * Ends a checkout whose payment the provider never made or has canceled, and releases its stock. False, without any
 * change, unless the payment is known to be canceled.
 */
export async function endUnpaid(db: Db, checkoutId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ ended: boolean }>`
    select end_unpaid_checkout(${checkoutId}, ${now}) as ended`.execute(db);
  return rows[0]?.ended === true;
}

/**
 * Stores the page of a checkout that waits for it, and marks the call that requested it as done; false when the
 * checkout is over or being replaced.
 */
export async function saveSession(
  db: Db,
  checkoutId: string,
  { sessionId, now }: { sessionId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with stored as (
      update checkouts set checkout_session_id = ${sessionId}, updated_at = ${now},
          state = case when state = 'open' then 'paying' else state end
        where id = ${checkoutId} and is_hosted and state in ('open', 'paying') and superseded_by is null
          and (checkout_session_id is null or checkout_session_id = ${sessionId})
        returning id),
    done as (
      update payment_operations set state = 'done', result_id = ${sessionId}, last_error = null, updated_at = ${now}
        where checkout_id in (select id from stored) and kind = 'session' and state = 'todo')
    select id from stored`.execute(db);
  return rows.length > 0;
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

/** Keeps the hold of a checkout that can't be closed yet. */
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

const isExpired = (now: Date) => sql`
  state in ('open', 'paying') and (expires_at < ${now}
    or id in (select id from order_changes where state = 'ending'))`;

export async function listExpired(db: Db, now: Date, limit: number): Promise<Checkout[]> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where ${isExpired(now)}
    order by expires_at limit ${limit}`.execute(db);
  return rows;
}

/** An expired checkout as it is now; null when it is over, or was extended. */
export async function findExpired(db: Db, id: string, now: Date): Promise<Checkout | null> {
  const { rows } = await sql<Checkout>`
    select ${checkoutColumns} from checkouts where id = ${id} and ${isExpired(now)}`.execute(db);
  return rows[0] ?? null;
}
