// Mails that were given up, and what the owner may do about them: send again, or let them be.
import { sql } from "kysely";
import { FAILED_MAILS_SHOWN, type FailedMail } from "#domain/failed-mail.ts";
import { type AuditEntry, insertAudit } from "../audit/queries.ts";
import { inTransaction, type Tx } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";

type Row = {
  id: string;
  kind: string;
  recipient: string | null;
  last_error: string | null;
  attempts: number;
  dead_at: Date;
  order_id: string | null;
  number: string | null;
  email: string | null;
};

/** One statement: the mails that were given up last, at most FAILED_MAILS_SHOWN. */
export async function listFailedMails(shop: Shop): Promise<FailedMail[]> {
  const { rows } = await sql<Row>`
    select m.id, m.kind, m.recipient, m.last_error, m.attempts, m.dead_at, o.id as order_id, o.number,
      o.shipping_address ->> 'customer_email' as email
    from outbox m left join orders o on o.id = m.order_id
    where m.dead_at is not null and m.dismissed_at is null
    order by m.dead_at desc, m.id desc limit ${FAILED_MAILS_SHOWN}`.execute(shop.db);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    to: row.recipient,
    order:
      row.order_id === null
        ? null
        : { id: row.order_id, number: Number(row.number), customerEmail: row.email ?? "" },
    reason: row.last_error ?? "",
    attempts: row.attempts,
    failedAt: row.dead_at.toISOString(),
  }));
}

/** False when the mail is not among those given up (any more): somebody else was faster, or there is none. */
export async function handleFailedMail(
  shop: Shop,
  { id, action, actor }: { id: unknown; action: "retry" | "dismiss"; actor: string },
): Promise<boolean> {
  if (typeof id !== "string" || !/^\d{1,18}$/.test(id)) return false;
  const now = nowOf(shop);
  const isChanged = await inTransaction(shop, async (tx) => {
    const change = action === "retry" ? await sendAgain(tx, id, now) : await dismiss(tx, id, now);
    if (!change) return false;
    const entry: AuditEntry = {
      actor,
      action: action === "retry" ? "mail.retried" : "mail.dismissed",
      object: id,
    };
    await insertAudit(tx, entry, now);
    return true;
  });
  if (isChanged && action === "retry") shop.wakeWorker();
  return isChanged;
}

async function sendAgain(tx: Tx, id: string, now: Date): Promise<boolean> {
  const change = await tx
    .updateTable("outbox")
    .set({ dead_at: null, attempts: 0, next_at: now, locked_until: null, lock_token: null })
    .where("id", "=", id)
    .where("dead_at", "is not", null)
    .where("dismissed_at", "is", null)
    .executeTakeFirst();
  return change.numUpdatedRows > 0n;
}

async function dismiss(tx: Tx, id: string, now: Date): Promise<boolean> {
  const change = await tx
    .updateTable("outbox")
    .set({ dismissed_at: now })
    .where("id", "=", id)
    .where("dead_at", "is not", null)
    .where("dismissed_at", "is", null)
    .executeTakeFirst();
  return change.numUpdatedRows > 0n;
}
