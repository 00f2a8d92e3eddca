// What the metrics read from the database, in one statement.
import { sql } from "kysely";
import type { Db } from "../db/transaction.ts";

/** What waits in a queue. `oldestSeconds`: since the one that has waited longest was due. */
type Queue = { waiting: number; oldestSeconds: number; givenUp: number };

export type ShopFigures = {
  queues: Record<"mails" | "events" | "syncs" | "operations", Queue>;
  /** By status. */
  orders: Record<string, number>;
  declinesLastHour: number;
  /** Checkouts that hold stock, and the units that they hold. */
  holds: number;
  heldUnits: number;
};

export async function readShopFigures(db: Db, now: Date): Promise<ShopFigures> {
  const hourAgo = new Date(now.getTime() - 60 * 60_000);
  const queue = (table: string, due: string, open: string, givenUp: string) => sql`(
    select jsonb_build_object('waiting', count(*),
        'oldestSeconds', coalesce(greatest(0, extract(epoch from ${now}::timestamptz - min(${sql.ref(due)}))), 0),
        'givenUp', (select count(*) from ${sql.table(table)} where ${sql.raw(givenUp)}))
      from ${sql.table(table)} where ${sql.raw(open)})`;
  const { rows } = await sql<{ figures: ShopFigures }>`
    select jsonb_build_object(
      'queues', jsonb_build_object(
        'mails', ${queue("outbox", "next_at", "sent_at is null and dead_at is null", "dead_at is not null and dismissed_at is null")},
        'events', ${queue("payment_events", "next_at", "done_at is null", "false")},
        'syncs', ${queue("jobs", "run_at", "kind = 'sync_orders' and done_at is null and dead_at is null", "false")},
        'operations', ${queue("payment_operations", "next_at", "state = 'todo'", "state = 'needs_human'")}),
      'orders', coalesce((select jsonb_object_agg(status, orders)
        from (select status, count(*) as orders from orders where cleared_at is null group by status) as figures), '{}'),
      'declinesLastHour', (select count(*) from payment_events
        where type = 'payment_intent.payment_failed' and received_at > ${hourAgo}),
      'holds', (select count(*) from checkouts where state in ('open', 'paying') and hold_active),
      'heldUnits', (select coalesce(sum(held), 0) from inventory where held > 0)) as figures`.execute(db);
  const figures = rows[0]?.figures;
  if (!figures) throw new Error("the database gave no figures");
  return figures;
}
