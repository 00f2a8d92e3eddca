import { describe, expect, test } from "vitest";
import type { CheckoutStarted } from "#domain/checkout/checkout.ts";
import { failingStatements, givingUpOnce } from "#test/database/failing-statements.ts";
import { OWNER, pat, patsAddress } from "#test/sales/people.ts";
import {
  closeSale,
  GOOD_CARD,
  historyOf,
  loadOrderRow,
  sell,
  startPage,
  startSale,
} from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import type { Shop } from "../core/shop.ts";
import { workQueues } from "../core/work-queues.ts";
import { cancelOrder } from "../orders/changes/cancel-order.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import { listPaymentAlerts, resolvePaymentAlert } from "../payments/payment-alerts.ts";
import { applyPaymentFacts } from "../payments/refunds/refund-facts.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { reconcilePayments } from "../reconciliation/reconcile-payments.ts";
import { expireHolds } from "./expire-holds.ts";
import { runDueOperations } from "./run-operations.ts";

const { attemptsMax: OPERATION_ATTEMPTS_MAX } = workQueues.operations;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const store = freshShop({}, closeWithBooks);

const operations = () =>
  store.shop.db.selectFrom("payment_operations").selectAll().orderBy("created_at").orderBy("id").execute();
const intents = () => store.sandbox.controls.payments();

const refund = (orderId: string, amount: number | "rest" = "rest") =>
  refundOrder(store.shop, {
    orderId,
    amount,
    reason: "too small",
    restock: true,
    actor: OWNER,
  });

/** Of a payment that only the provider knows. */
const paramsFor = (checkoutId: string, orderId: string) => ({
  ...{
    checkoutId,
    orderId,
    amount: 4200,
    receiptEmail: pat.email,
    description: "stray",
    shipping: patsAddress,
  },
});

/** The next calls of this kind never arrive, or arrive and lose their responses. The client tries three times. */
function breakCalls(kind: "drop_request" | "drop_answer", path: string, calls = 1) {
  store.sandbox.controls.arm({ kind, method: "POST", path, times: 3 * calls });
}

const close = (orderId: string) => closeSale(store.shop, orderId);

/** The sale that began in the meantime is paid, and nothing is wrong with its order. */
async function expectPaid([sale]: CheckoutStarted[]): Promise<void> {
  if (!sale) throw new Error("the shopper got no payment");
  await payAsShopper(store, sale, GOOD_CARD);
  await settlePayment(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
  expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "paid", attention: [] });
}

/** A refund whose call never arrived, and whose key another call has used; its next attempt is due. */
async function cutOffUnderTakenKey() {
  const sale = await sell(store);
  breakCalls("drop_request", "/v1/refunds");
  await refund(sale.orderId, 1000);
  const key = (await operations()).at(-1)?.key ?? "";
  const params = { intentId: sale.paymentIntentId, amount: 5, refundId: "another shop's", orderId: "x" };
  expect(await store.shop.payments.createRefund(key, params)).toMatchObject({ ok: true });
  store.clock.advance(2 * MINUTE_MS);
  return sale;
}

/** A refund whose call never arrived, of money that was refunded another way; its next attempt is due. */
async function cutOffAndRefundedElsewhere() {
  const sale = await sell(store);
  breakCalls("drop_request", "/v1/refunds");
  await refund(sale.orderId, 6000);
  const elsewhere = { intentId: sale.paymentIntentId, amount: 6999, refundId: "", orderId: "" };
  await store.shop.payments.createRefund("made-in-the-dashboard", elsewhere);
  store.clock.advance(2 * MINUTE_MS);
  return sale;
}

