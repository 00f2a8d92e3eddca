import { sql } from "kysely";
import { expect, test } from "vitest";
import { type InventoryTab, inventorySearchText, parseInventorySearch } from "#domain/inventory/inventory.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { nowOf } from "../../core/shop.ts";
import { clearRehearsals } from "../../operations/rehearsals/clear-rehearsals.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { countOption } from "./count-option.ts";
import { exportOrder } from "./export-order.ts";
import { listOptions } from "./inventory-queries.ts";
import { listInventory } from "./list-inventory.ts";
import { saveLowLevel } from "./save-low-level.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const store = freshShop();

const list = (tab: InventoryTab = "all", query = "") =>
  listInventory(store.shop, { tab, weeks: 8, query, after: null });
const inOrder = async (tab: InventoryTab = "all") =>
  (await list(tab)).lines.map(({ name, variation, sold }) => [`${name} ${variation}`.trim(), sold]);
const soldOf = async (productId: string) => {
  return (await list()).lines.find((line) => line.productId === productId)?.sold;
};

test("[KN-1] sizes closest to selling out are first: sold out, then by days of cover, then unsold ones", async () => {
  await addProduct(store.shop, { name: "Quiet", stock: { "": 400 } });
  const slow = await addProduct(store.shop, { name: "Slow", stock: { "": 9 } });
  const fast = await addProduct(store.shop, { name: "Fast", stock: { "": 9 } });
  const gone = await addProduct(store.shop, { name: "Gone", stock: { "": 2 } });
  await addProduct(store.shop, { name: "Polo", stock: { M: 0 } });
  await sell(store, { productId: slow, quantity: 1 });
  await sell(store, { productId: fast, quantity: 3 });
  await sell(store, { productId: gone, quantity: 2 });
  expect(await inOrder()).toEqual([
    ["Gone", 2],
    ["Polo M", 0],
    ["Fast", 3],
    ["Slow", 1],
    ["Quiet", 0],
  ]);
  const pages = [];
  let after = null;
  for (;;) {
    const [found] = await listOptions(
      store.shop.db,
      { tab: "all", weeks: 8, query: "", after },
      { now: nowOf(store.shop), limit: 1 },
    );
    if (!found) break;
    pages.push(found.line.name);
    after = found.cursor;
  }
  expect(pages).toEqual(["Gone", "Polo", "Fast", "Slow", "Quiet"]);
});

test("[KN-1] products with nothing left come before those with a sold-out size, in each list and across pages", async () => {
  await addProduct(store.shop, { name: "Mixed", stock: { S: 3, M: 0 } });
  await addProduct(store.shop, { name: "Empty", stock: { S: 0, M: 0 } });
  for (const tab of ["all", "low"] as const) {
    const search = { tab, weeks: 8 as const, query: "" };
    const at = { now: nowOf(store.shop), limit: 2 };
    const first = await listOptions(store.shop.db, { ...search, after: null }, at);
    expect(first.map(({ line }) => line.name)).toEqual(["Empty", "Empty"]);
    const text = inventorySearchText({ ...search, after: first.at(-1)?.cursor ?? null });
    const { after } = parseInventorySearch(new URLSearchParams(text));
    const next = await listOptions(store.shop.db, { ...search, after }, at);
    expect(next.map(({ line }) => line.name)).toEqual(["Mixed", "Mixed"]);
  }
});

test("[KN-1] sizes of a product stay together and in order across pages, and are found by name or SKU", async () => {
  await addProduct(store.shop, { name: "Rope Cap", stock: { "": 5 } });
  const polo = await addProduct(store.shop, { name: "Coral Polo", stock: { S: 9, M: 1, L: 90 } });
  await store.shop.db
    .updateTable("inventory")
    .set({ sku: "CP-L" })
    .where("product_id", "=", polo)
    .where("variation", "=", "L")
    .execute();
  const all = ["Coral Polo S", "Coral Polo M", "Coral Polo L", "Rope Cap"];
  expect((await inOrder()).map(([name]) => name)).toEqual(all);
  const paged = [];
  let after = null;
  for (;;) {
    const search = { tab: "all" as const, weeks: 8 as const, query: "", after };
    const [found] = await listOptions(store.shop.db, search, { now: nowOf(store.shop), limit: 1 });
    if (!found) break;
    paged.push(`${found.line.name} ${found.line.variation}`.trim());
    after = found.cursor;
  }
  expect(paged).toEqual(all);
  const found = async (query: string) => (await list("all", query)).lines.length;
  expect([await found("polo coral"), await found("cp-l"), await found("100%")]).toEqual([3, 1, 0]);
});

