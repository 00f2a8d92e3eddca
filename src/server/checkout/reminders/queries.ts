// The SQL of reminders of abandoned checkouts.
import { sql } from "kysely";
import type { LeftLine, ReminderFigures } from "#domain/reminders/reminder.ts";
import type { Db, Tx } from "../../db/transaction.ts";

const emailOf = (table: string) => sql`lower(${sql.ref(`${table}.shipping_address`)} ->> 'customer_email')`;
const hashOf = (email: ReturnType<typeof sql>) => sql`encode(sha256(convert_to(${email}, 'UTF8')), 'hex')`;

/** Null: reminders are off. */
export async function findReminderHours(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom("store_settings")
    .select("reminder_hours")
    .where("id", "=", 1)
    .executeTakeFirst();
  return row?.reminder_hours ?? null;
}

/** The shopper's choice for this checkout. Counts only while the owner has reminders turned on. */
export async function writeWish(
  db: Db,
  { checkoutId, wants, now }: { checkoutId: string; wants: boolean; now: Date },
): Promise<void> {
  if (wants)
    await sql`
      insert into checkout_reminders (checkout_id, asked_at) select ${checkoutId}, ${now} from store_settings
        where id = 1 and reminder_hours is not null on conflict do nothing`.execute(db);
  else
    await sql`delete from checkout_reminders where checkout_id = ${checkoutId} and state = 'waiting'`.execute(
      db,
    );
}

/** No payment of checkout `c` can succeed anymore. */
const isLeft = sql`c.state = 'expired' and not c.hold_active
  and (c.payment_intent_id is null or c.intent_status = 'canceled')`;

type DueQuery = { until: Date; lateFrom: Date; limit: number; now: Date };

/**
 * Settles what is due: shoppers to remind (with their email), and those to drop. A checkout that may still be paid
 * waits until it is too late (`lateFrom`). Two processes never settle the same one.
 */
export async function settleDueReminders(
  tx: Tx,
  { until, lateFrom, limit, now }: DueQuery,
): Promise<{ settled: number; told: { checkoutId: string; email: string }[] }> {
  const { rows } = await sql<{ checkoutId: string; email: string; tells: boolean }>`
    with due as materialized (
      select r.checkout_id, r.asked_at from checkout_reminders r join checkouts c on c.id = r.checkout_id
        where r.state = 'waiting' and r.asked_at <= ${until}
          and (c.state in ('superseded', 'completed') or ${isLeft} or r.asked_at < ${lateFrom})
        order by r.asked_at limit ${limit} for update of r skip locked),
    judged as materialized (
      select d.checkout_id, ${emailOf("c")} as email,
          d.asked_at >= ${lateFrom} and reminder_is_true(c, d.asked_at) as tells
        from due d join checkouts c on c.id = d.checkout_id)
    update checkout_reminders r set state = case when j.tells then 'sent' else 'dropped' end, settled_at = ${now},
        email_hash = case when j.tells then ${hashOf(sql`j.email`)} end
      from judged j where r.checkout_id = j.checkout_id
      returning r.checkout_id as "checkoutId", coalesce(j.email, '') as email, j.tells`.execute(tx);
  return { settled: rows.length, told: rows.filter(({ tells }) => tells) };
}

/** What the page behind the link shows; null: the checkout was deleted. */
export async function findLeft(
  db: Db,
  checkoutId: string,
): Promise<{ lines: LeftLine[]; isStopped: boolean } | null> {
  const { rows } = await sql<{ lines: LeftLine[]; isStopped: boolean }>`
    select exists (select from email_opt_outs x
        where x.kind = 'checkout_reminder' and x.email_hash = r.email_hash) as "isStopped",
      (select coalesce(jsonb_agg(jsonb_build_object('productId', l.product_id, 'variantId', l.variant_id, 'quantity', l.quantity,
          'selectedOption', nullif(l.variation, '')) order by l.position, l.variant_id), '[]')
        from checkout_items l where l.checkout_id = c.id) as lines
    from checkouts c join checkout_reminders r on r.checkout_id = c.id and r.state = 'sent'
    where c.id = ${checkoutId}`.execute(db);
  return rows[0] ?? null;
}

export async function noteCameBack(db: Db, checkoutId: string, now: Date): Promise<void> {
  await sql`
    update checkout_reminders set came_back_at = ${now}
      where checkout_id = ${checkoutId} and state = 'sent' and came_back_at is null`.execute(db);
}

/** The recipient of a reminder of this checkout, as in email_opt_outs; null: unknown. */
export async function findReminded(db: Db, checkoutId: string): Promise<string | null> {
  const row = await db
    .selectFrom("checkout_reminders")
    .select("email_hash")
    .where("checkout_id", "=", checkoutId)
    .executeTakeFirst();
  return row?.email_hash ?? null;
}

/**
 * The owner's hours, and how many reminders since then were sent, led to a reopened cart, and were followed by an order
 * within a week.
 */
export async function findReminderFigures(
  db: Db,
  since: Date,
): Promise<{ hours: number | null; figures: ReminderFigures }> {
  const { rows } = await sql<ReminderFigures & { hours: number | null }>`
    with told as materialized (
      select checkout_id, settled_at, came_back_at, email_hash from checkout_reminders
        where state = 'sent' and settled_at >= ${since}),
    sold as materialized (
      select ${hashOf(emailOf("o"))} as email_hash, o.created_at from orders o
        where o.created_at >= ${since} and exists (select from told))
    select (select reminder_hours from store_settings where id = 1) as hours,
      count(*)::integer as sent, count(came_back_at)::integer as "cameBack",
      (select count(distinct r.checkout_id)::integer from told r join sold s using (email_hash)
        where s.created_at between r.settled_at and r.settled_at + interval '7 days') as bought
    from told`.execute(db);
  const { hours = null, ...figures } = rows[0] ?? { sent: 0, cameBack: 0, bought: 0 };
  return { hours, figures };
}
