// The owner's product list in one statement. Each sort order ends with the id, and a page continues after the last pair
// (value, id) shown, so products that are added or removed in the meantime shift nothing. Each status is read
// separately, by its index, and only as far as the page goes: a million products cost as much as twenty-six.
import { type RawBuilder, sql } from "kysely";
import type { CategoryChoice } from "#domain/category/category.ts";
import { stockState } from "#domain/inventory/inventory.ts";
import type { AdminProduct, ProductCursor, ProductSort } from "#domain/product/admin-product-search.ts";
import { attributes, type ProductStatus } from "#domain/product/product-fields.ts";
import type { EditableProduct } from "#domain/product/product-form.ts";
import { likePattern } from "#domain/text/like-pattern.ts";
import type { Db } from "../db/transaction.ts";
import { lowLevel } from "./inventory/inventory-queries.ts";
import { type CardRow, cardColumns, cardOf, ownerStock } from "./product-columns.ts";

type Condition = RawBuilder<unknown>;

/** What a list is sorted by: the value in SQL, its type there, and whether it is descending. */
const sortKeys: Record<ProductSort, { key: Condition; type: Condition; isDown: boolean }> = {
  newest: { key: sql`p.created_at`, type: sql`timestamptz`, isDown: true },
  name: { key: sql`lower(p.name) collate "C"`, type: sql`text`, isDown: false },
  "price-low": { key: sql`p.effective_price`, type: sql`integer`, isDown: false },
  "price-high": { key: sql`p.effective_price`, type: sql`integer`, isDown: true },
  "stock-low": { key: sql`p.stock`, type: sql`integer`, isDown: false },
  "stock-high": { key: sql`p.stock`, type: sql`integer`, isDown: true },
};

/** The creation time of a product, exactly as a cursor stores it. */
export const createdAtText = sql`to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export type ListFilter = {
  statuses: readonly ProductStatus[];
  /** Searched in name and category; empty for no search. */
  query: string;
  /** Only sample products. */
  samples: boolean;
  sort: ProductSort;
  after: ProductCursor | null;
};

/** As the back office's lists show it. */
const categoryOfProduct = sql`(
  select json_build_object('id', c.id, 'slug', c.slug, 'name', c.name) from categories c where c.id = p.category)`;

type Row = CardRow & {
  category_choice: CategoryChoice;
  status: string;
  stock_lines: EditableProduct["stock"];
  low_level: number;
  cursor_key: string;
};

/** The first `limit` matching products, each with its position in the list. */
export async function listProductsAfter(
  db: Db,
  filter: ListFilter,
  limit: number,
): Promise<{ product: AdminProduct; cursor: ProductCursor }[]> {
  const { key, isDown } = sortKeys[filter.sort];
  const direction = isDown ? sql`desc` : sql`asc`;
  const cursorKey = filter.sort === "newest" ? createdAtText : sql`(${key})::text`;
  const parts = filter.statuses.map(
    (status) => sql`(
      select ${cardColumns}, p.status, ${categoryOfProduct} as category_choice, ${ownerStock} as stock_lines, ${lowLevel} as low_level, ${key} as sort_key, ${cursorKey} as cursor_key
      from products p where p.status = ${status} and ${matches(filter)}
      order by ${key} ${direction}, p.id ${direction} limit ${limit})`,
  );
  const { rows } = await sql<Row>`
    select * from (${sql.join(parts, sql` union all `)}) p
    order by sort_key ${direction}, id ${direction} limit ${limit}`.execute(db);
  return rows.map((row) => ({ product: toAdminProduct(row), cursor: { id: row.id, key: row.cursor_key } }));
}

function matches({ query, samples, sort, after }: ListFilter): Condition {
  const conditions = [samples ? sql`p.is_sample` : sql`true`];
  if (query) {
    const pattern = likePattern(query);
    const ofCategory = sql`p.category = any (array(select id from categories where name ilike ${pattern}))`;
    conditions.push(sql`(p.name ilike ${pattern} or ${ofCategory})`);
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
    category: row.category_choice,
    stock: row.stock_lines.map(({ variation, onHand }) => ({ variation, onHand })),
    lowSizes:
      row.status === "active"
        ? row.stock_lines.filter((line) => stockState(line, row.low_level) !== "enough").length
        : 0,
    image: url === null ? null : { url, alt: alt || name },
    status: attributes.status.load(row.status),
  };
}
