import { expect, test } from "vitest";
import { loadOrder, sendMails } from "#test/sales/orders.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { GOOD_CARD, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { claimMails } from "../../mail/queries.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { correctEmail } from "../changes/correct-email.ts";
import { fulfillOrder } from "./fulfill-order.ts";
import { resendShipmentEmail } from "./resend-shipment-email.ts";

const PATTY = "patty@example.com";

const store = freshShop();

/** What went out since the last time. */
const mails = () => sendMails(store);

/** An order of two caps, each sent in a separate shipment; and the shipments' ids. */
async function sent() {
  const { orderId } = await sell(store, { quantity: 2 });
  const lineId = (await detail(orderId)).items[0]?.id ?? "";
  for (const trackingNumber of ["1Z ONE", "1Z TWO"]) {
    const step = { to: "shipped", carrier: "UPS", trackingNumber, units: { [lineId]: 1 } } as const;
    expect(await fulfillOrder(store.shop, { orderId, actor, step })).toMatchObject({ ok: true });
  }
  await mails();
  const [first = "", second = ""] = (await detail(orderId)).shipments.map(({ id }) => id);
  return { orderId, first, second };
}

const detail = (id: string) => loadOrder(store, id);

/** What the log has of such requests, first one first. */
const entries = () =>
  store.shop.db
    .selectFrom("admin_audit")
    .select(["object", "after"])
    .where("action", "=", "order.shipment_email_resent")
    .orderBy("id")
    .execute();

const resend = (orderId: string, shipmentId: string) =>
  resendShipmentEmail(store.shop, { orderId, shipmentId, actor });

test("[OD-2] after a late correction of the email the new one gets the shipping email of the chosen shipment", async () => {
  const { orderId, first, second } = await sent();
  await correctEmail(store.shop, { orderId, actor, seen: 0, email: PATTY });
  await mails();
  for (const [shipmentId, trackingNumber] of [[second, "1Z TWO"] as const, [first, "1Z ONE"] as const]) {
    expect(await resend(orderId, shipmentId)).toEqual({ ok: true, email: PATTY });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: { address: PATTY },
      subject: "Part of your Golf Pro Shop order ORD-001 is on its way",
    });
    expect(mail?.text).toContain(trackingNumber);
  }
  expect(await entries()).toEqual([2, 1].map((shipment) => ({ object: orderId, after: { shipment } })));
});

test("[OD-2] a shipping email that is requested twice before it is sent goes out once, and again when requested later", async () => {
  const { orderId, first, second } = await sent();
  for (const shipmentId of [first, first, second, second, first])
    expect(await resend(orderId, shipmentId)).toMatchObject({ ok: true });
  expect(await mails()).toHaveLength(2);
  await resend(orderId, first);
  expect(await mails()).toHaveLength(1);
  expect(await entries()).toHaveLength(3);
});

test("[OD-2] a shipping email is queued again while the previous one is being sent: that may go to the old address", async () => {
  const { orderId, first } = await sent();
  const claim = async () => {
    const now = new Date(store.clock.now());
    const due = { limit: 1, againMax: 1, now, leaseSeconds: 60, token: store.shop.newId() };
    expect(await claimMails(store.shop.db, due)).toHaveLength(1);
  };
  const unsent = async () => {
    const mails = store.shop.db.selectFrom("outbox").select("id").where("kind", "=", "order_shipped");
    return (await mails.where("sent_at", "is", null).execute()).length;
  };
  await resend(orderId, first);
  await claim();
  // Who was sending it died.
  store.clock.advance(61_000);
  await resend(orderId, first);
  expect(await unsent()).toBe(1);
  await claim();
  await resend(orderId, first);
  await resend(orderId, first);
  expect(await unsent()).toBe(2);
});

test("[OD-2] a shipping email that was given up is queued again", async () => {
  const { orderId, first } = await sent();
  await resend(orderId, first);
  await store.shop.db
    .updateTable("outbox")
    .set({ dead_at: new Date(store.clock.now()) })
    .where("sent_at", "is", null)
    .execute();
  await resend(orderId, first);
  expect(await mails()).toHaveLength(1);
});

test("[OD-2] a shipping email goes out again after the first one that was resent was deleted by age", async () => {
  const { orderId, first } = await sent();
  for (let turn = 0; turn < 2; turn += 1) {
    await resend(orderId, first);
    expect(await mails()).toHaveLength(1);
  }
  await store.shop.db.deleteFrom("outbox").where("unique_key", "like", "%:resend:1:%").execute();
  await resend(orderId, first);
  expect(await mails()).toHaveLength(1);
});

test("[OD-2] no shipping email goes out again for another order's shipment, or without a payment", async () => {
  const { first } = await sent();
  const other = await sell(store);
  for (const shipmentId of [first, store.shop.newId(), "nonsense", ""])
    expect(await resend(other.orderId, shipmentId)).toEqual({ ok: false, reason: "not_shipped" });
  for (const id of [store.shop.newId(), "nonsense"])
    expect(await resend(id, first)).toEqual({ ok: false, reason: "not_found" });
  store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
  const unpaid = await startSale(store);
  await payAsShopper(store, unpaid, GOOD_CARD);
  await settlePayment(store.shop, { intentId: unpaid.paymentIntentId, source: "browser" });
  expect(await resend(unpaid.orderId, first)).toEqual({
    ...{ ok: false, reason: "not_paid", status: "processing" },
  });
});

test("[OD-2] a test order that was cleared sends no shipping email again", async () => {
  const { orderId, first } = await sent();
  const cleared = { is_rehearsal: true, cleared_at: new Date(store.clock.now()) };
  await store.shop.db.updateTable("orders").set(cleared).execute();
  expect(await resend(orderId, first)).toEqual({ ok: false, reason: "not_found" });
});
