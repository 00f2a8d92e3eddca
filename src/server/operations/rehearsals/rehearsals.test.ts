import { sql } from "kysely";
import { expect, test } from "vitest";
import { everyOrder } from "#domain/order/order-search.ts";
import { OWNER as actor, pat } from "#test/sales/people.ts";
import { askedReturn, deliverOrder, returnForm, returnsOf } from "#test/sales/returns.ts";
import { sellAndAsk, sellAndShip } from "#test/sales/reviews.ts";
import { sell, startSale } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { nowOf } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { decideReview, listReviews } from "../../inbox/reviews/decide-review.ts";
import { writeReview } from "../../inbox/reviews/write-review.ts";
import { listFailedMails } from "../../mail/failed-mails.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { correctAddress } from "../../orders/changes/correct-address.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { swapUnits } from "../../orders/changes/swap-units.ts";
import { findOrderDetail } from "../../orders/find-order-detail.ts";
import { listOrders, loadListHead } from "../../orders/list-orders.ts";
import { approveReturn } from "../../orders/returns/decide-return.ts";
import { fulfillOrder } from "../../orders/shipments/fulfill-order.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { flagOrder } from "../../payments/refunds/refund-queries.ts";
import { checkInvariants } from "../../reconciliation/invariants.ts";
import { loadDashboard } from "../../reports/dashboard/load-dashboard.ts";
import { loadReport } from "../../reports/load-report.ts";
import { clearRehearsals, loadRehearsals } from "./clear-rehearsals.ts";
import { clearRehearsal } from "./queries.ts";

const store = freshShop();

/** The shop after the owner has set the provider's live keys. */
function goLive(): void {
  const { payments } = store.shop;
  Object.assign(store.shop, { payments: { ...payments, publishableKey: "pk_live_1" } });
}

/** The hold of an unpaid checkout has expired. */
const endOpen = () =>
  sql`update checkouts set state = 'expired', hold_active = false where state in ('open', 'paying')`.execute(
    store.shop.db,
  );

async function figures() {
  const dashboard = await loadDashboard(store.shop, { period: 30 });
  const { report } = await loadReport(store.shop, new URLSearchParams());
  const list = await listOrders(store.shop, everyOrder);
  const { counts } = await loadListHead(store.shop);
  return {
    orders: dashboard.orders.total,
    revenue: dashboard.revenue.total,
    best: dashboard.bestSellers.reduce((sum, { quantity }) => sum + quantity, 0),
    reported: report.sum.orders,
    listed: list.orders.length,
    recent: counts.recent,
    toShip: counts["to-ship"],
  };
}

const onHand = async (productId: string) =>
  (
    await store.shop.db
      .selectFrom("inventory")
      .select("on_hand")
      .where("product_id", "=", productId)
      .executeTakeFirstOrThrow()
  ).on_hand;

test("[EA-4] one button clears the test orders and puts their units back in stock, and real orders stay", async () => {
  const productId = await addProduct(store.shop, { stock: { "": 10 } });
  const first = await sell(store, { productId });
  await sell(store, { productId });
  goLive();
  const real = await sell(store, { productId });
  expect(await figures()).toEqual({
    ...{ orders: 3, revenue: 3 * 6999, best: 6, reported: 3, listed: 3, recent: 3, toShip: 3 },
  });
  const { orders } = await listOrders(store.shop, everyOrder);
  expect(orders.map(({ id, isRehearsal }) => [id === real.orderId, isRehearsal])).toEqual([
    [true, false],
    [false, true],
    [false, true],
  ]);
  expect(await loadRehearsals(store.shop)).toMatchObject({
    ...{ orders: 2, revenue: 2 * 6999, units: 4, openPayments: 0, underWay: 0 },
  });
  expect(await onHand(productId)).toBe(4);
  const failed = store.shop.db
    .updateTable("outbox")
    .set({ dead_at: nowOf(store.shop), last_error: "550 no" });
  await failed.where("order_id", "=", real.orderId).execute();
  const failedOf = async () => (await listFailedMails(store.shop)).map(({ order }) => order?.id);
  const realEmails = await failedOf();
  expect(new Set(realEmails)).toEqual(new Set([real.orderId]));
  // Emails of a test order have failed, too.
  await failed.where("order_id", "=", first.orderId).execute();

  expect(await clearRehearsal(store.shop.db as never, real.orderId, new Date())).toBe(false);
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 2 });

  const after = { orders: 1, revenue: 6999, best: 2, reported: 1, listed: 1, recent: 1, toShip: 1 };
  expect(await figures()).toEqual(after);
  expect(await onHand(productId)).toBe(8);
  expect(await loadRehearsals(store.shop)).toMatchObject({ orders: 0, units: 0, mails: 0 });
  const unsent = sql<{
    count: number;
  }>`select count(*)::integer as count from outbox m join orders o on o.id = m.order_id
    where o.is_rehearsal and m.sent_at is null and m.dismissed_at is null`;
  expect((await unsent.execute(store.shop.db)).rows[0]?.count).toBe(0);
  expect(await failedOf()).toEqual(realEmails);
  // Its rows stay: the books are right, order numbers continue, and its page still opens.
  expect(await checkInvariants(store.shop, { atRest: false })).toEqual([]);
  const detail = await findOrderDetail(store.shop, { id: first.orderId });
  expect(detail).toMatchObject({ isCleared: true, isRehearsal: true });
  const next = await sell(store, { productId });
  expect((await findOrderDetail(store.shop, { id: next.orderId }))?.number).toBe(4);

  // A second press finds nothing, and a real order can't be cleared.
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 0 });
  expect(await clearRehearsal(store.shop.db as never, real.orderId, new Date())).toBe(false);
  const entries = store.shop.db
    .selectFrom("admin_audit")
    .select("object")
    .where("action", "=", "order.rehearsal_cleared");
  expect(await entries.execute()).toHaveLength(2);
});

