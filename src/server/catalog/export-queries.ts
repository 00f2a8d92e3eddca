// The whole catalogue, a batch at a time in the order of ids: for the sitemap and the product feed. A batch
// starts after the last id of the one before, so that a long read holds no transaction and no memory.
import { sql } from "kysely";
import type { ProductImage } from "#domain/image.ts";
import { type Category, categoryFromStored, type ProductOption } from "#domain/product.ts";
import type { Db } from "../db/transaction.ts";

/** A product as search engines and price comparisons get it. Money in cents. */
export type ListedProduct = {
  id: string;
  name: string;
  category: Category;
  description: string;
  price: number;
  salePrice: number | null;
  /** How many can be sold, over all options. */
  quantity: number;
  /** Empty for a product that is sold without options. */
  options: ProductOption[];
  images: ProductImage[];
  /** ISO time. */
  updatedAt: string;
};

type Row = {
  id: string;
  name: string;
  category: string;
  description: string;
  price: number;
  sale_price: number | null;
  on_sale: boolean;
  stock: number;
  image_url: string | null;
  image_alt: string;
  updated_at: Date;
  options: ProductOption[];
  extra_images: ProductImage[];
};

/** Before every id of version 4. */
export const FIRST_ID = "00000000-0000-0000-0000-000000000000";

/** One statement: the next active products after an id. */
export async function listExportProducts(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<ListedProduct[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.category, p.description, p.price, p.sale_price, p.on_sale, p.stock,
      p.image_url, p.image_alt, p.updated_at,
      coalesce((select jsonb_agg(jsonb_build_object('variation', i.variation, 'available', i.on_hand - i.held)
          order by i.position, i.variation collate "C")
        from inventory i where i.product_id = p.id and i.variation <> ''), '[]') as options,
      coalesce((select jsonb_agg(jsonb_build_object('url', e.image_url, 'alt', e.alt) order by e.display_order)
        from product_images e where e.product_id = p.id), '[]') as extra_images
    from products p where p.status = 'active' and p.id > ${after} order by p.id limit ${limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    category: categoryFromStored(row.category),
    description: row.description,
    price: row.price,
    salePrice: row.on_sale ? row.sale_price : null,
    quantity: row.stock,
    options: row.options,
    images: [...(row.image_url ? [{ url: row.image_url, alt: row.image_alt }] : []), ...row.extra_images],
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** What a sitemap says of a product. */
export type ListedAddress = { id: string; updatedAt: string; image: string | null };

/** One statement: ids and dates of the next active products after an id. */
export async function listProductAddresses(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<ListedAddress[]> {
  const { rows } = await sql<Pick<Row, "id" | "updated_at" | "image_url">>`
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
