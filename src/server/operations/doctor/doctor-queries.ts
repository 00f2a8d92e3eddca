import { sql } from "kysely";
import { isoTime } from "../../db/order-rows.ts";
import type { Db } from "../../db/transaction.ts";
import { MAIL_TAKEN_FACT } from "../../mail/mail-setup.ts";
import { lowOptions } from "../../products/inventory/inventory-queries.ts";
import { openDifferences } from "../../reconciliation/money-queries.ts";
import type { Reading } from "../../reconciliation/pairs.ts";
import { type RunState, runState } from "../../reconciliation/run-queries.ts";
import { WEBHOOK_FACT } from "../alerts/own-webhook.ts";
import { isUnannounced, lastEventAt } from "../alerts/unannounced-orders.ts";
import { type BackupState, backupState } from "../backups/backup-state.ts";

export type Facts = {
  /** ISO times of the provider's last event and of the last sent email; null: none yet. */
  eventAt: string | null;
  mailAt: string | null;
  /** Emails that were given up. */
  failedMails: number;
  /** Orders of the last day that were paid without an event. */
  unannounced: number;
  samplesOnSale: number;
  /** Sizes of active products that are low or sold out. */
  lowSizes: number;
  /** Active products of which no size can be bought. */
  emptyProducts: number;
  /** Broken rules of the books. */
  brokenRules: number;
  backups: BackupState;
  /**
   * The state of the reconciliation; `run` is null before the first one. `open`: differences, including broken rules.
   */
  money: { run: RunState | null; open: number };
  /** Values of the shop's facts; null: not stored yet. */
  webhook: string | null;
  emailAcceptedBy: string | null;
  /** The database's clock, and this machine's when it was read, in milliseconds since 1970. */
  databaseTime: number;
  readAt: number;
};

const DAY_MS = 24 * 60 * 60_000;
const COUNTED_MAX = 999;
/** Among the newest orders of a day, because a failing webhook misses the next ones, too. */
const ORDERS_MAX = 20;

/** One statement. `before`: a paid order newer than this may still get its event. */
export async function findFacts(
  db: Db,
  { before, now, reading }: { before: Date; now: number; reading: Reading },
): Promise<Facts> {
  const dayAgo = new Date(before.getTime() - DAY_MS);
  const { rows } = await sql<Omit<Facts, "readAt">>`
    select ${isoTime(lastEventAt)} as "eventAt",
      ${isoTime(sql`(select max(sent_at) from outbox where sent_at is not null)`)} as "mailAt",
      (select count(*)::integer from (select 1 from outbox where dead_at is not null and dismissed_at is null
        limit ${COUNTED_MAX}) f) as "failedMails",
      (select count(*)::integer from (
          select payment_intent_id from orders where created_at between ${dayAgo} and ${before}
            and payment_intent_id is not null order by created_at desc limit ${ORDERS_MAX}) o
        where ${isUnannounced(dayAgo)}) as unannounced,
      (select count(*)::integer from products where is_sample and status = 'active') as "samplesOnSale",
      (select count(*)::integer from differences where kind = 'rule') as "brokenRules",
      (select value from shop_facts where name = ${WEBHOOK_FACT}) as webhook,
      (select value from shop_facts where name = ${MAIL_TAKEN_FACT}) as "emailAcceptedBy",
      (select count(*)::integer from (${lowOptions} limit ${COUNTED_MAX}) low) as "lowSizes",
      (select count(*)::integer from (select 1 from products where status = 'active' and stock = 0
        limit ${COUNTED_MAX}) empty) as "emptyProducts",
      (select to_jsonb(b) from (${backupState(now)}) b) as backups,
      jsonb_build_object('run', (select to_jsonb(r) from (${runState(reading.account)}) r),
        'open', (select count from (${openDifferences(reading.isLive)}) m)) as money,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as "databaseTime"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database gave no facts");
  return { ...row, readAt: Date.now() };
}
