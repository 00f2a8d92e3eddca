import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseBulkEdit } from "#domain/bulk-edit.ts";
import { IMAGE_UPLOAD_BYTES_MAX } from "#domain/image-upload.ts";
import type { SentFields } from "#domain/product-edit.ts";
import { fieldsOf, type ProductFields } from "#domain/product-form.ts";
import { stockOf } from "#test/products.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { findProduct } from "../catalog/find-product.ts";
import { IMAGE_BYTES_MAX } from "../files/product-images.ts";
import { bulkEdit } from "./bulk-edit.ts";
import { deleteProduct } from "./delete-product.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import { findEditable } from "./find-editable.ts";
import { saveProduct } from "./save-product.ts";
import { sweepImages } from "./sweep-images.ts";
import { UNSAVED_IMAGE_HOURS, uploadImage } from "./upload-image.ts";

const actor = "owner@example.com";

let it: TestShop;
let catalogChanges = 0;
beforeAll(async () => {
  it = await createTestShop();
  it.shop.catalogChanged = async () => {
    catalogChanges += 1;
  };
});
afterAll(() => it.close());
beforeEach(async () => {
  await sql`truncate products, product_images, inventory, spare_images`.execute(it.shop.db);
  it.files.clear();
  catalogChanges = 0;
});

async function picture(): Promise<string> {
  const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background: "#184b33" } })
    .jpeg()
    .toBuffer();
  const answer = await uploadImage(it.shop, bytes);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.url;
}

const typed = async (fields: Partial<ProductFields> = {}): Promise<ProductFields> => ({
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
});

async function create(fields: Partial<ProductFields> = {}): Promise<string> {
  const sent = await typed(fields);
  const result = await saveProduct(it.shop, { id: null, sent, base: null, version: null, actor });
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.id;
}

/** Opens the form of a product, as one tab does, and answers how that tab saves. */
async function openForm(id: string) {
  const product = await findEditable(it.shop, { id });
  if (!product) throw new Error("no such product");
  const base = fieldsOf(product);
  return (changes: SentFields) =>
    saveProduct(it.shop, { id, sent: { ...base, ...changes }, base, version: product.version, actor });
}

const movements = (id: string) =>
  it.shop.db
    .selectFrom("stock_movements")
    .select(["variation", "kind", "quantity"])
    .where("product_id", "=", id)
    .orderBy("id")
    .execute();
const hold = (id: string, variation: string, held: number) =>
  it.shop.db
    .updateTable("inventory")
    .set({ held })
    .where("product_id", "=", id)
    .where("variation", "=", variation)
    .execute();
const audit = (id: string) =>
  it.shop.db.selectFrom("admin_audit").selectAll().where("object", "=", id).orderBy("id").execute();
const spare = async () =>
  (await it.shop.db.selectFrom("spare_images").select("url").execute()).map(({ url }) => url);

async function sell(productId: string, variation: string): Promise<string> {
  const lines = JSON.stringify([{ product_id: productId, quantity: 1, price: 7200, variation }]);
  const address = JSON.stringify({ customer_name: "Pat Example", customer_email: "pat@example.com" });
  const { rows } = await sql<{
    id: string;
  }>`select create_order_with_items(p_user_id => null, p_total => 7799,
    p_payment_intent_id => ${`pi_${it.shop.newId()}`}, p_shipping_address => ${address}::jsonb,
    p_items => ${lines}::jsonb, p_order_id => ${it.shop.newId()}) as id`.execute(it.shop.db);
  return rows[0]!.id;
}

