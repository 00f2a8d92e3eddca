import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SentFields } from "#domain/product/product-edit.ts";
import { fieldsOf } from "#domain/product/product-form.ts";
import { findProduct } from "#test/pages/shown-product.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { refreshCartLines } from "../catalog/refresh-cart.ts";
import { swapPieces } from "../orders/corrections/swap-pieces.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { applyPaymentFacts } from "../payments/refunds/refund-facts.ts";
import { refundOrder } from "../payments/refunds/refund-order.ts";
import { checkInvariants } from "../reconciliation/invariants.ts";
import { findEditable } from "./find-editable.ts";
import { saveProduct } from "./save-product.ts";

let store: TestShop;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => closeWithBooks(store));

const read = async (id: string) => (await findEditable(store.shop, { id }))!;
const shelf = async (id: string) =>
  Object.fromEntries((await stockOf(store.shop, id)).map((line) => [line.variation, line.on_hand]));

async function save(id: string, sent: SentFields) {
  const product = await read(id);
  const base = fieldsOf(product);
  return saveProduct(store.shop, { id, sent: { ...base, ...sent }, base, version: product.version, actor });
}

const rename = (id: string, from: string, to: string) => save(id, { renames: [{ from, to }] });

/** A product without a picture could not be saved. */
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

