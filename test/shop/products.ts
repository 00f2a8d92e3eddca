import { sql } from "kysely";
import { nowOf, type Shop } from "#server/core/shop.ts";

export type TestProduct = {
  name?: string;
  category?: "Hats" | "Shirts";
  price?: number;
  salePrice?: number | null;
  /** Stock by option; { "": 5 } for a product without options. */
  stock?: Record<string, number>;
  status?: "active" | "draft" | "archived";
  design?: string;
  color?: string;
};

/** Adds a product to the catalog and returns its id. */
export async function addProduct(shop: Shop, product: TestProduct = {}): Promise<string> {
  const {
    name = "Fairway Cap",
    category = "Hats",
    price = 3200,
    salePrice = null,
    stock = { "": 5 },
    status = "active",
    design = "",
    color = "",
  } = product;
  const id = shop.newId();
  const options = Object.keys(stock).filter((variation) => variation !== "");
  const now = nowOf(shop);
  await shop.db
    .insertInto("products")
    .values({
      id,
      name,
      category,
      price,
      sale_price: salePrice,
      status,
      design,
      color,
      description: `${name}, made for tests.`,
      variations: options.length > 0 ? options : null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  for (const [position, [variation, quantity]] of Object.entries(stock).entries()) {
    await sql`select set_on_hand(${id}, ${variation}, ${quantity}, ${position}, 'test', ${now})`.execute(
      shop.db,
    );
  }
  return id;
}

/** The id of a product's variant of this name. */
export async function variantOf(shop: Shop, productId: string, variation = ""): Promise<string> {
  const row = await shop.db
    .selectFrom("inventory")
    .select("id")
    .where("product_id", "=", productId)
    .where("variation", "=", variation)
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function stockOf(
  shop: Shop,
  productId: string,
): Promise<{ variation: string; on_hand: number; held: number }[]> {
  return shop.db
    .selectFrom("inventory")
    .select(["variation", "on_hand", "held"])
    .where("product_id", "=", productId)
    .orderBy("position")
    .execute();
}

/** Removes a variant that is not held, as the owner's form does; what was sold of it stays in its orders. */
export async function removeVariant(shop: Shop, productId: string, variation: string): Promise<void> {
  await shop.db
    .deleteFrom("inventory")
    .where("product_id", "=", productId)
    .where("variation", "=", variation)
    .where("held", "=", 0)
    .executeTakeFirstOrThrow();
}
