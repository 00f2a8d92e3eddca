// The inventory in SQL: variants of active products with their recent sales, summed from the stock ledger at each
// request. A page continues after the last line shown.
import { sql } from "kysely";
import { ATTENTION_COUNT_MAX } from "#domain/dashboard/dashboard.ts";
import {
  daysOfWeeks,
  type InventoryCursor,
  type InventoryLine,
  type InventorySearch,
  LOW_LEVEL_DEFAULT,
  SALES_DAYS,
} from "#domain/inventory/inventory.ts";
import { likePattern } from "#domain/text/like-pattern.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { Db } from "../../db/transaction.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The level at which a variant is low. */
export const lowLevel = sql`coalesce((select low_level from store_settings where id = 1), ${sql.lit(LOW_LEVEL_DEFAULT)})`;

/** A row for each variant of an active product that is low or sold out. */
export const lowOptions = sql`select 1 from inventory i join products p on p.id = i.product_id
  where p.status = 'active' and i.on_hand - i.held <= ${lowLevel}`;

/**
 * Sales of each variant after this time, minus returns that went back in stock, plus units that left again because
 * their refund failed. Cleared test orders do not count.
 */
const soldAfter = (time: Date) => sql`
  select m.variant_id, greatest(-sum(m.quantity), 0)::integer as sold from stock_movements m
    where m.kind in ('sale', 'restock', 'reversal') and m.created_at > ${time}
      and m.order_id not in (select id from orders where cleared_at is not null)
    group by 1`;

/**
 * Products are sorted by the size that runs out first: sold out (most sold first), then by days of stock left. A
 * variant without sales counts as if one were sold in twice this period.
 */
const runsOut = sql`case when on_hand <= held then -sold::double precision
  when sold > 0 then (on_hand - held) * ${sql.lit(SALES_DAYS)}::double precision / sold
  else (on_hand - held) * ${sql.lit(2 * SALES_DAYS)}::double precision end`;

/** Products of which nothing is left come before those with some sizes left. More than anything sells in SALES_DAYS. */
const FIRST_OF_ALL = 1_000_000;

const available = sql`(on_hand - held)::double precision`;

/** Which variants a tab has, and in which order. */
function tabOf({ tab, weeks }: Pick<InventorySearch, "tab" | "weeks">) {
  switch (tab) {
    case "all":
      return { place: runsOut, which: sql`true` };
    case "low":
      return { place: available, which: sql`on_hand - held <= ${lowLevel}` };
    case "order":
      return { place: runsOut, which: sql`sold > 0 and ${runsOut} < ${daysOfWeeks(weeks)}` };
    default:
      return unreachable(tab);
  }
}

/** By words of the product's name, or by a SKU. */
function isAsked(query: string) {
  const words = query.split(/\s+/).filter(Boolean);
  if (words.length === 0) return sql`true`;
  const isNamed = sql.join(
    words.map((word) => sql`p.name ilike ${likePattern(word)}`),
    sql` and `,
  );
  return sql`(${isNamed} or lower(i.sku) = lower(${query}))`;
}

type Row = Omit<InventoryLine, "image"> & { imageUrl: string | null; imageAlt: string; cursorKey: string };

/**
 * The first `limit` variants after the cursor, each with its position in the list. Sizes of a product stay together.
 */
export async function listOptions(
  db: Db,
  { tab, weeks, query, after }: InventorySearch,
  { now, limit }: { now: Date; limit: number },
): Promise<{ line: InventoryLine; cursor: InventoryCursor }[]> {
  const { place, which } = tabOf({ tab, weeks });
  const rest = after
    ? sql`(place, "productId", position, variation) > (${after.key}::double precision, ${after.productId}::uuid,
        coalesce((select position from inventory
          where product_id = ${after.productId}::uuid and variation = ${after.variation}::text), 0), ${after.variation}::text)`
    : sql`true`;
  const { rows } = await sql<Row>`
    with options as (
      select i.product_id as "productId", p.name, p.image_url as "imageUrl", p.image_alt as "imageAlt", i.variation, i.position, i.sku,
          i.on_hand, i.held, coalesce(s.sold, 0) as sold
        from inventory i join products p on p.id = i.product_id and p.status = 'active'
        left join (${soldAfter(new Date(now.getTime() - SALES_DAYS * DAY_MS))}) s on s.variant_id = i.id
        where ${isAsked(query)}
    ), placed as (
      select *, min(own_place) over product - case when bool_and(on_hand <= held) over product
          then ${sql.lit(FIRST_OF_ALL)}::double precision else 0 end as place
        from (select *, ${place} as own_place from options where ${which}) o
        window product as (partition by "productId"))
    select "productId", name, "imageUrl", "imageAlt", variation, sku, on_hand as "onHand", held, sold,
      place::text as "cursorKey"
    from placed where ${rest} order by place, "productId", position, variation limit ${limit}`.execute(db);
  return rows.map(({ imageUrl, imageAlt, cursorKey, ...line }) => ({
    line: { ...line, image: imageUrl === null ? null : { url: imageUrl, alt: imageAlt || line.name } },
    cursor: { productId: line.productId, variation: line.variation, key: cursorKey },
  }));
}

/** The owner's level, and how many variants are low, counted up to ATTENTION_COUNT_MAX. */
export async function findLow(db: Db): Promise<{ level: number; count: number }> {
  const { rows } = await sql<{ level: number; count: number }>`
    select ${lowLevel} as level,
      (select count(*) from (${lowOptions} limit ${ATTENTION_COUNT_MAX}) low)::integer as count`.execute(db);
  return rows[0] ?? { level: LOW_LEVEL_DEFAULT, count: 0 };
}

/** Units on hand and on hold of one variant; null when it no longer exists. */
export async function findOnHand(
  db: Db,
  { productId, variation }: { productId: string; variation: string },
): Promise<{ onHand: number; held: number } | null> {
  const { rows } = await sql<{ onHand: number; held: number }>`
    select on_hand as "onHand", held from inventory
    where product_id = ${productId}::uuid and variation = ${variation}`.execute(db);
  return rows[0] ?? null;
}
