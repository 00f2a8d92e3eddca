// A shop whose owner creates and edits products, for product tests: typed fields, opened forms, and what the books say
// afterward.

import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { productFormOf } from "#domain/product/form/product-form-schema.ts";
import { emptyFields, type ProductFields, type SentFields } from "#domain/product/product-form.ts";
import { nowOf, type Shop } from "#server/core/shop.ts";
import { uploadImage } from "#server/files/pictures/upload-image.ts";
import { findEditable } from "#server/products/find-editable.ts";
import { saveProduct } from "#server/products/save-product.ts";
import { OWNER } from "#test/sales/people.ts";
import { emptyShelves } from "./shelf.ts";
import { createTestShop, type TestShop } from "./shop.ts";

export const actor = OWNER;

/** Opens the form of a product in one tab; returns how that tab saves. */
export async function openProductForm(shop: Shop, id: string) {
  const product = await findEditable(shop, { id });
  if (!product) throw new Error("no such product");
  const base = productFormOf(product);
  return (changes: SentFields) =>
    saveProduct(shop, { id, fields: { ...base, ...changes, base: JSON.stringify(base) }, actor });
}

/** One shop per test file, without products before each test. */
export function editingTests() {
  let store: TestShop;
  let catalogChanges = 0;
  beforeAll(async () => {
    store = await createTestShop();
    store.shop.catalogChanged = async () => {
      catalogChanges += 1;
    };
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await emptyShelves(store.shop);
    await sql`truncate spare_images, jobs`.execute(store.shop.db);
    store.files.clear();
    catalogChanges = 0;
  });

  /** Uploads a small picture and returns its URL. */
  async function picture(): Promise<string> {
    const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#184b33" } })
      .jpeg()
      .toBuffer();
    const answer = await uploadImage(store.shop, bytes);
    if (!answer.ok) throw new Error(answer.reason);
    return answer.url;
  }

  async function typed(fields: Partial<ProductFields> = {}): Promise<ProductFields> {
    return {
      ...emptyFields,
      name: "Harbor Polo",
      price: "72",
      salePrice: "",
      category: "SHIRTS",
      status: "active",
      description: "Piqué cotton with a soft collar.",
      images: fields.images ?? [{ url: await picture(), alt: "The front" }],
      options: "S|M|L",
      stock: [
        { option: "S", quantity: "3" },
        { option: "M", quantity: "0" },
        { option: "L", quantity: "7" },
      ],
      quantity: "",
      ...fields,
    };
  }

  async function create(fields: Partial<ProductFields> = {}): Promise<string> {
    const result = await saveProduct(store.shop, { id: null, fields: await typed(fields), actor });
    if (!result.ok) throw new Error(JSON.stringify(result));
    return result.id;
  }

  /** Opens the form of a product in one tab; returns a function that saves it. */
  async function openForm(id: string) {
    return openProductForm(store.shop, id);
  }

  const movements = (id: string) =>
    store.shop.db
      .selectFrom("stock_movements as m")
      .leftJoin("inventory as i", "i.id", "m.variant_id")
      .select(["i.variation", "m.kind", "m.quantity"])
      .where("m.product_id", "=", id)
      .orderBy("m.id")
      .execute();
  const hold = (id: string, variation: string, held: number) =>
    store.shop.db
      .updateTable("inventory")
      .set({ held })
      .where("product_id", "=", id)
      .where("variation", "=", variation)
      .execute();
  const audit = (id: string) =>
    store.shop.db.selectFrom("admin_audit").selectAll().where("object", "=", id).orderBy("id").execute();
  const spare = async () =>
    (await store.shop.db.selectFrom("spare_images").select("url").execute()).map(({ url }) => url);

  /** Advances time by a day for unused pictures only. */
  const dropPictures = () =>
    sql`update spare_images set due_at = ${nowOf(store.shop)}`.execute(store.shop.db);

  async function sell(productId: string, variation: string): Promise<string> {
    const lines = JSON.stringify([{ product_id: productId, quantity: 1, price: 7200, variation }]);
    const address = JSON.stringify({ customer_name: "Pat Example", customer_email: "pat@example.com" });
    const { rows } = await sql<{
      id: string;
    }>`select create_order_with_items(p_user_id => null, p_total => 7799,
      p_payment_intent_id => ${`pi_${store.shop.newId()}`}, p_shipping_address => ${address}::jsonb,
      p_items => ${lines}::jsonb, p_order_id => ${store.shop.newId()}) as id`.execute(store.shop.db);
    return rows[0]!.id;
  }

  return {
    shop: () => store.shop,
    files: () => store.files,
    advance: (milliseconds: number) => store.clock.advance(milliseconds),
    catalogChanges: () => catalogChanges,
    ...{ picture, typed, create, openForm, movements, hold, audit, spare, dropPictures, sell },
  };
}
