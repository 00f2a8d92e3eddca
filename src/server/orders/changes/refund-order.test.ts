import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import type pg from "pg";
import { describe, expect, test } from "vitest";
import { REFUND_REASON_LENGTH_MAX } from "#domain/order/order-detail.ts";
import { failingStatements, givingUpOnce } from "#test/database/failing-statements.ts";
import { OWNER } from "#test/sales/people.ts";
import {
  connectWebhooks,
  GOOD_CARD,
  historyOf,
  loadOrderRow,
  refundInDashboard,
  sell,
  startSale,
} from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { closeWithBooks, expectBooksRight } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { stockOf } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { receiveEvent } from "../../checkout/provider-events/receive-event.ts";
import type { Shop } from "../../core/shop.ts";
import { kyselyOver } from "../../db/database.ts";
import { refundKey } from "../../payments/operation-keys.ts";
import { applyPaymentFacts } from "../../payments/refunds/refund-facts.ts";
import { syncOrder } from "../../payments/refunds/sync-order.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { reconcileRefunds } from "../../reconciliation/reconcile-refunds.ts";
import { resolveAttention } from "../resolve-attention.ts";
import { type RefundOrder, refundOrder } from "./refund-order.ts";

const store = freshShop({}, closeWithBooks);

function refund(orderId: string, change: Partial<RefundOrder> = {}, shop: Shop = store.shop) {
  return refundOrder(shop, {
    orderId,
    amount: "rest",
    reason: "does not fit",
    restock: false,
    actor: OWNER,
    ...change,
  });
}

const refundsAtProvider = (intentId: string) => store.sandbox.controls.refunds(intentId);

