// Emails that failed after every attempt. The owner can resend or dismiss them.
import { sql } from "kysely";
import { FAILED_MAILS_SHOWN, type FailedMail } from "#domain/mail/failed-mail.ts";
import { refuseNewEmail } from "#domain/order/corrections.ts";
import type { Order } from "#domain/order/order.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { workQueues } from "../core/work-queues.ts";
import { isoTime } from "../db/order-rows.ts";
import { inTransaction } from "../db/transaction.ts";
import { insertAudit } from "../settings/audit/queries.ts";
import { emailsToOwner } from "./queue-mail.ts";

/**
 * Failed because of an outage. An email that failed sooner can't be written (anymore), so another attempt would not
 * help.
 */
const isOfOutage = sql<boolean>`dead_at is not null and dismissed_at is null
  and attempts >= ${sql.lit(workQueues.mails.attemptsMax)}`;
/** Makes a failed email due right away, as if it were new. */
const dueAgain = (now: Date) => ({
  dead_at: null,
  attempts: 0,
  next_at: now,
  locked_until: null,
  lock_token: null,
});

type OrderOfEmail = Pick<Order, "id" | "number" | "status" | "fulfillment"> & { customerEmail: string };
type Row = Omit<FailedMail, "order"> & { order: OrderOfEmail | null };

/** One statement: the latest FAILED_MAILS_SHOWN emails that failed. */
export async function listFailedMails(shop: Shop): Promise<FailedMail[]> {
  const { rows } = await sql<Row>`
    select m.id, m.kind, m.recipient as "to", coalesce(m.last_error, '') as reason, m.attempts,
      case when o.id is not null then jsonb_build_object('id', o.id, 'number', o.number,
        'customerEmail', coalesce(o.shipping_address ->> 'customer_email', ''),
        'status', o.status, 'fulfillment', o.fulfillment) end as "order",
      ${isoTime(sql`m.dead_at`)} as "failedAt"
    from outbox m left join orders o on o.id = m.order_id
    where m.dead_at is not null and m.dismissed_at is null
    order by m.dead_at desc, m.id desc limit ${FAILED_MAILS_SHOWN}`.execute(shop.db);
  return rows.map(({ order, ...mail }) => ({ ...mail, order: order && knownOrder(mail, order) }));
}

/** Whether several emails failed after all their attempts, so a button that resends them together is useful. */
export async function hasOutageLeftMails(shop: Shop): Promise<boolean> {
  const rows = await shop.db.selectFrom("outbox").select("id").where(isOfOutage).limit(2).execute();
  return rows.length === 2;
}

/** A corrected address helps emails that go to the order's customer. An order whose personal data was erased has none. */
function knownOrder(
  { kind, to }: Omit<Row, "order">,
  { status, fulfillment, ...order }: OrderOfEmail,
): FailedMail["order"] {
  const goesToCustomer =
    to === null && !emailsToOwner.some((owners) => owners === kind) && order.customerEmail !== "";
  return { ...order, takesNewEmail: goesToCustomer && refuseNewEmail({ status, fulfillment }) === null };
}

/** False when no such email is waiting (anymore). */
export async function handleFailedMail(
  shop: Shop,
  { id, action, actor }: { id: unknown; action: "retry" | "dismiss"; actor: string },
): Promise<boolean> {
  if (typeof id !== "string" || !/^\d{1,18}$/.test(id)) return false;
  const now = nowOf(shop);
  const isRetry = action === "retry";
  const change = isRetry ? dueAgain(now) : { dismissed_at: now };
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

/**
 * Resends, oldest first, all emails that failed after all their attempts, such as after a mail server outage of more than
 * a day. Returns how many.
 */
export async function retryFailedMails(shop: Shop, { actor }: { actor: string }): Promise<number> {
  const now = nowOf(shop);
  const count = await inTransaction(shop, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("outbox")
      .set(dueAgain(now))
      .where(isOfOutage)
      .executeTakeFirst();
    const mails = Number(numUpdatedRows);
    if (mails > 0)
      await insertAudit(tx, { actor, action: "mail.all_retried", object: "outbox", after: { mails } }, now);
    return mails;
  });
  if (count > 0) shop.wakeWorker("mails");
  return count;
}
