// The only file of this room that reads and writes products in SQL, apart from lists (list-queries.ts).
// Locks are taken in the shop's one order: inventory rows by product and option, then the product's row, so
// that an owner who saves and a shopper who pays never wait for each other in a circle.
import { sql } from "kysely";
import type { ProductImage } from "#domain/image.ts";
import { categoryFromStored, storedCategory } from "#domain/product.ts";
import type { EditableProduct, ProductStatus, ProductValues, StockLine } from "#domain/product-form.ts";
import type { Tx } from "../db/transaction.ts";
import type { Shop } from "../shop.ts";

type Reader = Pick<Shop, "db"> | { db: Tx };

type Row = {
  id: string;
  version: number;
  status: string;
  name: string;
  price: number;
  sale_price: number | null;
  category: string;
  description: string;
  image_url: string | null;
  image_alt: string;
  extra_images: ProductImage[];
  stock: { variation: string; onHand: number; held: number }[];
  was_sold: boolean;
  created_at: Date;
};

const columns = sql`
  p.id, p.version, p.status, p.name, p.price, p.sale_price, p.category, p.description, p.image_url, p.image_alt,
  p.created_at,
  coalesce((select jsonb_agg(jsonb_build_object('url', e.image_url, 'alt', e.alt) order by e.display_order)
    from product_images e where e.product_id = p.id), '[]') as extra_images,
  coalesce((select jsonb_agg(jsonb_build_object('variation', i.variation, 'onHand', i.on_hand, 'held', i.held)
      order by i.position, i.variation collate "C")
    from inventory i where i.product_id = p.id), '[]') as stock,
  exists (select from order_items o where o.product_id = p.id) as was_sold`;

/** One statement: products of any status, ordered by id. Ids must be UUIDs. */
export async function selectEditable(shop: Reader, ids: string[]): Promise<EditableProduct[]> {
  const { rows } = await sql<Row>`
    select ${columns} from products p where p.id = any(${ids}::uuid[]) order by p.id`.execute(shop.db);
  return rows.map(toEditable);
}

/** Locks the products with their stock and reads them; the ones that exist. */
export async function lockProducts(tx: Tx, ids: string[]): Promise<EditableProduct[]> {
  await sql`select from inventory where product_id = any(${ids}::uuid[])
    order by product_id, variation for update`.execute(tx);
  await sql`select from products where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  return selectEditable({ db: tx }, ids);
}

function toEditable(row: Row): EditableProduct {
  const main = row.image_url === null ? [] : [{ url: row.image_url, alt: row.image_alt }];
  return {
    id: row.id,
    version: row.version,
    status: row.status as ProductStatus,
    name: row.name,
    price: row.price,
    salePrice: row.sale_price,
    category: categoryFromStored(row.category),
    description: row.description,
    stock: row.stock,
    images: [...main, ...row.extra_images.map(({ url, alt }) => ({ url, alt }))],
    wasSold: row.was_sold,
    createdAt: row.created_at.toISOString(),
  };
}

export async function insertProduct(tx: Tx, id: string, values: ProductValues, now: Date): Promise<void> {
  await tx
    .insertInto("products")
    .values({ id, ...columnsOf(values), created_at: now, updated_at: now })
    .execute();
  await insertExtraImages(tx, id, values.images.slice(1).map(atPlace));
  for (const [position, line] of values.stock.entries()) await setOnHand(tx, id, line, position, now);
}

/** Writes what differs. Pictures and options that stay keep their rows. */
export async function updateProduct(
  tx: Tx,
  before: EditableProduct,
  values: ProductValues,
  now: Date,
): Promise<void> {
  const { id } = before;
  await writeStock(tx, before, values.stock, now);
  await tx
    .updateTable("products")
    .set((eb) => ({ ...columnsOf(values), version: eb("version", "+", 1), updated_at: now }))
    .where("id", "=", id)
    .execute();
  await writeExtraImages(tx, id, before.images.slice(1), values.images.slice(1));
}

function columnsOf(values: ProductValues) {
  const options = values.stock.map((line) => line.variation).filter(Boolean);
  return {
    name: values.name,
    price: values.price,
    sale_price: values.salePrice,
    category: storedCategory(values.category),
    description: values.description,
    status: values.status,
    image_url: values.images[0]?.url ?? null,
    image_alt: values.images[0]?.alt ?? "",
    variations: options.length > 0 ? options : null,
  };
}

async function writeStock(tx: Tx, before: EditableProduct, stock: StockLine[], now: Date): Promise<void> {
  const wanted = new Set(stock.map((line) => line.variation));
  for (const { variation } of before.stock.filter((line) => !wanted.has(line.variation))) {
    // The ledger explains every piece, those of an option that goes away, too.
    await setOnHand(tx, before.id, { variation, onHand: 0 }, 0, now);
    await tx
      .deleteFrom("inventory")
      .where("product_id", "=", before.id)
      .where("variation", "=", variation)
      .execute();
  }
  for (const [position, line] of stock.entries()) {
    const old = before.stock[position];
    if (old?.variation === line.variation && old.onHand === line.onHand) continue;
    await setOnHand(tx, before.id, line, position, now);
  }
}

export async function setOnHand(tx: Tx, id: string, line: StockLine, position: number, now: Date) {
  const { variation, onHand } = line;
  await sql`select set_on_hand(${id}, ${variation}, ${onHand}, ${position}, 'admin', ${now})`.execute(tx);
}

type Placed = ProductImage & { place: number };

function atPlace(image: ProductImage, index: number): Placed {
  return { ...image, place: index + 1 };
}

/** Two rows never have one place, not even for a moment: rows that move step aside first. */
const ASIDE = 1_000;

async function writeExtraImages(tx: Tx, id: string, before: ProductImage[], after: ProductImage[]) {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const kept = after.map(atPlace).filter((image) => before.some((old) => old.url === image.url));
  const added = after.map(atPlace).filter((image) => !before.some((old) => old.url === image.url));
  const removed = before.filter((old) => !after.some((image) => image.url === old.url));
  if (removed.length > 0) {
    const urls = removed.map((image) => image.url);
    await tx
      .deleteFrom("product_images")
      .where("product_id", "=", id)
      .where("image_url", "in", urls)
      .execute();
  }
  await sql`update product_images set display_order = display_order + ${ASIDE} where product_id = ${id}`.execute(
    tx,
  );
  for (const { url, alt, place } of kept) {
    await tx
      .updateTable("product_images")
      .set({ alt, display_order: place })
      .where("product_id", "=", id)
      .where("image_url", "=", url)
      .execute();
  }
  await insertExtraImages(tx, id, added);
}

async function insertExtraImages(tx: Tx, id: string, images: Placed[]): Promise<void> {
  if (images.length === 0) return;
  await tx
    .insertInto("product_images")
    .values(
      images.map(({ url, alt, place }) => ({ product_id: id, image_url: url, alt, display_order: place })),
    )
    .execute();
}

/** Removes a product with its stock and its list of pictures. */
export async function deleteProductRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("products").where("id", "=", id).execute();
}

export async function setStatus(tx: Tx, id: string, status: ProductStatus, now: Date): Promise<void> {
  await tx
    .updateTable("products")
    .set((eb) => ({ status, version: eb("version", "+", 1), updated_at: now }))
    .where("id", "=", id)
    .execute();
}
