// A customer asks for a return on the order's page; the owner approves or declines it, and refunds what comes back.
import { describe, expect, test } from "vitest";
import { everyOrder } from "#domain/order/order-search.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { askedReturn, deliverOrder, linkOf, returnForm, returnsOf } from "#test/sales/returns.ts";
import { refundInDashboard, sell, sellFreeCaps } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { stockOf } from "#test/shop/products.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { forgetWaiting, recallWaiting } from "../../operations/alerts/count-waiting.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { assignRefund } from "../changes/assign-refund.ts";
import { refundOrder } from "../changes/refund-order.ts";
import { findOrderDetail } from "../find-order-detail.ts";
import { findOrderPage } from "../links/find-order-page.ts";
import { listOrders } from "../list-orders.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import {
  ASKS_PER_SENDER_MAX,
  askForReturn,
  RETURNS_PER_ORDER_MAX,
  takeReturnBack,
} from "./ask-for-return.ts";
import { approveReturn, closeReturn, declineReturn } from "./decide-return.ts";
import { findReturnsOfPage, listReturns } from "./find-returns.ts";
import { type ReceiveReturn, receiveReturn } from "./receive-return.ts";

const store = freshShop({}, closeWithBooks);

type Delivered = Awaited<ReturnType<typeof deliverOrder>>;

const DAY_MS = 24 * 60 * 60_000;

const ask = ({ token }: Pick<Delivered, "token">, typed: Record<string, string>, ip = "192.0.2.1") =>
  askForReturn(store.shop, { token, returnId: store.shop.newId(), typed, ip });

const approve = (orderId: string, returnId: string, answer = "Send it to 1 Links Road") =>
  approveReturn(store.shop, { orderId, returnId, actor, answer });

function receive(orderId: string, returnId: string, change: Partial<ReceiveReturn>) {
  return receiveReturn(store.shop, { orderId, returnId, actor, came: {}, seen: 0, refund: null, ...change });
}

const refundOf = (restock: string[] = [], amount: number | "parts" = "parts") => ({
  refundId: store.shop.newId(),
  ...{ amount, shipping: 0, restock },
});

const stateOf = async (orderId: string) => (await returnsOf(store, { orderId })).map(({ state }) => state);

const offerOf = async ({ token }: Pick<Delivered, "token">) => {
  const order = await findOrderPage(store.shop, { token });
  if (!order) throw new Error("no page");
  return (await findReturnsOfPage(store.shop, { order })).offer;
};

const mailsAbout = async (kind: string) => {
  store.mailbox.length = 0;
  await sendDueMails(store.shop, { limit: 50 });
  const rows = await store.shop.db
    .selectFrom("outbox")
    .select("unique_key")
    .where("kind", "=", kind)
    .where("sent_at", "is not", null)
    .execute();
  return { sent: rows.length, subjects: store.mailbox.map(({ subject }) => subject) };
};

