import { sql } from "kysely";
import { expect, test } from "vitest";
import { fulfillmentTransitions } from "#domain/order/fulfillment.ts";
import { fulfillmentStatuses } from "#domain/order/order.ts";
import { everyOrder, type OrderSearch, orderTabs } from "#domain/order/order-search.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { addNote } from "./add-note.ts";
import { refundOrder } from "./changes/refund-order.ts";
import { exportOrderItems, exportOrders } from "./export-orders.ts";
import { findOrderDetail } from "./find-order-detail.ts";
import { listChosenOrders, listOrders, loadListHead, loadPackingSlips } from "./list-orders.ts";
import { countTabs } from "./queries.ts";
import { fulfillOrder } from "./shipments/fulfill-order.ts";
import { SYNC_JOB } from "./sync-orders.ts";

const ups = { to: "shipped", carrier: "UPS", trackingNumber: "1Z 999" } as const;

const store = freshShop();

const ship = (orderId: string) => fulfillOrder(store.shop, { orderId, actor, step: ups });
const audited = async () =>
  (
    await store.shop.db
      .selectFrom("admin_audit")
      .select(["action", "object", "actor"])
      .orderBy("id")
      .execute()
  ).map(({ action }) => action);

test("[OD-2] a paid order is shipped: the customer gets one email with the tracking number", async () => {
  const { orderId } = await sell(store);
  expect(await ship(orderId)).toMatchObject({ ok: true });
  await sendDueMails(store.shop, { limit: 20 });
  const mails = store.mailbox.filter(({ subject }) => subject.includes("is on its way"));
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: { address: "pat@example.com" } });
  for (const text of ["UPS", "1Z 999", "https://www.ups.com/track?tracknum=1Z999", "1 Fairway Lane"]) {
    expect(mails[0]?.text).toContain(text);
  }
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order).toMatchObject({
    fulfillment: "shipped",
    shipmentEvents: [{ to: "shipped", carrier: "UPS", trackingNumber: "1Z 999", actor }],
  });
  expect(order?.mails.map(({ kind, state }) => `${kind} ${state}`)).toContain("order_shipped sent");
  expect(await audited()).toEqual(["order.shipped"]);
});

test("[OD-2] an order shows whether each email is queued, failed, or was sent", async () => {
  const { orderId } = await sell(store);
  const states = async () =>
    (await findOrderDetail(store.shop, { id: orderId }))?.mails
      .map(({ kind, state }) => `${kind} ${state}`)
      .sort();
  await store.shop.db
    .updateTable("outbox")
    .set({ dead_at: new Date(store.clock.now()), last_error: "550 no" })
    .where("kind", "=", "owner_new_order")
    .execute();
  expect(await states()).toEqual(["order_confirmation waiting", "owner_new_order failed"]);
  await sendDueMails(store.shop, { limit: 20 });
  expect(await states()).toEqual(["order_confirmation sent", "owner_new_order failed"]);
});

test("[OD-2] refuses to ship an order that is not paid, and nothing changes", async () => {
  const { orderId } = await startSale(store);
  expect(await ship(orderId)).toEqual({ ok: false, reason: "not_found" });
  const sale = await sell(store);
  await refundOrder(store.shop, {
    orderId: sale.orderId,
    amount: "rest",
    reason: "sorry",
    restock: false,
    actor,
  });
  expect(await ship(sale.orderId)).toMatchObject({ ok: false, reason: "not_paid", status: "refunded" });
  expect(await findOrderDetail(store.shop, { id: sale.orderId })).toMatchObject({
    fulfillment: "unfulfilled",
    shipmentEvents: [],
  });
  expect(await ship("nonsense")).toEqual({ ok: false, reason: "not_found" });
});

test("[OD-2] an order that another person has just shipped is not shipped again, and the second person sees that", async () => {
  const { orderId } = await sell(store);
  expect(await ship(orderId)).toMatchObject({ ok: true });
  expect(await ship(orderId)).toMatchObject({ ok: false, reason: "already_done", fulfillment: "shipped" });
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order?.shipmentEvents).toHaveLength(1);
  expect(order?.mails.filter(({ kind }) => kind === "order_shipped")).toHaveLength(1);
});

test("[OD-2] a shipment arrives or comes back, each once, and each is in the audit log", async () => {
  const { orderId } = await sell(store);
  const move = (to: "delivered" | "returned") => fulfillOrder(store.shop, { orderId, actor, step: { to } });
  expect(await move("delivered")).toMatchObject({ ok: false, reason: "not_shipped" });
  await ship(orderId);
  expect(await move("delivered")).toMatchObject({ ok: true });
  expect(await move("returned")).toMatchObject({ ok: true });
  expect(await move("delivered")).toMatchObject({ ok: false, reason: "too_late" });
  expect(await audited()).toEqual(["order.shipped", "order.delivered", "order.returned"]);
});

