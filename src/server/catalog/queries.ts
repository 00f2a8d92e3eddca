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
import { type ItemCodes, noCodes } from "#domain/product/options/item-codes.ts";
import {
  type Category,
  COLORS_MAX,
  categories,
  categoryFromStored,
  type DesignColor,
  type Product,
  type ProductInColors,
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
  ownCodes,
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

/** Whether an older product that is sold has p's color of p's design. One look into an index. */
const repeatsColor = sql`
  p.design <> '' and p.color <> '' and exists (select from products s
    where s.status = 'active' and s.design <> '' and s.color <> '' and lower(s.design) = lower(p.design)
      and lower(s.color) = lower(p.color) and (s.created_at, s.id) < (p.created_at, p.id))`;

/** What the product's own page and the feed show beyond a card. */
export const detailColumns = sql`p.updated_at, ${columnsOf("p", pageColumns)}, ${sellableOptions} as options,
  ${ownCodes} as codes, (${repeatsColor}) as repeats_color`;

export type DetailRow = PageRow &
  Pick<Selectable<Products>, "updated_at"> & {
    options: ProductOption[];
    codes: ItemCodes | null;
    repeats_color: boolean;
  };

/** What can't be bought comes last, whatever the order. */
export const inStockFirst = sql`(p.stock > 0) desc`;

/** Of "relevance" this is only what decides between equals; list-queries.ts says what fits how well. */
export const orders: Record<Sort, Condition> = {
  relevance: sql`p.created_at desc, p.id desc`,
  newest: sql`p.created_at desc, p.id desc`,
  "price-low": sql`p.effective_price, p.id`,
  "price-high": sql`p.effective_price desc, p.id desc`,
};

const newest = sql`p.created_at desc, p.id desc`;

/** One statement: the newest products that can be bought, and the newest on sale. */
export async function listNewestAndOnSale(
  db: Db,
  limits: { newest: number; onSale: number },
): Promise<{ newest: ProductSummary[]; onSale: ProductSummary[] }> {
  const first = (condition: Condition, limit: number) =>
    sql`(select f.product_id from product_facets f where ${condition}
      order by f.in_stock desc, f.created_at desc, f.product_id desc limit ${limit})`;
  const { rows } = await sql<SummaryRow & { part: "newest" | "onSale" }>`
    select * from (
      select 'newest' as part, ${summaryColumns} from products p
        where p.id = any(array${first(sql`f.in_stock`, limits.newest)})
      union all
      select 'onSale' as part, ${summaryColumns} from products p
        where p.id = any(array${first(sql`f.in_stock and f.on_sale`, limits.onSale)})
    ) p order by ${newest}`.execute(db);
  const part = (name: "newest" | "onSale") => rows.filter((row) => row.part === name).map(toSummary);
  return { newest: part("newest"), onSale: part("onSale") };
}

/** One statement: the main pictures of each category's newest products, at most `limit` a category. */
export async function listCategoryPictures(db: Db, limit: number): Promise<Record<Category, ProductImage[]>> {
  const parts = categories.map(
    (category) => sql`(select p.category, p.name, p.image_url, p.image_alt, ${hasMainAvif} from products p
      where p.status = 'active' and p.category = ${storedCategory(category)} and p.image_url is not null
      order by ${newest} limit ${limit})`,
  );
  const { rows } = await sql<MainImageRow & { category: string }>`
    ${sql.join(parts, sql` union all `)}`.execute(db);
  const pictures: Record<Category, ProductImage[]> = { HATS: [], SHIRTS: [] };
  for (const row of rows) pictures[categoryFromStored(row.category)].push(...mainImage(row));
  return pictures;
}

/** The product that the owner chose, or else the newest hat: one that has a picture and can be bought. */
export async function findHero(db: Db): Promise<{ hero: ProductSummary | null; chosenId: string | null }> {
  const canStand = sql`p.status = 'active' and p.stock > 0 and p.image_url is not null`;
  const { rows } = await sql<{ chosen: string | null } & (SummaryRow | { id: null })>`
    with s as (select (select hero_product_id from store_settings where id = 1) as chosen)
    select s.chosen, ${summaryColumns} from s left join products p on p.id = coalesce(
      (select p.id from products p where p.id = s.chosen and ${canStand}),
      (select p.id from products p where ${canStand} and p.category = 'Hats' order by ${newest} limit 1))`.execute(
    db,
  );
  const row = rows[0];
  return { hero: row && row.id !== null ? toSummary(row) : null, chosenId: row?.chosen ?? null };
}

/**
 * Of the category, as far as it can be bought: the products that are next older than the one with `id`, and the newest in the
 * places that they leave.
 */
export async function listRelatedTo(
  db: Db,
  { id, category, limit }: { id: string; category: Category; limit: number },
): Promise<{ older: ProductSummary[]; newest: ProductSummary[] }> {
  const own = sql`((select created_at from products where id = ${id}), ${id}::uuid)`;
  const first = (isOlder: boolean) => sql`(
    select p.*, ${sql.lit(isOlder)} as is_older from products p
      where p.status = 'active' and p.category = ${storedCategory(category)} and p.stock > 0
        and (p.created_at, p.id) ${sql.raw(isOlder ? "<" : ">")} ${own}
      order by ${newest} limit ${limit})`;
  const { rows } = await sql<SummaryRow & { is_older: boolean }>`
    select p.is_older, ${summaryColumns} from (${first(true)} union all ${first(false)}) p
      order by p.is_older desc, ${newest} limit ${limit}`.execute(db);
  const part = (isOlder: boolean) => rows.filter((row) => row.is_older === isOlder).map(toSummary);
  return { older: part(true), newest: part(false) };
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
    where p.status = 'active' and ${condition} order by ${newest} limit ${limit}`.execute(db);
  return rows.map(toSummary);
}

/** The oldest product of a color of p's design, and of the next color. However many there are, each is one look into an index. */
const colorOfDesign = (isNext: Condition) => sql`
  select lower(s.color) as key, s.id, s.color, s.stock, s.image_url from products s
    where s.status = 'active' and s.design <> '' and s.color <> '' and lower(s.design) = lower(p.design) and ${isNext}
    order by lower(s.color), s.created_at, s.id limit 1`;

const colorsOfDesign = sql`
  (with recursive colors as (
      select 1 as place, first.* from (${colorOfDesign(sql`true`)}) first
      union all
      select place + 1, next.* from colors
        cross join lateral (${colorOfDesign(sql`lower(s.color) > colors.key`)}) next
        where place < ${COLORS_MAX})
    select coalesce(jsonb_agg(jsonb_build_object('key', key, 'id', id, 'color', color, 'isSoldOut', stock = 0,
        'url', image_url, 'hasAvif', ${hasAvif(sql`image_url`)}) order by place), '[]') from colors)`;

type ColorRow = Omit<DesignColor, "image"> & { key: string; url: string | null; hasAvif: boolean };

type ProductRow = Omit<SummaryRow, "second_image" | "has_options"> &
  DetailRow &
  ExtraImages & { design_key: string; color_key: string; colors: ColorRow[] };

type Found = {
  product: ProductInColors;
  /** The design as designs are compared; "" for none. */
  design: string;
};

/** One statement: an active product with its options, pictures and colors. `id` must be a UUID. */
export async function findListedProduct(db: Db, id: string): Promise<Found | null> {
  const { rows } = await sql<ProductRow>`
    select ${cardColumns}, ${hasMainAvif}, p.created_at, ${detailColumns},
      coalesce((select jsonb_agg(${extraImage} order by e.display_order)
        from product_images e where e.product_id = p.id), '[]') as extra_images,
      lower(p.design) as design_key, lower(p.color) as color_key,
      case when p.design = '' then '[]' else ${colorsOfDesign} end as colors
    from products p where p.id = ${id} and p.status = 'active'`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const product = toProduct(row);
  return { product: { ...product, colors: colorsBeside(product, row) }, design: row.design_key };
}

/** All colors of the design in one order on each of their pages, with the product itself in the place of its color. */
function colorsBeside(product: Product, { color_key, colors }: ProductRow): DesignColor[] {
  const { id, color, images, quantity } = product;
  const own = { id, color, image: picture(images[0]?.url, images[0]?.hasAvif), isSoldOut: quantity === 0 };
  const others = colors.map(({ key, url, hasAvif: has, ...other }) => {
    return key === color_key ? own : { ...other, image: picture(url, has) };
  });
  const isMissing = color !== "" && !others.includes(own);
  const all = isMissing ? [...others.slice(0, COLORS_MAX - 1), own] : others;
  return all.some((other) => other !== own) ? all : [];
}

/** Beside the name of its color a picture needs no words. */
function picture(url: string | null | undefined, has: boolean | undefined): ProductImage | null {
  return url ? { url, alt: "", ...(has ? { hasAvif: true } : {}) } : null;
}

/** One statement: today's price and stock of cart lines whose product ids are UUIDs, keyed by the lineKey of what was asked. */
export async function listFreshLines(
  db: Db,
  items: { productId: string; selectedOption: string | null }[],
  now: Date,
): Promise<Map<string, FreshLine>> {
  type Row = CardRow & {
    price_now: number;
    product_id: string;
    variation: string;
    is_now: string;
    available: number;
  };
  const { rows } = await sql<Row>`
    select wanted.product_id, wanted.variation, i.variation as is_now, ${cardColumns}, i.on_hand - i.held as available,
      price_now(p, ${now}) as price_now
    from unnest(${items.map((item) => item.productId)}::uuid[], ${items.map((item) => item.selectedOption ?? "")}::text[])
      as wanted (product_id, variation)
    join products p on p.id = wanted.product_id and p.status = 'active'
    left join former_options f on f.product_id = p.id and f.name = wanted.variation
    join inventory i on i.product_id = p.id and i.variation = coalesce(f.variation, wanted.variation)`.execute(
    db,
  );
  return new Map(
    rows.map((row) => {
      const selectedOption = row.variation === "" ? null : row.variation;
      const { product_id: productId, image_url: image, available } = row;
      const { name, price } = cardOf(row);
      const salePrice = row.price_now < price ? row.price_now : null;
      return [
        lineKey(productId, selectedOption),
        {
          ...{ productId, selectedOption, name, image, price, salePrice, available, exists: true },
          ...(row.is_now !== row.variation ? { renamedTo: row.is_now } : {}),
        },
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
  return {
    ...pageAttributesFrom(row),
    options: row.options,
    codes: row.codes ?? noCodes,
    repeatsColor: row.repeats_color,
    updatedAt: row.updated_at.toISOString(),
  };
}

type MainImageRow = Pick<SummaryRow, "image_url" | "image_alt" | "has_avif" | "name">;

function mainImage({ image_url, image_alt, has_avif, name }: MainImageRow): ProductImage[] {
  return image_url === null ? [] : [toImage({ url: image_url, alt: image_alt, hasAvif: has_avif }, name)];
}

/** A picture that nobody described is described by the product's name. Only what a picture has is sent. */
function toImage({ url, alt, hasAvif }: ProductImage, name: string): ProductImage {
  return { url, alt: alt || name, ...(hasAvif ? { hasAvif } : {}) };
}
