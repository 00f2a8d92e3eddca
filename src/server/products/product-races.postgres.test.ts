// Two transactions at the same moment, one of which renames an option or gives it a code.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SentFields } from "#domain/product/product-edit.ts";
import { fieldsOf } from "#domain/product/product-form.ts";
import { whileOneWaits } from "#test/database/two-transactions.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import type { Tx } from "../db/transaction.ts";
import { askForRestock } from "../inbox/restock/ask-for-restock.ts";
import { findEditable } from "./find-editable.ts";
import { saveProduct } from "./save-product.ts";

let store: TestShop;
let polo: string;
beforeEach(async () => {
  store = await createTestShop();
  polo = await addPolo();
});
afterEach(() => closeWithBooks(store));

async function addPolo(): Promise<string> {
  const id = await addProduct(store.shop, { name: "Polo", stock: { L: 3, M: 10 } });
  const picture = { image_url: `/storage/product-images/${id}.webp`, image_alt: "Polo" };
  await store.shop.db.updateTable("products").set(picture).where("id", "=", id).execute();
  return id;
}

/** Opens the form of a product and answers how it saves. */
async function openForm(id: string) {
  const product = (await findEditable(store.shop, { id }))!;
  const base = fieldsOf(product);
  return (sent: SentFields) =>
    saveProduct(store.shop, { id, sent: { ...base, ...sent }, base, version: product.version, actor });
}

const toMedium = { renames: [{ from: "M", to: "Medium" }] };
const renameIn = (tx: Tx) =>
  sql`
  with locked as materialized (select from inventory where product_id = ${polo} order by variation for update)
  select rename_option(${polo}, 'M', 'Medium', 'test', now()) from (select count(*) from locked) all_of_them`.execute(
    tx,
  );
const twoOfM = () => ({
  // No product is added for it: that would wait for the rename, too.
  productId: polo,
  change: { items: [{ productId: polo, variation: "M", quantity: 2 }], amountSeen: 6_999 },
});

test("[CH-1] of two renames at once the second is told of the first, and changes nothing", async () => {
  const [one, two] = [await openForm(polo), await openForm(polo)];
  const results = await Promise.all([one(toMedium), two({ renames: [{ from: "M", to: "Mid" }] })]);
  expect(results.map((result) => result.ok).sort()).toEqual([false, true]);
  expect(results.find((result) => !result.ok)).toMatchObject({ reason: "changed_meanwhile" });
  const { former, stock } = (await findEditable(store.shop, { id: polo }))!;
  const [now = ""] = stock.map((line) => line.variation).filter((name) => name !== "L");
  expect(former).toEqual([{ name: "M", variation: now, wasSold: false }]);
});

test("[CH-1] a rename that waits for a checkout is refused, since that holds pieces by then", async () => {
  const save = await openForm(polo);
  const held = sql`update inventory set held = held + 1 where product_id = ${polo} and variation = 'M'`;
  const result = await whileOneWaits(store.database, {
    holds: (tx) => held.execute(tx),
    works: () => save(toMedium),
  });
  const message = "M can't be renamed: 1 is held for shoppers who are paying right now";
  expect(result).toEqual({ ok: false, reason: "invalid", errors: { "rename:M": message } });
  await sql`update inventory set held = 0`.execute(store.shop.db);
});

test("[CH-1] a checkout that waits for a rename holds the option under its new name", async () => {
  await whileOneWaits(store.database, { holds: renameIn, works: () => startSale(store, twoOfM()) });
  expect(await stockOf(store.shop, polo)).toEqual([
    { variation: "L", on_hand: 3, held: 0 },
    { variation: "Medium", on_hand: 10, held: 2 },
  ]);
});

test("[CH-1] goods that come back while their option is renamed are not lost", async () => {
  const { orderId } = await sell(store, twoOfM());
  await whileOneWaits(store.database, {
    holds: renameIn,
    works: () => sql`select restock_order(${orderId}, 'test', now())`.execute(store.shop.db),
  });
  expect(await stockOf(store.shop, polo)).toMatchObject([
    { on_hand: 3 },
    { variation: "Medium", on_hand: 10 },
  ]);
});

test("[CH-1] a late payment without a hold takes its pieces while their option is renamed", async () => {
  const { orderId } = await startSale(store, twoOfM());
  await sql`select release_checkout_stock(id) from checkouts`.execute(store.shop.db);
  await sql`update checkouts set state = 'expired', intent_status = 'canceled'`.execute(store.shop.db);
  await whileOneWaits(store.database, {
    holds: renameIn,
    works: () =>
      sql`select create_order_with_items(null, 6999, 'pi_late', '{}', ${JSON.stringify([
        { product_id: polo, variation: "M", quantity: 2, price: 3200 },
      ])}, ${orderId}, c.id, p_shipping => 599, p_takes_stock => true) from checkouts c`.execute(
        store.shop.db,
      ),
  });
  expect(await stockOf(store.shop, polo)).toMatchObject([
    { on_hand: 3 },
    { variation: "Medium", on_hand: 8 },
  ]);
  const order = await store.shop.db.selectFrom("orders").select("attention").executeTakeFirstOrThrow();
  expect(order.attention).toEqual([]);
  // Nobody has paid for it in this test: as an order that was entered without a checkout, it is right.
  await sql`update orders set checkout_id = null`.execute(store.shop.db);
});

test("[CH-1] two savers at once can't give two products one code: the second is told who has it", async () => {
  const [one, two] = [await openForm(polo), await openForm(await addPolo())];
  const codes = [{ option: "M", sku: "P-1", gtin: "4006381333931", mpn: "" }];
  const results = await Promise.all([one({ codes }), two({ codes })]);
  expect(results.filter((result) => result.ok)).toHaveLength(1);
  expect(results.find((result) => !result.ok)).toEqual({
    ok: false,
    reason: "invalid",
    errors: {
      "sku:M": "The SKU P-1 belongs to “Polo (M)” already. Give each option its own",
      "gtin:M": "The GTIN 4006381333931 belongs to “Polo (M)” already. Give each option its own",
    },
  });
});

test("[CH-5] whoever asks to be told while their option is renamed hears that there is none of this name", async () => {
  const cap = await addProduct(store.shop, { name: "Cap", stock: { S: 0, L: 1 } });
  const asked = await whileOneWaits(store.database, {
    holds: (tx) => sql`select rename_option(${cap}, 'S', 'Small', 'test', now())`.execute(tx),
    works: () =>
      askForRestock(store.shop, {
        productId: cap,
        option: "S",
        email: "ann@example.com",
        ip: "198.51.100.7",
      }),
  });
  expect(asked).toEqual({ ok: false, reason: "not_found" });
});