describe("[CH-1] an option that is renamed", () => {
  test("keeps its pieces, its codes, and its place, and the ledger explains them under the new name", async () => {
    const id = await addPolo();
    const codes = { sku: "POLO-M", gtin: "4006381333931", mpn: "P1" };
    expect(await save(id, { codes: [{ option: "M", ...codes }] })).toMatchObject({ ok: true });
    expect(await rename(id, "M", " Medium ")).toMatchObject({ ok: true });
    expect((await findProduct(store.shop, { id }))?.options).toMatchObject([
      { variation: "S", available: 4 },
      { variation: "Medium", available: 10, ...codes },
      { variation: "L", available: 3 },
    ]);
    const carried = await store.shop.db
      .selectFrom("stock_movements")
      .select(["variation", "quantity"])
      .where("kind", "=", "rename")
      .orderBy("id")
      .execute();
    expect(carried).toEqual([
      { variation: "M", quantity: -10 },
      { variation: "Medium", quantity: 10 },
    ]);
  });

  test("may get more pieces and another code in the same save, and a new option beside it", async () => {
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

  test("is carried in the ledger by that alone: a sale and its return are one movement each", async () => {
    const id = await addPolo({ S: 4 });
    const { orderId } = await sell(store, line(id, "S", 1));
    await giveBack(orderId);
    const movements = await store.shop.db
      .selectFrom("stock_movements")
      .select(["kind", "quantity"])
      .where("product_id", "=", id)
      .orderBy("id")
      .execute();
    expect(movements).toEqual([
      { kind: "initial", quantity: 4 },
      { kind: "sale", quantity: -1 },
      { kind: "restock", quantity: 1 },
    ]);
  });

  test("is found by carts that hold a former name, however often it was renamed", async () => {
    const id = await addPolo();
    await rename(id, "M", "Medium");
    await rename(id, "Medium", "Mid");
    const asked = ["M", "Medium", "Mid", "S"].map((selectedOption) => ({ productId: id, selectedOption }));
    expect(await refreshCartLines(store.shop, asked)).toMatchObject([
      { selectedOption: "M", renamedTo: "Mid", available: 10, exists: true },
      { selectedOption: "Medium", renamedTo: "Mid", available: 10 },
      { selectedOption: "Mid", available: 10 },
      { selectedOption: "S", available: 4 },
    ]);
  });

  test("is held and sold under its new name to a checkout that says the former one, twice at once, too", async () => {
    const id = await addPolo();
    await rename(id, "M", "Medium");
    const items = [
      { productId: id, variation: "M", quantity: 1 },
      { productId: id, variation: "Medium", quantity: 2 },
    ];
    const { orderId } = await sell(store, { change: { items, amountSeen: 3 * 3200 + 599 } });
    expect(await shelf(id)).toEqual({ S: 4, Medium: 7, L: 3 });
    expect(await findOrderDetail(store.shop, { id: orderId })).toMatchObject({
      items: [{ variation: "Medium", quantity: 3 }],
    });
  });

  test("gets back the pieces of an order that says its former name, and no other option does", async () => {
    const id = await addPolo();
    const { orderId } = await sell(store, line(id, "M", 2));
    await rename(id, "M", "Medium");
    expect(await shelf(id)).toEqual({ S: 4, Medium: 8, L: 3 });
    expect(await findOrderDetail(store.shop, { id: orderId })).toMatchObject({
      items: [{ variation: "M", quantity: 2, refunded: 0 }],
    });
    expect(await giveBack(orderId)).toMatchObject({ ok: true });
    expect(await shelf(id)).toEqual({ S: 4, Medium: 10, L: 3 });
  });

  test("is sold beside others of its product, and beside another product that still calls one so", async () => {
    const [id, other] = [await addPolo(), await addPolo()];
    await rename(id, "M", "Medium");
    await sell(store, line(id, "S", 1));
    await sell(store, line(other, "M", 1));
    expect(await shelf(id)).toEqual({ S: 3, Medium: 10, L: 3 });
    expect(await shelf(other)).toEqual({ S: 4, M: 9, L: 3 });
  });

  test("leaves the shelf again when a refund fails, and comes back when it is swapped, under its new name", async () => {
    const id = await addPolo();
    const { orderId, paymentIntentId: intentId } = await sell(store, line(id, "M", 2));
    await rename(id, "M", "Medium");
    const itemId = (await findOrderDetail(store.shop, { id: orderId }))?.items[0]?.id ?? "";
    store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
    await refundOrder(store.shop, {
      ...{ orderId, actor, reason: "x", amount: "parts", restock: { [itemId]: 1 } },
      parts: { pieces: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
    });
    expect(await shelf(id)).toEqual({ S: 4, Medium: 9, L: 3 });
    store.sandbox.controls.settleRefund(store.sandbox.controls.refunds(intentId)[0]?.id ?? "", "failed");
    await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
    expect(await shelf(id)).toEqual({ S: 4, Medium: 8, L: 3 });
    const to = { productId: id, variation: "L" };
    const swap = { orderId, itemId, actor, seen: 0, pieces: 1, to };
    expect(await swapPieces(store.shop, swap)).toMatchObject({ ok: true });
    expect(await shelf(id)).toEqual({ S: 4, Medium: 9, L: 2 });
  });

  test("may have its former name again, and that of another option that no order says", async () => {
    const id = await addPolo();
    await rename(id, "M", "Medium");
    expect(await rename(id, "Medium", "M")).toMatchObject({ ok: true });
    expect((await read(id)).former).toEqual([{ name: "Medium", variation: "M", wasSold: false }]);
    expect(await rename(id, "S", "Medium")).toMatchObject({ ok: true });
    expect((await read(id)).former).toEqual([{ name: "S", variation: "Medium", wasSold: false }]);
    expect(await shelf(id)).toEqual({ Medium: 4, M: 10, L: 3 });
  });
});

describe("[CH-1] a rename is refused and changes nothing", () => {
  async function refused(id: string, sent: SentFields, errors: object) {
    const [before, pieces] = [await read(id), await stockOf(store.shop, id)];
    expect(await save(id, { name: "Another Polo", ...sent })).toEqual({
      ok: false,
      reason: "invalid",
      errors,
    });
    expect(await read(id)).toEqual(before);
    expect(await stockOf(store.shop, id)).toEqual(pieces);
  }

  test("while pieces are held", async () => {
    const id = await addPolo();
    await startSale(store, line(id, "M", 2));
    const message = "M can't be renamed: 2 are held for shoppers who are paying right now";
    await refused(id, { renames: [{ from: "M", to: "Medium" }] }, { "rename:M": message });
    expect(await rename(id, "L", "Large")).toMatchObject({ ok: true });
  });

  test("to a name that another option has, two options to one name, and to what is no name", async () => {
    const id = await addPolo();
    const taken = "There is an option “L” already";
    await refused(id, { renames: [{ from: "M", to: "L" }] }, { "rename:M": taken });
    const both = [
      { from: "S", to: "X" },
      { from: "M", to: "X" },
    ];
    await refused(id, { renames: both }, { "rename:M": "There is an option “X” already" });
    const swap = [
      { from: "S", to: "M" },
      { from: "M", to: "S" },
    ];
    const isThere = (name: string) => `There is an option “${name}” already`;
    await refused(id, { renames: swap }, { "rename:S": isThere("M"), "rename:M": isThere("S") });
    await refused(id, { renames: [{ from: "M", to: " " }] }, { "rename:M": "An option needs a name" });
    const pipe = "The name of an option must not contain |";
    await refused(id, { renames: [{ from: "M", to: "A|B" }] }, { "rename:M": pipe });
    const long = "An option must be at most 40 characters long";
    await refused(id, { renames: [{ from: "M", to: "x".repeat(41) }] }, { "rename:M": long });
  });

  test("to what another option was called when it was sold, and a new option of such a name", async () => {
    const id = await addPolo();
    await sell(store, line(id, "M", 1));
    await rename(id, "M", "Medium");
    const was = "“M” is what “Medium” was called before, and carts and orders still say so.";
    await refused(id, { renames: [{ from: "S", to: "M" }] }, { "rename:S": `${was} Choose another name` });
    const options = `${was} To call it so again, rename Medium`;
    const stock = [{ option: "M", quantity: "1" }];
    await refused(id, { options: "S|M|L", stock }, { options });
    await refused(id, { options: "S|Medium|M|L", stock }, { options });
  });
});

test("[CH-1] whatever is sold, given back, counted, and renamed: every piece is explained, and no name is lost", async () => {
  const names = ["A", "B", "C", "D"];
  const name = fc.constantFrom(...names);
  const step = fc.oneof(
    fc.record({ does: fc.constant("rename" as const), from: name, to: name }),
    fc.record({ does: fc.constant("sell" as const), from: name, quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ does: fc.constant("return" as const), at: fc.nat({ max: 5 }) }),
    fc.record({ does: fc.constant("count" as const), from: name, quantity: fc.integer({ min: 0, max: 9 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const id = await addPolo({ A: 5, B: 5 });
      /** What is on the shelf, by the option, which is called what it was at first. */
      const pieces: Record<string, number> = { A: 5, B: 5 };
      const called: Record<string, string> = { A: "A", B: "B" };
      const optionOf = (now: string) => Object.keys(called).find((option) => called[option] === now);
      const orders: { orderId: string; option: string; quantity: number }[] = [];
      for (const one of steps) {
        if (one.does === "return") {
          const [order] = orders.splice(one.at, 1);
          if (!order) continue;
          expect(await giveBack(order.orderId)).toMatchObject({ ok: true });
          pieces[order.option] = (pieces[order.option] ?? 0) + order.quantity;
          continue;
        }
        const option = optionOf(one.from);
        if (option === undefined) continue;
        if (one.does === "rename") {
          const result = await rename(id, one.from, one.to);
          if (result.ok) called[option] = one.to;
          else expect(result).toMatchObject({ reason: "invalid" });
        } else if (one.does === "count") {
          const stock = [{ option: one.from, quantity: String(one.quantity) }];
          expect(await save(id, { stock })).toMatchObject({ ok: true });
          pieces[option] = one.quantity;
        } else if ((pieces[option] ?? 0) >= one.quantity) {
          const { orderId } = await sell(store, line(id, one.from, one.quantity));
          orders.push({ orderId, option, quantity: one.quantity });
          pieces[option] = (pieces[option] ?? 0) - one.quantity;
        }
        const wanted = Object.entries(called).map(([each, now]) => [now, pieces[each]]);
        expect(await shelf(id)).toEqual(Object.fromEntries(wanted));
      }
      expect(await checkInvariants(store.shop, { atRest: false })).toEqual([]);
    }),
    { numRuns: 12 },
  );
});
