// The SQL of reviews: what customers may review of an order, what they wrote, and the owner's list.
import { sql } from "kysely";
import type { ProductImage } from "#domain/product/image.ts";
import type { Fit, Review, ReviewState } from "#domain/reviews/review.ts";
import type { OwnersReview, ReviewSearch } from "#domain/reviews/review-search.ts";
import type { ReviewSums } from "#domain/reviews/review-sums.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import { isoTime } from "../../db/order-rows.ts";
import type { Db, Tx } from "../../db/transaction.ts";
import { optOutHash } from "../../mail/queries.ts";

/** Of an order `o`: a unit of its item `i` was paid for, and is with the customer, as far as the shop knows. */
export const isKept = sql`
  (o.status in ('paid', 'partially_refunded', 'disputed') and o.fulfillment in ('shipped', 'delivered')
    and exists (select from order_units u where u.order_item_id = i.id and u.state = 'shipped' and u.refund_id is null))`;

export type StoredReview = Review & { state: ReviewState; version: number };

type Line = {
  itemId: string;
  productId: string;
  name: string;
  image: ProductImage | null;
  size: string;
  optionName: string;
  review: StoredReview | null;
};

type AskedOrder = { orderId: string; customerName: string; askedAt: Date; isStopped: boolean; lines: Line[] };

export const hashOfOrder = optOutHash(sql`o.shipping_address ->> 'customer_email'`);

/** The order whose link has this hash: its lines that may be reviewed, or were. null: there is no such link. */
export async function findAskedOrder(db: Db, tokenHash: string): Promise<AskedOrder | null> {
  const { rows } = await sql<AskedOrder>`
    select o.id as "orderId", coalesce(o.shipping_address ->> 'customer_name', '') as "customerName",
      a.settled_at as "askedAt",
      exists (select from email_opt_outs x
        where x.kind = 'review_request' and x.email_hash = ${hashOfOrder}) as "isStopped",
      coalesce((select jsonb_agg(jsonb_build_object('itemId', i.id, 'productId', p.id, 'name', i.name,
          'image', case when i.image_url is not null then
            jsonb_build_object('url', i.image_url, 'alt', coalesce(nullif(i.image_alt, ''), i.name)) end,
          'size', coalesce(i.variation, ''), 'optionName', p.option_name,
          'review', case when r.id is not null then jsonb_build_object('stars', r.stars, 'fit', r.fit,
            'text', r.body, 'name', r.name, 'state', r.state, 'version', r.version) end)
          order by i.position, i.id)
        from order_items i join products p on p.id = i.product_id left join reviews r on r.order_item_id = i.id
        where i.order_id = o.id and (r.id is not null or ${isKept})), '[]') as lines
    from review_asks a join orders o on o.id = a.order_id
    where a.token_hash = ${tokenHash} and a.state = 'asked'`.execute(db);
  return rows[0] ?? null;
}

type WrittenReview = Review & {
  id: string;
  itemId: string;
  /** The version that the writer saw; 0: none. */
  version: number;
  now: Date;
};

/**
 * Stores what the customer wrote about a line that they kept, or reviewed before; it then waits for the owner's look. False:
 * neither is so, or the version is another.
 */