describe("creating a product", () => {
  test("[PF-1] [PF-4] stores every field, its options with their stock, and shows it to shoppers", async () => {
    const second = await picture();
    const fields = await typed({ salePrice: "59.50" });
    fields.images.push({ url: second, alt: "" });
    const id = await create(fields);
    const product = await findProduct(it.shop, { id });
    expect(product).toMatchObject({
      name: "Harbor Polo",
      price: 7_200,
      salePrice: 5_950,
      category: "SHIRTS",
      quantity: 10,
      options: [
        { variation: "S", available: 3 },
        { variation: "M", available: 0 },
        { variation: "L", available: 7 },
      ],
      images: [fields.images[0], { url: second, alt: "Harbor Polo" }],
    });
    expect(await movements(id)).toMatchObject([
      { variation: "S", kind: "initial", quantity: 3 },
      { variation: "L", kind: "initial", quantity: 7 },
    ]);
    expect(await spare()).toEqual([]);
    expect(catalogChanges).toBe(1);
    expect(await audit(id)).toMatchObject([
      { actor, action: "product.create", before: null, after: { name: "Harbor Polo", price: 7_200 } },
    ]);
  });

  test("[PF-2] refuses what is wrong with the messages of the form, and stores nothing", async () => {
    const sent = await typed({ name: "x", price: "0", salePrice: "-1", description: "short", images: [] });
    sent.stock = [{ option: "S", quantity: "1.5" }];
    const result = await saveProduct(it.shop, { id: null, sent, base: null, version: null, actor });
    expect(result).toEqual({
      ok: false,
      reason: "invalid",
      errors: {
        name: "Name must be at least 2 characters long",
        price: "Price must be a positive number",
        salePrice: "Sale price must be a positive number",
        description: "Description must be at least 10 characters long",
        images: "At least one image is required",
        "stock:S": "Quantity must be a non-negative integer",
        "stock:M": "Quantity must be a non-negative integer",
        "stock:L": "Quantity must be a non-negative integer",
      },
    });
    expect(catalogChanges).toBe(0);
  });

  test("[PF-3] refuses a picture that was never uploaded, or is gone", async () => {
    for (const url of ["/storage/product-images/nobody_1.webp", "https://elsewhere.example/a.jpg"]) {
      const sent = await typed({ images: [{ url, alt: "" }] });
      const result = await saveProduct(it.shop, { id: null, sent, base: null, version: null, actor });
      expect(result).toMatchObject({ reason: "invalid", errors: { images: /not stored any more/ } });
    }
  });

  test("a draft is seen by nobody but the owner", async () => {
    const id = await create({ status: "draft" });
    expect(await findProduct(it.shop, { id })).toBeNull();
    expect(await findEditable(it.shop, { id })).toMatchObject({ status: "draft", version: 1 });
  });
});