test("[EA-4] while a test order may be in payment, none is cleared", async () => {
  const productId = await addProduct(store.shop, { stock: { "": 10 } });
  await sell(store, { productId });
  await startSale(store, { productId });
  expect(await clearRehearsals(store.shop, { actor })).toEqual({
    ok: false,
    reason: "payment_open",
    count: 1,
  });
  expect((await figures()).listed).toBe(1);
  await endOpen();
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 1 });
});

test("[EA-4] a test order with a pending refund is counted as such and stays", async () => {
  const { orderId } = await sell(store);
  store.sandbox.controls.arm({ kind: "refund_pending", settleAfterMs: null });
  const refund = { orderId, amount: 500, reason: "late", restock: false, actor } as const;
  expect(await refundOrder(store.shop, refund)).toMatchObject({ ok: true, status: "pending" });
  expect(await loadRehearsals(store.shop)).toMatchObject({ orders: 0, underWay: 1 });
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 0 });
  const clear = inTransaction(store.shop, (tx) => clearRehearsal(tx, orderId, nowOf(store.shop)));
  expect(await clear).toBe(false);
  await sql`update refunds set status = 'requires_action'`.execute(store.shop.db);
  const again = inTransaction(store.shop, (tx) => clearRehearsal(tx, orderId, nowOf(store.shop)));
  expect(await again).toBe(false);
});

test("[EA-4] an email in progress while its test order is cleared is not retried when the server refuses it", async () => {
  const { shop } = store;
  await sell(store);
  const send = async () => {
    await clearRehearsals(shop, { actor });
    throw new Error("421 try again later");
  };
  await sendDueMails({ ...shop, mailer: { send } });
  store.clock.advance(60_000);
  await sendDueMails(shop);
  expect(store.mailbox).toEqual([]);
  const waiting = sql`select from outbox where dead_at is null or dismissed_at is null`;
  expect((await waiting.execute(shop.db)).rows).toEqual([]);
});

test("[EA-4] a cleared test order can't be corrected, swapped, shipped, or refunded from a page that is still open", async () => {
  const { shop } = store;
  const { orderId } = await sell(store);
  const other = await addProduct(shop, { stock: { "": 5 } });
  const itemId = (await findOrderDetail(shop, { id: orderId }))?.items[0]?.id ?? "";
  goLive();
  await clearRehearsals(shop, { actor });
  const gone = { ok: false, reason: "not_found" };
  const asked = { orderId, actor, seen: 0 };
  expect(await correctAddress(shop, { ...asked, address: { ...pat, address1: "2 Fairway Lane" } })).toEqual(
    gone,
  );
  const to = { productId: other, variation: "" };
  expect(await swapUnits(shop, { ...asked, itemId, quantity: 1, to })).toEqual(gone);
  const step = { to: "shipped" as const, carrier: "UPS", trackingNumber: "" };
  expect(await fulfillOrder(shop, { orderId, actor, step })).toEqual(gone);
  const refund = { orderId, amount: "rest", reason: "late", restock: true, actor } as const;
  expect(await refundOrder(shop, refund)).toEqual(gone);
  expect(await onHand(other)).toBe(5);
});

test("[EA-4] shipped units go back into stock, and those reserved for an exchange are released", async () => {
  const { shop } = store;
  const order = await deliverOrder(store, { caps: 0 });
  const { orderId, polo, polos } = order;
  const wanted = returnForm({ [polos]: 1 }, { [`wanted-${polos}`]: "for L" });
  const { id: returnId } = await askedReturn(store, order, wanted);
  await approveReturn(shop, { orderId, returnId, actor, answer: "Send it" });
  expect((await stockOf(shop, polo))[1]).toEqual({ variation: "L", on_hand: 1, held: 1 });
  expect(await clearRehearsals(shop, { actor })).toEqual({ ok: true, cleared: 1 });
  expect(await stockOf(shop, polo)).toEqual([
    { variation: "M", on_hand: 10, held: 0 },
    { variation: "L", on_hand: 1, held: 0 },
    { variation: "XL", on_hand: 0, held: 0 },
  ]);
  expect(await returnsOf(store, order)).toMatchObject([{ state: "closed" }]);
});

