import { describe, expect, test } from "vitest";
import type { SentFields } from "#domain/product/product-form.ts";
import { findProduct } from "#test/pages/shown-product.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { openProductForm } from "#test/shop/product-editing.ts";
import { addProduct, stockOf, variantOf } from "#test/shop/products.ts";
import { refreshCartLines } from "../catalog/refresh-cart.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { findEditable } from "./find-editable.ts";

const store = freshShop({}, closeWithBooks);

const read = async (id: string) => (await findEditable(store.shop, { id }))!;
const shelf = async (id: string) =>
  Object.fromEntries((await stockOf(store.shop, id)).map((line) => [line.variation, line.on_hand]));

async function save(id: string, sent: SentFields) {
  return (await openProductForm(store.shop, id))(sent);
}

const rename = (id: string, from: string, to: string) => save(id, { renames: [{ from, to }] });

/** A product without a picture can't be saved. */
async function addPolo(stock: Record<string, number> = { S: 4, M: 10, L: 3 }): Promise<string> {
  const id = await addProduct(store.shop, { name: "Polo", stock });
  const picture = { image_url: "/storage/product-images/polo.webp", image_alt: "Polo" };
  await store.shop.db.updateTable("products").set(picture).where("id", "=", id).execute();
  return id;
}

const line = (productId: string, variation: string, quantity: number) => ({
  change: {
    items: [{ productId, variation, quantity }],
    amountSeen: 3200 * quantity + 599,
  },
});

const giveBack = (orderId: string) =>
  refundOrder(store.shop, { orderId, amount: "rest", reason: "came back", restock: true, actor });

describe("[VA-1] a variant that is renamed", () => {
  test("keeps its id, its units, its codes, and its place, even while shoppers hold some", async () => {
    const id = await addPolo();
    const variantId = await variantOf(store.shop, id, "M");
    const codes = { sku: "POLO-M", gtin: "4006381333931", mpn: "P1" };
    expect(await save(id, { codes: [{ option: "M", ...codes }] })).toMatchObject({ ok: true });
    await startSale(store, line(id, "M", 2));
    expect(await rename(id, "M", " Medium ")).toMatchObject({ ok: true });
    expect((await findProduct(store.shop, { id }))?.options).toMatchObject([
      { variation: "S", available: 4 },
      { id: variantId, variation: "Medium", available: 8, ...codes },
      { variation: "L", available: 3 },
    ]);
  });

  test("may get more units and another code in the same save, and a new one next to it", async () => {
    const id = await addPolo();
    const sent = {
      options: "S|M|L|XL",
      renames: [{ from: "M", to: "Medium" }],
      stock: [
        { option: "M", quantity: "12" },
        { option: "XL", quantity: "1" },
      ],
      codes: [{ option: "M", sku: "P-M", gtin: "", mpn: "" }],
    };
    expect(await save(id, sent)).toMatchObject({ ok: true });
    expect(await shelf(id)).toEqual({ S: 4, Medium: 12, L: 3, XL: 1 });
    expect((await read(id)).stock[1]).toMatchObject({ variation: "Medium", sku: "P-M" });
  });

  test("is found by carts with an old name, even after several renames and when another variant has that name now", async () => {
    const id = await addPolo();
    const variantId = await variantOf(store.shop, id, "M");
    await rename(id, "M", "Medium");
    await rename(id, "L", "M");
    const ask = (selectedOption: string, known: string | null) =>
      refreshCartLines(store.shop, [{ productId: id, selectedOption, variantId: known }]);
    expect(await ask("M", variantId)).toMatchObject([
      { selectedOption: "M", variantId, renamedTo: "Medium", available: 10, exists: true },
    ]);
    expect(await ask("M", null)).toMatchObject([{ selectedOption: "M", available: 3, exists: true }]);
    expect(await ask("L", null)).toMatchObject([{ selectedOption: "L", exists: false }]);
    expect(await ask("Medium", store.shop.newId())).toMatchObject([{ available: 10, exists: true }]);
    const other = await addPolo();
    expect(
      await refreshCartLines(store.shop, [{ productId: other, selectedOption: "S", variantId }]),
    ).toMatchObject([{ selectedOption: "S", available: 4 }]);
  });

  test("is held and sold under its new name when a checkout sends the former one", async () => {
    const id = await addPolo();
    const variantId = await variantOf(store.shop, id, "M");
    await rename(id, "M", "Medium");
    const items = [
      { productId: id, variantId, variation: "M", quantity: 1 },
      { productId: id, variation: "Medium", quantity: 2 },
    ];
    const { orderId } = await sell(store, { change: { items, amountSeen: 3 * 3200 + 599 } });
    expect(await shelf(id)).toEqual({ S: 4, Medium: 7, L: 3 });
    expect(await findOrderDetail(store.shop, { id: orderId })).toMatchObject({
      items: [{ variation: "Medium", quantity: 3 }],
    });
  });

  test("gets back the units of an order that has its former name, and no other variant does", async () => {
    const id = await addPolo();
    const { orderId } = await sell(store, line(id, "M", 2));
    await rename(id, "M", "Medium");
    await rename(id, "L", "M");
    expect(await findOrderDetail(store.shop, { id: orderId })).toMatchObject({
      items: [{ variation: "M", quantity: 2, refunded: 0 }],
    });
    expect(await giveBack(orderId)).toMatchObject({ ok: true });
    expect(await shelf(id)).toEqual({ S: 4, Medium: 10, M: 3 });
  });
});

test("[VA-1] a name that no variant can have is refused, and nothing is changed", async () => {
  const id = await addPolo();
  async function refused(renames: { from: string; to: string }[], errors: object) {
    const before = await read(id);
    expect(await save(id, { name: "Another Polo", renames })).toEqual({
      ok: false,
      reason: "invalid",
      errors,
    });
    expect(await read(id)).toEqual(before);
  }
  const isThere = (name: string) => `There is an option “${name}” already`;
  await refused([{ from: "M", to: "L" }], { "renames[1].to": isThere("L") });
  const both = [
    { from: "S", to: "X" },
    { from: "M", to: "X" },
  ];
  await refused(both, { "renames[1].to": isThere("X") });
  await refused([{ from: "M", to: " " }], { "renames[1].to": "An option needs a name" });
  await refused([{ from: "M", to: "A|B" }], { "renames[1].to": "The name of an option must not contain |" });
  const long = "An option must be at most 40 characters long";
  await refused([{ from: "M", to: "x".repeat(41) }], { "renames[1].to": long });
});
