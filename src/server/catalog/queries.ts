// Reads the catalog as shoppers see it: SQL, and rows turned into domain values. They see active products
// only. Every order ends in the product's id, so that two products of one second or one price keep their places
// and no page shows one twice. The shop's list with its search is in list-queries.ts, a product's own page in
// page-queries.ts; what the owner reads and writes of the same products is the room `products`.
import { type RawBuilder, sql } from "kysely";
import { lineKey } from "#domain/cart/cart.ts";
import type { FreshLine } from "#domain/cart/cart-refresh.ts";
import type { Sort } from "#domain/catalog/shop-search.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { type ItemCodes, noCodes } from "#domain/product/options/item-codes.ts";
import {
  type Category,
  categories,
  categoryFromStored,
  type ProductOption,
  type ProductSummary,
  storedCategory,
} from "#domain/product/product.ts";
import { type PageRow, pageAttributesFrom, pageColumns } from "#domain/product/product-fields.ts";
import type { Db } from "../db/transaction.ts";
import {
  type CardRow,
  cardColumns,
  cardOf,
  columnsOf,
  ownCodes,
  sellableOptions,
} from "../products/product-columns.ts";
import { bestSellers } from "../reports/best-sellers.ts";

export type Condition = RawBuilder<unknown>;

/** One of the list that the database function product_cards answers. */
export type SummaryRow = CardRow & {
  created_at: string;
  has_options: boolean;
  has_avif: boolean;
  second_image: ProductImage | null;
};

/** The cards of the products whose ids the query finds, in its order: a list of SummaryRow as one value. */
export const cardsOf = (ids: Condition) => sql`product_cards(array(${ids}))`;

export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("a statement that always finds one row found none");
  return row;
}

/** Whether an older product that is sold has p's color of p's design. One look into an index. */
const repeatsColor = sql`
  p.design <> '' and p.color <> '' and exists (select from products s
    where s.status = 'active' and s.design <> '' and s.color <> '' and lower(s.design) = lower(p.design)
      and lower(s.color) = lower(p.color) and (s.created_at, s.id) < (p.created_at, p.id))`;

/** What the product's own page and the feed show beyond a card. */
export const detailColumns = sql`p.updated_at, ${columnsOf("p", pageColumns)}, ${sellableOptions} as options,
  ${ownCodes} as codes, (${repeatsColor}) as repeats_color`;

export type DetailRow = PageRow & {
  updated_at: Date | string;
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
    cardsOf(sql`
    select f.product_id from product_facets f where ${condition}
      order by f.in_stock desc, f.created_at desc, f.product_id desc limit ${limit}`);
  const { rows } = await sql<Record<"newest" | "onSale", SummaryRow[]>>`
    select ${first(sql`f.in_stock`, limits.newest)} as newest,
      ${first(sql`f.in_stock and f.on_sale`, limits.onSale)} as "onSale"`.execute(db);
  const { newest, onSale } = onlyRow(rows);
  return { newest: newest.map(toSummary), onSale: onSale.map(toSummary) };
}

/** One statement: the main pictures of each category's newest products, at most `limit` a category. */
export async function listCategoryPictures(db: Db, limit: number): Promise<Record<Category, ProductImage[]>> {
  const parts = categories.map(
    (category) => sql`(select p.category, p.name, p.image_url, p.image_alt,
        has_avif(p.image_url) as has_avif
      from products p
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
  const chosen = sql`(select hero_product_id from store_settings where id = 1)`;
  const { rows } = await sql<{ chosen: string | null; heroes: SummaryRow[] }>`
    select ${chosen} as chosen, ${cardsOf(sql`
      select coalesce((select p.id from products p where p.id = ${chosen} and ${canStand}),
        (select p.id from products p where ${canStand} and p.category = 'Hats' order by ${newest} limit 1))`)} as heroes`.execute(
    db,
  );
  const { chosen: chosenId, heroes } = onlyRow(rows);
  return { hero: heroes.map(toSummary)[0] ?? null, chosenId };
}

/** One statement: active products by UUID. */
export async function listSummaries(db: Db, ids: string[]): Promise<ProductSummary[]> {
  return listWhere(db, sql`p.id = any(${ids}::uuid[])`, ids.length);
}

/** Of the products that sold most, this many are looked at; the others of them can't be bought. */
const SELLERS_READ_MAX = 60;

/** One statement: what sold most since this time, as far as it can be bought. */
export async function listBestSelling(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<ProductSummary[]> {
  return listCards(
    db,
    sql`select p.id from (${bestSellers(since, SELLERS_READ_MAX)}) s
      join products p on p.id = s."productId" and p.status = 'active' and p.stock > 0
      order by s.quantity desc, s.revenue desc, p.id limit ${limit}`,
  );
}

/** One statement: the newest products that can be bought. */
export async function listNewestInStock(db: Db, limit: number): Promise<ProductSummary[]> {
  return listWhere(db, sql`p.stock > 0`, limit);
}

async function listWhere(db: Db, condition: Condition, limit: number): Promise<ProductSummary[]> {
  return listCards(
    db,
    sql`select p.id from products p where p.status = 'active' and ${condition} order by ${newest} limit ${limit}`,
  );
}

/** One statement: the products whose ids the query finds, in its order. */
export async function listCards(db: Db, ids: Condition): Promise<ProductSummary[]> {
  const { rows } = await sql<{ cards: SummaryRow[] }>`select ${cardsOf(ids)} as cards`.execute(db);
  return onlyRow(rows).cards.map(toSummary);
}

/**
 * One statement: today's price and stock of cart lines whose product ids are UUIDs, keyed by the lineKey of what was asked.
 * `own`: the order of the shopper's open checkout; what that holds, or one that they began instead, can be sold to them.
 */
export async function listFreshLines(
  db: Db,
  items: { productId: string; selectedOption: string | null }[],
  { now, own }: { now: Date; own: string | null },
): Promise<Map<string, FreshLine>> {
  type Row = CardRow & {
    price_now: number;
    product_id: string;
    variation: string;
    is_now: string;
    available: number;
  };
  const { rows } = await sql<Row>`
    select wanted.product_id, wanted.variation, i.variation as is_now, ${cardColumns}, (i.on_hand - i.held + coalesce((
        select sum(h.quantity) from checkouts c join checkout_items h on h.checkout_id = c.id
          where c.order_id = any (array(select own_orders(${own}::uuid))) and c.hold_active
            and h.product_id = i.product_id and h.variation = i.variation), 0))::integer as available,
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
  return { ...cardOf(row), hasOptions: row.has_options, images, createdAt: isoTime(row.created_at) };
}

export function detailOf(row: DetailRow) {
  return {
    ...pageAttributesFrom(row),
    options: row.options,
    codes: row.codes ?? noCodes,
    repeatsColor: row.repeats_color,
    updatedAt: isoTime(row.updated_at),
  };
}

/** A time as the driver reads it, or as it stands in JSON. */
function isoTime(time: Date | string): string {
  return new Date(time).toISOString();
}

type MainImageRow = Pick<SummaryRow, "image_url" | "image_alt" | "has_avif" | "name">;

export function mainImage({ image_url, image_alt, has_avif, name }: MainImageRow): ProductImage[] {
  return image_url === null ? [] : [toImage({ url: image_url, alt: image_alt, hasAvif: has_avif }, name)];
}

/** A picture that nobody described is described by the product's name. Only what a picture has is sent. */
export function toImage({ url, alt, hasAvif }: ProductImage, name: string): ProductImage {
  return { url, alt: alt || name, ...(hasAvif ? { hasAvif } : {}) };
}