test("[EA-4] clearing a test order also removes later events from their own days, its review, and the pending review request", async () => {
  const { shop } = store;
  const DAY_MS = 24 * 60 * 60_000;
  const asked = await sellAndAsk(store);
  const { orderId, token, itemId, paymentIntentId: intentId } = asked;
  const sent = { itemId, version: "0", stars: "5", fit: "", text: "Stays on in wind.", name: "Pat E." };
  expect(await writeReview(shop, { token, sent, ip: "192.0.2.7" })).toMatchObject({ ok: true });
  const [review] = (await listReviews(shop, { show: "pending", after: null })).reviews;
  await decideReview(shop, { id: review?.id, version: review?.version ?? 0, to: "shown", actor });
  await refundOrder(shop, { orderId, amount: 500, reason: "late", restock: false, actor });
  store.clock.advance(DAY_MS);
  const dispute = store.sandbox.controls.openDispute(intentId);
  store.sandbox.controls.closeDispute(dispute?.id ?? "", "lost");
  await applyPaymentFacts(shop, { intentId, source: "webhook" });
  store.clock.advance(DAY_MS);
  await sellAndShip(store);
  const days = async () => {
    const asking = new URLSearchParams({ by: "day", from: "2026-06-01", to: "2026-06-30" });
    return (await loadReport(shop, asking)).report.rows.map(({ key, orders, refunds }) => [
      key,
      orders,
      refunds,
    ]);
  };
  const stars = async () =>
    (await sql`select stars from reviews where state = 'shown'`.execute(shop.db)).rows;
  const asks = async () =>
    (await shop.db.selectFrom("review_asks").select("state").orderBy("arrived_on").execute()).map(
      ({ state }) => state,
    );
  expect(await days()).toEqual([
    ["2026-06-18", 1, 0],
    ["2026-06-17", 0, 6499],
    ["2026-06-16", 0, 500],
    ["2026-06-01", 1, 0],
  ]);
  expect(await stars()).toEqual([{ stars: 5 }]);
  expect(await asks()).toEqual(["asked", "waiting"]);
  expect(await clearRehearsals(shop, { actor })).toEqual({ ok: true, cleared: 2 });
  expect(await days()).toEqual([]);
  expect(await stars()).toEqual([]);
  expect(await asks()).toEqual(["asked", "dropped"]);
});

test("[EA-4] a lost dispute is removed from its own day together with its test order", async () => {
  const { shop } = store;
  const { paymentIntentId: intentId } = await sell(store);
  store.clock.advance(24 * 60 * 60_000);
  const dispute = store.sandbox.controls.openDispute(intentId);
  store.sandbox.controls.closeDispute(dispute?.id ?? "", "lost");
  await applyPaymentFacts(shop, { intentId, source: "webhook" });
  const days = async () => {
    const asking = new URLSearchParams({ by: "day", from: "2026-06-01", to: "2026-06-30" });
    return (await loadReport(shop, asking)).report.rows.map(({ key, refunds }) => [key, refunds]);
  };
  expect(await days()).toEqual([
    ["2026-06-02", 6999],
    ["2026-06-01", 0],
  ]);
  expect(await clearRehearsals(shop, { actor })).toEqual({ ok: true, cleared: 1 });
  expect(await days()).toEqual([]);
});

test("[EA-4] a double click clears each test order once", async () => {
  const productId = await addProduct(store.shop, { stock: { "": 10 } });
  for (let count = 0; count < 3; count += 1) await sell(store, { productId, quantity: 1 });
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 3 });
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 0 });
  expect(await onHand(productId)).toBe(10);
  expect(await checkInvariants(store.shop, { atRest: false })).toEqual([]);
});

test("[EA-4] the books still know why a cleared test order was an exception", async () => {
  const { orderId } = await sell(store);
  await flagOrder(store.shop.db, orderId, "out_of_stock", nowOf(store.shop));
  goLive();
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 1 });
  const flags = store.shop.db.selectFrom("orders").select(["attention", "attention_resolved"]);
  expect(await flags.execute()).toEqual([{ attention: [], attention_resolved: ["out_of_stock"] }]);
});

test("[EA-4] one that is flagged after it was cleared is not counted, since no list shows it", async () => {
  const { orderId } = await sell(store);
  goLive();
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 1 });
  await flagOrder(store.shop.db, orderId, "out_of_stock", nowOf(store.shop));
  expect((await listOrders(store.shop, { ...everyOrder, tab: "attention" })).orders).toEqual([]);
  expect((await loadListHead(store.shop)).counts.attention).toBe(0);
  expect((await loadDashboard(store.shop, { period: 30 })).attention.flagged).toBe(0);
});