describe("an interrupted refund", () => {
  test.each(["drop_request", "drop_answer"] as const)("%s: the worker makes it once", async (fault) => {
    const sale = await sell(store);
    breakCalls(fault, "/v1/refunds");
    expect(await refund(sale.orderId)).toMatchObject({ ok: true, status: "pending", isSent: false });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "paid", amount_refunded: 0 });
    expect(await runDueOperations(store.shop)).toEqual({ due: 0, finished: 0 });
    store.clock.advance(2 * MINUTE_MS);
    expect((await runDueOperations(store.shop)).finished).toBe(1);
    expect((await runDueOperations(store.shop)).finished).toBe(0);
    expect(store.sandbox.controls.refunds(sale.paymentIntentId)).toHaveLength(1);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "refunded" });
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([{ on_hand: 10 }]);
    expect((await operations()).at(-1)).toMatchObject({ kind: "refund", state: "done" });
  });

  test("a day after a refund was interrupted, its key has expired: an existing refund is found, not made again", async () => {
    const sale = await sell(store);
    breakCalls("drop_answer", "/v1/refunds");
    await refund(sale.orderId, 1000);
    store.clock.advance(25 * HOUR_MS);
    await runDueOperations(store.shop);
    expect(store.sandbox.controls.refunds(sale.paymentIntentId)).toHaveLength(1);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "partially_refunded",
      amount_refunded: 1000,
    });
    expect((await operations()).at(-1)).toMatchObject({ state: "done", key_number: 1 });
  });

  test("a day after a refund was interrupted before it was made, it is sent under a new key that was stored first", async () => {
    const sale = await sell(store);
    breakCalls("drop_request", "/v1/refunds");
    await refund(sale.orderId, 1000);
    store.clock.advance(25 * HOUR_MS);
    await runDueOperations(store.shop);
    expect(store.sandbox.controls.refunds(sale.paymentIntentId)).toHaveLength(1);
    expect((await operations()).at(-1)).toMatchObject({ state: "done", key_number: 2 });
  });

  test("a refund sent under a new key is made once, even when that response is lost", async () => {
    const sale = await sell(store);
    breakCalls("drop_request", "/v1/refunds");
    await refund(sale.orderId, 1000);
    store.clock.advance(25 * HOUR_MS);
    breakCalls("drop_answer", "/v1/refunds");
    expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 0 });
    store.clock.advance(2 * MINUTE_MS);
    expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 1 });
    expect(store.sandbox.controls.refunds(sale.paymentIntentId)).toHaveLength(1);
  });

  test("a day after a refund was interrupted, nothing is sent while the list of refunds can't be read", async () => {
    const sale = await sell(store);
    breakCalls("drop_answer", "/v1/refunds");
    await refund(sale.orderId, 1000);
    store.clock.advance(25 * HOUR_MS);
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", path: "/v1/refunds", times: 3 });
    await runDueOperations(store.shop);
    expect((await operations()).at(-1)).toMatchObject({ state: "todo", key_number: 1, attempts: 1 });
    store.clock.advance(HOUR_MS);
    await runDueOperations(store.shop);
    expect(store.sandbox.controls.refunds(sale.paymentIntentId)).toHaveLength(1);
  });

  test.each([
    ["did nothing", false],
    ["had done the work", true],
  ])("an error that the provider stores under the key does not block it: it %s", async (_what, executed) => {
    const sale = await sell(store);
    const fault = { kind: "server_error", method: "POST", path: "/v1/refunds", executed } as const;
    store.sandbox.controls.arm(fault);
    const first = await refund(sale.orderId);
    store.clock.advance(2 * MINUTE_MS);
    await runDueOperations(store.shop);
    expect(first.ok).toBe(true);
    expect(store.sandbox.controls.refunds(sale.paymentIntentId)).toHaveLength(1);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "refunded" });
  });

  test("a failing refund does not delay the others", async () => {
    const [first, second] = [await sell(store), await sell(store)];
    breakCalls("drop_request", "/v1/refunds", 2);
    await refund(first.orderId);
    store.clock.advance(MINUTE_MS);
    await refund(second.orderId);
    const before = (await operations()).at(-1);
    breakCalls("drop_request", "/v1/refunds");
    expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 0 });
    expect((await operations()).at(-1)).toEqual(before);
  });

  test("a call whose key was used by another call is left to the owner and never resent", async () => {
    const sale = await cutOffUnderTakenKey();
    await runDueOperations(store.shop);
    expect((await operations()).at(-1)).toMatchObject({ state: "needs_human" });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ attention: ["refund_unclear"] });
    expect(store.sandbox.controls.refunds(sale.paymentIntentId)).toHaveLength(1);
  });

  test("a refusal that only the worker gets flags the order", async () => {
    const sale = await cutOffAndRefundedElsewhere();
    await runDueOperations(store.shop);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "refunded",
      attention: ["refund_failed", "refund_lines"],
    });
  });

  test.each(["select flag_order", "select fail_refund"])(
    "a refusal that only the worker gets is stored as a whole even when one statement loses a deadlock once: %s",
    async (statement) => {
      const sale = await cutOffAndRefundedElsewhere();
      const { db, sent } = givingUpOnce(store.shop, statement);
      expect(await runDueOperations({ ...store.shop, db })).toEqual({ due: 1, finished: 1 });
      expect(sent()).toBe(2);
      expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
        status: "refunded",
        attention: ["refund_failed", "refund_lines"],
      });
    },
  );

  test("a call is left to the owner even when the lock of its order loses a deadlock once", async () => {
    const sale = await cutOffUnderTakenKey();
    const { db, sent } = givingUpOnce(store.shop, "select 1 from orders");
    await runDueOperations({ ...store.shop, db });
    expect(sent()).toBe(2);
    expect((await operations()).at(-1)).toMatchObject({ state: "needs_human" });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ attention: ["refund_unclear"] });
  });

  test("an interrupted refund is retried with growing pauses for more than a day, and then left to the owner", async () => {
    const sale = await sell(store);
    store.sandbox.controls.arm({ kind: "rate_limited", path: "/v1/refunds", times: 10_000 });
    await refund(sale.orderId, 1000);
    await store.shop.db
      .updateTable("payment_operations")
      .set({ attempts: OPERATION_ATTEMPTS_MAX - 2 })
      .where("kind", "=", "refund")
      .execute();
    for (let round = 0; round < 3; round += 1) {
      store.clock.advance(61 * MINUTE_MS);
      await runDueOperations(store.shop);
    }
    expect((await operations()).at(-1)).toMatchObject({ state: "needs_human" });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ attention: ["refund_unclear"] });
  });

  test("a refund whose order can't be flagged is left to the owner only after another attempt", async () => {
    const sale = await sell(store);
    breakCalls("drop_request", "/v1/refunds", 3);
    await refund(sale.orderId, 1000);
    const lastTry = { attempts: OPERATION_ATTEMPTS_MAX - 1 };
    await store.shop.db.updateTable("payment_operations").set(lastTry).where("kind", "=", "refund").execute();
    store.clock.advance(2 * MINUTE_MS);
    const db = failingStatements(store.shop, (text) =>
      text.includes("flag_order") ? new Error("gone") : null,
    );
    await expect(runDueOperations({ ...store.shop, db })).rejects.toThrow("gone");
    expect((await operations()).at(-1)).toMatchObject({ state: "todo" });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ attention: [] });
    store.clock.advance(HOUR_MS);
    await runDueOperations(store.shop);
    expect((await operations()).at(-1)).toMatchObject({ state: "needs_human" });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ attention: ["refund_unclear"] });
  });

  test("a refund whose last attempt gets no response is not left to the owner if its event arrived", async () => {
    const sale = await sell(store);
    breakCalls("drop_request", "/v1/refunds");
    await refund(sale.orderId, 1000);
    const lastTry = { attempts: OPERATION_ATTEMPTS_MAX - 1 };
    await store.shop.db.updateTable("payment_operations").set(lastTry).where("kind", "=", "refund").execute();
    store.clock.advance(2 * MINUTE_MS);
    const createRefund: Shop["payments"]["createRefund"] = async (...args) => {
      await store.shop.payments.createRefund(...args);
      await applyPaymentFacts(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
      return { ok: false, reason: "unavailable", message: "lost" };
    };
    await runDueOperations({ ...store.shop, payments: { ...store.shop.payments, createRefund } });
    expect((await operations()).at(-1)).toMatchObject({ state: "done", attempts: OPERATION_ATTEMPTS_MAX });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ amount_refunded: 1000, attention: [] });
    expect(store.logs.filter(({ event }) => event === "operation.given_up")).toEqual([]);
  });
});

