// The SQL of the owner's inbox.
import { sql } from "kysely";
import type { VisitorMessage } from "#domain/messages/message-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Db, Tx } from "../db/transaction.ts";

type Row = {
  id: string;
  name: string;
  email: string;
  subject: string;
  message: string;
  created_at: Date;
  read_at: Date | null;
  cursor_time: string;
};

/** One statement: up to `limit` messages after a place, newest first. */
export async function listMessagesAfter(
  db: Db,
  { unreadOnly, after }: { unreadOnly: boolean; after: Cursor | null },
  limit: number,
): Promise<{ message: VisitorMessage; cursor: Cursor }[]> {
  const place = after ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<Row>`
    select id, name, email, subject, message, created_at, read_at,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_time
    from contact_messages where ${place} and ${unreadOnly ? sql`read_at is null` : sql`true`}
    order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows.map(({ id, name, email, subject, message, created_at, read_at, cursor_time }) => ({
    message: {
      id,
      name,
      email,
      subject,
      message,
      at: created_at.toISOString(),
      readAt: read_at?.toISOString() ?? null,
    },
    cursor: { at: cursor_time, id },
  }));
}

/** Sets when a message was read; false when it already says so or there is none. */
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
