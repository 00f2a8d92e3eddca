import { describe, expect, test } from "vitest";
import type { SentFields } from "#domain/product/product-form.ts";
import { UUID } from "#domain/text/uuid.ts";
import { findProduct } from "#test/pages/shown-product.ts";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { stockOf } from "#test/shop/products.ts";
import { sweepImages } from "../files/pictures/sweep-images.ts";
import { deleteProduct } from "./delete-product.ts";
import { findEditable } from "./find-editable.ts";
import { saveProduct } from "./save-product.ts";

const {
  shop,
  files,
  catalogChanges,
  picture,
  typed,
  create,
  openForm,
  movements,
  hold,
  audit,
  spare,
  sell,
  dropPictures,
} = editingTests();

describe("creating a product", () => {
  test("[PF-1] [PF-4] a new product is stored with every field, its options and their stock, and shown to shoppers", async () => {
    const second = await picture();
    const fields = await typed({ salePrice: "59.50" });
    fields.images.push({ url: second, alt: "" });
    const id = await create(fields);
    const product = await findProduct(shop(), { id });
    expect(product).toMatchObject({
      name: "Harbor Polo",
      price: 7_200,
      salePrice: 5_950,
      category: { slug: "SHIRTS" },
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
    expect(catalogChanges()).toBe(1);
    expect(await audit(id)).toMatchObject([
      { actor, action: "product.created", before: null, after: { name: "Harbor Polo", price: 7_200 } },
    ]);
  });

  test("[PF-2] a product that breaks a rule is refused with the form's messages, and not saved", async () => {
    const fields = await typed({ name: "x", price: "0", salePrice: "-1", description: "short", images: [] });
    fields.stock = [{ option: "S", quantity: "1.5" }];
    const result = await saveProduct(shop(), { id: null, fields, actor });
    expect(result).toEqual({
      ok: false,
      reason: "invalid",
      errors: {
        name: "Name must be at least 2 characters long",
        price: "Price must be a positive number",
        salePrice: "Sale price must be a positive number",
        description: "Description must be at least 10 characters long",
        images: "At least one image is required",
        "stock[0].quantity": "Quantity must be a non-negative integer",
        "stock[1].quantity": "Quantity must be a non-negative integer",
        "stock[2].quantity": "Quantity must be a non-negative integer",
      },
    });
    expect(catalogChanges()).toBe(0);
  });

  test("[PF-3] a product with a picture that was never uploaded or no longer exists is refused", async () => {
    for (const url of ["/storage/product-images/nobody_1.webp", "https://elsewhere.example/a.jpg"]) {
      const fields = await typed({ images: [{ url, alt: "" }] });
      const result = await saveProduct(shop(), { id: null, fields, actor });
      expect(result).toMatchObject({ reason: "invalid", errors: { images: /not stored anymore/ } });
    }
  });

  test("[PF-3] when one picture no longer exists, the others stay for the next attempt", async () => {
    const images = [await picture(), "/storage/product-images/nobody_1.webp"].map((url) => ({
      url,
      alt: "",
    }));
    const fields = await typed({ images });
    expect(await saveProduct(shop(), { id: null, fields, actor })).toMatchObject({ reason: "invalid" });
    const fixed = { ...fields, images: images.slice(0, 1) };
    expect(await saveProduct(shop(), { id: null, fields: fixed, actor })).toMatchObject({ ok: true });
  });

  test("[PF-1] a new-product form submitted twice makes one product", async () => {
    const newId = shop().newId();
    const fields = await typed();
    fields.codes = [{ option: "S", sku: "HP-S", gtin: "", mpn: "" }];
    const send = (change: SentFields = {}) =>
      saveProduct(shop(), { id: null, newId, fields: { ...fields, ...change }, actor });
    const made = { ok: true, id: newId };
    expect([await send(), await send()]).toMatchObject([made, made]);
    const rows = await shop().db.selectFrom("products").select("id").execute();
    expect(rows).toEqual([{ id: newId }]);
    expect(await movements(newId)).toMatchObject([
      { variation: "S", kind: "initial", quantity: 3 },
      { variation: "L", kind: "initial", quantity: 7 },
    ]);
    expect(await audit(newId)).toHaveLength(1);
    // Changes to the product in the meantime don't make it a different form.
    await sell(newId, "S");
    await (await openForm(newId))({ name: "Harbor Polo II" });
    expect(await send()).toMatchObject({ ...made, now: { name: "Harbor Polo II" } });
    // What was typed since then neither overwrites the product nor is lost silently.
    const other = await send({ price: "1", images: [{ url: await picture(), alt: "" }] });
    expect(other).toEqual({ ok: false, reason: "created_before", name: "Harbor Polo II" });
    expect(await findEditable(shop(), { id: newId })).toMatchObject({ version: 2, price: 7_200 });
  });

  test("[PF-1] the form may send any text as the id of its new product", async () => {
    for (const newId of ["", "new", "' or true --"]) {
      const request = { id: null, newId, fields: await typed(), actor };
      expect(await saveProduct(shop(), request)).toMatchObject({ ok: true, id: expect.stringMatching(UUID) });
    }
  });

  test("a draft is only visible to the owner", async () => {
    const id = await create({ status: "draft" });
    expect(await findProduct(shop(), { id })).toBeNull();
    expect(await findEditable(shop(), { id })).toMatchObject({ status: "draft", version: 1 });
  });
});

describe("updating a product", () => {
  test("[PF-6] a product can be saved with 0 units", async () => {
    const id = await create({ options: "", quantity: "4" });
    expect(await (await openForm(id))({ quantity: "0" })).toMatchObject({ ok: true, now: { quantity: "0" } });
    expect(await stockOf(shop(), id)).toEqual([{ variation: "", on_hand: 0, held: 0 }]);
    expect(await findProduct(shop(), { id })).toMatchObject({ quantity: 0 });
  });

  test("[PF-6] an update keeps fields that are not sent", async () => {
    const id = await create({ salePrice: "50" });
    const before = (await findEditable(shop(), { id }))!;
    const result = await saveProduct(shop(), { id, fields: { name: "Harbor Polo II" }, actor });
    expect(result.ok).toBe(true);
    expect(await findEditable(shop(), { id })).toEqual({ ...before, name: "Harbor Polo II", version: 2 });
  });

  test("[PF-2] a sale price that is sent alone must be below the stored price", async () => {
    const id = await create();
    const fields = { salePrice: "72.00" };
    expect(await saveProduct(shop(), { id, fields, actor })).toMatchObject({
      errors: { salePrice: "Sale price must be below the price" },
    });
  });

  test("an update without a change writes nothing", async () => {
    const id = await create();
    expect(await (await openForm(id))({})).toMatchObject({ ok: true });
    expect(await findEditable(shop(), { id })).toMatchObject({ version: 1 });
    expect(await audit(id)).toHaveLength(1);
  });

  test("saving a form does not undo a sale made while it was open", async () => {
    const id = await create();
    const save = await openForm(id);
    await sell(id, "L");
    expect(await save({ description: "A longer description of it." })).toMatchObject({ ok: true });
    expect(await stockOf(shop(), id)).toMatchObject([{ on_hand: 3 }, { on_hand: 0 }, { on_hand: 6 }]);
  });

  test("[PF-6] a difference is added to the current stock, and a sale in the meantime is no conflict", async () => {
    const id = await create();
    const save = await openForm(id);
    await sell(id, "L");
    const typed = { M: "+12", L: " \u22122" };
    const stock = Object.entries(typed).map(([option, quantity]) => ({ option, quantity }));
    expect(await save({ stock })).toMatchObject({ ok: true });
    expect(await stockOf(shop(), id)).toMatchObject([{ on_hand: 3 }, { on_hand: 12 }, { on_hand: 4 }]);
    const below = [{ option: "L", quantity: "-5" }];
    expect(await (await openForm(id))({ stock: below })).toMatchObject({
      errors: { "stock[2].quantity": "Quantity must be a non-negative integer" },
    });
  });

  test("[PF-6] a form that learned of a change saves over it next, and still leaves unchanged counts alone", async () => {
    const id = await create();
    const [first, second] = [await openForm(id), await openForm(id)];
    await first({ price: "80" });
    await sell(id, "L");
    const told = await second({ name: "Mine" });
    if (told.ok || told.reason !== "changed") throw new Error("not told");
    expect(told.now).toMatchObject({ price: "80.00", stock: [{}, {}, { option: "L", quantity: "7" }] });
    const fields = { ...told.now, name: "Mine", price: "72.00", base: JSON.stringify(told.now) };
    expect(await saveProduct(shop(), { id, fields, actor })).toMatchObject({ ok: true });
    expect(await findEditable(shop(), { id })).toMatchObject({ name: "Mine", price: 7_200 });
    expect((await stockOf(shop(), id))[2]).toMatchObject({ on_hand: 6 });
  });

  test.each(["-1", '"S"', "true", "[]", "{}", '{"stock":5}', '{"stock":[1,null]}', '{"quantity":{}}'])(
    "a form that says it was opened with %s was not opened, or is told what is stored",
    async (base) => {
      const id = await create();
      const fields = { ...(await typed({ name: "Mine" })), base };
      const saved = await saveProduct(shop(), { id, fields, actor });
      expect(saved).toMatchObject(base.startsWith("{") ? { reason: "changed" } : { ok: true });
    },
  );

  test("a count outdated by a sale is not saved, and the owner sees why", async () => {
    const id = await create();
    const save = await openForm(id);
    await sell(id, "L");
    const stock = [{ option: "L", quantity: "9" }];
    expect(await save({ stock })).toMatchObject({
      reason: "changed",
      now: { stock: [{}, {}, { option: "L", quantity: "6" }] },
    });
    expect(await (await openForm(id))({ stock })).toMatchObject({ ok: true });
    expect((await stockOf(shop(), id))[2]).toMatchObject({ on_hand: 9 });
  });

  test("[PF-6] sizes counted before a sale are not saved, and the owner sees why", async () => {
    const id = await create({ options: "", stock: [], quantity: "5" });
    const save = await openForm(id);
    await sell(id, "");
    const stock = [
      { option: "S", quantity: "3" },
      { option: "M", quantity: "2" },
    ];
    expect(await save({ options: "S|M", stock })).toMatchObject({
      reason: "changed",
      now: { options: "", quantity: "4" },
    });
    expect(await stockOf(shop(), id)).toMatchObject([{ on_hand: 4 }]);
    expect(await (await openForm(id))({ options: "S|M", stock })).toMatchObject({ ok: true });
  });

  test("[PF-6] removing a size after a sale is reported, and adding one during a sale is saved", async () => {
    const id = await create();
    const [removing, adding] = [await openForm(id), await openForm(id)];
    await sell(id, "L");
    expect(await removing({ options: "S|M" })).toMatchObject({
      reason: "changed",
      now: { options: "S|M|L", stock: [{}, {}, { option: "L", quantity: "6" }] },
    });
    const stock = Object.entries({ S: "3", M: "0", L: "7", XL: "2" }).map(([option, quantity]) => ({
      option,
      quantity,
    }));
    expect(await adding({ options: "S|M|L|XL", stock })).toMatchObject({ ok: true });
    expect(await stockOf(shop(), id)).toMatchObject([{}, {}, { on_hand: 6 }, { on_hand: 2 }]);
  });

  test("[PF-6] the second of two editors sees the first one's changes, and nothing is written", async () => {
    const id = await create();
    const [first, second] = [await openForm(id), await openForm(id)];
    expect(await first({ name: "Harbor Polo, new", price: "80" })).toMatchObject({ ok: true });
    expect(await second({ name: "Mine", description: "Mine, and long enough." })).toMatchObject({
      reason: "changed",
      now: { name: "Harbor Polo, new", price: "80.00" },
    });
    expect(await findEditable(shop(), { id })).toMatchObject({ name: "Harbor Polo, new", version: 2 });
  });

  test("stock never goes below what is on hold for shoppers who are paying", async () => {
    const id = await create();
    await hold(id, "L", 2);
    const save = await openForm(id);
    expect(await save({ stock: [{ option: "L", quantity: "1" }] })).toMatchObject({
      reason: "invalid",
      errors: { "stock[2].quantity": /^2 are held for shoppers .* at least 2$/ },
    });
    expect(await save({ options: "S|M" })).toMatchObject({ errors: { options: /^L can't be removed/ } });
    expect(await save({ stock: [{ option: "L", quantity: "2" }] })).toMatchObject({ ok: true });
  });

  test("options can be added, removed, and reordered; the ledger explains every unit", async () => {
    const id = await create();
    const stock = [{ option: "XL", quantity: "4" }];
    expect(await (await openForm(id))({ options: "XL|L|S", stock })).toMatchObject({ ok: true });
    expect(await findProduct(shop(), { id })).toMatchObject({
      quantity: 14,
      options: [{ variation: "XL" }, { variation: "L" }, { variation: "S" }],
    });
    expect(await (await openForm(id))({ options: "", quantity: "2" })).toMatchObject({ ok: true });
    expect(await findProduct(shop(), { id })).toMatchObject({ quantity: 2, options: [] });
    const sums: Record<string, number> = {};
    for (const { variation, quantity } of await movements(id))
      sums[variation ?? "gone"] = (sums[variation ?? "gone"] ?? 0) + quantity;
    expect(sums).toEqual({ gone: 0, "": 2 });
  });

  test("[PF-3] [PF-6] pictures are reordered in place, and removed ones are deleted with their files a day later", async () => {
    const urls = [await picture(), await picture(), await picture()];
    const id = await create({ images: urls.map((url) => ({ url, alt: "" })) });
    const rows = () =>
      shop()
        .db.selectFrom("product_images")
        .select(["id", "image_url"])
        .where("product_id", "=", id)
        .orderBy("display_order")
        .execute();
    const before = await rows();
    const swapped = [urls[0]!, urls[2]!, urls[1]!].map((url) => ({ url, alt: `Alt of ${url}` }));
    expect(await (await openForm(id))({ images: swapped })).toMatchObject({ ok: true });
    expect(await rows()).toEqual([before[1], before[0]]);
    expect((await findProduct(shop(), { id }))?.images).toEqual(swapped);
    expect(files().size).toBe(12);
    expect(await (await openForm(id))({ images: [swapped[2]!, swapped[0]!] })).toMatchObject({ ok: true });
    expect((await findProduct(shop(), { id }))?.images).toEqual([swapped[2], swapped[0]]);
    await sweepImages(shop());
    expect(files().size, "pages that are open still show it, and it may come back").toBe(12);
    await dropPictures();
    await sweepImages(shop());
    expect(files().size).toBe(8);
  });

  test("a product that has been deleted is not found, and any text is fine as an id", async () => {
    const id = await create();
    const save = await openForm(id);
    await deleteProduct(shop(), { id, actor });
    expect(await save({ name: "Late" })).toEqual({ ok: false, reason: "not_found" });
    const fields = { name: "Late" };
    for (const strange of ["", "1", "x'; drop table products; --"]) {
      expect(await saveProduct(shop(), { id: strange, fields, actor })).toMatchObject({
        reason: "not_found",
      });
      expect(await findEditable(shop(), { id: strange })).toBeNull();
    }
  });

  test("the audit log has the values before and after", async () => {
    const id = await create();
    await (await openForm(id))({ price: "80" });
    expect((await audit(id)).at(-1)).toMatchObject({
      ...{ actor, action: "product.updated" },
      ...{ before: { price: 7_200 }, after: { price: 8_000 } },
    });
    expect(Object.keys((await audit(id)).at(-1)?.after as object)).toEqual(["price"]);
  });
});