describe("an interrupted checkout", () => {
  test("after a checkout was interrupted before its payment was requested, the worker requests it and the shopper finds it", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 10 } });
    breakCalls("drop_answer", "/v1/payment_intents");
    await expect(startSale(store, { productId })).rejects.toThrow("provider_unavailable");
    store.clock.advance(2 * MINUTE_MS);
    expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 1 });
    const [checkout] = await store.shop.db.selectFrom("checkouts").selectAll().execute();
    expect(intents()).toMatchObject([{ id: checkout?.payment_intent_id }]);
    expect(checkout).toMatchObject({ state: "paying", hold_active: true });
  });

  test("a payment that the worker fails to get is requested again, even when that can't be recorded, until the provider refuses it", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 10 } });
    breakCalls("drop_request", "/v1/payment_intents", 3);
    await expect(startSale(store, { productId })).rejects.toThrow("provider_unavailable");
    store.clock.advance(2 * MINUTE_MS);
    const db = failingStatements(store.shop, (text) =>
      text.startsWith('update "payment_operations" set "next_at"') ? new Error("gone") : null,
    );
    await expect(runDueOperations({ ...store.shop, db })).rejects.toThrow("gone");
    // Its lease has expired.
    store.clock.advance(3 * MINUTE_MS);
    expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 0 });
    expect(await operations()).toMatchObject([
      { kind: "create", state: "todo", last_error: "the provider did not respond" },
    ]);
    store.clock.advance(MINUTE_MS);
    const createIntent = async () => ({ ok: false, reason: "refused", message: "no" }) as const;
    const refusing = { ...store.shop, payments: { ...store.shop.payments, createIntent } };
    expect(await runDueOperations(refusing)).toEqual({ due: 1, finished: 1 });
    expect(await stockOf(store.shop, productId)).toMatchObject([{ on_hand: 10, held: 0 }]);
  });

  test("a day after a checkout was interrupted, its payment is found and canceled, not created again, and then the stock is released", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 10 } });
    breakCalls("drop_answer", "/v1/payment_intents");
    await expect(startSale(store, { productId })).rejects.toThrow("provider_unavailable");
    store.clock.advance(25 * HOUR_MS);
    await expireHolds(store.shop);
    expect(intents()).toMatchObject([{ status: "canceled" }]);
    expect(await stockOf(store.shop, productId)).toMatchObject([{ on_hand: 10, held: 0 }]);
  });

  test("a day after a checkout was interrupted, its payment is canceled, even when its newer payment already is", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 10 } });
    breakCalls("drop_answer", "/v1/payment_intents");
    await expect(startSale(store, { productId })).rejects.toThrow("provider_unavailable");
    const { id, order_id } = await store.shop.db
      .selectFrom("checkouts")
      .selectAll()
      .executeTakeFirstOrThrow();
    store.clock.advance(1000);
    const { payments } = store.shop;
    const second = await payments.createIntent("second", paramsFor(id, order_id));
    if (!second.ok) throw new Error(second.message);
    await payments.cancelIntent("cancel the second", second.value.id);
    store.clock.advance(25 * HOUR_MS);
    await expireHolds(store.shop);
    expect(intents().map(({ status }) => status)).toEqual(["canceled", "canceled"]);
    expect(await stockOf(store.shop, productId)).toMatchObject([{ on_hand: 10, held: 0 }]);
  });

  test("a checkout that the provider refused is over: repeating the request makes no payment", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 2 } });
    const change = { idempotencyKey: "one-key-of-a-shopper", orderId: store.shop.newId() };
    const createIntent = async () => ({ ok: false, reason: "refused", message: "no" }) as const;
    const shop = { ...store.shop, payments: { ...store.shop.payments, createIntent } };
    await expect(startSale({ ...store, shop }, { productId, change })).rejects.toThrow("provider_refused");
    expect(await stockOf(store.shop, productId)).toMatchObject([{ held: 0 }]);
    await expect(startSale(store, { productId, change })).rejects.toThrow("hold_expired");
    expect(intents()).toEqual([]);
  });

  test("a checkout that the provider refused ends even when its lock loses a deadlock once", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 2 } });
    const { payments } = store.shop;
    const { db, sent } = givingUpOnce(store.shop, "select 1 from checkouts");
    const createIntent = async () => ({ ok: false, reason: "refused", message: "no" }) as const;
    const shop = { ...store.shop, db, payments: { ...payments, createIntent } };
    await expect(startSale({ ...store, shop }, { productId })).rejects.toThrow("provider_refused");
    expect(sent()).toBe(2);
    expect(await stockOf(store.shop, productId)).toMatchObject([{ held: 0 }]);
  });

  test("an error that the provider stores under the key does not stop the shopper", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 10 } });
    store.sandbox.controls.arm({ kind: "server_error", method: "POST", path: "/v1/payment_intents" });
    const sale = { productId, change: { idempotencyKey: "one-key-of-a-shopper" } };
    await expect(startSale(store, sale)).rejects.toThrow("provider_unavailable");
    const [checkout] = await store.shop.db.selectFrom("checkouts").selectAll().execute();
    const started = await startSale(store, {
      ...sale,
      change: { ...sale.change, orderId: checkout?.order_id ?? "" },
    });
    expect(intents().map(({ id }) => id)).toEqual([started.paymentIntentId]);
  });

  describe("a key with a stored error, used by the shopper and the sweep at the same time", () => {
    /** A checkout of one key whose hold expired, and the same request again. */
    async function cutOff() {
      const productId = await addProduct(store.shop, { stock: { "": 2 } });
      store.sandbox.controls.arm({ kind: "server_error", method: "POST", path: "/v1/payment_intents" });
      const sale = { productId, change: { idempotencyKey: "one-key-of-a-shopper" } };
      await expect(startSale(store, sale)).rejects.toThrow("provider_unavailable");
      const [checkout] = await store.shop.db.selectFrom("checkouts").selectAll().execute();
      store.clock.advance(16 * MINUTE_MS);
      const change = { ...sale.change, orderId: checkout?.order_id ?? "" };
      return { again: (shop = store.shop) => startSale({ ...store, shop }, { ...sale, change }), productId };
    }

    /** Responds to this shop's list of payments; before the response is processed, something else happens once. */
    function whileListing(happens: () => Promise<unknown>): Shop {
      const { payments } = store.shop;
      let isFirst = true;
      const listIntents: typeof payments.listIntents = async (query) => {
        const listed = await payments.listIntents(query);
        if (isFirst) {
          isFirst = false;
          await happens();
        }
        return listed;
      };
      return { ...store.shop, payments: { ...payments, listIntents } };
    }

    test("the shopper gets a new key first, so the sweep ends nothing", async () => {
      const { again, productId } = await cutOff();
      const started: CheckoutStarted[] = [];
      const sweep = whileListing(async () => started.push(await again()));
      expect(await expireHolds(sweep)).toEqual({ closed: 0, kept: 1 });
      expect(await stockOf(store.shop, productId)).toMatchObject([{ held: 2 }]);
      await expectPaid(started);
    });

    test("the sweep ends the checkout first, so no new key is stored and no payment is made", async () => {
      const { again, productId } = await cutOff();
      const shopper = whileListing(() => expireHolds(store.shop));
      await expect(again(shopper)).rejects.toThrow("provider_refused");
      expect(intents()).toEqual([]);
      expect(await stockOf(store.shop, productId)).toMatchObject([{ held: 0 }]);
      expect(await operations()).toMatchObject([{ state: "failed", key_number: 1 }]);
    });
  });

  test("a late refusal does not end a checkout that has since got its payment under the same key", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 2 } });
    const change = { idempotencyKey: "one-key-of-a-shopper", orderId: store.shop.newId() };
    const started: CheckoutStarted[] = [];
    const createIntent: Shop["payments"]["createIntent"] = async () => {
      started.push(await startSale(store, { productId, change }));
      return { ok: false, reason: "refused", message: "no" };
    };
    const shop = { ...store.shop, payments: { ...store.shop.payments, createIntent } };
    await expect(startSale({ ...store, shop }, { productId, change })).rejects.toThrow(
      "provider_unavailable",
    );
    expect(await stockOf(store.shop, productId)).toMatchObject([{ held: 2 }]);
    await expectPaid(started);
  });

  test("the worker repeats a cancellation that never arrived", async () => {
    const sale = await startSale(store);
    store.clock.advance(16 * MINUTE_MS);
    breakCalls("drop_request", "/v1/payment_intents");
    expect(await expireHolds(store.shop)).toEqual({ closed: 0, kept: 1 });
    store.clock.advance(2 * MINUTE_MS);
    expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 1 });
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([{ held: 0 }]);
  });
});

