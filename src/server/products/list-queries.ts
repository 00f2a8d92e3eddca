// The owner's list of products in one statement. Each order ends in the id, and a page continues after the
// last pair (value, id) shown, so products that come or go in the meantime shift nothing.
import { type RawBuilder, sql } from "kysely";
import type { AdminProduct, ProductCursor, ProductSort } from "#domain/product/admin-product-search.ts";
import { attributes, type ProductStatus } from "#domain/product/product-fields.ts";
import type { EditableProduct } from "#domain/product/product-form.ts";
import type { Db } from "../db/transaction.ts";
import { type CardRow, cardColumns, cardOf, ownerStock } from "./product-columns.ts";

type Condition = RawBuilder<unknown>;

/** What a list is ordered by: the value in SQL, its type there, and whether it goes down. */
const sortKeys: Record<ProductSort, { key: Condition; type: Condition; isDown: boolean }> = {
  newest: { key: sql`p.created_at`, type: sql`timestamptz`, isDown: true },
  name: { key: sql`lower(p.name) collate "C"`, type: sql`text`, isDown: false },
  "price-low": { key: sql`p.effective_price`, type: sql`integer`, isDown: false },
  "price-high": { key: sql`p.effective_price`, type: sql`integer`, isDown: true },
  "stock-low": { key: sql`p.stock`, type: sql`integer`, isDown: false },
  "stock-high": { key: sql`p.stock`, type: sql`integer`, isDown: true },
};

/** When a product was made, exactly as a cursor holds it. */
export const createdAtText = sql`to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export type ListFilter = {
  statuses: readonly ProductStatus[];
  /** Looked for in name and category; empty for none. */
  query: string;
  sort: ProductSort;
  after: ProductCursor | null;
};

type Row = CardRow & { status: string; stock_lines: EditableProduct["stock"]; cursor_key: string };

/** The first `limit` products that match, each with its place in the list. */
export async function listProductsAfter(
  db: Db,
  filter: ListFilter,
  limit: number,
): Promise<{ product: AdminProduct; cursor: ProductCursor }[]> {
  const { key, isDown } = sortKeys[filter.sort];
  const order = isDown ? sql`${key} desc, p.id desc` : sql`${key}, p.id`;
  const cursorKey = filter.sort === "newest" ? createdAtText : sql`(${key})::text`;
  const { rows } = await sql<Row>`
    select ${cardColumns}, p.status, ${ownerStock} as stock_lines, ${cursorKey} as cursor_key
    from products p where ${matches(filter)} order by ${order} limit ${limit}`.execute(db);
  return rows.map((row) => ({ product: toAdminProduct(row), cursor: { id: row.id, key: row.cursor_key } }));
}

function matches({ statuses, query, sort, after }: ListFilter): Condition {
  const conditions = [sql`p.status in (${sql.join([...statuses])})`];
  if (query) {
    const pattern = `%${query.replace(/[\\%_]/g, "\\$&")}%`;
    conditions.push(sql`(p.name ilike ${pattern} or p.category ilike ${pattern})`);
  }
  if (after) {
    const { key, type, isDown } = sortKeys[sort];
    const place = sql`(${after.key}::${type}, ${after.id}::uuid)`;
    conditions.push(isDown ? sql`(${key}, p.id) < ${place}` : sql`(${key}, p.id) > ${place}`);
  }
  return sql.join(conditions, sql` and `);
}

function toAdminProduct(row: Row): AdminProduct {
  const { image_url: url, image_alt: alt, name } = row;
  return {
    ...cardOf(row),
    stock: row.stock_lines.map(({ variation, onHand }) => ({ variation, onHand })),
    image: url === null ? null : { url, alt: alt || name },
    status: attributes.status.load(row.status),
  };
}