describe("updating a product", () => {
  test("[PF-6] saves 0 pieces", async () => {
    const id = await create({ options: "", quantity: "4" });
    expect(await (await openForm(id))({ quantity: "0" })).toMatchObject({ ok: true, version: 2 });
    expect(await stockOf(it.shop, id)).toEqual([{ variation: "", on_hand: 0, held: 0 }]);
    expect(await findProduct(it.shop, { id })).toMatchObject({ quantity: 0 });
  });

  test("[PF-6] leaves alone what is not sent", async () => {
    const id = await create({ salePrice: "50" });
    const before = (await findEditable(it.shop, { id }))!;
    const result = await saveProduct(it.shop, {
      ...{ id, actor, base: null, version: 1 },
      sent: { name: "Harbor Polo II" },
    });
    expect(result.ok).toBe(true);
    expect(await findEditable(it.shop, { id })).toEqual({ ...before, name: "Harbor Polo II", version: 2 });
  });

  test("[PF-2] a sale price that is sent alone must be below the stored price", async () => {
    const id = await create();
    const sent = { salePrice: "72.00" };
    expect(await saveProduct(it.shop, { id, sent, base: null, version: 1, actor })).toMatchObject({
      errors: { salePrice: "Sale price must be below the price" },
    });
  });

  test("changes nothing when nothing was changed", async () => {
    const id = await create();
    expect(await (await openForm(id))({})).toMatchObject({ ok: true, version: 1 });
    expect(await audit(id)).toHaveLength(1);
  });

  test("a piece that was sold while the form was open stays sold", async () => {
    const id = await create();
    const save = await openForm(id);
    await sell(id, "L");
    expect(await save({ description: "A longer description of it." })).toMatchObject({ ok: true });
    expect(await stockOf(it.shop, id)).toMatchObject([{ on_hand: 3 }, { on_hand: 0 }, { on_hand: 6 }]);
  });

  test("a count that a sale has overtaken is not written, and the owner is told", async () => {
    const id = await create();
    const save = await openForm(id);
    await sell(id, "L");
    const stock = [{ option: "L", quantity: "9" }];
    expect(await save({ stock })).toMatchObject({
      reason: "changed_meanwhile",
      changes: [{ field: "stock", label: "Stock of L", was: "7", now: "6" }],
    });
    expect(await (await openForm(id))({ stock })).toMatchObject({ ok: true });
    expect((await stockOf(it.shop, id))[2]).toMatchObject({ on_hand: 9 });
  });

  test("[PF-6] of two editors the second is told what the first changed, and nothing is written", async () => {
    const id = await create();
    const [first, second] = [await openForm(id), await openForm(id)];
    expect(await first({ name: "Harbor Polo, new", price: "80" })).toMatchObject({ ok: true });
    expect(await second({ name: "Mine", description: "Mine, and long enough." })).toMatchObject({
      reason: "changed_meanwhile",
      product: { version: 2, name: "Harbor Polo, new" },
      changes: [
        { label: "Product Name", was: "Harbor Polo", now: "Harbor Polo, new" },
        { label: "Price", was: "$72.00", now: "$80.00" },
      ],
    });
    expect(await findEditable(it.shop, { id })).toMatchObject({ name: "Harbor Polo, new", version: 2 });
  });

  test("two who save at the same moment are one after the other: one wins, one is told", async () => {
    const id = await create();
    const [first, second] = [await openForm(id), await openForm(id)];
    const results = await Promise.all([first({ name: "First" }), second({ name: "Second" })]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(results.find((result) => !result.ok)).toMatchObject({ reason: "changed_meanwhile" });
  });

  test("stock never goes below what shoppers who are paying hold", async () => {
    const id = await create();
    await hold(id, "L", 2);
    const save = await openForm(id);
    expect(await save({ stock: [{ option: "L", quantity: "1" }] })).toMatchObject({
      reason: "invalid",
      errors: { "stock:L": /^2 are held for shoppers .* at least 2$/ },
    });
    expect(await save({ options: "S|M" })).toMatchObject({ errors: { options: /^L can't be removed/ } });
    expect(await save({ stock: [{ option: "L", quantity: "2" }] })).toMatchObject({ ok: true });
  });

  test("options can be added, taken away and put into another order; the ledger explains every piece", async () => {
    const id = await create();
    const stock = [{ option: "XL", quantity: "4" }];
    expect(await (await openForm(id))({ options: "XL|L|S", stock })).toMatchObject({ ok: true });
    expect(await findProduct(it.shop, { id })).toMatchObject({
      quantity: 14,
      options: [{ variation: "XL" }, { variation: "L" }, { variation: "S" }],
    });
    expect(await (await openForm(id))({ options: "", quantity: "2" })).toMatchObject({ ok: true });
    expect(await findProduct(it.shop, { id })).toMatchObject({ quantity: 2, options: [] });
    const sums: Record<string, number> = {};
    for (const { variation, quantity } of await movements(id))
      sums[variation] = (sums[variation] ?? 0) + quantity;
    expect(sums).toEqual({ S: 0, L: 0, XL: 0, "": 2 });
  });

  test("[PF-3] [PF-6] pictures change their order in place, and those taken away are deleted with their files", async () => {
    const urls = [await picture(), await picture(), await picture()];
    const id = await create({ images: urls.map((url) => ({ url, alt: "" })) });
    const rows = () =>
      it.shop.db
        .selectFrom("product_images")
        .select(["id", "image_url"])
        .where("product_id", "=", id)
        .orderBy("display_order")
        .execute();
    const before = await rows();
    const swapped = [urls[0]!, urls[2]!, urls[1]!].map((url) => ({ url, alt: `Alt of ${url}` }));
    expect(await (await openForm(id))({ images: swapped })).toMatchObject({ ok: true });
    expect(await rows()).toEqual([before[1], before[0]]);
    expect((await findProduct(it.shop, { id }))?.images).toEqual(swapped);
    expect(it.files.size).toBe(12);
    expect(await (await openForm(id))({ images: [swapped[2]!, swapped[0]!] })).toMatchObject({ ok: true });
    expect((await findProduct(it.shop, { id }))?.images).toEqual([swapped[2], swapped[0]]);
    expect(it.files.size).toBe(8);
  });

  test("a product that was deleted meanwhile is not found, and any text is fine as an id", async () => {
    const id = await create();
    const save = await openForm(id);
    await deleteProduct(it.shop, { id, actor });
    expect(await save({ name: "Late" })).toEqual({ ok: false, reason: "not_found" });
    const sent = { name: "Late" };
    for (const strange of ["", "1", "x'; drop table products; --"]) {
      expect(await saveProduct(it.shop, { id: strange, sent, base: null, version: 1, actor })).toMatchObject({
        reason: "not_found",
      });
      expect(await findEditable(it.shop, { id: strange })).toBeNull();
    }
  });

  test("the audit log holds what changed, before and after", async () => {
    const id = await create();
    await (await openForm(id))({ price: "80" });
    expect((await audit(id)).at(-1)).toMatchObject({
      ...{ actor, action: "product.update" },
      ...{ before: { price: 7_200 }, after: { price: 8_000 } },
    });
    expect(Object.keys((await audit(id)).at(-1)?.after as object)).toEqual(["price"]);
  });
});

describe("[AP-2] deleting a product", () => {
  test("takes one that was never sold out of everything, with its files", async () => {
    const id = await create();
    expect(it.files.size).toBe(4);
    expect(await deleteProduct(it.shop, { id, actor })).toMatchObject({ ok: true, outcome: "deleted" });
    expect(await findEditable(it.shop, { id })).toBeNull();
    expect(await stockOf(it.shop, id)).toEqual([]);
    expect(it.files.size).toBe(0);
    expect(await deleteProduct(it.shop, { id, actor })).toEqual({ ok: false, reason: "not_found" });
  });

  test("archives one that was sold; the order keeps name, price and picture", async () => {
    const fields = await typed();
    const id = await create(fields);
    const orderId = await sell(id, "S");
    expect(await deleteProduct(it.shop, { id, actor })).toMatchObject({ ok: true, outcome: "archived" });
    expect(await findProduct(it.shop, { id })).toBeNull();
    expect(await findEditable(it.shop, { id })).toMatchObject({ status: "archived", wasSold: true });
    const lines = await it.shop.db
      .selectFrom("order_items")
      .select(["name", "price", "image_url"])
      .where("order_id", "=", orderId)
      .execute();
    expect(lines).toEqual([{ name: "Harbor Polo", price: 7_200, image_url: fields.images[0]?.url }]);
    expect(it.files.size).toBe(4);
  });

  test("archives one that a shopper is paying for", async () => {
    const id = await create();
    await hold(id, "L", 1);
    expect(await deleteProduct(it.shop, { id, actor })).toMatchObject({ outcome: "archived" });
    expect((await stockOf(it.shop, id))[2]).toMatchObject({ held: 1 });
  });

  test("keeps a picture that a past order or another product still shows", async () => {
    const first = await typed();
    const id = await create(first);
    const copy = await duplicateProduct(it.shop, { id, actor });
    await sell(id, "S");
    const images = [{ url: await picture(), alt: "" }];
    await (await openForm(id))({ images });
    if (!copy.ok) throw new Error("no copy");
    await deleteProduct(it.shop, { id: copy.id, actor });
    expect(it.files.has(first.images[0]!.url.replace("/storage/", ""))).toBe(true);
  });
});

test("a duplicate is a draft with the same pictures and options, and an empty shelf", async () => {
  const id = await create();
  const copy = await duplicateProduct(it.shop, { id, actor });
  const [original, duplicate] = await Promise.all(
    [id, copy.ok ? copy.id : ""].map((each) => findEditable(it.shop, { id: each })),
  );
  expect(duplicate).toMatchObject({ name: "Harbor Polo (copy)", status: "draft", images: original?.images });
  expect(duplicate?.stock.map((line) => [line.variation, line.onHand])).toEqual([
    ["S", 0],
    ["M", 0],
    ["L", 0],
  ]);
  expect(await duplicateProduct(it.shop, { id: it.shop.newId(), actor })).toMatchObject({
    reason: "not_found",
  });
});

describe("[FN-6] uploaded pictures", () => {
  test("that are never saved are deleted after a day, and not before", async () => {
    await picture();
    it.clock.advance(UNSAVED_IMAGE_HOURS * 3_600_000 - 1);
    expect(await sweepImages(it.shop)).toBe(0);
    it.clock.advance(1);
    expect(await sweepImages(it.shop)).toBe(1);
    expect(it.files.size).toBe(0);
    expect(await spare()).toEqual([]);
  });

  test("are refused as the pipeline refuses them, and leave nothing behind", async () => {
    expect(await uploadImage(it.shop, Buffer.from("<svg/>"))).toEqual({ ok: false, reason: "not_an_image" });
    expect(await spare()).toEqual([]);
    expect(IMAGE_UPLOAD_BYTES_MAX).toBe(IMAGE_BYTES_MAX);
  });
});

describe("changing many products at once", () => {
  const edit = async (ids: string[], action: string, value = "") => {
    const parsed = parseBulkEdit(action, value);
    if (!parsed.ok) throw new Error(parsed.message);
    return bulkEdit(it.shop, { ids, edit: parsed.edit, actor });
  };
  const read = async (id: string) => (await findEditable(it.shop, { id }))!;

  test("sets prices, sales, stock and states", async () => {
    const ids = [await create(), await create({ options: "", quantity: "5" })];
    expect(await edit([...ids, it.shop.newId(), "x"], "price-change", "-10")).toEqual({
      ok: true,
      changed: 2,
    });
    expect((await read(ids[0]!)).price).toBe(6_480);
    await edit(ids, "sale-percent", "50");
    await edit(ids, "stock-add", "2");
    expect(await read(ids[1]!)).toMatchObject({ salePrice: 3_240, stock: [{ variation: "", onHand: 7 }] });
    expect((await read(ids[0]!)).stock.map((line) => line.onHand)).toEqual([5, 2, 9]);
    await edit(ids, "stock-set", "0");
    await edit(ids, "sale-end");
    await edit(ids, "archive");
    expect(await read(ids[0]!)).toMatchObject({ salePrice: null, status: "archived" });
    expect((await read(ids[0]!)).stock.map((line) => line.onHand)).toEqual([0, 0, 0]);
    expect((await audit(ids[1]!)).length).toBe(7);
  });

  test("changes nothing at all when one product refuses", async () => {
    const ids = [await create(), await create({ salePrice: "60" })];
    expect(await edit(ids, "price-set", "60")).toEqual({
      ok: false,
      reason: "refused",
      problems: [{ name: "Harbor Polo", message: "Sale price must be below the price" }],
    });
    await hold(ids[0]!, "L", 1);
    expect(await edit(ids, "stock-set", "0")).toMatchObject({ reason: "refused" });
    expect((await read(ids[0]!)).price).toBe(7_200);
    expect(await edit([], "archive")).toEqual({ ok: false, reason: "nothing_selected" });
  });
});