test("the database knows the same ways of a shipment as the table", async () => {
  for (const from of fulfillmentStatuses) {
    for (const to of fulfillmentStatuses) {
      const { rows } = await sql<{ can: boolean }>`select can_fulfill(${from}, ${to}) as can`.execute(
        store.shop.db,
      );
      expect(rows[0]?.can, `${from} to ${to}`).toBe(fulfillmentTransitions[from].includes(to));
    }
  }
});

test("the way of a shipment and the notes can't be rewritten", async () => {
  const { orderId } = await sell(store);
  await ship(orderId);
  await addNote(store.shop, { orderId, note: "Called", actor });
  const { db } = store.shop;
  await expect(db.updateTable("fulfillment_events").set({ carrier: "X" }).execute()).rejects.toThrow(
    /append only/,
  );
  await expect(db.deleteFrom("order_notes").execute()).rejects.toThrow(/append only/);
  const back = db.updateTable("orders").set({ fulfillment: "canceled" }).where("id", "=", orderId);
  await expect(back.execute()).rejects.toThrow(/cannot become/);
});

test("[OD-2] notes say who and when, and an empty one is refused", async () => {
  const { orderId } = await sell(store);
  expect(await addNote(store.shop, { orderId, note: "Leave it\nat the door", actor })).toEqual({ ok: true });
  expect(await addNote(store.shop, { orderId, note: "  ", actor })).toEqual({ ok: false, reason: "invalid" });
  expect(await addNote(store.shop, { orderId: store.shop.newId(), note: "x", actor })).toEqual({
    ok: false,
    reason: "not_found",
  });
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order?.notes).toEqual([
    { author: actor, note: "Leave it\nat the door", at: new Date(store.clock.now()).toISOString() },
  ]);
});

test("[OD-2] refunds are part of the order with what is left, and neighbours are found both ways", async () => {
  const first = await sell(store);
  store.clock.advance(1_000);
  const second = await sell(store);
  store.clock.advance(1_000);
  const third = await sell(store);
  const request = { orderId: second.orderId, amount: 1000, reason: "a stain", restock: false, actor };
  expect(await refundOrder(store.shop, request)).toMatchObject({ ok: true });
  expect(await findOrderDetail(store.shop, { id: second.orderId })).toMatchObject({
    status: "partially_refunded",
    received: 6999,
    refunded: 1000,
    refunds: [{ amount: 1000, reason: "a stain" }],
    newerId: third.orderId,
    olderId: first.orderId,
  });
  expect(await findOrderDetail(store.shop, { id: first.orderId })).toMatchObject({ olderId: null });
});

test("[AO-1] the lists 'To ship', 'Failed' and 'Needs attention', days and states narrow the orders", async () => {
  const toShip = await sell(store);
  store.clock.advance(24 * 60 * 60 * 1000);
  const shipped = await sell(store);
  await ship(shipped.orderId);
  await sql`select flag_order(${shipped.orderId}, 'out_of_stock', ${new Date(store.clock.now())})`.execute(
    store.shop.db,
  );
  const ids = async (search: Partial<OrderSearch>) =>
    (await listOrders(store.shop, { ...everyOrder, ...search })).orders.map(({ id }) => id);
  expect(await ids({ tab: "to-ship" })).toEqual([toShip.orderId]);
  expect(await ids({ tab: "attention" })).toEqual([shipped.orderId]);
  expect(await ids({ tab: "failed" })).toEqual([]);
  expect(await ids({ fulfillment: "shipped" })).toEqual([shipped.orderId]);
  expect(await ids({ status: "paid", fulfillment: "unfulfilled" })).toEqual([toShip.orderId]);
  expect(await ids({ from: "2026-06-02" })).toEqual([shipped.orderId]);
  expect(await ids({ to: "2026-06-01" })).toEqual([toShip.orderId]);
  expect(await ids({ from: "2026-06-01", to: "2026-06-02" })).toHaveLength(2);
  expect(await ids({ from: "2026-06-03", to: "2026-06-01" })).toEqual([]);
});

