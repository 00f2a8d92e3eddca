import { describe, expect, test } from "vitest";
import { findProduct } from "#test/pages/shown-product.ts";
import { actor, editingTests } from "#test/shop/product-editing.ts";
import { stockOf } from "#test/shop/products.ts";
import { sweepImages } from "../files/pictures/sweep-images.ts";
import { deleteProduct } from "./delete-product.ts";
import { duplicateProduct } from "./duplicate-product.ts";
import { findEditable } from "./find-editable.ts";

const { shop, files, picture, typed, create, openForm, hold, dropPictures, sell } = editingTests();

describe("[AP-2] deleting a product", () => {
  test("a product that was never sold is deleted everywhere, with its files a day later", async () => {
    const id = await create();
    expect(files().size).toBe(4);
    expect(await deleteProduct(shop(), { id, actor })).toMatchObject({ ok: true, outcome: "deleted" });
    expect(await findEditable(shop(), { id })).toBeNull();
    expect(await stockOf(shop(), id)).toEqual([]);
    await sweepImages(shop());
    expect(files().size, "pages that are open still show them").toBe(4);
    await dropPictures();
    await sweepImages(shop());
    expect(files().size).toBe(0);
    expect(await deleteProduct(shop(), { id, actor })).toEqual({ ok: false, reason: "not_found" });
  });

  test("a product that was sold is archived, and the order keeps name, price and picture", async () => {
    const fields = await typed();
    const id = await create(fields);
    const orderId = await sell(id, "S");
    expect(await deleteProduct(shop(), { id, actor })).toMatchObject({ ok: true, outcome: "archived" });
    expect(await findProduct(shop(), { id })).toBeNull();
    expect(await findEditable(shop(), { id })).toMatchObject({ status: "archived", wasSold: true });
    const lines = await shop()
      .db.selectFrom("order_items")
      .select(["name", "price", "image_url"])
      .where("order_id", "=", orderId)
      .execute();
    expect(lines).toEqual([{ name: "Harbor Polo", price: 7_200, image_url: fields.images[0]?.url }]);
    expect(files().size).toBe(4);
  });

  test("a product that a shopper is paying for is archived", async () => {
    const id = await create();
    await hold(id, "L", 1);
    expect(await deleteProduct(shop(), { id, actor })).toMatchObject({ outcome: "archived" });
    expect((await stockOf(shop(), id))[2]).toMatchObject({ held: 1 });
  });

  test("a picture that a past order or another product still shows outlives its product", async () => {
    const first = await typed();
    const id = await create(first);
    const copy = await duplicateProduct(shop(), { id, actor });
    await sell(id, "S");
    const images = [{ url: await picture(), alt: "" }];
    await (await openForm(id))({ images });
    if (!copy.ok) throw new Error("no copy");
    await deleteProduct(shop(), { id: copy.id, actor });
    await dropPictures();
    await sweepImages(shop());
    expect(files().has(first.images[0]!.url.replace("/storage/", ""))).toBe(true);
  });
});

test("a duplicate is a draft with the same pictures and options, and no stock", async () => {
  const id = await create();
  const copy = await duplicateProduct(shop(), { id, actor });
  const [original, duplicate] = await Promise.all(
    [id, copy.ok ? copy.id : ""].map((each) => findEditable(shop(), { id: each })),
  );
  expect(duplicate).toMatchObject({ name: "Harbor Polo (copy)", status: "draft", images: original?.images });
  expect(duplicate?.stock.map((line) => [line.variation, line.onHand])).toEqual([
    ["S", 0],
    ["M", 0],
    ["L", 0],
  ]);
  expect(await duplicateProduct(shop(), { id: shop().newId(), actor })).toMatchObject({
    reason: "not_found",
  });
});
