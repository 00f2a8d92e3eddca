// Reads the catalog as shoppers see it: SQL, and rows turned into domain values. They see active products
// only. Every order ends in the product's id, so that two products of one second or one price keep their places
// and no page shows one twice. The shop's list with its search is in list-queries.ts; what the owner reads
// and writes of the same products is the room `products`.
import { type RawBuilder, type Selectable, sql } from "kysely";
import { lineKey } from "#domain/cart/cart.ts";
import type { FreshLine } from "#domain/cart/cart-refresh.ts";
import type { Sort } from "#domain/catalog/shop-search.ts";
import type { ReportPeriod } from "#domain/dashboard/report.ts";
import type { ProductImage } from "#domain/product/image.ts";
import {
  type Category,
  categories,
  categoryFromStored,
  type Product,
  type ProductOption,
  type ProductSummary,
  storedCategory,
} from "#domain/product/product.ts";
import { type PageRow, pageAttributesFrom, pageColumns } from "#domain/product/product-fields.ts";
import type { Products } from "../db/schema.gen.ts";
import type { Db } from "../db/transaction.ts";
import {
  type CardRow,
  cardColumns,
  cardOf,
  columnsOf,
  type ExtraImages,
  sellableOptions,
} from "../products/product-columns.ts";

export type Condition = RawBuilder<unknown>;

export type SummaryRow = CardRow &
  Pick<Selectable<Products>, "created_at"> & {
    has_options: boolean;
    has_avif: boolean;
    second_image: ProductImage | null;
  };

const hasOptions = sql`exists (select from inventory i where i.product_id = p.id and i.variation <> '')`;

const hasAvif = (url: Condition) =>
  sql`exists (select from avif_pictures a where a.url = ${url} and a.state = 'ready')`;
const hasMainAvif = sql`${hasAvif(sql`p.image_url`)} as has_avif`;
const extraImage = sql`jsonb_build_object('url', e.image_url, 'alt', e.alt, 'hasAvif', ${hasAvif(sql`e.image_url`)})`;

export const summaryColumns = sql`
  ${cardColumns}, ${hasMainAvif}, p.created_at, ${hasOptions} as has_options,
  (select ${extraImage} from product_images e
    where e.product_id = p.id order by e.display_order limit 1) as second_image`;

/** What the product's own page and the feed show beyond a card. */
export const detailColumns = sql`p.updated_at, ${columnsOf("p", pageColumns)}, ${sellableOptions} as options`;

export type DetailRow = PageRow & Pick<Selectable<Products>, "updated_at"> & { options: ProductOption[] };

/** What can't be bought comes last, whatever the order. */
export const inStockFirst = sql`(p.stock > 0) desc`;

