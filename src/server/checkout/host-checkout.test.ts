import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { failingStatements } from "#test/database/failing-statements.ts";
import { pat } from "#test/sales/people.ts";
import { payAsShopper, payOnProvidersPage } from "#test/sales/shopper.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid, createTestShop, type TestShop } from "#test/shop/shop.ts";
import { functionRoutes } from "../http/functions/function-routes.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { verifyCheckout } from "../orders/verify-checkout.ts";
import type { PaymentProvider, PaymentSession, ProviderFailure } from "../payments/payment-provider.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { reconcileOpenCheckouts } from "../reconciliation/reconcile-payments.ts";
import type { Shop } from "../shop.ts";
import { closeCheckout } from "./close-checkout.ts";
import { expireHolds } from "./expire-holds.ts";
import { extendHold } from "./extend-hold.ts";
import { hostCheckout } from "./host-checkout.ts";
import { findCheckoutByOrder, markSuperseded } from "./queries.ts";
import { startCheckout } from "./start-checkout.ts";

const CARD = "4242 4242 4242 4242";
const DECLINED = "4000 0000 0000 0002";
const MINUTE = 60_000;

let store: TestShop;
let cap: string;
let requests = 0;

beforeEach(async () => {
  store = await createTestShop();
  cap = await addProduct(store.shop, { stock: { "": 5 } });
});
afterEach(() => store.close());

function requestForCap(change: Partial<CheckoutRequest> = {}): CheckoutRequest {
  requests += 1;
  return {
    idempotencyKey: `key-${requests}-of-a-shopper`,
    orderId: countedUuid(2_000_000 + requests),
    items: [{ productId: cap, variation: "", quantity: 2 }],
    shipping: pat,
    amountSeen: 6999,
    supersedes: null,
    ...change,
  };
}

async function start(request = requestForCap()) {
  const result = await startCheckout(store.shop, { request });
  if (!result.ok) throw new Error(result.reason);
  return result.started;
}

async function host(orderId: string, shop = store.shop) {
  const hosted = await hostCheckout(shop, { orderId });
  if (!hosted.ok) throw new Error(hosted.reason);
  return hosted;
}

const payOnPage = (url: string, number = CARD) => payOnProvidersPage(store, url, number);

const orders = () => store.shop.db.selectFrom("orders").selectAll().orderBy("number").execute();
const checkoutOf = (orderId: string) =>
  store.shop.db.selectFrom("checkouts").selectAll().where("order_id", "=", orderId).executeTakeFirstOrThrow();
const statusOf = async (intentId: string) => {
  const intent = await store.shop.payments.retrieveIntent(intentId);
  return intent.ok ? intent.value.status : intent.reason;
};
const pageOf = async (sessionId: string) => {
  const page = await store.shop.payments.retrieveSession(sessionId);
  if (!page.ok) throw new Error(page.reason);
  return page.value;
};
const operations = async () =>
  Object.fromEntries(
    (await store.shop.db.selectFrom("payment_operations").select(["kind", "state"]).execute()).map((row) => [
      row.kind,
      row.state,
    ]),
  );
const undoneOperations = () =>
  store.shop.db.selectFrom("payment_operations").select("key").where("state", "=", "todo").execute();

