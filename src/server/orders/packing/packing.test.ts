import { expect, test } from "vitest";
import { CUSTOMER } from "#domain/order/corrections.ts";
import { PACKING_PER_PAGE } from "#domain/order/packing/packing.ts";
import { TRACKING_ROWS_MAX } from "#domain/order/packing/tracking-csv.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { loadOrderRow, sell } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { correctAddress } from "../changes/correct-address.ts";
import { correctEmail } from "../changes/correct-email.ts";
import { refundOrder } from "../changes/refund-order.ts";
import { swapUnits } from "../changes/swap-units.ts";
import { findOrderDetail } from "../find-order-detail.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { fulfillOrders } from "../shipments/fulfill-orders.ts";
import { exportLabels } from "./export-labels.ts";
import { type AppliedTracking, applyTracking, checkTracking } from "./import-tracking.ts";
import { listToPack } from "./list-to-pack.ts";
import { listLabelRows } from "./packing-queries.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const store = freshShop({}, closeWithBooks);

const bytesOf = (text: string) => new TextEncoder().encode(text);
const check = (text: string, carrier = "USPS") =>
  checkTracking(store.shop, { bytes: bytesOf(text), carrier });
const numberOf = async (id: string) => Number((await loadOrderRow(store, id)).number);

async function labels(): Promise<string> {
  let text = "";
  for await (const chunk of exportLabels(store.shop)) text += chunk;
  return text;
}

test("[EA-2] orders wait oldest first with what remains of them, and are late by their promise", async () => {
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 50 } });
  const items = [{ productId: polo, variation: "M", quantity: 3 }];
  const change = { items, amountSeen: 3 * 3200 + 599 };
  const first = await sell(store, { change });
  const second = await sell(store, { change });
  const shipped = await sell(store, { change });
  await fulfillOrder(store.shop, {
    orderId: shipped.orderId,
    actor,
    step: { to: "shipped", carrier: "UPS", trackingNumber: "1" },
  });
  const itemId = (await findOrderDetail(store.shop, { id: first.orderId }))?.items[0]?.id ?? "";
  await refundOrder(store.shop, {
    ...{ orderId: first.orderId, actor, reason: "stain", amount: "parts", restock: { [itemId]: 1 } },
    parts: { units: { [itemId]: { unsent: 1, sent: 0 } }, shipping: 0 },
  });
  const page = await listToPack(store.shop, { after: null });
  expect(page.orders.map(({ id, urgency }) => [id, urgency])).toEqual([
    [first.orderId, null],
    [second.orderId, null],
  ]);
  expect(page).toMatchObject({ count: 2, lastCarrier: "UPS", next: null });
  expect(page.picks).toMatchObject([{ name: "Polo", variation: "M", quantity: 5, orders: [1, 2] }]);
  store.clock.advance(20 * DAY_MS);
  const later = await listToPack(store.shop, { after: null });
  expect(later.orders.map(({ urgency }) => urgency)).toEqual(["late", "late"]);
});

test("[EA-2] a page has so many orders, and the next one goes on after it", async () => {
  for (let count = 0; count < PACKING_PER_PAGE + 5; count += 1) await sell(store);
  const first = await listToPack(store.shop, { after: null });
  const second = await listToPack(store.shop, { after: first.next });
  expect([first.orders.length, second.orders.length, first.count]).toEqual([
    PACKING_PER_PAGE,
    5,
    PACKING_PER_PAGE + 5,
  ]);
  expect(second.next).toBeNull();
  const ids = [...first.orders, ...second.orders].map(({ id }) => id);
  expect(new Set(ids).size).toBe(PACKING_PER_PAGE + 5);
  expect((await labels()).split("\r\n")).toHaveLength(PACKING_PER_PAGE + 7);
});

test("[EA-2] the orders of the file for Pirate Ship are read part by part, each order once", async () => {
  for (let count = 0; count < 2; count += 1) await sell(store);
  const [first, ...more] = await listLabelRows(store.shop.db, { after: null, limit: 1 });
  expect(more).toEqual([]);
  const rest = await listLabelRows(store.shop.db, { after: first?.cursor ?? null, limit: 2 });
  expect([first, ...rest].map((row) => row?.order.number)).toEqual([1, 2]);
});

test("[EA-2] an order that was corrected since the list was shown waits for a second look", async () => {
  const { orderId } = await sell(store);
  const tracking = { carrier: "USPS", trackingNumber: "T1" };
  const ship = (seen: number) =>
    fulfillOrder(store.shop, { orderId, actor, step: { to: "shipped", seen, ...tracking } });
  expect(await ship(1)).toMatchObject({ ok: false, reason: "corrected" });
  await correctEmail(store.shop, { orderId, actor, seen: 0, email: "right@example.com" });
  const shipments = [{ orderId, ...tracking, seen: 0 }];
  const [step] = await fulfillOrders(store.shop, { shipments, to: "shipped", actor });
  expect(step?.result).toMatchObject({ ok: false, reason: "corrected", fulfillment: "unfulfilled" });
  expect(await ship(1)).toMatchObject({ ok: true, left: 0 });
  expect(await ship(1)).toMatchObject({ ok: false, reason: "already_done" });
  expect(
    await fulfillOrder(store.shop, { orderId: "x", actor, step: { to: "shipped", seen: 0, ...tracking } }),
  ).toMatchObject({
    reason: "not_found",
  });
});

