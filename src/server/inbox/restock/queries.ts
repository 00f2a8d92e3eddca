// The SQL of restock requests. Waiting shoppers are notified by the database function notify_restock_line. Locks: the variant's row
// of inventory first, then requests.
import { sql } from "kysely";
import type { Db, Tx } from "../../db/transaction.ts";

/** A variant of an active product; null: there is none of this name. */
export async function findVariant(
  db: Db,
  { productId, option }: { productId: string; option: string },
): Promise<{ id: string; available: number } | null> {
  const { rows } = await sql<{ id: string; available: number }>`
    select i.id, i.on_hand - i.held as available
    from products p join inventory i on i.product_id = p.id and i.variation = ${option}
    where p.id = ${productId} and p.status = 'active'`.execute(db);
  return rows[0] ?? null;
}

type Whose = { variantId: string; email: string };

/** Keeps the variant until the transaction ends; false: it is gone. */
export async function keepVariant(tx: Tx, variantId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from inventory where id = ${variantId} for key share`.execute(tx);
  return rows.length > 0;
}

/** The open request of this email, with the time of the latest ask. */
export async function findAsked(tx: Tx, whose: Whose): Promise<{ id: string; askedAt: Date } | null> {
  const { rows } = await sql<{ id: string; askedAt: Date }>`
    select id, asked_at as "askedAt" from restock_requests where variant_id = ${whose.variantId}
      and email = ${whose.email} and told_at is null`.execute(tx);
  return rows[0] ?? null;
}

/** Writes a request down, or notes that it was asked for again. One that was notified makes room for it. Answers its id. */
export async function writeAsked(
  tx: Tx,
  { id, variantId, email, now }: Whose & { id: string; now: Date },
): Promise<string> {
  await sql`
    delete from restock_requests where variant_id = ${variantId} and email = ${email}
      and told_at is not null`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into restock_requests (id, variant_id, email, asked_at)
    values (${id}, ${variantId}, ${email}, ${now})
    on conflict (variant_id, email) do update set asked_at = excluded.asked_at
    returning id`.execute(tx);
  return rows[0]?.id ?? id;
}

export async function confirmRequest(db: Db, id: string, now: Date): Promise<void> {
  await sql`update restock_requests set confirmed_at = ${now} where id = ${id} and confirmed_at is null`.execute(
    db,
  );
}

export async function deleteRequest(db: Db, id: string): Promise<void> {
  await sql`delete from restock_requests where id = ${id}`.execute(db);
}

export type RequestRow = {
  productId: string;
  name: string;
  option: string;
  imageUrl: string | null;
  imageAlt: string;
  email: string;
  isConfirmed: boolean;
  isTold: boolean;
  isSold: boolean;
  isBack: boolean;
};

/** A request with its product, also while that is not sold: it still waits then. */
export async function findRequestRow(db: Db, id: string): Promise<RequestRow | null> {
  const { rows } = await sql<RequestRow>`
    select p.id as "productId", p.name, i.variation as option, p.image_url as "imageUrl", p.image_alt as "imageAlt",
      r.email, r.confirmed_at is not null as "isConfirmed", r.told_at is not null as "isTold",
      p.status = 'active' as "isSold", p.status = 'active' and i.on_hand > i.held as "isBack"
    from restock_requests r join inventory i on i.id = r.variant_id join products p on p.id = i.product_id
    where r.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/**
 * Ids of up to `limit` variants that can be sold and have shoppers to notify now; whose turn began after `turnSince`
 * still has it. The first parts step from line to
 * line through the index, so those who wait in one line are not read.
 */
export async function listDueLines(
  db: Db,
  { turnSince, limit }: { turnSince: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive lines as (
      (select variant_id from restock_requests where confirmed_at is not null and told_at is null
        order by variant_id limit 1)
      union all
      select next.variant_id from lines l cross join lateral (
        select variant_id from restock_requests
          where confirmed_at is not null and told_at is null and variant_id > l.variant_id
          order by variant_id limit 1) next)
    select i.id from lines l join inventory i on i.id = l.variant_id
      join products p on p.id = i.product_id and p.status = 'active'
    where i.on_hand > i.held and i.on_hand - i.held > (select count(*) from restock_requests t
      where t.variant_id = i.id and t.told_at > ${turnSince})
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notifies the first of a line, at most `most`; returns how many. */
export async function notifyLine(
  db: Db,
  { variantId, most, turnSince, now }: { variantId: string; most: number; turnSince: Date; now: Date },
): Promise<number> {
  const { rows } = await sql<{ told: number }>`
    select notify_restock_line(${variantId}, ${most}, ${turnSince}, ${now}) as told`.execute(db);
  return rows[0]?.told ?? 0;
}
