import { expect, test } from "vitest";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { orderAccessToken } from "../../mail/links/order-token.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { findOrderDetail } from "../find-order-detail.ts";
import { findOrderPage } from "../links/find-order-page.ts";
import { correctShipment } from "./correct-shipment.ts";
import { fulfillOrder } from "./fulfill-order.ts";
import { fulfillOrders } from "./fulfill-orders.ts";

const wrong = { carrier: "UPS", trackingNumber: "1Z WRONG" };
const right = { carrier: "FedEx", trackingNumber: "7777" };

const store = freshShop();

async function shipped() {
  const { orderId } = await sell(store);
  await fulfillOrder(store.shop, { orderId, actor, step: { to: "shipped", ...wrong } });
  await sendDueMails(store.shop, { limit: 20 });
  store.mailbox.length = 0;
  return orderId;
}

test("[OD-2] a wrong tracking number is corrected: the history keeps both, the customer gets the right one", async () => {
  const orderId = await shipped();
  const result = await correctShipment(store.shop, { orderId, actor, tracking: right, mail: true });
  expect(result).toEqual({ ok: true, isMailed: true });
  await sendDueMails(store.shop, { limit: 20 });
  expect(store.mailbox).toHaveLength(1);
  expect(store.mailbox[0]?.subject).toMatch(/^New tracking number for your .* order ORD-\d+$/);
  expect(store.mailbox[0]?.text).toContain("7777");
  expect(store.mailbox[0]?.text).not.toContain("1Z WRONG");
  const order = await findOrderDetail(store.shop, { id: orderId });
  expect(order?.shipmentEvents).toMatchObject([
    { to: "shipped", ...wrong, isCorrection: false, actor },
    { to: "shipped", ...right, isCorrection: true, actor },
  ]);
  expect(order?.shipments).toMatchObject([{ ...right, isCorrected: true }]);
  const audit = await store.shop.db
    .selectFrom("admin_audit")
    .select(["action", "before", "after"])
    .where("action", "=", "order.shipment_corrected")
    .execute();
  expect(audit).toEqual([{ action: "order.shipment_corrected", before: wrong, after: right }]);
});

test("[OD-2] the customer's own page shows the corrected number, and that it was shipped once", async () => {
  const orderId = await shipped();
  await correctShipment(store.shop, { orderId, actor, tracking: right, mail: false });
  const token = orderAccessToken(store.shop.keys.orderLinks.current, orderId);
  const page = await findOrderPage(store.shop, { token });
  expect(page?.shipments).toMatchObject([right]);
  expect(page?.history.filter(({ status }) => status === "shipped")).toHaveLength(1);
});

test("[OD-2] a correction without an email sends none, and the next one still can", async () => {
  const orderId = await shipped();
  await correctShipment(store.shop, { orderId, actor, tracking: right, mail: false });
  await sendDueMails(store.shop, { limit: 20 });
  expect(store.mailbox).toEqual([]);
  const again = { carrier: "FedEx", trackingNumber: "8888" };
  await correctShipment(store.shop, { orderId, actor, tracking: again, mail: true });
  await sendDueMails(store.shop, { limit: 20 });
  expect(store.mailbox.map(({ text }) => text.includes("8888"))).toEqual([true]);
});

test("[OD-2] what is already stored, an order not shipped, and an unknown one are refused", async () => {
  const orderId = await shipped();
  const correct = (id: string, tracking = right) =>
    correctShipment(store.shop, { orderId: id, actor, tracking, mail: true });
  expect(await correct(orderId, wrong)).toEqual({ ok: false, reason: "unchanged" });
  expect(await correct((await sell(store)).orderId)).toEqual({ ok: false, reason: "not_shipped" });
  expect(await correct(store.shop.newId())).toEqual({ ok: false, reason: "not_found" });
  expect(await correct("nonsense")).toEqual({ ok: false, reason: "not_found" });
});

test("[OD-2] a delivered shipment can be corrected, and stays delivered", async () => {
  const orderId = await shipped();
  await fulfillOrder(store.shop, { orderId, actor, step: { to: "delivered" } });
  expect(await correctShipment(store.shop, { orderId, actor, tracking: right, mail: false })).toMatchObject({
    ok: true,
  });
  expect(await findOrderDetail(store.shop, { id: orderId })).toMatchObject({ fulfillment: "delivered" });
});

test("[OD-2] of several shipments the one that is named is corrected, the latest when none is, and no unknown one", async () => {
  const { orderId } = await sell(store);
  const detail = () => findOrderDetail(store.shop, { id: orderId });
  const line = (await detail())?.items[0]?.id ?? "";
  for (const trackingNumber of ["1Z ONE", "1Z TWO"]) {
    const step = { to: "shipped", carrier: "UPS", trackingNumber, units: { [line]: 1 } } as const;
    expect(await fulfillOrder(store.shop, { orderId, actor, step })).toMatchObject({ ok: true });
  }
  const numbers = async () => (await detail())?.shipments.map(({ trackingNumber }) => trackingNumber);
  const first = (await detail())?.shipments[0]?.id;
  const correct = (trackingNumber: string, shipmentId?: string) =>
    correctShipment(store.shop, {
      ...{ orderId, actor, mail: false, shipmentId },
      tracking: { carrier: "UPS", trackingNumber },
    });
  expect(await correct("1Z FIRST", first)).toEqual({ ok: true, isMailed: false });
  expect(await numbers()).toEqual(["1Z FIRST", "1Z TWO"]);
  expect(await correct("1Z LAST")).toEqual({ ok: true, isMailed: false });
  expect(await numbers()).toEqual(["1Z FIRST", "1Z LAST"]);
  for (const other of [store.shop.newId(), "nonsense"])
    expect(await correct("1Z OTHER", other)).toEqual({ ok: false, reason: "not_shipped" });
});

test("[OD-2] several orders are shipped independently: one that is refused stops none of the others", async () => {
  const first = (await sell(store)).orderId;
  const gone = await shipped();
  const last = (await sell(store)).orderId;
  const unknown = store.shop.newId();
  const shipments = [first, gone, unknown, last].map((orderId, index) => ({
    ...{ orderId, carrier: "UPS", trackingNumber: `1Z ${index}` },
  }));
  const results = await fulfillOrders(store.shop, { shipments, to: "shipped", actor });
  expect(results).toMatchObject([
    { orderId: first, result: { ok: true } },
    { orderId: gone, result: { ok: false, reason: "already_done" } },
    { orderId: unknown, result: { ok: false, reason: "not_found" } },
    { orderId: last, result: { ok: true } },
  ]);
  expect(await findOrderDetail(store.shop, { id: last })).toMatchObject({
    fulfillment: "shipped",
    shipmentEvents: [{ trackingNumber: "1Z 3" }],
  });
});

test("[OD-2] when the database fails for one order, that one is said to be as it was, and the others go on", async () => {
  const first = (await sell(store)).orderId;
  const last = (await sell(store)).orderId;
  let calls = 0;
  const db = new Proxy(store.shop.db, {
    get: (target, name) => {
      if (name === "transaction" && ++calls === 1) throw new Error("the database is away");
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const shipments = [first, last].map((orderId) => ({ orderId, ...right }));
  const results = await fulfillOrders({ ...store.shop, db }, { shipments, to: "shipped", actor });
  expect(results.map(({ result }) => (result.ok ? "ok" : result.reason))).toEqual(["failed", "ok"]);
  expect(await findOrderDetail(store.shop, { id: first })).toMatchObject({ fulfillment: "unfulfilled" });
});