describe("canceling an order", () => {
  const cancel = (orderId: string) => cancelOrder(store.shop, { orderId, actor: OWNER });

  async function processing() {
    const sale = await startSale(store);
    store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
    await payAsShopper(store, sale, GOOD_CARD);
    await settlePayment(store.shop, { intentId: sale.paymentIntentId, source: "browser" });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "processing" });
    return sale;
  }

  test("[OD-2] an order whose payment failed is canceled and its stock is free", async () => {
    const sale = await processing();
    expect(await cancel(sale.orderId)).toEqual({ ok: false, reason: "underway" });
    store.sandbox.controls.settlePayment(sale.paymentIntentId, "failed");
    await settlePayment(store.shop, { intentId: sale.paymentIntentId, source: "webhook" });
    expect(await cancel(sale.orderId)).toEqual({ ok: true, status: "canceled" });
    expect(await historyOf(store, sale.orderId)).toEqual(["pending", "processing", "failed", "canceled"]);
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([{ on_hand: 10, held: 0 }]);
    expect(await cancel(sale.orderId)).toEqual({ ok: true, status: "canceled" });
  });

  test("an order that turns out to be paid is not canceled", async () => {
    const sale = await processing();
    store.sandbox.controls.settlePayment(sale.paymentIntentId, "succeeded");
    expect(await cancel(sale.orderId)).toEqual({ ok: false, reason: "paid" });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "paid" });
  });

  test("canceling distinguishes a paid order, one that never existed, and an unreachable provider", async () => {
    const sale = await sell(store);
    expect(await cancel(sale.orderId)).toEqual({ ok: false, reason: "paid" });
    expect(await cancel("nothing")).toEqual({ ok: false, reason: "not_found" });
    const other = await processing();
    store.sandbox.controls.settlePayment(other.paymentIntentId, "failed");
    breakCalls("drop_request", "/v1/payment_intents");
    expect(await cancel(other.orderId)).toEqual({ ok: false, reason: "unavailable" });
  });
});

