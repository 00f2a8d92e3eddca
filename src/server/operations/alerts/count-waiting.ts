// The counts in the back office's navigation. Each one uses a short index and stops at the largest number shown: one
// statement for all of them, and not at every page.
import { sql } from "kysely";
import { WAITING_COUNT_MAX, type Waiting } from "#domain/alerts/waiting.ts";
import type { Shop } from "../../core/shop.ts";

/** Other processes may change something in the meantime; changes by this one clear it right away. */
const COUNTED_EVERY_MS = 10_000;

/** Items that wait for the owner; each number at most WAITING_COUNT_MAX. At most ten seconds old. */
export async function recallWaiting(shop: Shop): Promise<Waiting> {
  const known = shop.memory.waiting;
  if (known && Math.abs(shop.clock() - known.at) < COUNTED_EVERY_MS) return known.counts;
  const counts = await countWaiting(shop);
  shop.memory.waiting = { at: shop.clock(), counts };
  return counts;
}

/** After a change by the owner, the next page counts again. */
export function forgetWaiting(shop: Shop): void {
  delete shop.memory.waiting;
}

async function countWaiting(shop: Pick<Shop, "db">): Promise<Waiting> {
  const upTo = (rows: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::integer from (${rows} limit ${WAITING_COUNT_MAX}) waiting)`;
  const { rows } = await sql<Waiting>`
    select ${upTo(sql`select 1 from contact_messages where read_at is null and not is_suspected`)} as messages,
      ${upTo(sql`select 1 from reviews where state = 'pending'`)} as reviews,
      ${upTo(sql`select 1 from return_requests where state = 'requested'`)} as returns,
      ${upTo(sql`select 1 from orders where fulfillment = 'unfulfilled' and status in ('paid', 'partially_refunded') and has_to_send`)}
        as shipments`.execute(shop.db);
  return rows[0] ?? { messages: 0, reviews: 0, returns: 0, shipments: 0 };
}