/** Of "relevance" this is only what decides between equals; list-queries.ts says what fits how well. */
export const orders: Record<Sort, Condition> = {
  relevance: sql`p.created_at desc, p.id desc`,
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
    select * from (
      (select 'newest' as part, ${summaryColumns} from products p
        where p.status = 'active' order by ${orders.newest} limit ${limits.newest})
      union all
      (select 'onSale' as part, ${summaryColumns} from products p
        where p.status = 'active' and p.on_sale order by ${orders.newest} limit ${limits.onSale})
    ) p order by ${orders.newest}`.execute(db);
  const part = (name: "newest" | "onSale") => rows.filter((row) => row.part === name).map(toSummary);
  return { newest: part("newest"), onSale: part("onSale") };
}

/** One statement: the main pictures of each category's newest products, at most `limit` a category. */
export async function listCategoryPictures(db: Db, limit: number): Promise<Record<Category, ProductImage[]>> {
  const parts = categories.map(
    (category) => sql`(select p.category, p.name, p.image_url, p.image_alt, ${hasMainAvif} from products p
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
  const isHero = sql`p.category = 'Hats' and p.stock > 0 and p.image_url is not null`;
  return (await listWhere(db, isHero, 1))[0] ?? null;
}

/** The newest products of the category that can be bought, without the one with `id`. */
export async function listRelatedTo(
  db: Db,
  { id, category, limit }: { id: string; category: Category; limit: number },
): Promise<ProductSummary[]> {
  const isRelated = sql`p.category = ${storedCategory(category)} and p.stock > 0 and p.id <> ${id}`;
  return listWhere(db, isRelated, limit);
}

/** One statement: active products by UUID. */
export async function listSummaries(db: Db, ids: string[]): Promise<ProductSummary[]> {
  return listWhere(db, sql`p.id = any(${ids}::uuid[])`, ids.length);
}

/** Of the products that sold most, this many are looked at; the others of them can't be bought. */
const SELLERS_READ_MAX = 60;

/** One statement: what sold most within `days`, as the worker has summed it up, as far as it can be bought. */
export async function listBestSelling(
  db: Db,
  { days, limit }: { days: ReportPeriod; limit: number },
): Promise<ProductSummary[]> {
  const best = sql`quantity desc, revenue desc, product_id`;
  const { rows } = await sql<SummaryRow>`
    select ${summaryColumns} from (
        select * from product_sales_sums where period = ${days} order by ${best} limit ${SELLERS_READ_MAX}) s
      join products p on p.id = s.product_id and p.status = 'active' and p.stock > 0
      order by ${best} limit ${limit}`.execute(db);
  return rows.map(toSummary);
}

/** One statement: the newest products that can be bought. */
export async function listNewestInStock(db: Db, limit: number): Promise<ProductSummary[]> {
  return listWhere(db, sql`p.stock > 0`, limit);
}

async function listWhere(db: Db, condition: Condition, limit: number): Promise<ProductSummary[]> {
  const { rows } = await sql<SummaryRow>`select ${summaryColumns} from products p
    where p.status = 'active' and ${condition} order by ${orders.newest} limit ${limit}`.execute(db);
  return rows.map(toSummary);
}

type ProductRow = Omit<SummaryRow, "second_image" | "has_options"> & DetailRow & ExtraImages;

/** One statement: an active product with its options and pictures. `id` must be a UUID. */
export async function findListedProduct(db: Db, id: string): Promise<Product | null> {
  const { rows } = await sql<ProductRow>`
    select ${cardColumns}, ${hasMainAvif}, p.created_at, ${detailColumns},
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
  type Row = CardRow & { product_id: string; variation: string; available: number };
  const { rows } = await sql<Row>`
    select wanted.product_id, wanted.variation, ${cardColumns}, i.on_hand - i.held as available
    from unnest(${items.map((item) => item.productId)}::uuid[], ${items.map((item) => item.selectedOption ?? "")}::text[])
      as wanted (product_id, variation)
    join products p on p.id = wanted.product_id and p.status = 'active'
    join inventory i on i.product_id = p.id and i.variation = wanted.variation`.execute(db);
  return new Map(
    rows.map((row) => {
      const selectedOption = row.variation === "" ? null : row.variation;
      const { product_id: productId, image_url: image, available } = row;
      const { name, price, salePrice } = cardOf(row);
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
  return { ...cardOf(row), hasOptions: row.has_options, images, createdAt: row.created_at.toISOString() };
}

function toProduct(row: ProductRow): Product {
  const summary = toSummary({ ...row, second_image: null, has_options: row.options.length > 0 });
  const images = [...mainImage(row), ...row.extra_images.map((image) => toImage(image, row.name))];
  return { ...summary, ...detailOf(row), images };
}

export function detailOf(row: DetailRow) {
  return { ...pageAttributesFrom(row), options: row.options, updatedAt: row.updated_at.toISOString() };
}

type MainImageRow = Pick<SummaryRow, "image_url" | "image_alt" | "has_avif" | "name">;

function mainImage({ image_url, image_alt, has_avif, name }: MainImageRow): ProductImage[] {
  return image_url === null ? [] : [toImage({ url: image_url, alt: image_alt, hasAvif: has_avif }, name)];
}

/** A picture that nobody described is described by the product's name. Only what a picture has is sent. */
function toImage({ url, alt, hasAvif }: ProductImage, name: string): ProductImage {
  return { url, alt: alt || name, ...(hasAvif ? { hasAvif } : {}) };
}
