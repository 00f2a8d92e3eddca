// The whole catalog, in batches ordered by id: for the sitemap and the product feed. A batch
// starts after the last id of the one before, so that a long read holds no transaction and no memory.
import { sql } from "kysely";
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
export type ListedProduct = Omit<Product, "hasOptions" | "createdAt">;

/** Before every id of version 4. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** One statement: the next active products after an id. */
export async function listExportProducts(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<ListedProduct[]> {
  const { rows } = await sql<CardRow & DetailRow & ExtraImages>`
    select ${cardColumns}, ${detailColumns}, ${extraImages}
    from products p where p.status = 'active' and p.id > ${after} order by p.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...cardOf(row), ...detailOf(row), images: imagesOf(row) }));
}

/** What a sitemap says of a product. */
export type SitemapEntry = { id: string; updatedAt: string; image: string | null };

/** One statement: ids and dates of the next active products after an id. */
export async function listSitemapEntries(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<SitemapEntry[]> {
  const { rows } = await sql<Pick<CardRow & DetailRow, "id" | "updated_at" | "image_url">>`
    select id, updated_at, image_url from products
    where status = 'active' and id > ${after} order by id limit ${limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    updatedAt: row.updated_at.toISOString(),
    image: row.image_url,
  }));
}

/** One statement: how the active products are cut into parts, as the ids after which each part begins. */
export async function listPartStarts(db: Db, size: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select id, row_number() over (order by id) as place from products where status = 'active') p
    where place % ${size} = 0 order by id`.execute(db);
  return [FIRST_ID, ...rows.map((row) => row.id)];
}