test("[OD-2] the next shipment starts with the carrier of the last one, even if letters were sent since", async () => {
  const [first, second, third] = [await sell(store), await sell(store), await sell(store)];
  const send = (orderId: string, step: { way?: "letter"; carrier?: string; trackingNumber?: string }) => {
    store.clock.advance(1_000);
    return fulfillOrder(store.shop, { orderId, actor, step: { ...ups, ...step } });
  };
  const lastCarriers = async () => [
    (await listOrders(store.shop, everyOrder)).lastCarrier,
    (await listChosenOrders(store.shop, [third.orderId])).lastCarrier,
  ];
  await send(first.orderId, {});
  await send(second.orderId, { way: "letter", carrier: "", trackingNumber: "" });
  expect(await lastCarriers()).toEqual(["UPS", "UPS"]);
  await send(third.orderId, { carrier: "USPS" });
  expect(await lastCarriers()).toEqual(["USPS", "USPS"]);
});

test("[AO-1] each list says how many orders it holds", async () => {
  await sell(store);
  store.clock.advance(8 * 24 * 60 * 60 * 1000);
  const second = await sell(store);
  await sell(store);
  await ship(second.orderId);
  await sql`select flag_order(${second.orderId}, 'out_of_stock', ${new Date(store.clock.now())})`.execute(
    store.shop.db,
  );
  const { counts } = await loadListHead(store.shop);
  expect(counts).toEqual({
    all: 3,
    recent: 2,
    paid: 3,
    processing: 0,
    "to-ship": 2,
    failed: 0,
    attention: 1,
  });
  for (const tab of orderTabs) {
    const { orders } = await listOrders(store.shop, { ...everyOrder, tab });
    expect(orders.length, tab).toBe(counts[tab]);
  }
  const upToTwo = { since: new Date(0), max: 2, jobKind: SYNC_JOB };
  expect((await countTabs(store.shop.db, upToTwo)).counts).toMatchObject({ all: 2, recent: 2, paid: 2 });
});

test("[AO-1] chosen orders: the list, the file and the packing slips hold those and no others", async () => {
  const first = await sell(store);
  store.clock.advance(1_000);
  const second = await sell(store);
  await sell(store);
  const ids = [second.orderId, "nonsense", first.orderId.toUpperCase(), second.orderId];
  expect((await listChosenOrders(store.shop, ids)).orders.map(({ id }) => id)).toEqual([
    second.orderId,
    first.orderId,
  ]);
  let text = "";
  for await (const chunk of exportOrders(store.shop, everyOrder, ids)) text += chunk;
  expect(text.trim().split("\r\n")).toHaveLength(3);
  text = "";
  for await (const chunk of exportOrders(store.shop, everyOrder, [])) text += chunk;
  expect(text.trim().split("\r\n")).toHaveLength(1);
  const slips = await loadPackingSlips(store.shop, ids);
  expect(slips).toMatchObject([
    { id: first.orderId, address: { customer_name: "Pat Example" }, items: [{ quantity: 2 }] },
    { id: second.orderId },
  ]);
  expect(JSON.stringify(slips)).not.toContain("payment");
  expect(await loadPackingSlips(store.shop, [])).toEqual([]);
});

test("[AO-1] the file of items has a row for each item of the orders, with where its units are", async () => {
  const { orderId } = await sell(store);
  await ship(orderId);
  await sell(store);
  let text = "";
  for await (const part of exportOrderItems(store.shop, everyOrder)) text += part;
  const [head = "", ...rows] = text.trim().split("\r\n");
  expect(head).toMatch(/,Product,Option,SKU,Quantity,/);
  expect(rows).toHaveLength(2);
  const cells = (row: string) => row.split(",").slice(-7);
  expect(rows.map(cells)).toEqual([
    ["2", "0", "0", "0", "0", "0", ""],
    ["0", "2", "0", "0", "0", "0", ""],
  ]);
  expect(rows[1]).toMatch(new RegExp(`^ORD-001,${orderId},`));
  text = "";
  for await (const part of exportOrderItems(store.shop, everyOrder, [])) text += part;
  expect(text.trim()).toBe(head);
});

test("[AO-1] the file holds exactly the orders of the filters, on whichever page one is", async () => {
  const paid = await sell(store);
  const shipped = await sell(store);
  await ship(shipped.orderId);
  const file = async (search: Partial<OrderSearch>) => {
    let text = "";
    for await (const chunk of exportOrders(store.shop, { ...everyOrder, ...search })) text += chunk;
    return text.trim().split("\r\n").slice(1);
  };
  expect(await file({})).toHaveLength(2);
  const after = { at: "2000-01-01T00:00:00.000000Z", id: paid.orderId };
  expect(await file({ after })).toHaveLength(2);
  const lines = await file({ fulfillment: "shipped" });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(shipped.orderId);
});
