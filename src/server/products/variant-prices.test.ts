// A variant may have its own price: lists, page data, cart, checkout, and files show it.
import { expect, test } from "vitest";
import { findProduct } from "#test/pages/shown-product.ts";
import { sell } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { openProductForm } from "#test/shop/product-editing.ts";
import { addProduct } from "#test/shop/products.ts";
import { listByIds } from "../catalog/list-by-ids.ts";
import { refreshCartLines } from "../catalog/refresh-cart.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { findEditable } from "./find-editable.ts";

const store = freshShop({}, closeWithBooks);

/** A polo for $72.00 of which the 2XL costs `own`. */
async function addPolo(own: { price: string; salePrice: string }): Promise<string> {
  const id = await addProduct(store.shop, { name: "Polo", price: 7_200, stock: { S: 4, "2XL": 3 } });
  const picture = { image_url: "/storage/product-images/polo.webp", image_alt: "Polo" };
  await store.shop.db.updateTable("products").set(picture).where("id", "=", id).execute();
  expect(await save(id, own)).toMatchObject({ ok: true });
  return id;
}

async function save(id: string, own: { price: string; salePrice: string }, more = {}) {
  const send = await openProductForm(store.shop, id);
  return send({ prices: [{ option: "2XL", ...own }], ...more });
}

const ask = async (productId: string) =>
  refreshCartLines(
    store.shop,
    ["S", "2XL"].map((selectedOption) => ({ productId, selectedOption })),
  );

test("[VA-2] lists show the lowest price, the page each price, and cart and checkout the chosen variant's", async () => {
  const id = await addPolo({ price: "76", salePrice: "" });
  expect(await listByIds(store.shop, [id])).toMatchObject([{ price: 7_200, pricesVary: true }]);
  expect((await findProduct(store.shop, { id }))?.options).toMatchObject([
    { variation: "S", price: 7_200, salePrice: null },
    { variation: "2XL", price: 7_600, salePrice: null },
  ]);
  expect(await ask(id)).toMatchObject([{ price: 7_200 }, { price: 7_600, salePrice: null }]);
  const items = [{ productId: id, variation: "2XL", quantity: 1 }];
  const { orderId } = await sell(store, { productId: id, change: { items, amountSeen: 7_600 + 599 } });
  expect(await findOrderDetail(store.shop, { id: orderId })).toMatchObject({
    items: [{ variation: "2XL", price: 7_600 }],
  });
});

test("[VA-2] a variant takes the product's sale price unless it has its own, and only below its price", async () => {
  const id = await addPolo({ price: "76", salePrice: "" });
  const sale = (salePrice: string, own: { price: string; salePrice: string }) => save(id, own, { salePrice });
  expect(await sale("59", { price: "76", salePrice: "" })).toMatchObject({ ok: true });
  expect(await ask(id)).toMatchObject([{ salePrice: 5_900 }, { price: 7_600, salePrice: 5_900 }]);
  expect(await sale("59", { price: "76", salePrice: "63" })).toMatchObject({ ok: true });
  expect(await ask(id)).toMatchObject([{ salePrice: 5_900 }, { price: 7_600, salePrice: 6_300 }]);
  expect(await sale("59", { price: "55", salePrice: "" })).toMatchObject({ ok: true });
  expect(await ask(id)).toMatchObject([{ salePrice: 5_900 }, { price: 5_500, salePrice: null }]);
  expect(await sale("59", { price: "76", salePrice: "76" })).toEqual({
    ok: false,
    reason: "invalid",
    errors: { "prices[1].salePrice": "Sale price must be below the price" },
  });
});

test("[VA-2] a variant's own price follows it to another name, and is removed when it is emptied", async () => {
  const id = await addPolo({ price: "76", salePrice: "" });
  const renames = [{ from: "2XL", to: "XXL" }];
  expect(await save(id, { price: "78", salePrice: "" }, { renames })).toMatchObject({ ok: true });
  expect((await findEditable(store.shop, { id }))?.stock).toMatchObject([
    { variation: "S", price: null },
    { variation: "XXL", price: 7_800 },
  ]);
  const wrong = [{ option: "XXL", price: "free", salePrice: "" }];
  expect(await save(id, { price: "", salePrice: "" }, { prices: wrong })).toEqual({
    ok: false,
    reason: "invalid",
    errors: { "prices[1].price": "Price must be a positive number" },
  });
  const none = [{ option: "XXL", price: "", salePrice: "" }];
  expect(await save(id, { price: "", salePrice: "" }, { prices: none })).toMatchObject({ ok: true });
  expect(await listByIds(store.shop, [id])).toMatchObject([{ price: 7_200 }]);
});