describe("a payment without an order", () => {
  async function strayPayment() {
    const { shop } = store;
    const sale = await sell(store);
    const checkout = await shop.db.selectFrom("checkouts").select("id").executeTakeFirstOrThrow();
    const intentFor = async (checkoutId: string) => {
      const params = paramsFor(checkoutId, sale.orderId);
      const created = await shop.payments.createIntent(`stray:${checkoutId}`, params);
      if (!created.ok) throw new Error(created.message);
      await payAsShopper(store, { paymentIntentId: created.value.id }, GOOD_CARD);
      return created.value.id;
    };
    return { second: await intentFor(checkout.id), unknown: await intentFor(shop.newId()) };
  }

  test("a payment without an order stays one alert until the owner has resolved it", async () => {
    const { second, unknown } = await strayPayment();
    await reconcilePayments(store.shop, { since: 0 });
    await reconcilePayments(store.shop, { since: 0 });
    const alerts = await listPaymentAlerts(store.shop);
    expect(alerts.map(({ intentId, reason, amount }) => ({ intentId, reason, amount }))).toEqual(
      expect.arrayContaining([
        { intentId: second, reason: "other_intent", amount: 4200 },
        { intentId: unknown, reason: "unknown_checkout", amount: 4200 },
      ]),
    );
    expect(alerts).toHaveLength(2);
    const resolve = () =>
      resolvePaymentAlert(store.shop, { key: `payment:${second}`, note: "sent back", actor: OWNER });
    expect([await resolve(), await resolve()]).toEqual([true, false]);
    await reconcilePayments(store.shop, { since: 0 });
    expect(await listPaymentAlerts(store.shop)).toMatchObject([{ intentId: unknown }]);
  });
});