test("[KN-1] the order list has what sells out within the chosen weeks, across pages, and so does its file", async () => {
  const gone = await addProduct(store.shop, { name: "Gone", stock: { "": 2 } });
  await addProduct(store.shop, { name: "Unsold", stock: { S: 0, M: 1 } });
  const fast = await addProduct(store.shop, { name: "Fast", stock: { "": 9 } });
  const slow = await addProduct(store.shop, { name: "Slow", stock: { "": 4 } });
  const full = await addProduct(store.shop, { name: "Full", stock: { "": 80 } });
  await sell(store, { productId: gone, quantity: 2 });
  await sell(store, { productId: fast, quantity: 5 });
  await sell(store, { productId: slow, quantity: 1 });
  await sell(store, { productId: full, quantity: 3 });
  const order = async (weeks: string) => {
    const { chunks, fileName } = await exportOrder(store.shop, new URLSearchParams({ weeks }));
    let text = "";
    for await (const chunk of chunks) text += chunk;
    const [, ...lines] = text.trim().split("\r\n");
    return { fileName, order: lines.map((line) => line.split(",")).map((cells) => [cells[0], cells.at(-1)]) };
  };
  expect(await order("4")).toEqual({
    fileName: "order-4-weeks-2026-06-01.csv",
    order: [
      ["Gone", "2"],
      ["Fast", "1"],
    ],
  });
  expect((await order("12")).order).toEqual([
    ["Gone", "6"],
    ["Fast", "11"],
  ]);
  const pages = [];
  let after = null;
  for (;;) {
    const [found] = await listOptions(
      store.shop.db,
      { tab: "order", weeks: 12, query: "", after },
      { now: nowOf(store.shop), limit: 1 },
    );
    if (!found) break;
    pages.push(found.line.name);
    after = found.cursor;
  }
  expect(pages).toEqual(["Gone", "Fast"]);
});

test("[KN-1] sold counts the last 28 days, minus units back in stock", async () => {
  const cap = await addProduct(store.shop, { stock: { "": 20 } });
  const { orderId } = await sell(store, { productId: cap, quantity: 2 });
  expect(await soldOf(cap)).toBe(2);
  store.clock.advance(14 * DAY_MS);
  await sell(store, { productId: cap, quantity: 3 });
  await refundOrder(store.shop, { orderId, amount: 6999, reason: "late", restock: true, actor });
  expect(await soldOf(cap)).toBe(3);
  store.clock.advance(13 * DAY_MS);
  expect(await soldOf(cap)).toBe(3);
  store.clock.advance(DAY_MS);
  // The sale of the first day is outside the window, its return is not.
  expect(await soldOf(cap)).toBe(1);
  store.clock.advance(14 * DAY_MS);
  expect(await soldOf(cap)).toBe(0);
});

test("[KN-1] [EA-4] clearing a test order removes it from its days of sale, and no later sale", async () => {
  const cap = await addProduct(store.shop, { stock: { "": 20 } });
  await sell(store, { productId: cap, quantity: 9 });
  expect(await soldOf(cap)).toBe(9);
  store.clock.advance(20 * DAY_MS);
  const { payments } = store.shop;
  Object.assign(store.shop, { payments: { ...payments, publishableKey: "pk_live_1" } });
  expect(await clearRehearsals(store.shop, { actor })).toMatchObject({ cleared: 1 });
  await sell(store, { productId: cap, quantity: 2 });
  expect(await soldOf(cap)).toBe(2);
  store.clock.advance(10 * DAY_MS);
  expect(await soldOf(cap)).toBe(2);
});

test("[KN-1] [EA-4] clearing a test order of two products removes each from its own days", async () => {
  const cap = await addProduct(store.shop, { stock: { "": 20 } });
  const hat = await addProduct(store.shop, { name: "Hat", stock: { "": 20 } });
  const items = [
    { productId: cap, variation: "", quantity: 2 },
    { productId: hat, variation: "", quantity: 3 },
  ];
  await sell(store, { change: { items, amountSeen: 5 * 3200 + 599 } });
  const { payments } = store.shop;
  Object.assign(store.shop, { payments: { ...payments, publishableKey: "pk_live_1" } });
  expect(await clearRehearsals(store.shop, { actor })).toMatchObject({ cleared: 1 });
  for (const productId of [cap, hat]) await sell(store, { productId, quantity: 2 });
  expect([await soldOf(cap), await soldOf(hat)]).toEqual([2, 2]);
});

