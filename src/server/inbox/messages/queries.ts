// The SQL of messages: what the contact form stores, and the owner's inbox.
import { sql } from "kysely";
import type { ContactMessage } from "#domain/messages/contact-message.ts";
import type { MessageListName, MessageSearch, VisitorMessage } from "#domain/messages/message-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { likePattern } from "#domain/text/like-pattern.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";

/** False: the same words about the same order are there already, and nothing was written. */
export async function insertMessage(
  tx: Tx,
  {
    createdAt,
    isSuspected,
    orderId,
    ...message
  }: ContactMessage & { id: string; createdAt: Date; isSuspected: boolean; orderId: string | null },
): Promise<boolean> {
  const row = {
    ...message,
    created_at: createdAt,
    read_at: null,
    is_suspected: isSuspected,
    order_id: orderId,
  };
  const insert = tx.insertInto("contact_messages").values(row);
  const { numInsertedOrUpdatedRows } = await insert
    .onConflict((conflict) =>
      conflict.expression(sql`order_id, md5(message)`).where("order_id", "is not", null).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** What was asked for about an order on its page, oldest first. */
export async function listOrderRequests(db: Db, orderId: string): Promise<{ subject: string; at: string }[]> {
  const { rows } = await sql<{ subject: string; at: string }>`
    select subject, ${isoTime(sql`created_at`)} as at from contact_messages
    where order_id = ${orderId} order by contact_messages.created_at, id`.execute(db);
  return rows;
}

const lists: Record<MessageListName, ReturnType<typeof sql>> = {
  all: sql`not is_suspected`,
  unread: sql`not is_suspected and read_at is null`,
  "to-answer": sql`not is_suspected and answered_at is null`,
  suspected: sql`is_suspected`,
};

/** All words of a message, as the index has them. */
const messageWords = sql`lower(name || ' ' || email || ' ' || subject || ' ' || message)`;

function hasWords(query: string) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  const all = words.map((word) => sql`${messageWords} like ${likePattern(word)}`);
  return sql.join([sql`true`, ...all], sql` and `);
}

const WORDS_MAX = 6;

type Row = ContactMessage & {
  isAnswered: boolean;
  id: string;
  orderId: string | null;
  created_at: Date;
  read_at: Date | null;
  cursor_time: string;
};

/** One statement: up to `limit` messages after a cursor, newest first. */
export async function listMessagesAfter(
  db: Db,
  { show, query, after }: MessageSearch,
  limit: number,
): Promise<{ message: VisitorMessage; cursor: Cursor }[]> {
  const place = after ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<Row>`
    select id, name, email, subject, message, order_id as "orderId", created_at, read_at, answered_at is not null as "isAnswered",
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from contact_messages where ${place} and ${lists[show]} and ${hasWords(query)}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ created_at, read_at, cursor_time, ...message }) => ({
    message: { ...message, at: created_at.toISOString(), readAt: read_at?.toISOString() ?? null },
    cursor: { at: cursor_time, id: message.id },
  }));
}

/** Deletes the oldest suspected messages but for the newest `kept`. */
export async function deleteOldSuspected(db: Db, kept: number): Promise<void> {
  await sql`
    delete from contact_messages where is_suspected and (created_at, id) <= (
      select created_at, id from contact_messages where is_suspected
      order by created_at desc, id desc offset ${kept} limit 1)`.execute(db);
}

/** Marks a message as read or, with null, as unread; false when it is so already or does not exist. */
export async function updateRead(tx: Tx, id: string, readAt: Date | null): Promise<boolean> {
  const wasRead = readAt === null ? sql<boolean>`read_at is not null` : sql<boolean>`read_at is null`;
  const changed = await tx
    .updateTable("contact_messages")
    .set({ read_at: readAt })
    .where("id", "=", id)
    .where(wasRead)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