describe("[RF-7][AS-2] asking for a return", () => {
  test("is stored with its units and its reason, and emailed to the owner", async () => {
    const order = await deliverOrder(store);
    const typed = returnForm({ [order.polos]: 2 }, { note: "<b>Tight</b>\u0000" });
    expect(await ask(order, typed)).toEqual({ ok: true, isNew: true, email: "p…@example.com" });
    expect(await returnsOf(store, order)).toMatchObject([
      {
        ...{ wish: "return", reason: "too-small", note: "<b>Tight</b>", state: "requested", answer: "" },
        lines: [{ name: "Polo", variation: "M", quantity: 2, received: 0, settled: 0, wanted: null }],
      },
    ]);
    const { subjects } = await mailsAbout("return_asked");
    expect(subjects).toContain("Return requested: ORD-001");
    const mail = store.mailbox.find(({ subject }) => subject.startsWith("Return requested"));
    expect(mail).toMatchObject({ to: { address: "owner@example.com" }, replyTo: "pat@example.com" });
    expect(mail?.html).toContain("&lt;b&gt;Tight&lt;/b&gt;");
    expect((await listReturns(store.shop, { show: "waiting", after: null })).requests).toMatchObject([
      { orderNumber: 1, customerName: "Pat Example", reason: "too-small" },
    ]);
  });

  test("is counted in the navigation and marked in the list of orders until it is answered", async () => {
    const order = await deliverOrder(store);
    const shown = async () => {
      forgetWaiting(store.shop);
      const { returns } = await recallWaiting(store.shop);
      const { orders } = await listOrders(store.shop, everyOrder);
      return { returns, marked: orders.map(({ hasReturn }) => hasReturn) };
    };
    expect(await shown()).toEqual({ returns: 0, marked: [false] });
    const { id } = await askedReturn(store, order, returnForm({ [order.polos]: 1 }));
    expect(await shown()).toEqual({ returns: 1, marked: [true] });
    expect(await approve(order.orderId, id)).toEqual({ ok: true });
    expect(await shown()).toEqual({ returns: 0, marked: [false] });
  });

  test("no unit is requested twice, neither by one form sent twice nor by two forms", async () => {
    const order = await deliverOrder(store);
    const typed = returnForm({ [order.polos]: 3 });
    const form = { token: order.token, returnId: store.shop.newId(), typed, ip: "192.0.2.1" };
    expect(await askForReturn(store.shop, form)).toMatchObject({ ok: true, isNew: true });
    expect(await askForReturn(store.shop, form)).toMatchObject({ ok: true, isNew: false });
    expect(await ask(order, typed)).toMatchObject({ errors: { lines: "Choose at least one item" } });
    expect(await ask(order, returnForm({ [order.caps]: 2 }))).toMatchObject({ ok: true });
    expect(await ask(order, returnForm({ [order.caps]: 2 }))).toMatchObject({ ok: false });
    expect(await offerOf(order)).toBeNull();
  });

  test("more than came, nothing, hostile texts, and a foreign link are refused with a reason, and change nothing", async () => {
    const order = await deliverOrder(store);
    expect(await ask(order, returnForm({ [order.polos]: 4 }))).toMatchObject({
      errors: { lines: "Choose 0 to 3 of Polo (M)" },
    });
    const hostile = { reason: "constructor", note: "x".repeat(2_001) };
    expect(await ask(order, returnForm({ [order.polos]: -1 }, hostile))).toEqual({
      ok: false,
      reason: "invalid",
      errors: {
        lines: "Choose 0 to 3 of Polo (M)",
        reason: "Choose a reason",
        note: "Use at most 2,000 characters",
      },
    });
    expect(await ask(order, returnForm({ [order.caps]: 1 }, { reason: "other" }))).toMatchObject({
      errors: { note: "Tell us what is wrong" },
    });
    expect(await ask({ token: "A".repeat(43) }, returnForm({ [order.caps]: 1 }))).toEqual({
      ok: false,
      reason: "not_found",
    });
    const foreign = await deliverOrder(store);
    expect(await ask(foreign, returnForm({ [order.caps]: 1 }))).toMatchObject({ reason: "invalid" });
    const request = await askedReturn(store, order, returnForm({ [order.caps]: 1 }));
    const { id: returnId } = request;
    const form = { typed: returnForm({ [foreign.caps]: 1 }), ip: "192.0.2.1" };
    expect(await askForReturn(store.shop, { ...form, token: foreign.token, returnId })).toEqual({
      ok: false,
      reason: "not_found",
    });
    expect(await takeReturnBack(store.shop, { token: foreign.token, returnId })).toEqual({ ok: false });
    expect(await stateOf(foreign.orderId)).toEqual([]);
  });

  test("a thousand requests end at a limit, by network and by order", async () => {
    const order = await deliverOrder(store);
    for (let count = 0; count < ASKS_PER_SENDER_MAX; count += 1) await ask(order, {});
    const typed = returnForm({ [order.caps]: 1 });
    expect(await ask(order, typed)).toEqual({ ok: false, reason: "rate_limited" });
    for (let count = 0; count < RETURNS_PER_ORDER_MAX; count += 1) {
      const returnId = store.shop.newId();
      const ip = `198.51.100.${count}`;
      await askForReturn(store.shop, { token: order.token, returnId, typed, ip });
      await takeReturnBack(store.shop, { token: order.token, returnId });
    }
    expect(await ask(order, typed, "203.0.113.1")).toEqual({ ok: false, reason: "too_many" });
  });

  test("begins when a shipment has left, and ends with the owner's return window", async () => {
    const { orderId } = await sell(store);
    const token = linkOf(store, orderId);
    expect(await offerOf({ token })).toEqual({ kind: "early" });
    expect(await ask({ token }, {})).toEqual({ ok: false, reason: "not_returnable" });
    const order = await deliverOrder(store);
    expect(await offerOf(order)).toMatchObject({ kind: "open", until: "2026-07-01" });
    store.clock.advance(30 * DAY_MS);
    expect(await ask(order, returnForm({ [order.caps]: 1 }))).toMatchObject({ ok: true });
    store.clock.advance(DAY_MS);
    expect(await offerOf(order)).toEqual({ kind: "late", until: "2026-07-01" });
    expect(await ask(order, returnForm({ [order.polos]: 1 }))).toEqual({ ok: false, reason: "too_late" });
  });

  test("can be taken back as long as nothing has come", async () => {
    const order = await deliverOrder(store);
    const { id: returnId } = await askedReturn(store, order, returnForm({ [order.caps]: 2 }));
    expect(await takeReturnBack(store.shop, { token: order.token, returnId })).toEqual({ ok: true });
    expect(await takeReturnBack(store.shop, { token: order.token, returnId })).toEqual({ ok: false });
    expect(await stateOf(order.orderId)).toEqual(["closed"]);
    expect(await approve(order.orderId, returnId)).toEqual({ ok: false, reason: "decided", state: "closed" });
    expect((await mailsAbout("return_asked")).sent).toBe(0);
    expect(await ask(order, returnForm({ [order.caps]: 2 }))).toMatchObject({ ok: true });
  });
});

