// Reads what is for sale: SQL, and rows turned into domain values. The room `products` has what the owner reads and
// writes of the same products.
import { sql } from "kysely";
import type { CatalogSettings } from "#domain/catalog/catalog.ts";
import type { StoredProduct } from "#domain/catalog/catalog-entry.ts";
import { type Category, type CategoryChoice, choiceOf } from "#domain/category/category.ts";
import { tagsIn } from "#domain/collection/collection.ts";
import type { Cents } from "#domain/money/money.ts";
import type { ProductImage } from "#domain/product/image.ts";
import { type ItemCodes, noCodes } from "#domain/product/options/item-codes.ts";
import { listPrices, type ProductOption } from "#domain/product/product.ts";
import { type PageRow, pageAttributesFrom, pageColumns } from "#domain/product/product-fields.ts";
import type { Db } from "../db/transaction.ts";
import { listCollectionRows } from "../products/collections/queries.ts";
import {
  type CardRow,
  cardColumns,
  cardOf,
  columnsOf,
  ownCodes,
  sellableOptions,
} from "../products/product-columns.ts";
import { categoriesColumn } from "../settings/category-queries.ts";
import { findSynonyms } from "../settings/queries.ts";
import { sizeChartsColumn } from "../settings/size-chart-queries.ts";

type Row = CardRow &
  PageRow & {
    made_at: string;
    updated_at: Date;
    options: ProductOption[];
    codes: ItemCodes | null;
    has_avif: boolean;
    extra_images: ProductImage[];
    stated_prices: (Cents | null)[];
    sale_starts_at: string;
    tags: string;
    is_sample: boolean;
  };

/** One statement: what is for sale; only these products, unless `ids` is null. */
export async function listStoredProducts(
  db: Db,
  ids: readonly string[] | null,
  categories: readonly Category[],
): Promise<StoredProduct[]> {
  const { rows } = await sql<Row>`
    select ${cardColumns}, ${columnsOf("p", pageColumns)}, p.updated_at, p.sale_starts_at, p.tags, p.is_sample, ${sellableOptions} as options, ${ownCodes} as codes,
      to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as made_at,
      has_avif(p.image_url) as has_avif,
      coalesce((select json_agg(json_build_object('url', e.image_url, 'alt', e.alt, 'hasAvif', has_avif(e.image_url))
        order by e.display_order) from product_images e where e.product_id = p.id), '[]') as extra_images,
      (select json_agg(nullif(variant_price(p, i, true), variant_price(p, i, false)) order by i.position, i.variation collate "C")
        from inventory i where i.product_id = p.id) as stated_prices
    from products p where p.status = 'active' and ${ids === null ? sql`true` : sql`p.id = any(${ids}::uuid[])`}`.execute(
    db,
  );
  // One shared object for all products of a category, so that a page contains it once.
  const choices = new Map<string, CategoryChoice>();
  return rows.map((row) => {
    const category = choices.get(row.category) ?? choiceOf(categories, row.category);
    choices.set(row.category, category);
    return toProduct(row, category);
  });
}

/** Three statements. */
export async function findCatalogSettings(db: Db): Promise<CatalogSettings> {
  const { rows } = await sql<Omit<CatalogSettings, "synonyms" | "collections">>`
    select (select hero_product_id from store_settings where id = 1) as "heroId",
      ${categoriesColumn} as categories, ${sizeChartsColumn} as "sizeCharts"`.execute(db);
  const [found] = rows;
  if (!found) throw new Error("a select without a table has one row");
  const collections = (await listCollectionRows(db)).filter(({ isOn }) => isOn);
  return { ...found, synonyms: await findSynonyms(db), collections };
}

function toProduct(row: Row, category: CategoryChoice): StoredProduct {
  const { options, codes, made_at: madeAt, updated_at, extra_images: extras } = row;
  const { stated_prices: prices, sale_starts_at: startsAt, sale_ends_at: endsAt } = row;
  const card = cardOf(row);
  const main =
    row.image_url === null ? [] : [{ url: row.image_url, alt: row.image_alt, hasAvif: row.has_avif }];
  return {
    product: {
      ...card,
      ...listPrices({ ...card, options }),
      ...pageAttributesFrom(row),
      category,
      options,
      codes: codes ?? noCodes,
      hasOptions: options.length > 0,
      images: [...main, ...extras].map((image) => toImage(image, row.name)),
      createdAt: new Date(madeAt).toISOString(),
      updatedAt: updated_at.toISOString(),
    },
    tags: tagsIn(row.tags),
    madeAt,
    isSample: row.is_sample,
    datedSale: endsAt === "" || prices.every((price) => price === null) ? null : { prices, startsAt, endsAt },
  };
}

/** A picture without alt text uses the product's name. Only existing fields are sent. */
function toImage({ url, alt, hasAvif }: ProductImage, name: string): ProductImage {
  return { url, alt: alt || name, ...(hasAvif ? { hasAvif } : {}) };
}