describe("[FN-4] a payment page that was requested and never stored", () => {
  const pages = () => store.sandbox.controls.sessions();

  test.each(["drop_request", "drop_answer"] as const)("%s: the worker stores the one page", async (fault) => {
    breakCalls(fault, "/v1/checkout/sessions");
    const sale = await startPage(store);
    expect(sale.page).toMatchObject({ reason: "provider_unavailable" });
    store.clock.advance(2 * MINUTE_MS);
    expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 1 });
    expect(pages()).toMatchObject([{ status: "open" }]);
    const session = (await operations()).find(({ kind }) => kind === "session");
    expect(session).toMatchObject({ state: "done", result_id: pages()[0]?.id });
    expect(await sale.again()).toMatchObject({ sessionId: pages()[0]?.id });
  });

  describe("an error that the provider stored under the page's key", () => {
    const fail = async (executed: boolean) => {
      const path = "/v1/checkout/sessions";
      store.sandbox.controls.arm({ kind: "server_error", method: "POST", path, executed });
      const sale = await startPage(store);
      expect(sale.page).toMatchObject({ reason: "provider_unavailable" });
      return sale;
    };

    test("releases the stock when it made none, and the shopper starts over", async () => {
      const { again, productId } = await fail(false);
      expect(await again()).toMatchObject({ reason: "hold_expired" });
      expect(await stockOf(store.shop, productId)).toMatchObject([{ held: 0 }]);
      store.clock.advance(2 * HOUR_MS);
      await runDueOperations(store.shop);
      expect((await operations()).filter(({ state }) => state === "todo")).toEqual([]);
    });

    test("leads to the page that was made anyway", async () => {
      const { again, productId } = await fail(true);
      expect(await again()).toMatchObject({ ok: true, sessionId: pages()[0]?.id });
      expect(pages()).toMatchObject([{ status: "open" }]);
      expect(await stockOf(store.shop, productId)).toMatchObject([{ held: 2 }]);
      expect((await operations()).filter(({ state }) => state === "todo")).toEqual([]);
    });

    test("leads to it even when the shop's clock was ahead when the call was stored", async () => {
      breakCalls("drop_request", "/v1/checkout/sessions");
      const { page, again } = await startPage(store);
      expect(page).toMatchObject({ reason: "provider_unavailable" });
      store.clock.advance(-9 * MINUTE_MS);
      const path = "/v1/checkout/sessions";
      store.sandbox.controls.arm({ kind: "server_error", method: "POST", path, executed: true });
      expect(await again()).toMatchObject({ reason: "provider_unavailable" });
      expect(await again()).toMatchObject({ ok: true, sessionId: pages()[0]?.id });
    });

    test("[CK-6] releases no stock before the page that was made is closed", async () => {
      const { orderId, productId } = await fail(true);
      expect(await close(orderId)).toEqual({ ok: true });
      expect(pages()).toMatchObject([{ status: "expired" }]);
      expect(await stockOf(store.shop, productId)).toMatchObject([{ held: 0 }]);
    });
  });

  test("an error stored for closing a page does not block its stock", async () => {
    const sale = await startPage(store);
    const path = `/v1/checkout/sessions/${pages()[0]?.id}/expire`;
    store.sandbox.controls.arm({ kind: "server_error", method: "POST", path });
    expect(await close(sale.orderId)).toMatchObject({ ok: false });
    expect(await close(sale.orderId)).toEqual({ ok: true });
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([{ held: 0 }]);
  });

  test("the worker repeats the closing of a page that never arrived", async () => {
    const sale = await startPage(store);
    breakCalls("drop_request", `/v1/checkout/sessions/${pages()[0]?.id}/expire`);
    expect(await close(sale.orderId)).toMatchObject({ ok: false });
    expect((await operations()).at(-1)).toMatchObject({ kind: "expire", state: "todo" });
    store.clock.advance(2 * MINUTE_MS);
    expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 1 });
    expect(pages()).toMatchObject([{ status: "expired" }]);
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([{ held: 0 }]);
  });

  test("for a page that was never stored, a silent provider is asked again, and an ended checkout gets no page", async () => {
    breakCalls("drop_request", "/v1/checkout/sessions", 2);
    const sale = await startPage(store);
    store.clock.advance(2 * MINUTE_MS);
    expect(await runDueOperations(store.shop)).toEqual({ due: 1, finished: 0 });
    store.clock.advance(HOUR_MS);
    await expireHolds(store.shop);
    await runDueOperations(store.shop);
    expect((await operations()).filter(({ state }) => state === "todo")).toEqual([]);
    expect(pages().filter(({ status }) => status === "open")).toEqual([]);
    expect(await stockOf(store.shop, sale.productId)).toMatchObject([{ held: 0 }]);
  });
});

test("a checkout that fails to close blocks no other from being closed or settled", async () => {
  const [first, second, third] = [await startSale(store), await startSale(store), await startSale(store)];
  const { payments } = store.shop;
  const isBroken = (id: string) => id === first.paymentIntentId;
  const breaking =
    <Ids extends [string, ...unknown[]], Answer>(call: (...args: Ids) => Answer, at = 0) =>
    (...args: Ids) => {
      if (isBroken(String(args[at]))) throw new Error("broken");
      return call(...args);
    };
  const shop: Shop = {
    ...store.shop,
    payments: {
      ...payments,
      retrieveIntent: breaking(payments.retrieveIntent),
      cancelIntent: breaking(payments.cancelIntent, 1),
    },
  };
  for (const sale of [first, third]) await payAsShopper(store, sale, GOOD_CARD);
  await expect(reconcilePayments(shop, { since: 0 })).rejects.toThrow("broken");
  const orders = await store.shop.db.selectFrom("orders").select("id").execute();
  expect(orders).toEqual([{ id: third.orderId }]);
  store.clock.advance(HOUR_MS);
  await expect(expireHolds(shop)).rejects.toThrow("broken");
  expect(await stockOf(store.shop, second.productId)).toMatchObject([{ held: 0 }]);
});
