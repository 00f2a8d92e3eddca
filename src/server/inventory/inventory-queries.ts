// The inventory in SQL. Both orders have an index over the options of active products, and a page continues after the
// last line shown, so a million options cost what fifty do.
import { sql } from "kysely";
import { ATTENTION_COUNT_MAX } from "#domain/dashboard/dashboard.ts";
import {
  daysOfWeeks,
  type InventoryCursor,
  type InventoryLine,
  type InventorySearch,
  type InventoryTab,
  LOW_LEVEL_DEFAULT,
} from "#domain/inventory/inventory.ts";
import { unreachable } from "#domain/text/unreachable.ts";
import type { Db } from "../db/transaction.ts";

/** The level at which an option is low. */
export const lowLevel = sql`coalesce((select low_level from store_settings where id = 1), ${sql.lit(LOW_LEVEL_DEFAULT)})`;

/** A row for each option of an active product that is low or sold out. */
export const lowOptions = sql`select 1 from inventory where is_active and on_hand - held <= ${lowLevel}`;

const byCover = { key: sql`i.runs_out`, type: sql`double precision` };
const orders: Record<InventoryTab, typeof byCover> = {
  all: byCover,
  low: { key: sql`(i.on_hand - i.held)`, type: sql`integer` },
  order: byCover,
};

/** The options of a tab, as ranges of its order that follow one another. */
function rangesOf({ tab, weeks }: Pick<InventorySearch, "tab" | "weeks">) {
  switch (tab) {
    case "all":
      return [sql`true`];
    case "low":
      return [sql`i.on_hand - i.held <= ${lowLevel}`];
    case "order":
      // Between the two are those that are sold out and that nobody has bought, perhaps a million.
      return [sql`i.runs_out < 0`, sql`i.runs_out > 0 and i.runs_out < ${daysOfWeeks(weeks)} and i.sold > 0`];
    default:
      return unreachable(tab);
  }
}

type Row = Omit<InventoryLine, "image"> & { imageUrl: string | null; imageAlt: string; cursorKey: string };

/** The first `limit` options after the cursor, each with its place in the list. */
export async function listOptions(
  db: Db,
  { tab, weeks, after }: InventorySearch,
  limit: number,
): Promise<{ line: InventoryLine; cursor: InventoryCursor }[]> {
  const { key, type } = orders[tab];
  const rest = after
    ? sql`and (${key}, i.product_id, i.variation) > (${after.key}::${type}, ${after.productId}::uuid, ${after.variation}::text)`
    : sql``;
  const parts = rangesOf({ tab, weeks }).map(
    (range) => sql`(select i.*, ${key} as place from inventory i
      where i.is_active and ${range} ${rest} order by ${key}, i.product_id, i.variation limit ${limit})`,
  );
  const { rows } = await sql<Row>`
    select i.product_id as "productId", p.name, p.image_url as "imageUrl", p.image_alt as "imageAlt", i.variation, i.sku,
      i.on_hand as "onHand", i.held, i.sold, i.place::text as "cursorKey"
    from (${sql.join(parts, sql` union all `)}) i join products p on p.id = i.product_id
    order by i.place, i.product_id, i.variation limit ${limit}`.execute(db);
  return rows.map(({ imageUrl, imageAlt, cursorKey, ...line }) => ({
    line: { ...line, image: imageUrl === null ? null : { url: imageUrl, alt: imageAlt || line.name } },
    cursor: { productId: line.productId, variation: line.variation, key: cursorKey },
  }));
}

/** The owner's level, and how many options are low, counted up to ATTENTION_COUNT_MAX. */
export async function findLow(db: Db): Promise<{ level: number; count: number }> {
  const { rows } = await sql<{ level: number; count: number }>`
    select ${lowLevel} as level,
      (select count(*) from (${lowOptions} limit ${ATTENTION_COUNT_MAX}) low)::integer as count`.execute(db);
  return rows[0] ?? { level: LOW_LEVEL_DEFAULT, count: 0 };
}

/** What is on hand and held of one option now; null when it is gone. */
export async function findOnHand(
  db: Db,
  { productId, variation }: { productId: string; variation: string },
): Promise<{ onHand: number; held: number } | null> {
  const { rows } = await sql<{ onHand: number; held: number }>`
    select on_hand as "onHand", held from inventory
    where product_id = ${productId}::uuid and variation = ${variation}`.execute(db);
  return rows[0] ?? null;
}

/** One step; answers whether there is more to do now. */
export async function foldSomeSales(db: Db, { now, limit }: { now: Date; limit: number }): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`
    select fold_option_sales(shop_day(${now}::timestamptz), ${limit}::integer) as more`.execute(db);
  return rows[0]?.more === true;
}