describe("[RF-7] the owner's answer", () => {
  test("is emailed with what to do, or why not, once, no matter who else answers", async () => {
    const order = await deliverOrder(store);
    const { orderId } = order;
    const { id: returnId } = await askedReturn(store, order, returnForm({ [order.caps]: 1 }));
    expect(await approve(orderId, returnId)).toEqual({ ok: true });
    const late = [
      await approve(orderId, returnId),
      await declineReturn(store.shop, { orderId, returnId, actor, answer: "Worn" }),
    ];
    expect(late).toMatchObject([{ reason: "decided" }, { reason: "decided" }]);
    expect(await stateOf(orderId)).toEqual(["approved"]);
    const { sent } = await mailsAbout("return_approved");
    expect(sent).toBe(1);
    const mail = store.mailbox.find(({ subject }) => subject.startsWith("Your return"));
    expect(mail?.to.address).toBe("pat@example.com");
    expect(mail?.text).toMatch(/1 × Cap[\s\S]*1 Links Road/);
  });

  test("needs words and a request of this order that waits", async () => {
    const order = await deliverOrder(store);
    const { orderId } = order;
    const { id: returnId } = await askedReturn(store, order, returnForm({ [order.caps]: 1 }));
    expect(await approve(orderId, returnId, " ")).toEqual({ ok: false, reason: "bad_answer" });
    expect(await approve(orderId, returnId, "x".repeat(2_001))).toEqual({ ok: false, reason: "bad_answer" });
    expect(await approve(orderId, "nonsense")).toEqual({ ok: false, reason: "not_found" });
    const foreign = await deliverOrder(store);
    expect(await approve(foreign.orderId, returnId)).toEqual({ ok: false, reason: "not_found" });
    expect(await closeReturn(store.shop, { orderId, returnId, actor })).toMatchObject({ reason: "decided" });
    await refundOrder(store.shop, { orderId, amount: "rest", reason: "gift", restock: false, actor });
    expect(await approve(orderId, returnId)).toEqual({ ok: false, reason: "units_gone" });
    expect(await declineReturn(store.shop, { orderId, returnId, actor, answer: "Refunded" })).toEqual({
      ok: true,
    });
    expect(await ask(order, returnForm({ [order.caps]: 1 }))).toEqual({
      ok: false,
      reason: "not_returnable",
    });
  });
});