describe("the owner refunds", () => {
  test("[OD-2] a refund of the whole order is made once, and the history shows it", async () => {
    const sale = await sell(store);
    expect(await refund(sale.orderId)).toMatchObject({
      ok: true,
      amount: 6999,
      status: "succeeded",
      isSent: true,
    });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "refunded",
      amount_refunded: 6999,
      attention: [],
    });
    expect(refundsAtProvider(sale.paymentIntentId)).toMatchObject([{ amount: 6999 }]);
    expect(await historyOf(store, sale.orderId)).toEqual(["pending", "paid", "refunded"]);
    const audit = await store.shop.db.selectFrom("admin_audit").selectAll().execute();
    expect(audit).toMatchObject([{ actor: OWNER, action: "order.refunded", object: sale.orderId }]);
    expect(await refund(sale.orderId)).toEqual({ ok: false, reason: "nothing_left" });
  });

  test("[OD-2] an order is refunded in parts, and never more than is left", async () => {
    const sale = await sell(store);
    expect(await refund(sale.orderId, { amount: 3200 })).toMatchObject({ ok: true, amount: 3200 });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "partially_refunded",
      amount_refunded: 3200,
    });
    expect(await refund(sale.orderId, { amount: 3800 })).toEqual({
      ok: false,
      reason: "too_much",
      left: 3799,
    });
    expect(await refund(sale.orderId, { amount: 3799 })).toMatchObject({ ok: true });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "refunded",
      amount_refunded: 6999,
    });
  });

  test("a second click on Refund makes no second refund", async () => {
    const sale = await sell(store);
    const once = { amount: 1000, refundId: countedUuid(77) };
    for (const _ of [1, 2])
      expect(await refund(sale.orderId, once)).toMatchObject({ ok: true, amount: 1000, status: "succeeded" });
    expect(refundsAtProvider(sale.paymentIntentId)).toHaveLength(1);
  });

  test("a second click sends what the first could not, and asks nobody about what is made", async () => {
    const sale = await sell(store);
    const { payments } = store.shop;
    let calls = 0;
    const createRefund: Shop["payments"]["createRefund"] = async (...args) => {
      calls += 1;
      return calls === 1
        ? { ok: false, reason: "unavailable", message: "lost" }
        : payments.createRefund(...args);
    };
    const shop = { ...store.shop, payments: { ...payments, createRefund } };
    const once = { amount: 1000, refundId: countedUuid(77) };
    store.sandbox.controls.arm({ kind: "refund_pending", settleAfterMs: null });
    expect(await refund(sale.orderId, once, shop)).toMatchObject({ ok: true, isSent: false });
    for (const _ of [1, 2]) {
      const again = await refund(sale.orderId, once, shop);
      expect(again).toMatchObject({ ok: true, status: "pending", isSent: true });
      expect(calls).toBe(2);
    }
  });

  test("a refund under the id of another order's is none", async () => {
    const [sale, other] = [await sell(store), await sell(store)];
    const once = { amount: 1000, refundId: countedUuid(77) };
    await refund(sale.orderId, once);
    expect(await refund(other.orderId, once)).toEqual({ ok: false, reason: "not_found" });
    expect(refundsAtProvider(other.paymentIntentId)).toEqual([]);
  });

  test("what is no amount, reason, id, or order is refused, and nothing is refunded", async () => {
    const sale = await sell(store);
    const refusals: [Partial<RefundOrder>, string][] = [
      [{ amount: 0 }, "bad_amount"],
      [{ amount: -100 }, "bad_amount"],
      [{ amount: 10.5 }, "bad_amount"],
      [{ reason: "  " }, "bad_reason"],
      [{ reason: "x".repeat(REFUND_REASON_LENGTH_MAX + 1) }, "bad_reason"],
      [{ refundId: "7" }, "not_found"],
      [{ orderId: "ORD-001" }, "not_found"],
      [{ orderId: countedUuid(4711) }, "not_found"],
    ];
    for (const [change, reason] of refusals)
      expect(await refund(sale.orderId, change), JSON.stringify(change)).toEqual({ ok: false, reason });
    expect(refundsAtProvider(sale.paymentIntentId)).toEqual([]);
  });

  test("nothing is no amount, also where nothing is left", async () => {
    const sale = await sell(store);
    await refund(sale.orderId);
    expect(await refund(sale.orderId, { amount: 0 })).toEqual({ ok: false, reason: "bad_amount" });
  });

  test("an order whose payment is under way is not refunded", async () => {
    store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
    const sale = await sell(store);
    expect(await refund(sale.orderId)).toEqual({ ok: false, reason: "not_paid" });
  });

  test("a reason may be as long as the form allows, without the spaces around it", async () => {
    const sale = await sell(store);
    const reason = "x".repeat(REFUND_REASON_LENGTH_MAX);
    expect(await refund(sale.orderId, { amount: 1, reason: ` ${reason} ` })).toMatchObject({ ok: true });
    expect(await store.shop.db.selectFrom("refunds").select("reason").execute()).toEqual([{ reason }]);
  });

  test("an answer that may belong to another refund is reported as unclear, and the owner must check it", async () => {
    const sale = await sell(store);
    const once = { amount: 1000, refundId: countedUuid(77) };
    const others = { intentId: sale.paymentIntentId, amount: 5, refundId: "another shop's", orderId: "x" };
    await store.shop.payments.createRefund(refundKey(once.refundId), others);
    expect(await refund(sale.orderId, once)).toEqual({ ok: false, reason: "unclear" });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ attention: ["refund_unclear"] });
  });

  test("refunds put every line back on the shelf at most once, however often goods come back", async () => {
    const sale = await sell(store);
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([{ on_hand: 8 }]);
    await refund(sale.orderId, { amount: 3200, restock: true });
    await refund(sale.orderId, { amount: 100, restock: true });
    await applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "admin" });
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([{ on_hand: 10 }]);
  });

  test("facts that the database gives up each time are sent to it six times, not thirty-six", async () => {
    const sale = await sell(store);
    let tries = 0;
    const db = failingStatements(store.shop, (text) => {
      if (!text.includes("apply_payment_facts")) return null;
      tries += 1;
      return Object.assign(new Error("given up"), { code: "40001" });
    });
    const shop = { ...store.shop, db };
    const facts = { intentId: sale.paymentIntentId, source: "admin" as const };
    await expect(applyPaymentFacts(shop, facts)).rejects.toThrow("given up");
    expect(tries).toBe(6);
    tries = 0;
    await expect(refund(sale.orderId, {}, shop)).rejects.toThrow("given up");
    expect(tries).toBe(6);
    await applyPaymentFacts(store.shop, facts);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "refunded" });
  });

  test("a refund leaves the shelf alone when the goods stay with the customer", async () => {
    const sale = await sell(store);
    await refund(sale.orderId);
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([{ on_hand: 8 }]);
  });

  test("a refund that the provider refuses is reported and leaves nothing behind that counts", async () => {
    const sale = await sell(store);
    await refundInDashboard(store, sale.paymentIntentId, 6000);
    const once = { amount: 5000, refundId: countedUuid(77) };
    const refused = await refund(sale.orderId, once);
    expect(refused).toEqual({
      ok: false,
      reason: "refused_by_provider",
      message: expect.stringContaining("greater than"),
    });
    expect(await refund(sale.orderId, once), "the same click again").toEqual(refused);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "partially_refunded",
      amount_refunded: 6000,
      attention: ["refund_lines"],
    });
    expect(await refund(sale.orderId, { amount: 999 })).toMatchObject({ ok: true });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "refunded" });
  });

  test("a refusal is reported once it is stored, however long its transaction takes to begin", async () => {
    const sale = await sell(store);
    await refundInDashboard(store, sale.paymentIntentId, 6000);
    const { payments, pool } = store.shop;
    let isRefused = false;
    const createRefund: typeof payments.createRefund = async (...args) => {
      const answer = await payments.createRefund(...args);
      isRefused = !answer.ok;
      return answer;
    };
    const connect = async () => {
      let client: pg.PoolClient | null = null;
      const query = async (text: string, values: unknown[]) => {
        if (text.startsWith("start transaction") && isRefused) await pause(100);
        client ??= await pool.connect();
        return client.query(text, values);
      };
      return { query, release: () => client?.release() };
    };
    const db = kyselyOver({ options: {}, connect } as unknown as pg.Pool);
    const shop = { ...store.shop, db, payments: { ...payments, createRefund } };
    expect(await refund(sale.orderId, { amount: 5000 }, shop)).toMatchObject({
      reason: "refused_by_provider",
    });
  });

  test("a refusal is stored whole although the database gives up its last statement, once, for another one", async () => {
    const sale = await sell(store);
    await refundInDashboard(store, sale.paymentIntentId, 6000);
    const { db, sent } = givingUpOnce(store.shop, 'update "payment_operations"');
    expect(await refund(sale.orderId, { amount: 5000 }, { ...store.shop, db })).toMatchObject({
      reason: "refused_by_provider",
      message: expect.stringContaining("greater than"),
    });
    expect(sent()).toBe(2);
  });
});

