// Mails that were given up; the owner may send them again or dismiss them.
import { sql } from "kysely";
import { FAILED_MAILS_SHOWN, type FailedMail } from "#domain/mail/failed-mail.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { isoTime } from "../order-rows.ts";
import { nowOf, type Shop } from "../shop.ts";

/** One statement: the FAILED_MAILS_SHOWN mails that were given up last. */
export async function listFailedMails(shop: Shop): Promise<FailedMail[]> {
  const { rows } = await sql<FailedMail>`
    select m.id, m.kind, m.recipient as "to", coalesce(m.last_error, '') as reason, m.attempts,
      case when o.id is not null then jsonb_build_object('id', o.id, 'number', o.number,
        'customerEmail', coalesce(o.shipping_address ->> 'customer_email', '')) end as "order",
      ${isoTime(sql`m.dead_at`)} as "failedAt"
    from outbox m left join orders o on o.id = m.order_id
    where m.dead_at is not null and m.dismissed_at is null
    order by m.dead_at desc, m.id desc limit ${FAILED_MAILS_SHOWN}`.execute(shop.db);
  return rows;
}

/** False when no such mail is waiting (anymore). */
export async function handleFailedMail(
  shop: Shop,
  { id, action, actor }: { id: unknown; action: "retry" | "dismiss"; actor: string },
): Promise<boolean> {
  if (typeof id !== "string" || !/^\d{1,18}$/.test(id)) return false;
  const now = nowOf(shop);
  const isRetry = action === "retry";
  const change = isRetry
    ? { dead_at: null, attempts: 0, next_at: now, locked_until: null, lock_token: null }
    : { dismissed_at: now };
  const isChanged = await inTransaction(shop, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("outbox")
      .set(change)
      .where("id", "=", id)
      .where("dead_at", "is not", null)
      .where("dismissed_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await insertAudit(tx, { actor, action: isRetry ? "mail.retried" : "mail.dismissed", object: id }, now);
    return true;
  });
  if (isChanged && isRetry) shop.wakeWorker("mails");
  return isChanged;
}