export async function upsertReview(db: Db, written: WrittenReview): Promise<boolean> {
  const { id, itemId, stars, fit, text, name, version, now } = written;
  const { rows } = await sql`
    insert into reviews as r (id, order_item_id, product_id, size, stars, fit, body, name, written_at, changed_at)
    select ${id}::uuid, i.id, p.id, coalesce(i.variation, ''), ${stars}::integer, ${fit}::text, ${text}::text,
      ${name}::text, ${now}::timestamptz, ${now}::timestamptz
    from order_items i join orders o on o.id = i.order_id join products p on p.id = i.product_id
    where i.id = ${itemId} and (${isKept} or exists (select from reviews own where own.order_item_id = i.id))
      and (${version} = 0 or exists (select from reviews own where own.order_item_id = i.id))
    on conflict (order_item_id) do update set stars = excluded.stars, fit = excluded.fit, body = excluded.body,
      name = excluded.name, state = 'pending', version = r.version + 1, changed_at = excluded.changed_at,
      decided_at = null
      where r.version = ${version}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Whether there was one. */
export async function deleteReview(db: Db, itemId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("reviews")
    .where("order_item_id", "=", itemId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

const cursorTime = (column: ReturnType<typeof sql>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const afterPlace = (column: ReturnType<typeof sql>, after: Cursor | null) =>
  after ? sql`(${column}, r.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;

/** One statement: up to `limit` reviews after a cursor, the latest words first. */
export async function listReviewsAfter(
  db: Db,
  { show, after }: ReviewSearch,
  limit: number,
): Promise<{ review: OwnersReview; cursor: Cursor }[]> {
  const { rows } = await sql<OwnersReview & { cursorTime: string }>`
    select r.id, r.stars, r.fit, r.body as text, r.name, r.size, r.state, r.version, i.order_id as "orderId",
      jsonb_build_object('id', p.id, 'name', p.name) as product, ${isoTime(sql`r.changed_at`)} as at,
      ${cursorTime(sql`r.changed_at`)} as "cursorTime"
    from reviews r join products p on p.id = r.product_id join order_items i on i.id = r.order_item_id
    where r.state = ${show} and ${afterPlace(sql`r.changed_at`, after)}
    order by r.changed_at desc, r.id desc limit ${limit}`.execute(db);
  return rows.map(({ cursorTime: at, ...review }) => ({ review, cursor: { at, id: review.id } }));
}

/** The state and version of a review, which no one else can change until the transaction ends. */
export async function lockReview(
  tx: Tx,
  id: string,
): Promise<{ state: ReviewState; version: number; productId: string } | null> {
  const { rows } = await sql<{ state: ReviewState; version: number; productId: string }>`
    select state, version, product_id as "productId" from reviews where id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function updateState(tx: Tx, id: string, state: ReviewState, now: Date): Promise<void> {
  await tx.updateTable("reviews").set({ state, decided_at: now }).where("id", "=", id).execute();
}

/** A review as shoppers see it. `size` is "" for what has none; `at` is an ISO time. */
export type ShownReview = Pick<Review, "stars" | "text" | "name"> & {
  id: string;
  fit: Fit | null;
  size: string;
  at: string;
};

/** One statement: the latest reviews of all products. */
export async function listLatestReviews(
  db: Db,
  limit: number,
): Promise<(Pick<Review, "stars" | "text" | "name"> & { id: string; productId: string })[]> {
  return db
    .selectFrom("reviews")
    .select(["id", "stars", "body as text", "name", "product_id as productId"])
    .where("state", "=", "shown")
    .where("body", "<>", "")
    .orderBy("written_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** What a product's shown reviews come to, and a part of their list, newest first. */
export type ShownReviews = { sums: ReviewSums; reviews: { review: ShownReview; cursor: Cursor }[] };

/** One statement: what shoppers gave a product, and at most `limit` of what they wrote, after a cursor. */
export async function findShownReviews(
  db: Db,
  { productId, after, limit }: { productId: string; after: Cursor | null; limit: number },
): Promise<ShownReviews> {
  const count = (what: ReturnType<typeof sql>) => sql`count(*) filter (where ${what})`;
  const stars = sql.join([1, 2, 3, 4, 5].map((given) => count(sql`stars = ${sql.lit(given)}`)));
  const { rows } = await sql<{ sums: ReviewSums; shown: (ShownReview & { cursorTime: string })[] }>`
    select (select jsonb_build_object('stars', jsonb_build_array(${stars}), 'fits', jsonb_build_object(
          'small', ${count(sql`fit = 'small'`)}, 'true', ${count(sql`fit = 'true'`)}, 'large', ${count(sql`fit = 'large'`)}))
        from reviews where product_id = ${productId} and state = 'shown') as sums,
      (select coalesce(json_agg(shown order by shown."cursorTime" desc, shown.id desc), '[]') from (
        select r.id, r.stars, r.fit, r.body as text, r.name, r.size, ${isoTime(sql`r.written_at`)} as at,
          ${cursorTime(sql`r.written_at`)} as "cursorTime"
        from reviews r
        where r.product_id = ${productId} and r.state = 'shown' and ${afterPlace(sql`r.written_at`, after)}
        order by r.written_at desc, r.id desc limit ${limit}) shown) as shown`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("the database gave no sums");
  const reviews = row.shown.map(({ cursorTime: at, ...review }) => ({
    review,
    cursor: { at, id: review.id },
  }));
  return { sums: row.sums, reviews };
}
