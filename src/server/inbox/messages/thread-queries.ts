// The SQL of threads: the messages and replies of one email address, with its orders.
import { sql } from "kysely";
import { revenueStatuses } from "#domain/dashboard/dashboard.ts";
import type { SavedAnswer, Thread, ThreadEntry } from "#domain/messages/thread.ts";
import { THREAD_MAX } from "#domain/messages/thread.ts";
import { isListed, isoTime } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";

const SENDER_ORDERS_SHOWN = 5;

type ReplyRow = {
  id: string;
  text: string;
  at: string;
  mailId: string | null;
  sentAt: string | null;
  isDead: boolean | null;
  isDismissed: boolean | null;
  tries: number | null;
  reason: string | null;
};
type MessageRow = Omit<Extract<ThreadEntry, { kind: "message" }>, "kind">;
type Row = Omit<Thread, "entries"> & { messages: MessageRow[]; replies: ReplyRow[] };

/** One statement: the thread of the sender of this message. Suspected messages are left out, but for this one. */
export async function findThreadRow(db: Db, id: string): Promise<Row | null> {
  const isTheirs = sql`lower(o.shipping_address ->> 'customer_email') = lower(m.email)
    and ${isListed}`;
  const { rows } = await sql<Row>`
    select m.id, m.name, m.email, m.subject, m.answered_at is not null as "isAnswered", m.is_suspected as "isSuspected",
      (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (
        select t.id, t.subject, t.message as text, t.order_id as "orderId", ${isoTime(sql`t.created_at`)} as at
        from contact_messages t where lower(t.email) = lower(m.email) and (not t.is_suspected or t.id = m.id)
        order by t.created_at desc, t.id desc limit ${THREAD_MAX}) t) as messages,
      (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
        select r.id, r.body as text, ${isoTime(sql`r.created_at`)} as at, b.id::text as "mailId",
          ${isoTime(sql`b.sent_at`)} as "sentAt", b.dead_at is not null as "isDead",
          b.dismissed_at is not null as "isDismissed", b.attempts as tries, b.last_error as reason
        from contact_messages t join message_replies r on r.message_id = t.id
          left join outbox b on b.unique_key = 'message_reply:' || r.id
        where lower(t.email) = lower(m.email) order by r.created_at desc, r.id desc limit ${THREAD_MAX}) r) as replies,
      (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
        select o.id, o.number::integer as number, o.status, o.total + o.extra_paid as total, ${isoTime(sql`o.created_at`)} as at
        from orders o where ${isTheirs} order by o.created_at desc limit ${SENDER_ORDERS_SHOWN}) f) as orders,
      (select count(*)::integer from orders o where ${isTheirs}) as "orderCount",
      (select coalesce(sum(o.total + o.extra_paid - o.amount_refunded), 0)::float8 from orders o
        where ${isTheirs} and o.status in (${sql.join(revenueStatuses)})) as spent,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'body', a.body)
        order by lower(a.name) collate "C", a.id), '[]') from saved_answers a) as "savedAnswers"
    from contact_messages m where m.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a message for the rest of the transaction; null: it is gone. */
export async function lockMessage(tx: Tx, id: string): Promise<{ isSuspected: boolean } | null> {
  const { rows } = await sql<{ isSuspected: boolean }>`
    select is_suspected as "isSuspected" from contact_messages where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/** False: this reply is there already. */
export async function insertReply(
  tx: Tx,
  { id, messageId, body, now }: { id: string; messageId: string; body: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("message_replies")
    .values({ id, message_id: messageId, body, created_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * All that the sender of this message wrote until `seen` is read and answered; without a `seen` only what is as old as the
 * message. Null: the message waits again.
 */
export async function updateAnswered(
  tx: Tx,
  id: string,
  answered: { at: Date; seen: Date | null } | null,
): Promise<boolean> {
  const { rows } =
    answered === null
      ? await sql`update contact_messages set answered_at = null where id = ${id} and answered_at is not null returning 1`.execute(
          tx,
        )
      : await sql`
          update contact_messages m set answered_at = ${answered.at}, read_at = coalesce(m.read_at, ${answered.at})
          from contact_messages opened
          where opened.id = ${id} and lower(m.email) = lower(opened.email)
            and m.created_at <= greatest(opened.created_at, ${answered.seen}::timestamptz)
            and m.answered_at is null and (not m.is_suspected or m.id = ${id}) returning 1`.execute(tx);
  return rows.length > 0;
}

/** False when it is so already. */
export async function updateSuspected(tx: Tx, id: string, isSuspected: boolean, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update contact_messages set is_suspected = ${isSuspected}, read_at = case when ${isSuspected} then coalesce(read_at, ${now}) else read_at end
    where id = ${id} and is_suspected <> ${isSuspected} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function listSavedAnswers(db: Db): Promise<SavedAnswer[]> {
  const { rows } = await sql<SavedAnswer>`
    select id, name, body from saved_answers order by lower(name) collate "C", id`.execute(db);
  return rows;
}
