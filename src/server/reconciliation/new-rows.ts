// What a round of the books' checks looks at: the orders, checkouts, and products that something was written about since
// the rounds before. Four tables number their rows, and what moves an order, its stock, or its mails adds to one of them,
// so what is new is found by those numbers and not by reading what is old. Checkouts that are unfinished are few, and
// those that were given up have an index by the time of their last change.
//
// Not every change leaves a number. These wait for the slices of the whole (check-books.ts), so for a day at most: part of
// a refund that fails later, another amount of a dispute, another status of the payment of a completed checkout, and
// whatever is written by hand without any of those rows.
//
// Numbers are given before a transaction commits, and transactions commit in any order: a row may appear below one that
// was seen long ago. So a mark is first written down together with the first transaction number that was not given yet,
// and counts only when every transaction below that one has ended; until then a round reads again what the last one
// read. What appears after that anyway is found by the slices, too. Decision 033.
import { type RawBuilder, sql } from "kysely";
import { findFact, saveFact } from "../db/facts.ts";
import type { Db } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";
import type { Scope } from "./invariants.ts";

/** The last number of each table, and when they were read, in milliseconds since 1970. */
type Marks = { orders: number; events: number; movements: number; mails: number; time: number };

export type Kept = {
  /** Everything up to here has been looked at when no transaction could add to it anymore. */
  settled: Marks;
  /** Counts when every transaction below `ceiling` has ended. */
  pending: { marks: Marks; ceiling: string } | null;
};

export type NewRows = { orders: string[]; checkouts: string[]; products: string[] };

const FACT = "books.round";
/** A shop that is checked like this for the first time looks back so far; the slices do the rest. */
const FIRST_ROWS_MAX = 1_000;
/** Checkouts that ended are numbered by no table; the clocks of machines and long transactions have an hour's overlap. */
const ENDED_MS = 60 * 60_000;
/** A mark that waits for longer makes every round read more; some transaction was left open. */
const PENDING_MS = 60 * 60_000;
/** Ids of a kind in one statement: a round after a week without a worker takes longer, its statements don't. */
const ROWS_MAX = 2_000;

/** The rows of this round, and what to do when they have been checked and what is broken has been written down. */
export async function findNewRows(shop: Shop): Promise<{ rows: NewRows; settle: () => Promise<void> }> {
  const kept = await loadKept(shop.db);
  const now = await readMarks(shop);
  const from = kept?.settled ?? before(now.marks);
  const endedSince = new Date(Math.min(from.time, now.marks.time) - ENDED_MS);
  const rows = await listRowsSince(shop.db, { from, endedSince });
  const next = moveOn({ settled: from, pending: kept?.pending ?? null }, now);
  const since = next.pending?.marks.time ?? now.marks.time;
  if (now.marks.time - since > PENDING_MS)
    shop.log.warn("books.marks_wait", {
      since: new Date(since).toISOString(),
      reason: "a transaction is open somewhere on the database server",
    });
  const settle = () =>
    saveFact(shop.db, { name: FACT, value: JSON.stringify(next satisfies Kept), now: nowOf(shop) });
  return { rows, settle };
}

/** The same rows in parts that are small enough for a statement each; none when there are no rows. */
export function splitRows({ orders, checkouts, products }: NewRows): NewRows[] {
  const parts = Math.ceil(Math.max(orders.length, checkouts.length, products.length) / ROWS_MAX);
  return Array.from({ length: parts }, (_, part) => {
    const cut = (ids: string[]) => ids.slice(part * ROWS_MAX, (part + 1) * ROWS_MAX);
    return { orders: cut(orders), checkouts: cut(checkouts), products: cut(products) };
  });
}

/** The rows as the rules are asked of them. */
export function amongRows({ orders, checkouts, products }: NewRows): Scope {
  const among = (ids: string[]) => (id: RawBuilder<unknown>) => sql`${id} = any(${ids}::uuid[])`;
  return { orders: among(orders), checkouts: among(checkouts), products: among(products) };
}

export type Now = { marks: Marks; ceiling: string; horizon: string };

/** Transaction numbers that go back are another cluster's: a restored shop begins anew with its pending mark. */
export function moveOn({ settled, pending }: Kept, { marks, ceiling, horizon }: Now): Kept {
  const next = { marks, ceiling };
  if (pending === null || BigInt(ceiling) < BigInt(pending.ceiling)) return { settled, pending: next };
  const hasEnded = BigInt(horizon) >= BigInt(pending.ceiling);
  return hasEnded ? { settled: pending.marks, pending: next } : { settled, pending };
}

function before({ orders, events, movements, mails, time }: Marks): Marks {
  const back = (number: number) => Math.max(0, number - FIRST_ROWS_MAX);
  return { orders: back(orders), events: back(events), movements: back(movements), mails: back(mails), time };
}

async function loadKept(db: Db): Promise<Kept | null> {
  const text = await findFact(db, FACT);
  return text === null ? null : (JSON.parse(text) as Kept);
}

/** One statement, so one snapshot: the newest rows that it sees, and which transactions it can't see yet. */
async function readMarks(shop: Pick<Shop, "db" | "clock">): Promise<Now> {
  const time = shop.clock();
  const { rows } = await sql<Omit<Marks, "time"> & { ceiling: string; horizon: string }>`
    select coalesce((select max(number) from orders), 0)::float8 as orders,
      coalesce((select max(id) from order_events), 0)::float8 as events,
      coalesce((select max(id) from stock_movements), 0)::float8 as movements,
      coalesce((select max(id) from outbox), 0)::float8 as mails,
      pg_snapshot_xmax(pg_current_snapshot())::text as ceiling,
      pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(shop.db);
  const [row] = rows;
  if (!row) throw new Error("the newest rows are not to be read");
  const { ceiling, horizon, ...marks } = row;
  return { marks: { ...marks, time }, ceiling, horizon };
}

/** One statement: by the primary keys and the indexes of unfinished and of ended checkouts. */
async function listRowsSince(
  db: Db,
  { from, endedSince }: { from: Marks; endedSince: Date },
): Promise<NewRows> {
  const { rows } = await sql<{ [K in keyof NewRows]: string[] | null }>`
    with moved as materialized (
      select order_id, product_id from stock_movements where id > ${from.movements}
    ), new_orders as materialized (
      select id from orders where number > ${from.orders}
      union select order_id from order_events where id > ${from.events}
      union select order_id from outbox where id > ${from.mails} and order_id is not null
      union select order_id from moved where order_id is not null
    ), new_checkouts as materialized (
      select id from checkouts where state in ('open', 'paying')
      union select id from checkouts where hold_active
      union select id from checkouts where state in ('expired', 'superseded') and updated_at > ${endedSince}
      union select o.checkout_id from orders o join new_orders using (id) where o.checkout_id is not null
    )
    select (select array_agg(id) from new_orders) as orders, (select array_agg(id) from new_checkouts) as checkouts,
      (select array_agg(product_id) from (
        select product_id from moved
        union select l.product_id from checkout_items l join new_checkouts c on c.id = l.checkout_id) p) as products`.execute(
    db,
  );
  const [row] = rows;
  return { orders: row?.orders ?? [], checkouts: row?.checkouts ?? [], products: row?.products ?? [] };
}
