// Reads the catalogue: SQL, and rows turned into domain values. Shoppers see active products only. Every order ends in the product's id, so that two products of one second or one price
// keep their places and no page shows one twice. The list with its search is in list-queries.ts.
import { type RawBuilder, sql } from "kysely";
import { lineKey } from "#domain/cart.ts";
import type { FreshLine } from "#domain/cart-refresh.ts";
import type { ProductImage } from "#domain/image.ts";
import type { Cents } from "#domain/money.ts";
import {
  type Category,
  categories,
  categoryFromStored,
  type Product,
  type ProductOption,
  type ProductSummary,
  storedCategory,
} from "#domain/product.ts";
import type { Sort } from "#domain/shop-search.ts";
import type { Db } from "../db/transaction.ts";

export type Condition = RawBuilder<unknown>;

export type SummaryRow = {
  id: string;
  name: string;
  category: string;
  price: number;
  sale_price: number | null;
  on_sale: boolean;
  stock: number;
  has_options: boolean;
  image_url: string | null;
  image_alt: string;
  has_avif: boolean;
  second_image: ProductImage | null;
  created_at: Date;
};

const hasOptions = sql`exists (select from inventory i where i.product_id = p.id and i.variation <> '')`;

const hasAvif = (url: Condition) =>
  sql`exists (select from avif_pictures a where a.url = ${url} and a.state = 'ready')`;
const mainImageColumns = sql`p.image_url, p.image_alt, ${hasAvif(sql`p.image_url`)} as has_avif`;
const extraImage = sql`jsonb_build_object('url', e.image_url, 'alt', e.alt, 'hasAvif', ${hasAvif(sql`e.image_url`)})`;

export const summaryColumns = sql`
  p.id, p.name, p.category, p.price, p.sale_price, p.on_sale, p.stock, ${mainImageColumns}, p.created_at,
  ${hasOptions} as has_options,
  (select ${extraImage} from product_images e
    where e.product_id = p.id order by e.display_order limit 1) as second_image`;

export const orders: Record<Sort, Condition> = {
  newest: sql`p.created_at desc, p.id desc`,
  "price-low": sql`p.effective_price, p.id`,
  "price-high": sql`p.effective_price desc, p.id desc`,
};

/** One statement: the newest products and the newest on sale. */
export async function listNewestAndOnSale(
  db: Db,
  limits: { newest: number; onSale: number },
): Promise<{ newest: ProductSummary[]; onSale: ProductSummary[] }> {
  const { rows } = await sql<SummaryRow & { part: "newest" | "onSale" }>`
    (select 'newest' as part, ${summaryColumns} from products p
      where p.status = 'active' order by ${orders.newest} limit ${limits.newest})
    union all
    (select 'onSale' as part, ${summaryColumns} from products p
      where p.status = 'active' and p.on_sale order by ${orders.newest} limit ${limits.onSale})`.execute(db);
  const part = (name: "newest" | "onSale") => rows.filter((row) => row.part === name).map(toSummary);
  return { newest: part("newest").sort(byNewest), onSale: part("onSale").sort(byNewest) };
}