test("[EA-2] the file for Pirate Ship comes back with tracking numbers: checked, shipped once, and then there is nothing to do", async () => {
  const polo = await addProduct(store.shop, { name: "Polo", stock: { M: 50 } });
  await store.shop.db.updateTable("products").set({ weight_oz: 9 }).where("id", "=", polo).execute();
  const items = [{ productId: polo, variation: "M", quantity: 2 }];
  const { orderId } = await sell(store, { change: { items, amountSeen: 2 * 3200 + 599 } });
  const other = await sell(store);
  const numbers = [await numberOf(orderId), await numberOf(other.orderId)];
  const out = await labels();
  expect(out).toContain("Pat Example,1 Fairway Lane");
  expect(out).toContain(",1,2,2 × Polo (M)");
  const [own, others] = numbers.map((number) => `ORD-${String(number).padStart(3, "0")}`);
  const file = `Recipient;Tracking Number;Order ID;Carrier\nPat;9405511899223197428490;${own};USPS Ground\nPat;1Z999;${others};UPS\nX;77;ORD-900;\n`;
  const checked = await check(file);
  if (!checked.ok) throw new Error(checked.reason);
  expect(checked.rows.map(({ does }) => does)).toEqual(["ship", "ship", "refused"]);
  expect((await loadOrderRow(store, orderId)).fulfillment).toBe("unfulfilled");
  const apply = () => applyTracking(store.shop, { bytes: bytesOf(checked.file), actor });
  const both = await Promise.all([apply(), apply()]);
  const oks = both.flatMap((each) =>
    "results" in each ? each.results.filter(({ result }) => result.ok) : [],
  );
  expect(oks).toHaveLength(2);
  expect((await findOrderDetail(store.shop, { id: orderId }))?.shipments).toMatchObject([
    { carrier: "USPS", trackingNumber: "9405511899223197428490" },
  ]);
  const again = await check(file);
  expect(again.ok && again.rows.map(({ does }) => does)).toEqual(["nothing", "nothing", "refused"]);
  expect(await apply()).toMatchObject({ results: [] });
  await sendDueMails(store.shop, { limit: 20 });
  expect(store.mailbox.filter(({ subject }) => subject.includes("is on its way"))).toHaveLength(2);
});

const corrections = {
  address: (orderId: string) => {
    const address = { ...pat, address1: "77 Other Road" };
    return correctAddress(store.shop, { orderId, actor: CUSTOMER, seen: 0, fixMinutes: 60, address });
  },
  quantity: async (orderId: string) => {
    const item = (await findOrderDetail(store.shop, { id: orderId }))?.items[0];
    const [itemId, productId] = [item?.id ?? "", item?.productId ?? ""];
    const to = { productId, variation: "L" };
    return swapUnits(store.shop, {
      orderId,
      itemId,
      actor: CUSTOMER,
      seen: 0,
      fixMinutes: 60,
      quantity: 1,
      to,
    });
  },
  email: (orderId: string) =>
    correctEmail(store.shop, {
      ...{ orderId, actor: CUSTOMER, seen: 0, fixMinutes: 60 },
      email: "pat.other@example.com",
    }),
};

test.each([
  ["address", "refused"],
  ["quantity", "refused"],
  ["email", "ship"],
] as const)(
  "[EA-2] an order whose %s was corrected since its label was made: a file does %s",
  async (what, does) => {
    const productId = await addProduct(store.shop, { name: "Polo", stock: { M: 5, L: 5 } });
    const items = [{ productId, variation: "M", quantity: 1 }];
    const { orderId } = await sell(store, { change: { items, amountSeen: 3200 + 599 } });
    const row = `ORD-${String(await numberOf(orderId)).padStart(3, "0")},9405511899223197428490`;
    const checked = await check(`Order ID,Tracking Number\n${row}\n`);
    if (!checked.ok) throw new Error(checked.reason);
    expect(await corrections[what](orderId)).toMatchObject({ ok: true });
    const { rows } = (await applyTracking(store.shop, {
      bytes: bytesOf(checked.file),
      actor,
    })) as AppliedTracking;
    expect(rows).toMatchObject([{ does }]);
    expect((await loadOrderRow(store, orderId)).fulfillment).toBe(
      does === "ship" ? "shipped" : "unfulfilled",
    );
  },
);

test("[EA-2] cells are separated as the known titles are, though another title has more of another character", async () => {
  await sell(store);
  const head = "Name, company, street, city, state;Order ID;Tracking Number";
  expect(await check(`${head}\nPat;ORD-001;9405511899223197428490\n`)).toMatchObject({
    ...{ ok: true, rows: [{ does: "ship" }] },
  });
});

test("[EA-2] [kind: one bad row] a quote that is never closed is reported with its line, and the other rows are read", async () => {
  await sell(store);
  const file = 'Order ID,Tracking Number\n,,\n"ORD-002,T1\nORD-001,9405511899223197428490\n';
  expect(await check(file)).toMatchObject({
    rows: [
      { line: 3, does: "refused", reason: "A quotation mark is opened here but never closed." },
      { line: 4, does: "ship" },
    ],
  });
});

test("[EA-2] a file that is no file of tracking numbers is refused with a sentence", async () => {
  const row = "ORD-001,T1\n";
  const reasons: [string | Uint8Array, RegExp][] = [
    ["", /first row must have the columns/],
    ["Name,City\nPat,Mesa\n", /first row must have the columns/],
    ["Order ID,Tracking Number\n", /no rows below/],
    [`Order ID,Tracking Number\n${row.repeat(TRACKING_ROWS_MAX + 1)}`, /500 rows at most/],
    [new Uint8Array([0x50, 0x4b, 0x03, 0x00]), /not a CSV file/],
    ["Order ID,Tracking\u0000 Number\n", /not a CSV file/],
  ];
  for (const [file, reason] of reasons) {
    const bytes = typeof file === "string" ? bytesOf(file) : file;
    expect(await checkTracking(store.shop, { bytes, carrier: "USPS" })).toEqual({
      ok: false,
      reason: expect.stringMatching(reason),
    });
  }
});