describe("[FN-4] moving a checkout to the provider's page", () => {
  test("moving to the provider's page cancels the first payment, keeps the stock, and shows the same lines and total", async () => {
    const started = await start();
    const hosted = await host(started.orderId);
    expect(await statusOf(started.paymentIntentId)).toBe("canceled");
    expect(await pageOf(hosted.sessionId)).toMatchObject({ status: "open", url: hosted.url, intentId: null });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
    const page = await (await store.sandbox.fetch(new Request(hosted.url))).text();
    for (const text of ["Fairway Cap × 2", "Shipping", "$5.99", "Pay $69.99"]) expect(page).toContain(text);
    expect(page, "no line that costs nothing").not.toContain("Tax");
    expect(await checkoutOf(started.orderId)).toMatchObject({
      state: "paying",
      payment_intent_id: null,
      replaced_intent_id: started.paymentIntentId,
      checkout_session_id: hosted.sessionId,
      hold_active: true,
    });
    expect(await undoneOperations()).toEqual([]);
  });

  test("the hold outlives the page, and the page lives longer than the provider's half hour", async () => {
    const started = await start();
    const hosted = await host(started.orderId);
    const { expires_at: heldUntil } = await checkoutOf(started.orderId);
    expect(Date.parse(hosted.expiresAt)).toBeGreaterThan(store.clock.now() + 30 * MINUTE);
    expect(heldUntil.getTime()).toBeGreaterThan(Date.parse(hosted.expiresAt));
  });

  test("[TR-3] what takes much of the shelf is held for a quarter of an hour, and the sweep closes its page then", async () => {
    const items = [{ productId: cap, variation: "", quantity: 4 }];
    const started = await start(requestForCap({ items, amountSeen: 4 * 3200 + 599 }));
    const hosted = await host(started.orderId);
    const { expires_at: heldUntil } = await checkoutOf(started.orderId);
    expect(Date.parse(hosted.expiresAt) - store.clock.now()).toBe(15 * MINUTE);
    expect(heldUntil.getTime() - store.clock.now()).toBe(15 * MINUTE);
    store.clock.advance(16 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect((await pageOf(hosted.sessionId)).status).toBe("expired");
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
  });

  test("what is paid on the provider's page becomes the same order, once, with one confirmation", async () => {
    const started = await start();
    const hosted = await host(started.orderId);
    const paid = await payOnPage(hosted.url);
    expect(paid).toEqual({
      status: 303,
      location: `http://localhost:3000/checkout/confirmation?order_id=${started.orderId}&session_id=${hosted.sessionId}`,
    });
    const bySession = { orderId: null, intentId: null, sessionId: hosted.sessionId };
    const byOrder = { orderId: started.orderId, intentId: null };
    const byIntent = { orderId: null, intentId: started.paymentIntentId };
    for (const asked of [bySession, byOrder, byIntent]) {
      const answer = await verifyCheckout(store.shop, asked);
      expect(answer).toMatchObject({ ok: true, orderId: started.orderId, status: "paid", total: 6999 });
    }
    await reconcileOpenCheckouts(store.shop);
    const { intentId } = await pageOf(hosted.sessionId);
    expect(await orders()).toMatchObject([
      { id: started.orderId, payment_intent_id: intentId, amount_received: 6999, attention: [] },
    ]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 3, held: 0 }]);
    await sendDueMails(store.shop, { limit: 10 });
    expect(store.mailbox.filter((mail) => mail.to.address === pat.email)).toHaveLength(1);
  });

  test("asking for the page again gives the same page, also after a declined card", async () => {
    const started = await start();
    const first = await host(started.orderId);
    expect((await host(started.orderId)).url).toBe(first.url);
    expect((await payOnPage(first.url, DECLINED)).status).toBe(402);
    expect((await host(started.orderId)).url).toBe(first.url);
    expect((await payOnPage(first.url)).status).toBe(303);
    expect(await hostCheckout(store.shop, { orderId: started.orderId })).toMatchObject({
      ok: false,
      reason: "already_paid",
      orderId: started.orderId,
      paymentIntentId: (await pageOf(first.sessionId)).intentId,
    });
    expect(await orders()).toHaveLength(1);
  });

  test("a page that is not open is given to nobody, also while the provider still tells where it was", async () => {
    const started = await start();
    const hosted = await host(started.orderId);
    for (const status of ["expired", "paused"]) {
      const page: PaymentSession = { ...(await pageOf(hosted.sessionId)), status };
      const retrieveSession = async () => ({ ok: true, value: page }) as const;
      const shop = { ...store.shop, payments: { ...store.shop.payments, retrieveSession } };
      expect(await hostCheckout(shop, { orderId: started.orderId })).toEqual({
        ok: false,
        reason: "hold_expired",
      });
    }
  });

  test("a first payment that was made after all is the order, and there is no page", async () => {
    const started = await start();
    await payAsShopper(store, started, "4242424242424242");
    expect(await hostCheckout(store.shop, { orderId: started.orderId })).toMatchObject({
      ok: false,
      reason: "already_paid",
      orderId: started.orderId,
      paymentIntentId: started.paymentIntentId,
    });
    expect(await orders()).toMatchObject([{ id: started.orderId, status: "paid" }]);
    expect(await checkoutOf(started.orderId)).toMatchObject({ checkout_session_id: null });
    expect(await operations()).toEqual({ create: "done", session: "failed", cancel: "done" });
  });

  test("a first payment that the bank refuses after the move was written down ends with its order, and there is no page", async () => {
    const started = await start();
    const { payments } = store.shop;
    const settle = () => settlePayment(store.shop, { intentId: started.paymentIntentId, source: "webhook" });
    const cancelIntent: PaymentProvider["cancelIntent"] = async (...args) => {
      store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
      await payAsShopper(store, started, "4242424242424242");
      await settle();
      store.sandbox.controls.settlePayment(started.paymentIntentId, "failed");
      await settle();
      return payments.cancelIntent(...args);
    };
    const shop = { ...store.shop, payments: { ...payments, cancelIntent } };
    expect(await hostCheckout(shop, { orderId: started.orderId })).toEqual({
      ok: false,
      reason: "hold_expired",
    });
    expect(await orders()).toMatchObject([{ id: started.orderId, status: "canceled" }]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
    expect(store.sandbox.controls.sessions()).toEqual([]);
    expect(await operations()).toEqual({ create: "done", session: "failed", cancel: "done" });
  });

  test("the news that the first payment is still open does not give the page up", async () => {
    const items = [{ productId: cap, variation: "", quantity: 1 }];
    const other = await start(requestForCap({ items, amountSeen: 3799 }));
    await payAsShopper(store, other, "4242424242424242");
    await settlePayment(store.shop, { intentId: other.paymentIntentId, source: "browser" });
    const started = await start();
    const { payments } = losing(store.shop.payments, 1, "request");
    await hostCheckout({ ...store.shop, payments }, { orderId: started.orderId });
    await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "webhook" });
    expect(await operations()).toEqual({ create: "done", session: "todo", cancel: "todo" });
  });

  test("the news that the first payment is canceled gives no stock back and ends nothing", async () => {
    const started = await start();
    const hosted = await host(started.orderId);
    const settled = await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "webhook" });
    expect(settled).toMatchObject({ ok: true, orderId: null, updated: false });
    expect(await reconcileOpenCheckouts(store.shop)).toMatchObject({ settled: 0, complete: true });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
    await payOnPage(hosted.url);
    await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "webhook" });
    await verifyCheckout(store.shop, { orderId: started.orderId, intentId: null });
    expect(await orders()).toMatchObject([{ status: "paid" }]);
  });

  test("an unpaid page is told as unpaid, and a stranger's page as nothing", async () => {
    const started = await start();
    const { sessionId } = await host(started.orderId);
    const ask = (session: string) =>
      verifyCheckout(store.shop, { orderId: null, intentId: null, sessionId: session });
    expect(await ask(sessionId)).toEqual({ ok: false, reason: "unpaid" });
    for (const other of [`${sessionId}x`, "cs_test_unknown", "cs_", "", "' or 1=1"]) {
      expect(await ask(other)).toEqual({ ok: false, reason: "not_found" });
    }
  });

  test("a checkout that is over, or unknown, or whose bank is still thinking gets no page", async () => {
    expect(await hostCheckout(store.shop, { orderId: countedUuid(3) })).toEqual({
      ok: false,
      reason: "not_found",
    });
    const expired = await start();
    store.clock.advance(16 * MINUTE);
    await expireHolds(store.shop);
    expect(await hostCheckout(store.shop, { orderId: expired.orderId })).toEqual({
      ok: false,
      reason: "hold_expired",
    });
    const thinking = await start();
    store.sandbox.controls.arm({ kind: "payment_processing", outcome: "succeeded" });
    await payAsShopper(store, thinking, "4242424242424242");
    expect(await hostCheckout(store.shop, { orderId: thinking.orderId })).toMatchObject({
      reason: "already_paid",
    });
    expect(await orders()).toMatchObject([{ id: thinking.orderId, status: "processing" }]);
  });

  test("a checkout that is being replaced does not move, and no page is written down for it", async () => {
    const { orderId } = await start();
    const { id } = await checkoutOf(orderId);
    await markSuperseded(store.shop.db, id, countedUuid(5));
    expect(await hostCheckout(store.shop, { orderId })).toEqual({ ok: false, reason: "hold_expired" });
    expect(await operations()).toEqual({ create: "done" });
  });

  test("a move whose call can't be stored is none, and the shopper gets the page the next time", async () => {
    const { orderId } = await start();
    const db = failingStatements(store.shop, (text) =>
      text.startsWith('insert into "payment_operations"') ? new Error("gone") : null,
    );
    await expect(hostCheckout({ ...store.shop, db }, { orderId })).rejects.toThrow("gone");
    expect(await checkoutOf(orderId)).toMatchObject({ hosted_at: null, extended_at: null });
    expect(await hostCheckout(store.shop, { orderId })).toMatchObject({ ok: true });
  });

  test("a payment on the page that takes its time succeeds later, or fails and can be given up", async () => {
    const slow = await start();
    const page = await host(slow.orderId);
    store.sandbox.controls.arm({ kind: "payment_processing", outcome: "failed" });
    expect((await payOnPage(page.url)).status).toBe(303);
    expect(await verifyCheckout(store.shop, { orderId: slow.orderId, intentId: null })).toMatchObject({
      ok: true,
      status: "processing",
    });
    store.clock.advance(50 * MINUTE);
    await store.sandbox.deliverDue();
    await expireHolds(store.shop);
    expect(await orders()).toMatchObject([{ status: "canceled" }]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
    expect(await undoneOperations()).toEqual([]);
  });
});