test("[KN-1] [EA-4] clearing a test order removes its earlier returns, too", async () => {
  const cap = await addProduct(store.shop, { stock: { "": 20 } });
  const { orderId } = await sell(store, { productId: cap, quantity: 5 });
  const { id } = await store.shop.db.selectFrom("order_items").select("id").executeTakeFirstOrThrow();
  await refundOrder(store.shop, {
    ...{ orderId, actor, reason: "late", amount: "parts", restock: { [id]: 2 } },
    parts: { units: { [id]: { unsent: 2, sent: 0 } }, shipping: 0 },
  });
  expect(await soldOf(cap)).toBe(3);
  const { payments } = store.shop;
  Object.assign(store.shop, { payments: { ...payments, publishableKey: "pk_live_1" } });
  expect(await clearRehearsals(store.shop, { actor })).toMatchObject({ cleared: 1 });
  await sell(store, { productId: cap, quantity: 4 });
  expect(await soldOf(cap)).toBe(4);
});

test("[KN-1] units whose refund failed count as sold", async () => {
  const cap = await addProduct(store.shop, { stock: { "": 20 } });
  const { orderId, paymentIntentId: intentId } = await sell(store, { productId: cap, quantity: 2 });
  store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
  await refundOrder(store.shop, { orderId, amount: 6999, reason: "late", restock: true, actor });
  expect(await soldOf(cap)).toBe(0);
  const [pending] = store.sandbox.controls.refunds(intentId);
  store.sandbox.controls.settleRefund(pending?.id ?? "", "failed");
  await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
  expect((await list()).lines[0]?.onHand).toBe(18);
  expect(await soldOf(cap)).toBe(2);
});

test("[KN-1] sales are counted per size", async () => {
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 9, L: 9 } });
  const items = [{ productId: polo, variation: "M", quantity: 3 }];
  await sell(store, { productId: polo, change: { items, amountSeen: 3 * 3200 + 599 } });
  expect(await inOrder()).toEqual([
    ["Polo M", 3],
    ["Polo L", 0],
  ]);
});

test("[KN-1] a renamed size keeps its sales", async () => {
  const polo = await addProduct(store.shop, { name: "Polo", stock: { "": 8 } });
  await sell(store, { productId: polo, quantity: 2 });
  await sell(store, { productId: polo, quantity: 1 });
  await sql`update inventory set variation = 'One' where product_id = ${polo}`.execute(store.shop.db);
  expect(await soldOf(polo)).toBe(3);
});

test("[KN-1] drafts and archived products never run out", async () => {
  const status = (to: "active" | "draft" | "archived") =>
    store.shop.db.updateTable("products").set({ status: to }).where("id", "=", cap).execute();
  const cap = await addProduct(store.shop, { stock: { "": 1 }, status: "draft" });
  expect(await list()).toMatchObject({ lines: [], lowCount: 0 });
  await status("active");
  expect(await list()).toMatchObject({ lines: [{ productId: cap }], lowCount: 1 });
  await status("archived");
  expect(await list()).toMatchObject({ lines: [], lowCount: 0 });
});

test("[KN-1] the owner sets the low level, which counts per size, and a second tab does not overwrite it", async () => {
  await addProduct(store.shop, { name: "Polo", stock: { S: 0, M: 4, L: 3, XL: 9 } });
  expect(await inOrder("low")).toEqual([
    ["Polo S", 0],
    ["Polo L", 0],
  ]);
  const save = (level: string) =>
    saveLowLevel(store.shop, { actor, fields: { level, base: JSON.stringify({ level: 3 }) } });
  expect(await save("4")).toEqual({ ok: true, now: { level: 4 } });
  expect(await list("low")).toMatchObject({ lowLevel: 4, lowCount: 3 });
  expect(await save("6")).toEqual({ ok: false, reason: "changed", now: { level: 4 } });
  expect(await save("-1")).toMatchObject({ reason: "invalid" });
  expect(await list()).toMatchObject({ lowLevel: 4 });
});

test("[KN-1] a count outdated by a sale is refused with the current stock", async () => {
  const cap = await addProduct(store.shop, { stock: { "": 9 } });
  const count = (was: number, onHand: number, id = cap) =>
    countOption(store.shop, { id, change: { variation: "", was, onHand }, actor });
  expect(await count(9, 12)).toMatchObject({ ok: true, now: { onHand: 12, held: 0 } });
  await sell(store, { productId: cap, quantity: 2 });
  expect(await count(12, 15)).toMatchObject({ ok: false, now: { onHand: 10 } });
  expect(await count(10, 15)).toMatchObject({ ok: true, now: { onHand: 15 } });
  for (const gone of ["x", store.shop.newId()])
    expect(await count(1, 2, gone)).toEqual({
      ok: false,
      message: "The product no longer exists",
      now: null,
    });
});