describe("what the provider says of refunds", () => {
  test("a refund made in the provider's dashboard ends in the same rows", async () => {
    const sale = await sell(store);
    connectWebhooks(store);
    await refundInDashboard(store, sale.paymentIntentId, 2500);
    await store.sandbox.deliverDue();
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "partially_refunded",
      amount_refunded: 2500,
    });
    expect(await store.shop.db.selectFrom("refunds").selectAll().execute()).toMatchObject([
      { amount: 2500, source: "provider", status: "succeeded" },
    ]);
  });

  test("a refund at the provider whose news is lost is found by the reconciler or the owner's Sync", async () => {
    const [first, second] = [await sell(store), await sell(store)];
    await refundInDashboard(store, first.paymentIntentId, 2500);
    expect(await syncOrder(store.shop, { orderId: first.orderId })).toMatchObject({
      ok: true,
      updated: true,
      previousStatus: "paid",
      status: "partially_refunded",
    });
    await refundInDashboard(store, second.paymentIntentId, 6999);
    expect(await reconcileRefunds(store.shop, { since: 0 })).toEqual({
      looked: 2,
      updated: 1,
      complete: true,
    });
    expect(await loadOrderRow(store, second.orderId)).toMatchObject({ status: "refunded" });
    expect(await reconcileRefunds(store.shop, { since: 0 })).toEqual({
      looked: 2,
      updated: 0,
      complete: true,
    });
  });

  test("while one of the provider's lists can't be read nothing is changed, and that is reported", async () => {
    const sale = await sell(store);
    await refundInDashboard(store, sale.paymentIntentId, 2500);
    const { payments } = store.shop;
    const noAnswer = async () => ({ ok: false, reason: "unavailable", message: "lost" }) as const;
    for (const call of ["listRefunds", "listDisputes"] as const) {
      const shop = { ...store.shop, payments: { ...payments, [call]: noAnswer } };
      const facts = { intentId: sale.paymentIntentId, source: "admin" } as const;
      expect(await applyPaymentFacts(shop, facts)).toEqual({ ok: false, reason: "unavailable" });
      expect(await reconcileRefunds(shop, { since: 0 })).toMatchObject({ looked: 0, complete: false });
    }
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "paid", amount_refunded: 0 });
    // Only a payment that is not settled yet is asked about first.
    const unheard = await startSale(store);
    await payAsShopper(store, unheard, GOOD_CARD);
    await refundInDashboard(store, unheard.paymentIntentId, 2500);
    const silent = { ...store.shop, payments: { ...payments, retrieveIntent: noAnswer } };
    const facts = { intentId: unheard.paymentIntentId, source: "admin" } as const;
    expect(await applyPaymentFacts(silent, facts)).toEqual({ ok: false, reason: "unavailable" });
  });

  test("a payment whose refunds can't be read is reported, and the others are brought up to date", async () => {
    const [first, second] = [await sell(store), await sell(store)];
    for (const { paymentIntentId } of [first, second]) await refundInDashboard(store, paymentIntentId, 2500);
    const { payments } = store.shop;
    const listRefunds: typeof payments.listRefunds = async (query) =>
      query.intentId === first.paymentIntentId
        ? { ok: false, reason: "unavailable", message: "lost" }
        : payments.listRefunds(query);
    const shop = { ...store.shop, payments: { ...payments, listRefunds } };
    expect(await reconcileRefunds(shop, { since: 0 })).toEqual({ looked: 2, updated: 1, complete: false });
    expect(await loadOrderRow(store, first.orderId)).toMatchObject({ status: "paid" });
    expect(await loadOrderRow(store, second.orderId)).toMatchObject({ status: "partially_refunded" });
  });

  test("a refund of a payment that is not settled yet makes the order and refunds it", async () => {
    const sale = await startSale(store);
    await payAsShopper(store, sale, GOOD_CARD);
    const hear = () =>
      applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "reconciler" });
    expect(await hear()).toMatchObject({ orderId: sale.orderId, status: "paid", updated: true });
    await refundInDashboard(store, sale.paymentIntentId, 2500);
    expect(await hear()).toMatchObject({ status: "partially_refunded", updated: true });
    expect(await hear()).toMatchObject({ status: "partially_refunded", updated: false });
    await refundInDashboard(store, sale.paymentIntentId, 500);
    expect(await hear(), "more went back, and it is still a part").toMatchObject({ updated: true });
  });

  test("a pending refund counts right away; when it fails the order moves back and the owner must look", async () => {
    const sale = await sell(store);
    connectWebhooks(store);
    store.sandbox.controls.arm({ kind: "refund_pending", outcome: "failed", settleAfterMs: 60_000 });
    expect(await refund(sale.orderId)).toMatchObject({ ok: true, status: "pending", isSent: true });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "refunded",
      amount_refunded: 6999,
    });
    store.clock.advance(61_000);
    await store.sandbox.deliverDue();
    await store.sandbox.deliverDue();
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "paid",
      amount_refunded: 0,
      attention: ["refund_failed"],
    });
    expect(await historyOf(store, sale.orderId)).toEqual(["pending", "paid", "refunded", "paid"]);
    expect(await refund(sale.orderId)).toMatchObject({ ok: true, status: "succeeded" });
  });

  test("a pending refund that succeeds stays as it is", async () => {
    const sale = await sell(store);
    store.sandbox.controls.arm({ kind: "refund_pending", settleAfterMs: null });
    await refund(sale.orderId);
    const [made] = refundsAtProvider(sale.paymentIntentId);
    store.sandbox.controls.settleRefund(made?.id ?? "", "succeeded");
    await syncOrder(store.shop, { orderId: sale.orderId });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "refunded", attention: [] });
    expect(await store.shop.db.selectFrom("refunds").select("status").execute()).toEqual([
      { status: "succeeded" },
    ]);
  });

  test("late news of the payment never move a refunded order back to paid", async () => {
    const sale = await sell(store);
    await refund(sale.orderId, { amount: 1000 });
    for (const source of ["webhook", "reconciler", "sweep", "admin", "browser"] as const)
      await settlePayment(store.shop, { intentId: sale.paymentIntentId, source });
    expect(await historyOf(store, sale.orderId)).toEqual(["pending", "paid", "partially_refunded"]);
  });

  test("the flag of a failed refund is closed by the owner and stays closed", async () => {
    const sale = await sell(store);
    store.sandbox.controls.arm({ kind: "refund_fails", settleAfterMs: null });
    await refund(sale.orderId);
    store.sandbox.controls.settleRefund(refundsAtProvider(sale.paymentIntentId)[0]?.id ?? "", "failed");
    await syncOrder(store.shop, { orderId: sale.orderId });
    const resolve = (reason: string) =>
      resolveAttention(store.shop, { orderId: sale.orderId, reason, actor: OWNER });
    const notFlagged = { ok: false, reason: "not_flagged" };
    expect(await resolve("out_of_stock")).toEqual(notFlagged);
    expect(await resolve("refund_failed")).toEqual({ ok: true });
    expect(await resolve("refund_failed")).toEqual(notFlagged);
    await syncOrder(store.shop, { orderId: sale.orderId });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      attention: [],
      attention_resolved: ["refund_failed"],
    });
  });
});