describe("ending a checkout that has a page", () => {
  test("the sweep closes the page first and releases second", async () => {
    const started = await start();
    const hosted = await host(started.orderId);
    store.clock.advance(39 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 0, kept: 0 });
    store.clock.advance(3 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect((await pageOf(hosted.sessionId)).status).toBe("expired");
    expect((await payOnPage(hosted.url)).status).toBe(410);
    expect(await checkoutOf(started.orderId)).toMatchObject({ state: "expired", hold_active: false });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
    expect(await verifyCheckout(store.shop, { orderId: started.orderId, intentId: null })).toEqual({
      ok: false,
      reason: "canceled",
    });
    expect(await undoneOperations()).toEqual([]);
  });

  test("a checkout ends although the database gives up the statement that ends it, once, for another one", async () => {
    const { orderId } = await start();
    await host(orderId);
    store.clock.advance(60 * MINUTE);
    let deadlocks = 1;
    const query = async (asked: { text: string }) => {
      const isVictim = asked.text.includes("end_hosted_checkout") && deadlocks-- > 0;
      if (isVictim) throw Object.assign(new Error("deadlock detected"), { code: "40P01" });
      return store.shop.pool.query(asked);
    };
    const pool: Shop["pool"] = Object.create(store.shop.pool, { query: { value: query } });
    expect(await expireHolds({ ...store.shop, pool })).toEqual({ closed: 1, kept: 0 });
    expect(deadlocks).toBeLessThan(1);
    expect(await stockOf(store.shop, cap)).toMatchObject([{ held: 0 }]);
  });

  test("a declined payment on the page is canceled with it", async () => {
    const started = await start();
    const hosted = await host(started.orderId);
    await payOnPage(hosted.url, DECLINED);
    const { intentId } = await pageOf(hosted.sessionId);
    await settlePayment(store.shop, { intentId: intentId ?? "", source: "webhook" });
    store.clock.advance(42 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await statusOf(intentId ?? "")).toBe("canceled");
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
  });

  test("the sweep finds what was paid on the page while nobody listened", async () => {
    const started = await start();
    const hosted = await host(started.orderId);
    await payOnPage(hosted.url);
    store.clock.advance(42 * MINUTE);
    const { expires_at } = await checkoutOf(started.orderId);
    await expireHolds(store.shop);
    expect(await orders()).toMatchObject([{ id: started.orderId, status: "paid", source: "sweep" }]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 3, held: 0 }]);
    // It holds nothing any more, so no hold is kept.
    expect(await checkoutOf(started.orderId)).toMatchObject({ state: "completed", expires_at });
  });

  test("a checkout with a page keeps its stock while the provider can't be asked", async () => {
    const started = await start();
    await host(started.orderId);
    store.clock.advance(42 * MINUTE);
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 3 });
    expect(await expireHolds(store.shop)).toEqual({ closed: 0, kept: 1 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
  });

  test("[CK-6] the confirmation of a checkout with a page says so while the provider can't be asked, and once it can, that it is paid", async () => {
    const { orderId } = await start();
    await payOnPage((await host(orderId)).url);
    const verify = () => verifyCheckout(store.shop, { orderId, intentId: null });
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 3 });
    expect(await verify()).toEqual({ ok: false, reason: "unavailable" });
    store.sandbox.controls.clearFaults();
    expect(await verify()).toMatchObject({ ok: true, status: "paid" });
  });

  test("[CK-6] a checkout with a page keeps its stock while the provider refuses to tell of the page", async () => {
    const started = await start();
    await host(started.orderId);
    store.clock.advance(42 * MINUTE);
    const refused = { ok: false, reason: "refused", message: "the key may not read sessions" } as const;
    const payments = { ...store.shop.payments, retrieveSession: async () => refused };
    expect(await expireHolds({ ...store.shop, payments })).toEqual({ closed: 0, kept: 1 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
  });

  test.each<[string, Partial<PaymentSession>]>([
    ["is still open, after a card was declined there", { status: "open" }],
    ["is complete, and not by which payment", { status: "complete", intentId: null }],
    ["is something that this version does not know", { status: "paused" }],
  ])("[CK-6] a checkout keeps its stock while the provider says that its page %s", async (_what, said) => {
    const started = await start();
    const hosted = await host(started.orderId);
    await payOnPage(hosted.url, DECLINED);
    store.clock.advance(42 * MINUTE);
    const page: PaymentSession = { ...(await pageOf(hosted.sessionId)), ...said };
    const tell = async () => ({ ok: true, value: page }) as const;
    const payments = { ...store.shop.payments, retrieveSession: tell, expireSession: tell };
    expect(await expireHolds({ ...store.shop, payments })).toEqual({ closed: 0, kept: 1 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
  });

  test("a new checkout closes the page of the old one, and an old one that is paid is told instead", async () => {
    const first = await start();
    const page = await host(first.orderId);
    const second = await start(requestForCap({ supersedes: first.orderId }));
    expect((await payOnPage(page.url)).status).toBe(410);
    expect(await checkoutOf(first.orderId)).toMatchObject({ state: "superseded", hold_active: false });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
    const secondPage = await host(second.orderId);
    await payOnPage(secondPage.url);
    expect(
      await startCheckout(store.shop, { request: requestForCap({ supersedes: second.orderId }) }),
    ).toMatchObject({ ok: false, reason: "already_paid", orderId: second.orderId });
    expect(await orders()).toHaveLength(1);
  });

  test("a page that is made while its checkout is replaced is given to nobody, and is closed with the checkout", async () => {
    const started = await start();
    const { id } = await checkoutOf(started.orderId);
    const { payments } = store.shop;
    const createSession: PaymentProvider["createSession"] = async (...args) => {
      const made = await payments.createSession(...args);
      await markSuperseded(store.shop.db, id, countedUuid(5));
      return made;
    };
    const shop = { ...store.shop, payments: { ...payments, createSession } };
    expect(await hostCheckout(shop, { orderId: started.orderId })).toEqual({
      ok: false,
      reason: "hold_expired",
    });
    expect(await checkoutOf(started.orderId)).toMatchObject({ checkout_session_id: null });
    expect(await operations()).toMatchObject({ session: "todo" });
    store.clock.advance(42 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
  });

  test("a page that was stored and paid after the sweep had read the checkout is the order", async () => {
    const started = await start();
    const silent: Shop = {
      ...store.shop,
      payments: { ...store.shop.payments, createSession: async () => noAnswer },
    };
    expect(await hostCheckout(silent, started)).toMatchObject({ ok: false, reason: "provider_unavailable" });
    const asRead = await findCheckoutByOrder(store.shop.db, started.orderId);
    if (!asRead) throw new Error("the checkout is gone");
    const page = await host(started.orderId);
    await payOnPage(page.url);
    store.clock.advance(42 * MINUTE);
    expect(await closeCheckout(store.shop, { checkout: asRead, source: "sweep" })).toMatchObject({
      ok: false,
      reason: "ordered",
    });
    expect(await orders()).toMatchObject([{ id: started.orderId, status: "paid" }]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 3, held: 0 }]);
  });

  test("the card form's request, sent again, never brings the canceled payment back", async () => {
    const request = requestForCap();
    const started = await start(request);
    const page = await host(started.orderId);
    expect(await startCheckout(store.shop, { request })).toEqual({ ok: false, reason: "hold_expired" });
    expect(await checkoutOf(started.orderId)).toMatchObject({ payment_intent_id: null });
    await payOnPage(page.url);
    expect(await startCheckout(store.shop, { request })).toMatchObject({
      ok: false,
      reason: "already_paid",
      orderId: started.orderId,
      paymentIntentId: (await pageOf(page.sessionId)).intentId,
    });
  });

  test("[CK-6] the card form's request, sent again while the provider can't tell of the page, does not hear that nothing was charged", async () => {
    const request = requestForCap();
    await host((await start(request)).orderId);
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 3 });
    expect(await startCheckout(store.shop, { request })).toEqual({
      ok: false,
      reason: "provider_unavailable",
    });
  });

  test("[CK-6] a first payment that was made while its cancel was lost is told to whoever begins anew, and no page is made", async () => {
    const first = await start();
    const { payments } = losing(store.shop.payments, 1, "request");
    expect(await hostCheckout({ ...store.shop, payments }, first)).toMatchObject({
      reason: "provider_unavailable",
    });
    await payAsShopper(store, first, "4242424242424242");
    const request = requestForCap({ supersedes: first.orderId });
    expect(await startCheckout(store.shop, { request })).toMatchObject({
      ok: false,
      reason: "already_paid",
      orderId: first.orderId,
    });
    expect(store.sandbox.controls.sessions()).toEqual([]);
    expect(await orders()).toMatchObject([{ id: first.orderId, status: "paid" }]);
  });

  test("[TR-3] the move to the page is the one extension of a hold: a try to pay there brings no other", async () => {
    const { orderId } = await start();
    const hosted = await host(orderId);
    await payOnPage(hosted.url, DECLINED);
    const { intentId } = await pageOf(hosted.sessionId);
    await settlePayment(store.shop, { intentId: intentId ?? "", source: "webhook" });
    expect(await extendHold(store.shop, { orderId })).toEqual({ ok: false, reason: "not_extended" });
  });

  test("[CK-6] the database itself refuses to end a checkout whose payment may still be made", async () => {
    const started = await start();
    const page = await host(started.orderId);
    await payOnPage(page.url, DECLINED);
    const { intentId } = await pageOf(page.sessionId);
    await settlePayment(store.shop, { intentId: intentId ?? "", source: "webhook" });
    const { id } = await checkoutOf(started.orderId);
    const { rows } = await store.shop.pool.query("select end_hosted_checkout($1, now()) as ended", [id]);
    expect(rows).toEqual([{ ended: false }]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
  });
});

