// Fills a test shop's shelves, and counts the statements of reading them.
import { sql } from "kysely";
import type { Shop } from "#server/core/shop.ts";

export type ShelfProduct = {
  name?: string;
  category?: "Hats" | "Shirts";
  price?: number;
  salePrice?: number | null;
  description?: string;
  options?: { variation: string; onHand: number; held?: number }[];
  image?: string | null;
  alt?: string;
  extras?: { url: string; alt?: string; order: number }[];
  status?: "draft" | "active" | "archived";
  createdAt?: string;
  design?: string;
  color?: string;
};

/** Inserts a product, by default a hat without options, and returns its id. */
export async function putOnShelf(shop: Shop, product: ShelfProduct = {}): Promise<string> {
  const id = shop.newId();
  const { options = [{ variation: "", onHand: 5 }], extras = [] } = product;
  await shop.db
    .insertInto("products")
    .values({
      id,
      name: product.name ?? "Plain Cap",
      category: product.category ?? "Hats",
      price: product.price ?? 3_000,
      sale_price: product.salePrice ?? null,
      description: product.description ?? "",
      image_url: product.image === undefined ? `/storage/product-images/${id}.webp` : product.image,
      image_alt: product.alt ?? "",
      status: product.status ?? "active",
      design: product.design ?? "",
      color: product.color ?? "",
      created_at: product.createdAt ?? "2026-01-01T00:00:00Z",
    })
    .execute();
  for (const [position, { variation, onHand, held = 0 }] of options.entries()) {
    await shop.db
      .insertInto("inventory")
      .values({ product_id: id, variation, position, on_hand: onHand, held })
      .execute();
  }
  for (const { url, alt = "", order } of extras) {
    await shop.db
      .insertInto("product_images")
      .values({ product_id: id, image_url: url, alt, display_order: order })
      .execute();
  }
  return id;
}

export async function emptyShelves(shop: Shop): Promise<void> {
  await sql`truncate products, reviews, dropped_photos, product_images, inventory, restock_requests, stock_movements`.execute(
    shop.db,
  );
}

/** The same shop, with its database statements counted. */
export function countingStatements(shop: Shop): { shop: Shop; statements: () => number } {
  let count = 0;
  const db = shop.db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { shop: { ...shop, db }, statements: () => count };
}