describe("[RF-7] units that come back", () => {
  async function approved(quantity: (order: Delivered) => Record<string, number>) {
    const order = await deliverOrder(store);
    const { id: returnId } = await askedReturn(store, order, returnForm(quantity(order)));
    await approve(order.orderId, returnId);
    return { ...order, returnId };
  }
  const poloStock = async (polo: string) =>
    (await stockOf(store.shop, polo)).find(({ variation }) => variation === "M")?.on_hand;

  test("one of two is refunded by what it is worth and goes in stock; the other one later", async () => {
    const { orderId, returnId, polos, polo } = await approved((order) => ({ [order.polos]: 2 }));
    const first = await receive(orderId, returnId, { came: { [polos]: 1 }, refund: refundOf([polos]) });
    expect(first).toMatchObject({ ok: true, refund: { amount: 3200, isSent: true } });
    expect(await stateOf(orderId)).toEqual(["received"]);
    expect(await poloStock(polo)).toBe(8);
    const again = { came: { [polos]: 1 }, seen: 1, refund: refundOf([], 3000) };
    expect(await receive(orderId, returnId, again)).toMatchObject({ ok: true, refund: { amount: 3000 } });
    expect(await returnsOf(store, { orderId })).toMatchObject([{ state: "refunded", isPaidBack: true }]);
    expect(await poloStock(polo)).toBe(8);
    const order = await findOrderDetail(store.shop, { id: orderId });
    expect(order?.items).toMatchObject([{ refunded: 0 }, { refunded: 2, canceled: 0, sent: 3 }]);
    expect(order?.refunds).toMatchObject([
      { goods: 3200, adjustment: 0, reason: "Return: Too small" },
      { goods: 3200, adjustment: -200 },
    ]);
    expect((await mailsAbout("order_refunded")).sent).toBe(2);
  });

  test("may wait for their refund, and a form that is sent twice, or old, refunds nothing twice", async () => {
    const { orderId, returnId, polos, caps } = await approved((order) => ({
      [order.polos]: 2,
      [order.caps]: 1,
    }));
    expect(await receive(orderId, returnId, { came: { [polos]: 1 } })).toEqual({
      ok: true,
      refund: null,
      exchanged: 0,
    });
    expect(await receive(orderId, returnId, { came: { [polos]: 1 } })).toEqual({
      ok: false,
      reason: "changed",
    });
    const form = { came: { [caps]: 1 }, seen: 1, refund: refundOf() };
    const both = [await receive(orderId, returnId, form), await receive(orderId, returnId, form)];
    expect(both).toMatchObject([{ refund: { amount: 6400 } }, { refund: { amount: 6400 } }]);
    expect(await receive(orderId, returnId, { ...form, refund: refundOf() })).toEqual({
      ok: false,
      reason: "changed",
    });
    expect(await receive(orderId, returnId, { seen: 2, refund: refundOf() })).toEqual({
      ok: false,
      reason: "no_units",
    });
    const order = await findOrderDetail(store.shop, { id: orderId });
    expect(order?.items).toMatchObject([{ refunded: 1 }, { refunded: 1 }]);
  });

  test("more than were requested, of another order, without approval, or after the end: refused", async () => {
    const { orderId, returnId, polos, caps, token } = await approved((order) => ({ [order.polos]: 2 }));
    const bad = { ok: false, reason: "too_many_came" };
    expect(await receive(orderId, returnId, { came: { [polos]: 3 } })).toEqual(bad);
    expect(await receive(orderId, returnId, { came: { [polos]: -1 } })).toEqual(bad);
    expect(await receive(orderId, returnId, { came: { [caps]: 1 } })).toEqual(bad);
    const refund = refundOf([], 99_999);
    expect(await receive(orderId, returnId, { came: { [polos]: 1 }, refund })).toMatchObject({
      reason: "too_much",
    });
    expect(await receive(orderId, returnId, { came: { [polos]: 1 }, refund: refundOf([], -5) })).toEqual({
      ok: false,
      reason: "bad_amount",
    });
    const foreign = await deliverOrder(store);
    expect(await receive(foreign.orderId, returnId, { came: { [polos]: 1 } })).toEqual({
      ok: false,
      reason: "not_found",
    });
    expect(await stateOf(orderId)).toEqual(["approved"]);
    expect(await closeReturn(store.shop, { orderId, returnId, actor })).toEqual({ ok: true });
    expect(await receive(orderId, returnId, { came: { [polos]: 1 } })).toEqual({
      ok: false,
      reason: "not_open",
      state: "closed",
    });
    const order = { orderId, token };
    const { id: waiting } = await askedReturn(store, order, returnForm({ [caps]: 1 }));
    expect(await receive(orderId, waiting, { came: { [caps]: 1 } })).toMatchObject({ state: "requested" });
  });

  test("are recorded and refunded though another form of the page has used its id before", async () => {
    const { orderId, returnId, polos } = await approved((order) => ({ [order.polos]: 2 }));
    const refund = refundOf([polos]);
    const stained = { orderId, actor, amount: 500, reason: "A stain", restock: false } as const;
    await refundOrder(store.shop, { ...stained, refundId: refund.refundId });
    const form = { came: { [polos]: 1 }, refund };
    expect(await receive(orderId, returnId, form)).toMatchObject({ ok: true, refund: { amount: 3200 } });
    expect(await stateOf(orderId)).toEqual(["received"]);
    const order = await findOrderDetail(store.shop, { id: orderId });
    expect(order?.refunds.map(({ amount }) => amount)).toEqual([500, 3200]);
  });

  test("are settled without money where they cost nothing, and go in stock", async () => {
    const { orderId, cap } = await sellFreeCaps(store);
    const step = { to: "shipped", carrier: "UPS", trackingNumber: "" } as const;
    await fulfillOrder(store.shop, { orderId, actor, step });
    const caps = (await findOrderDetail(store.shop, { id: orderId }))?.items[0]?.id ?? "";
    const token = linkOf(store, orderId);
    const { id: returnId } = await askedReturn(store, { orderId, token }, returnForm({ [caps]: 2 }));
    await approve(orderId, returnId);
    const form = { came: { [caps]: 2 }, refund: refundOf([caps]) };
    const made = { ok: true, refund: { amount: 0, isSent: true } };
    expect(await receive(orderId, returnId, form)).toMatchObject(made);
    expect(await receive(orderId, returnId, form)).toMatchObject(made);
    expect(await returnsOf(store, { orderId })).toMatchObject([{ state: "refunded", isPaidBack: false }]);
    expect(await stockOf(store.shop, cap)).toMatchObject([{ on_hand: 10 }]);
    expect((await mailsAbout("order_refunded")).sent).toBe(0);
    expect(await offerOf({ token })).toMatchObject({ lines: [{ name: "Polo", left: 1 }] });
  });

  test("are settled without a refund where all was refunded before, for no certain units", async () => {
    const { orderId, returnId, polos, polo } = await approved((order) => ({ [order.polos]: 2 }));
    expect(await receive(orderId, returnId, { came: { [polos]: 1 } })).toMatchObject({ refund: null });
    const intentId = (await findOrderDetail(store.shop, { id: orderId }))?.paymentIntentId ?? "";
    await refundInDashboard(store, intentId, 5 * 3200 + 599);
    await applyPaymentFacts(store.shop, { intentId, source: "webhook" });
    const refundId = (await findOrderDetail(store.shop, { id: orderId }))?.refunds[0]?.id ?? "";
    const none = { parts: { units: {}, shipping: 0 }, restock: {}, actor };
    expect(await assignRefund(store.shop, { orderId, refundId, ...none })).toMatchObject({ ok: true });
    const form = { came: { [polos]: 1 }, seen: 1, refund: refundOf([polos]) };
    expect(await receive(orderId, returnId, form)).toMatchObject({ ok: true, refund: { amount: 0 } });
    expect(await returnsOf(store, { orderId })).toMatchObject([{ state: "refunded", isPaidBack: false }]);
    expect(await poloStock(polo)).toBe(9);
  });

  test("whose refund fails have come back anyway, and are refunded once it works", async () => {
    const { orderId, returnId, caps } = await approved((order) => ({ [order.caps]: 2 }));
    store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: null });
    expect(await receive(orderId, returnId, { came: { [caps]: 2 }, refund: refundOf() })).toMatchObject({
      ok: true,
    });
    expect(await stateOf(orderId)).toEqual(["refunded"]);
    const intentId = (await findOrderDetail(store.shop, { id: orderId }))?.paymentIntentId ?? "";
    store.sandbox.controls.settleRefund(store.sandbox.controls.refunds(intentId)[0]?.id ?? "", "failed");
    await applyPaymentFacts(store.shop, { intentId, source: "reconciler" });
    expect(await stateOf(orderId)).toEqual(["received"]);
    expect(await receive(orderId, returnId, { seen: 2, refund: refundOf() })).toMatchObject({
      refund: { amount: 6400 },
    });
    expect(await stateOf(orderId)).toEqual(["refunded"]);
  });
});
