// Orders that were paid without any event from the provider. The shop finds them by polling, so nothing is lost, but
// the webhook is not set up at the provider, which the shop's own test call can't detect.
import { sql } from "kysely";
import type { Trouble } from "#domain/alerts/trouble.ts";
import type { Shop } from "../../core/shop.ts";
import { isoTime } from "../../db/order-rows.ts";
import { takesRealMoney } from "../../payments/payment-provider.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A more recent paid order may still get its event. */
export const EVENT_LATE_MS = 10 * MINUTE_MS;
/** Handled events are stored for longer than this. */
const LOOKED_BACK_MS = 7 * DAY_MS;
/** How many recently handled events to check: one that waited for long may be the oldest of them. */
const LAST_HANDLED = 20;
const WAITING_MAX = 999;

/** When the last event arrived, as an expression; null: none yet. */
export const lastEventAt = sql`(select max(received_at) from (
  (select received_at from payment_events where done_at is not null order by done_at desc limit ${sql.lit(LAST_HANDLED)})
  union all (select received_at from payment_events where done_at is null limit ${sql.lit(WAITING_MAX)})) e)`;

/** No event has arrived for the payment of the order `o`. `since`, a time: earlier events can't be about it. */
export const isUnannounced = (since: unknown) => sql`not exists (select 1 from payment_events e
  where (e.done_at > ${since} or e.done_at is null) and e.object_id = o.payment_intent_id)`;

/**
 * The webhook's failure, when the newest orders were paid without an event. Only orders whose shopper returned to the
 * shop count: it was reachable then, while others may be older than a restore or the end of an outage. A later event of
 * any kind proves the webhook.
 */
export async function findUnannounced(shop: Pick<Shop, "db" | "clock" | "payments">): Promise<Trouble[]> {
  const [now, lookedBack] = [shop.clock(), new Date(shop.clock() - LOOKED_BACK_MS)];
  const { rows } = await sql<{ since: string | null }>`
    select ${isoTime(sql`min(o.created_at)`)} as since
    from (select greatest(${lastEventAt}, ${lookedBack}::timestamptz) as at) last join orders o on o.created_at > last.at
    where o.created_at between ${lookedBack} and ${new Date(now - EVENT_LATE_MS)}
      and o.payment_intent_id is not null and o.source = 'browser' and o.is_rehearsal = ${!takesRealMoney(shop.payments)}
      and ${isUnannounced(sql`last.at - interval '1 day'`)}`.execute(shop.db);
  return rows.flatMap(({ since }) => (since === null ? [] : [{ kind: "webhook", since, error: null }]));
}