describe("disputes", () => {
  async function disputed() {
    const sale = await sell(store);
    await refund(sale.orderId, { amount: 1000 });
    const dispute = store.sandbox.controls.openDispute(sale.paymentIntentId);
    await syncOrder(store.shop, { orderId: sale.orderId });
    return { sale, disputeId: dispute?.id ?? "" };
  }

  test("an open dispute shows on the order, and refunding would pay twice", async () => {
    const { sale } = await disputed();
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "disputed",
      attention: ["disputed"],
    });
    expect(await refund(sale.orderId, { amount: 100 })).toEqual({ ok: false, reason: "disputed" });
  });

  test("a won dispute leads back to what the order was", async () => {
    const { sale, disputeId } = await disputed();
    store.sandbox.controls.closeDispute(disputeId, "won");
    await syncOrder(store.shop, { orderId: sale.orderId });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "partially_refunded",
      amount_refunded: 1000,
      attention: [],
    });
  });

  test.each([
    ["won", "partially_refunded"],
    ["lost", "refunded"],
  ] as const)("one that is %s after six weeks is learned without its event, too", async (end, status) => {
    const { sale, disputeId } = await disputed();
    const DAY_MS = 24 * 60 * 60_000;
    store.clock.advance(45 * DAY_MS);
    const reconcile = () => reconcileRefunds(store.shop, { since: store.clock.now() - 30 * DAY_MS });
    expect(await reconcile()).toMatchObject({ updated: 0, complete: true });
    store.sandbox.controls.closeDispute(disputeId, end);
    expect(await reconcile()).toMatchObject({ looked: 0, updated: 1, complete: true });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status });
    expect(await reconcile()).toMatchObject({ updated: 0, complete: true });
    const asked: (string | undefined)[] = [];
    const { payments } = store.shop;
    const listRefunds: typeof payments.listRefunds = async (query) => {
      asked.push(query.intentId);
      return payments.listRefunds(query);
    };
    const shop = { ...store.shop, payments: { ...payments, listRefunds } };
    await reconcileRefunds(shop, { since: store.clock.now() - 30 * DAY_MS });
    expect(asked, "what is decided is not asked about again").toEqual([undefined]);
  });

  test.each(["lost", "prevented"] as const)(
    "a %s dispute is money that went back, and the owner must look",
    async (end) => {
      const { sale, disputeId } = await disputed();
      store.sandbox.controls.closeDispute(disputeId, end);
      await syncOrder(store.shop, { orderId: sale.orderId });
      expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
        status: "refunded",
        amount_refunded: 6999,
        attention: ["dispute_lost"],
      });
      expect(await refund(sale.orderId)).toEqual({ ok: false, reason: "nothing_left" });
    },
  );

  test("an inquiry is no chargeback: the order can be refunded while it is open", async () => {
    const sale = await sell(store);
    store.sandbox.controls.openDispute(sale.paymentIntentId, "inquiry");
    await syncOrder(store.shop, { orderId: sale.orderId });
    expect(await refund(sale.orderId, { amount: 100 })).toMatchObject({ ok: true });
  });

  test("an inquiry that ends takes nothing", async () => {
    const sale = await sell(store);
    const inquiry = store.sandbox.controls.openDispute(sale.paymentIntentId, "inquiry");
    await syncOrder(store.shop, { orderId: sale.orderId });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "disputed" });
    store.sandbox.controls.closeDispute(inquiry?.id ?? "", "warning_closed");
    await syncOrder(store.shop, { orderId: sale.orderId });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "paid", attention: [] });
  });
});