function byNewest(a: ProductSummary, b: ProductSummary): number {
  return compareText(b.createdAt, a.createdAt) || compareText(b.id, a.id);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** One statement: the main pictures of each category's newest products, at most `limit` a category. */
export async function listCategoryPictures(db: Db, limit: number): Promise<Record<Category, ProductImage[]>> {
  const parts = categories.map(
    (category) => sql`(select p.category, p.name, ${mainImageColumns} from products p
      where p.status = 'active' and p.category = ${storedCategory(category)} and p.image_url is not null
      order by ${orders.newest} limit ${limit})`,
  );
  const { rows } = await sql<MainImageRow & { category: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  const pictures: Record<Category, ProductImage[]> = { HATS: [], SHIRTS: [] };
  for (const row of rows) pictures[categoryFromStored(row.category)].push(...mainImage(row));
  return pictures;
}

/** The newest hat that has a picture and can be bought. */
export async function findHero(db: Db): Promise<ProductSummary | null> {
  const { rows } = await sql<SummaryRow>`select ${summaryColumns} from products p
    where p.status = 'active' and p.category = 'Hats' and p.stock > 0 and p.image_url is not null
    order by ${orders.newest} limit 1`.execute(db);
  return rows[0] ? toSummary(rows[0]) : null;
}

/** The newest products of the category that can be bought, without the one with `id`. */
export async function listRelatedTo(
  db: Db,
  { id, category, limit }: { id: string; category: Category; limit: number },
): Promise<ProductSummary[]> {
  const { rows } = await sql<SummaryRow>`select ${summaryColumns} from products p
    where p.status = 'active' and p.category = ${storedCategory(category)} and p.stock > 0 and p.id <> ${id}
    order by ${orders.newest} limit ${limit}`.execute(db);
  return rows.map(toSummary);
}

/** One statement: active products by UUID, in no particular order. */
export async function listSummaries(db: Db, ids: string[]): Promise<ProductSummary[]> {
  const { rows } = await sql<SummaryRow>`select ${summaryColumns} from products p
    where p.status = 'active' and p.id = any(${ids}::uuid[])`.execute(db);
  return rows.map(toSummary);
}

type ProductRow = Omit<SummaryRow, "second_image" | "has_options"> & {
  description: string;
  updated_at: Date;
  options: ProductOption[];
  extra_images: ProductImage[];
};

/** One statement: an active product with its options and pictures. `id` must be a UUID. */
export async function findListedProduct(db: Db, id: string): Promise<Product | null> {
  const { rows } = await sql<ProductRow>`
    select p.id, p.name, p.category, p.price, p.sale_price, p.on_sale, p.stock, ${mainImageColumns},
      p.created_at, p.updated_at, p.description,
      coalesce((select jsonb_agg(jsonb_build_object('variation', i.variation, 'available', i.on_hand - i.held)
          order by i.position, i.variation collate "C")
        from inventory i where i.product_id = p.id and i.variation <> ''), '[]') as options,
      coalesce((select jsonb_agg(${extraImage} order by e.display_order)
        from product_images e where e.product_id = p.id), '[]') as extra_images
    from products p where p.id = ${id} and p.status = 'active'`.execute(db);
  return rows[0] ? toProduct(rows[0]) : null;
}

/** One statement: today's price and stock of cart lines whose product ids are UUIDs, keyed by lineKey. */
export async function listFreshLines(
  db: Db,
  items: { productId: string; selectedOption: string | null }[],
): Promise<Map<string, FreshLine>> {
  type Row = {
    product_id: string;
    variation: string;
    name: string;
    image_url: string | null;
    price: number;
    sale_price: number | null;
    on_sale: boolean;
    available: number;
  };
  const { rows } = await sql<Row>`
    select wanted.product_id, wanted.variation, p.name, p.image_url, p.price, p.sale_price, p.on_sale,
      i.on_hand - i.held as available
    from unnest(${items.map((item) => item.productId)}::uuid[], ${items.map((item) => item.selectedOption ?? "")}::text[])
      as wanted (product_id, variation)
    join products p on p.id = wanted.product_id and p.status = 'active'
    join inventory i on i.product_id = p.id and i.variation = wanted.variation`.execute(db);
  return new Map(
    rows.map((row) => {
      const selectedOption = row.variation === "" ? null : row.variation;
      const { product_id: productId, name, image_url: image, price, available } = row;
      const salePrice = salePriceOf(row);
      return [
        lineKey(productId, selectedOption),
        { productId, selectedOption, name, image, price, salePrice, available, exists: true },
      ];
    }),
  );
}

export function toSummary(row: SummaryRow): ProductSummary {
  const images = mainImage(row);
  if (row.second_image) images.push(toImage(row.second_image, row.name));
  return {
    id: row.id,
    name: row.name,
    category: categoryFromStored(row.category),
    price: row.price,
    salePrice: salePriceOf(row),
    quantity: row.stock,
    hasOptions: row.has_options,
    images,
    createdAt: row.created_at.toISOString(),
  };
}

function toProduct(row: ProductRow): Product {
  const { extra_images, options, description } = row;
  const summary = toSummary({ ...row, second_image: null, has_options: options.length > 0 });
  const images = [...mainImage(row), ...extra_images.map((image) => toImage(image, row.name))];
  return { ...summary, images, description, options, updatedAt: row.updated_at.toISOString() };
}

function salePriceOf(row: { sale_price: number | null; on_sale: boolean }): Cents | null {
  return row.on_sale ? row.sale_price : null;
}

type MainImageRow = Pick<SummaryRow, "image_url" | "image_alt" | "has_avif" | "name">;

function mainImage({ image_url, image_alt, has_avif, name }: MainImageRow): ProductImage[] {
  return image_url === null ? [] : [toImage({ url: image_url, alt: image_alt, hasAvif: has_avif }, name)];
}

/** A picture that nobody described is described by the product's name. Only what a picture has is sent. */
function toImage({ url, alt, hasAvif }: ProductImage, name: string): ProductImage {
  return { url, alt: alt || name, ...(hasAvif ? { hasAvif } : {}) };
}
