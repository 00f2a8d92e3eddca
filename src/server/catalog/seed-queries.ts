// The SQL that fills an empty catalogue. Stock enters by set_on_hand, as everywhere, so that the ledger of
// goods explains every piece from the first one on.
import { sql } from "kysely";
import type { ProductImage } from "#domain/image.ts";
import type { Db, Tx } from "../db/transaction.ts";
import type { SampleProduct } from "./seed-sample-catalog.ts";

/** Any number that no other advisory lock of the shop uses. */
const SEED_LOCK = 7_302_611;
const DAY_MS = 86_400_000;

/** Whether there is any product, of any status. */
export async function hasProducts(db: Db): Promise<boolean> {
  return (await db.selectFrom("products").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Lets one process at a time fill the catalogue, until its transaction ends. */
export async function lockCatalog(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(tx);
}

/** Inserts a product with its stock and its further pictures. */
export async function insertSampleProduct(
  tx: Tx,
  product: SampleProduct,
  { id, images, now }: { id: string; images: ProductImage[]; now: Date },
): Promise<void> {
  const [main, ...extras] = images;
  const createdAt = new Date(now.getTime() - product.createdDaysAgo * DAY_MS);
  const variations = product.options.map((option) => option.variation).filter(Boolean);
  await tx
    .insertInto("products")
    .values({
      id,
      name: product.name,
      category: product.category,
      price: product.price,
      sale_price: product.salePrice,
      description: product.description,
      image_url: main?.url ?? null,
      image_alt: main?.alt ?? "",
      variations: variations.length > 0 ? variations : null,
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute();
  for (const [position, { variation, quantity }] of product.options.entries()) {
    await sql`select set_on_hand(${id}, ${variation}, ${quantity}, ${position}, 'sample catalogue', ${now})`.execute(
      tx,
    );
  }
  if (extras.length === 0) return;
  await tx
    .insertInto("product_images")
    .values(
      extras.map(({ url, alt }, index) => ({
        product_id: id,
        image_url: url,
        alt,
        display_order: index + 1,
      })),
    )
    .execute();
}
