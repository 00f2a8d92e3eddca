// The whole catalog, in batches ordered by id: for the sitemap and the product feed. A batch
// starts after the last id of the one before, so that a long read holds no transaction and no memory.
import { sql } from "kysely";
import type { Cents } from "#domain/money/money.ts";
import type { Product } from "#domain/product/product.ts";
import type { Db } from "../db/transaction.ts";
import {
  type CardRow,
  cardColumns,
  cardOf,
  type ExtraImages,
  extraImages,
  imagesOf,
} from "../products/product-columns.ts";
import { type DetailRow, detailColumns, detailOf } from "./queries.ts";

/** A product as search engines and price comparisons get it, its pictures as the owner described them. */
export type ListedProduct = Omit<Product, "hasOptions" | "createdAt"> & {
  /** A sale that ends, whether or not it is on: its price, and its times in ISO; `from` is null for one that began at once. */
  datedSale: { price: Cents; from: string | null; until: string } | null;
};

const storeClock = (column: "sale_starts_at" | "sale_ends_at") =>
  sql`nullif(p.${sql.ref(column)}, '')::timestamp at time zone (select shop_time_zone())`;

type DatedRow = { stated_price: Cents | null; sale_from: Date | null; sale_until: Date | null };

function datedSaleOf({ stated_price: price, sale_from: from, sale_until: until }: DatedRow) {
  if (price === null || until === null) return null;
  return { price, from: from?.toISOString() ?? null, until: until.toISOString() };
}

/** Before every id of version 4. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** One statement: the next active products after an id. */
export async function listExportProducts(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<ListedProduct[]> {
  const { rows } = await sql<CardRow & DetailRow & ExtraImages & DatedRow>`
    select ${cardColumns}, ${detailColumns}, ${extraImages},
      case when p.sale_price < p.price then p.sale_price end as stated_price,
      ${storeClock("sale_starts_at")} as sale_from, ${storeClock("sale_ends_at")} as sale_until
    from products p where p.status = 'active' and p.id > ${after} order by p.id limit ${limit}`.execute(db);
  return rows.map((row) => ({
    ...cardOf(row),
    ...detailOf(row),
    images: imagesOf(row),
    datedSale: datedSaleOf(row),
  }));
}

/** What a sitemap says of a product. */
export type SitemapEntry = { id: string; updatedAt: string; image: string | null };

/** One statement: ids and dates of the active products after an id, up to `until` where there is one. */
export async function listSitemapEntries(
  db: Db,
  { after, until, limit }: { after: string; until: string | null; limit: number },
): Promise<SitemapEntry[]> {
  const end = until === null ? sql`` : sql`and id <= ${until}`;
  const { rows } = await sql<Pick<CardRow, "id" | "image_url"> & { updated_at: Date }>`
    select id, updated_at, image_url from products
    where status = 'active' and id > ${after} ${end} order by id limit ${limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    updatedAt: row.updated_at.toISOString(),
    image: row.image_url,
  }));
}

/**
 * One statement: how the active products are cut into parts of `size`, as the ids after which each part begins. It reads
 * every product once.
 */
export async function cutIntoParts(db: Db, size: number): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`
    with recursive parts as (
      select ${FIRST_ID}::uuid as start
      union all
      select (select id from products where status = 'active' and id > parts.start order by id offset ${size - 1} limit 1)
        from parts where parts.start is not null)
    select start from parts where start = ${FIRST_ID}
      or exists (select from products where status = 'active' and id > parts.start)
    order by start`.execute(db);
  return rows.map(({ start }) => start);
}

/** One statement: the parts as they were written down; none in a shop of ordinary size. */
export async function listKeptParts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ start: string }>`
    select starts_after as start from sitemap_parts order by starts_after`.execute(db);
  return rows.map(({ start }) => start);
}

/**
 * One statement: writes the parts down in the place of the old ones. Those that stay are not written. Two workers may do
 * it at once; if they cut differently, there are more parts until the next time, and still each product is in one.
 */
export async function replaceKeptParts(db: Db, starts: string[]): Promise<void> {
  await sql`
    with gone as (delete from sitemap_parts where starts_after <> all(${starts}::uuid[]))
    insert into sitemap_parts (starts_after) select start from unnest(${starts}::uuid[]) start order by start
    on conflict do nothing`.execute(db);
}