const noAnswer: ProviderFailure = { ok: false, reason: "unavailable", message: "lost" };

/** A provider whose n-th call from now is lost: the request on its way there, or the answer on its way back. */
function losing(payments: PaymentProvider, lostCall: number, what: "request" | "answer") {
  let calls = 0;
  const wrap = <A extends unknown[], R>(call: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      calls += 1;
      if (calls !== lostCall) return call(...args);
      if (what === "answer") await call(...args);
      return noAnswer as R;
    };
  };
  const { createIntent, retrieveIntent, cancelIntent } = payments;
  const { createSession, retrieveSession, expireSession } = payments;
  const wrapped: PaymentProvider = {
    ...payments,
    createIntent: wrap(createIntent),
    retrieveIntent: wrap(retrieveIntent),
    cancelIntent: wrap(cancelIntent),
    createSession: wrap(createSession),
    retrieveSession: wrap(retrieveSession),
    expireSession: wrap(expireSession),
  };
  return { payments: wrapped, calls: () => calls };
}

describe("whatever is lost on the way", () => {
  async function quiet() {
    for (let round = 0; round < 4; round++) {
      store.clock.advance(90 * MINUTE);
      await store.sandbox.deliverDue();
      await expireHolds(store.shop);
      await reconcileOpenCheckouts(store.shop);
    }
  }

  async function expectBooksAreClosed(orderId: string, isPaid: boolean) {
    const checkout = await checkoutOf(orderId);
    expect(checkout).toMatchObject({ state: isPaid ? "completed" : "expired", hold_active: false });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: isPaid ? 3 : 5, held: 0 }]);
    expect(await orders()).toHaveLength(isPaid ? 1 : 0);
    const alive = store.sandbox.controls
      .payments()
      .filter((payment) => payment.status !== "canceled")
      .map((payment) => payment.status);
    expect(alive).toEqual(isPaid ? ["succeeded"] : []);
    expect(await undoneOperations()).toEqual([]);
  }

  const losses = [1, 2, 3, 4].flatMap((call) =>
    (["request", "answer"] as const).map((what) => [call, what] as const),
  );

  test.each(losses)("call %i, %s: the page can be asked for again and is paid once", async (call, what) => {
    const started = await start();
    const { payments } = losing(store.shop.payments, call, what);
    const shop: Shop = { ...store.shop, payments };
    const first = await hostCheckout(shop, { orderId: started.orderId });
    const page = first.ok ? first : await host(started.orderId, shop);
    expect((await payOnPage(page.url)).status).toBe(303);
    await quiet();
    await expectBooksAreClosed(started.orderId, true);
  });

  test.each(losses)("call %i, %s: a shopper who gives up leaves nothing behind", async (call, what) => {
    const started = await start();
    const { payments } = losing(store.shop.payments, call, what);
    await hostCheckout({ ...store.shop, payments }, { orderId: started.orderId });
    await quiet();
    await expectBooksAreClosed(started.orderId, false);
  });

  test.each(losses)("call %i of the sweep, %s: it is done by a later one", async (call, what) => {
    const started = await start();
    const page = await host(started.orderId);
    await payOnPage(page.url, DECLINED);
    store.clock.advance(42 * MINUTE);
    const { payments } = losing(store.shop.payments, call, what);
    await expireHolds({ ...store.shop, payments });
    await quiet();
    await expectBooksAreClosed(started.orderId, false);
  });

  test("one that moves while the sweep still ends another stays as long as its page", async () => {
    const other = await addProduct(store.shop, { stock: { "": 5 } });
    const left = await start(requestForCap({ items: [{ productId: other, variation: "", quantity: 2 }] }));
    store.clock.advance(1_000);
    const moved = await start();
    store.clock.advance(16 * MINUTE);
    const pages: string[] = [];
    const cancelIntent: PaymentProvider["cancelIntent"] = async (key, id) => {
      if (id === left.paymentIntentId) pages.push((await host(moved.orderId)).url);
      return store.shop.payments.cancelIntent(key, id);
    };
    const payments = { ...store.shop.payments, cancelIntent };
    expect(await expireHolds({ ...store.shop, payments })).toEqual({ closed: 1, kept: 1 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
    await payOnPage(pages[0] ?? "");
    await quiet();
    await expectBooksAreClosed(moved.orderId, true);
  });

  test("the answer to the first request may come after the move and changes nothing", async () => {
    const request = requestForCap();
    const { payments } = store.shop;
    const slow: PaymentProvider = {
      ...payments,
      createIntent: async (key, params) => {
        const answer = await payments.createIntent(key, params);
        await host(request.orderId ?? "");
        return answer;
      },
    };
    await startCheckout({ ...store.shop, payments: slow }, { request });
    const log = store.shop.db.selectFrom("payment_debug_logs").select("payment_intent_status as said");
    const said = (await log.orderBy("id").execute()).map((row) => row.said);
    expect(said).toEqual(["requires_payment_method", "canceled"]);
    const checkout = await checkoutOf(request.orderId ?? "");
    expect(checkout).toMatchObject({ state: "paying", payment_intent_id: null, hold_active: true });
    const { url } = await pageOf(checkout.checkout_session_id ?? "");
    await payOnPage(url ?? "");
    await quiet();
    await expectBooksAreClosed(request.orderId ?? "", true);
  });

  test("a first payment that succeeds while its cancel is lost is the order, and no page follows", async () => {
    const started = await start();
    const { payments } = losing(store.shop.payments, 1, "request");
    const hosted = await hostCheckout({ ...store.shop, payments }, { orderId: started.orderId });
    expect(hosted).toMatchObject({ ok: false, reason: "provider_unavailable" });
    await payAsShopper(store, started, "4242424242424242");
    // The card was charged, so the page says so without waiting for anybody.
    const { orderId, paymentIntentId: intentId } = started;
    expect(await verifyCheckout(store.shop, { orderId, intentId })).toMatchObject({ ok: true, orderId });
    await quiet();
    expect(await orders()).toMatchObject([{ payment_intent_id: started.paymentIntentId }]);
    expect(await checkoutOf(started.orderId)).toMatchObject({ state: "completed" });
    expect(await hostCheckout(store.shop, { orderId: started.orderId })).toMatchObject({
      reason: "already_paid",
    });
  });
});