describe("the order of events", () => {
  test("the order of events does not matter: every permutation, with some of them twice, ends in the same state", async () => {
    const events = await recordEvents();
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(events, { minLength: events.length }),
        fc.subarray(events),
        async (shuffled, again) => {
          await forgetAftermath();
          for (const { body, signature } of [...shuffled, ...again]) {
            expect(await receiveEvent(store.shop, { rawBody: body, signature })).toBe("received");
          }
          const { db } = store.shop;
          const inbox = await db.selectFrom("payment_events").select(["type", "done_at"]).execute();
          expect(inbox.filter((event) => event.done_at === null)).toEqual([]);
          expect(inbox.map((event) => event.type)).toContain("charge.succeeded");
          expect(await snapshot()).toEqual([
            {
              status: "refunded",
              amount_refunded: 6999,
              attention: ["dispute_lost", "refund_failed", "refund_lines"],
            },
          ]);
          await expectBooksRight(store);
        },
      ),
      { numRuns: 12, seed: 11 },
    );
  });

  /** All events of a sale with a failed refund, a made refund and a lost dispute. None of them is processed yet. */
  async function recordEvents() {
    const sent: { body: string; signature: string }[] = [];
    store.onWebhook(async (body, signature) => {
      sent.push({ body, signature });
      return 200;
    });
    const sale = await sell(store);
    store.sandbox.controls.arm({ kind: "refund_fails", settleAfterMs: null });
    await refundInDashboard(store, sale.paymentIntentId, 500);
    store.sandbox.controls.settleRefund(refundsAtProvider(sale.paymentIntentId)[0]?.id ?? "", "failed");
    await refundInDashboard(store, sale.paymentIntentId, 1500);
    const dispute = store.sandbox.controls.openDispute(sale.paymentIntentId);
    store.sandbox.controls.closeDispute(dispute?.id ?? "", "lost");
    await store.sandbox.deliverDue();
    expect(sent.length).toBeGreaterThanOrEqual(10);
    return sent;
  }

  /** Back to before the first event: the order as it was sold. */
  async function forgetAftermath() {
    const { db } = store.shop;
    await db.deleteFrom("payment_events").execute();
    await db.deleteFrom("refunds").execute();
    await db.deleteFrom("disputes").execute();
    const order = await db.selectFrom("orders").select(["id", "status"]).executeTakeFirstOrThrow();
    if (order.status !== "paid") {
      await db.updateTable("orders").set({ status: "paid", amount_refunded: 0, attention: [] }).execute();
      await db
        .insertInto("order_events")
        .values({
          order_id: order.id,
          from_status: order.status,
          to_status: "paid",
          source: "test",
          created_at: new Date(store.clock.now()),
        })
        .execute();
    }
  }

  async function snapshot() {
    const rows = await store.shop.db
      .selectFrom("orders")
      .select(["status", "amount_refunded", "attention"])
      .execute();
    return rows.map((row) => ({ ...row, attention: [...row.attention].sort() }));
  }
});