describe("[FN-4] create-checkout-session", () => {
  async function call(body: unknown) {
    const answer = await functionRoutes(store.shop).request("/create-checkout-session", {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  const body = () => {
    const { idempotencyKey, orderId, amountSeen, items } = requestForCap();
    return {
      amount: amountSeen,
      currency: "usd",
      customer_email: pat.email,
      customer_name: pat.name,
      idempotency_key: idempotencyKey,
      order_id: orderId,
      cart_items: items.map((item) => ({
        product_id: item.productId,
        quantity: item.quantity,
        selectedOption: null,
      })),
      shipping_details: pat,
    };
  };

  test("create-checkout-session answers the page of an open checkout named by its order id", async () => {
    const started = await start();
    const answer = await call({ order_id: started.orderId.toUpperCase() });
    expect(answer).toMatchObject({ status: 200, body: { orderId: started.orderId } });
    expect(answer.body.sessionId).toMatch(/^cs_/);
    expect(answer.body.url).toContain(answer.body.sessionId);
  });

  test("create-checkout-session takes what create-payment-intent takes, priced by the shop, twice as well as once", async () => {
    const request = body();
    const answer = await call(request);
    expect(answer).toMatchObject({ status: 200, body: { orderId: request.order_id } });
    expect(await call(request)).toEqual(answer);
    expect(await call({ ...body(), amount: 1 })).toMatchObject({
      status: 409,
      body: { error: { code: "total_changed" } },
    });
    expect(await call({ ...body(), shipping_details: { ...pat, email: "pat" } })).toMatchObject({
      status: 422,
      body: { error: { code: "invalid_shipping" } },
    });
  });

  test("create-checkout-session gives no page to a key that was used for something else", async () => {
    const request = body();
    expect(await call(request)).toMatchObject({ status: 200 });
    const cart_items = request.cart_items.map((item) => ({ ...item, quantity: 1 }));
    expect(await call({ ...request, amount: 3799, cart_items })).toMatchObject({
      status: 422,
      body: { error: { code: "idempotency_mismatch" } },
    });
  });

  test("create-checkout-session refuses what is no request, and changes nothing", async () => {
    for (const wrong of ["{", "[]", {}, { order_id: 7 }, { order_id: "1' or 1=1" }, null]) {
      expect((await call(wrong)).status).toBe(400);
    }
    expect(await call({ order_id: countedUuid(4) })).toMatchObject({
      status: 404,
      body: { error: { code: "not_found" } },
    });
    expect(await store.shop.db.selectFrom("checkouts").select("id").execute()).toEqual([]);
  });
});
