import { beforeEach, describe, expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { failingStatements } from "#test/database/failing-statements.ts";
import { pat } from "#test/sales/people.ts";
import { payAsShopper, payOnProvidersPage } from "#test/sales/shopper.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import type { Shop } from "../core/shop.ts";
import { functionRoutes } from "../http/functions/function-routes.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { verifyCheckout } from "../orders/verify-checkout.ts";
import type { PaymentProvider, PaymentSession, ProviderFailure } from "../payments/payment-provider.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { reconcileOpenCheckouts } from "../reconciliation/reconcile-payments.ts";
import { closeCheckout } from "./close-checkout.ts";
import { expireHolds } from "./expire-holds.ts";
import { extendHold } from "./extend-hold.ts";
import { startHostedCheckout } from "./host-checkout.ts";
import { findCheckoutByOrder } from "./queries.ts";
import { runDueOperations } from "./run-operations.ts";
import { startCheckout } from "./start-checkout.ts";
import { markSuperseded } from "./start-queries.ts";

const CARD = "4242 4242 4242 4242";
const DECLINED = "4000 0000 0000 0002";
const MINUTE = 60_000;

const store = freshShop();
let cap: string;
let requests = 0;

beforeEach(async () => {
  cap = await addProduct(store.shop, { stock: { "": 5 } });
});

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

async function begin(request = requestForCap()) {
  const result = await startCheckout(store.shop, { request });
  if (!result.ok) throw new Error(result.reason);
  return result.started;
}

/** A checkout on the page; `again` repeats the request. */
async function host(change: Partial<CheckoutRequest> = {}, shop = store.shop) {
  const request = requestForCap(change);
  const again = (by = store.shop) => startHostedCheckout(by, { request });
  const hosted = await again(shop);
  if (!hosted.ok) throw new Error(hosted.reason);
  return { ...hosted, request, again };
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

describe("[FN-4] a checkout on the provider's page", () => {
  test("holds the stock and shows the same lines and total; there is no payment before the shopper tries", async () => {
    const hosted = await host();
    expect(store.sandbox.controls.payments()).toEqual([]);
    expect(await pageOf(hosted.sessionId)).toMatchObject({ status: "open", url: hosted.url, intentId: null });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
    const page = await (await store.sandbox.fetch(new Request(hosted.url))).text();
    for (const text of ["Fairway Cap × 2", "Shipping", "$5.99", "Pay $69.99"]) expect(page).toContain(text);
    expect(page, "no line that costs nothing").not.toContain("Tax");
    expect(await checkoutOf(hosted.orderId)).toMatchObject({
      state: "paying",
      payment_intent_id: null,
      is_hosted: true,
      checkout_session_id: hosted.sessionId,
      hold_active: true,
    });
    expect(await undoneOperations()).toEqual([]);
  });

  test("closes the card form's checkout that it replaces before there is a page", async () => {
    const form = await begin();
    const hosted = await host({ supersedes: form.orderId });
    expect(await statusOf(form.paymentIntentId)).toBe("canceled");
    expect(await checkoutOf(form.orderId)).toMatchObject({ state: "superseded", hold_active: false });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
    expect((await payOnPage(hosted.url)).status).toBe(303);
  });

  test("a card form that was paid after all becomes the order, and there is no page", async () => {
    const form = await begin();
    await payAsShopper(store, form, "4242424242424242");
    const request = requestForCap({ supersedes: form.orderId });
    expect(await startHostedCheckout(store.shop, { request })).toMatchObject({
      ...{ ok: false, reason: "already_paid", orderId: form.orderId },
      paymentIntentId: form.paymentIntentId,
    });
    expect(store.sandbox.controls.sessions()).toEqual([]);
    expect(await orders()).toMatchObject([{ id: form.orderId, status: "paid" }]);
  });

  test("its hold outlives the page, and the page lives longer than the provider's half hour", async () => {
    const hosted = await host();
    const { expires_at: heldUntil } = await checkoutOf(hosted.orderId);
    expect(Date.parse(hosted.expiresAt)).toBeGreaterThan(store.clock.now() + 30 * MINUTE);
    expect(heldUntil.getTime()).toBeGreaterThan(Date.parse(hosted.expiresAt));
  });

  test("[TR-3] a large share of the stock is held for a quarter of an hour, after which the sweep closes the page", async () => {
    const items = [{ productId: cap, variation: "", quantity: 4 }];
    const hosted = await host({ items, amountSeen: 4 * 3200 + 599 });
    const { expires_at: heldUntil } = await checkoutOf(hosted.orderId);
    expect(Date.parse(hosted.expiresAt) - store.clock.now()).toBe(15 * MINUTE);
    expect(heldUntil.getTime() - store.clock.now()).toBe(15 * MINUTE);
    store.clock.advance(16 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect((await pageOf(hosted.sessionId)).status).toBe("expired");
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
  });

  test("a payment on the page becomes one order with one confirmation", async () => {
    const hosted = await host();
    const paid = await payOnPage(hosted.url);
    expect(paid).toEqual({
      status: 303,
      location: `http://localhost:3000/checkout/confirmation?order_id=${hosted.orderId}&session_id=${hosted.sessionId}`,
    });
    const bySession = { orderId: null, intentId: null, sessionId: hosted.sessionId };
    const byOrder = { orderId: hosted.orderId, intentId: null };
    for (const asked of [bySession, byOrder]) {
      const answer = await verifyCheckout(store.shop, asked);
      expect(answer).toMatchObject({ ok: true, orderId: hosted.orderId, status: "paid", total: 6999 });
    }
    await reconcileOpenCheckouts(store.shop);
    const { intentId } = await pageOf(hosted.sessionId);
    expect(await orders()).toMatchObject([
      { id: hosted.orderId, payment_intent_id: intentId, amount_received: 6999, attention: [] },
    ]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 3, held: 0 }]);
    await sendDueMails(store.shop, { limit: 10 });
    expect(store.mailbox.filter((mail) => mail.to.address === pat.email)).toHaveLength(1);
  });

  test("repeating the request returns the same page, even after a declined card", async () => {
    const first = await host();
    expect(await first.again()).toMatchObject({ url: first.url });
    expect((await payOnPage(first.url, DECLINED)).status).toBe(402);
    expect(await first.again()).toMatchObject({ url: first.url });
    expect((await payOnPage(first.url)).status).toBe(303);
    expect(await first.again()).toMatchObject({
      ok: false,
      reason: "already_paid",
      orderId: first.orderId,
      paymentIntentId: (await pageOf(first.sessionId)).intentId,
    });
    expect(await orders()).toHaveLength(1);
  });

  test("a page that is not open is never handed out, even while the provider still returns its URL", async () => {
    const hosted = await host();
    for (const status of ["expired", "paused"]) {
      const page: PaymentSession = { ...(await pageOf(hosted.sessionId)), status };
      const retrieveSession = async () => ({ ok: true, value: page }) as const;
      const shop = { ...store.shop, payments: { ...store.shop.payments, retrieveSession } };
      expect(await hosted.again(shop)).toEqual({ ok: false, reason: "hold_expired" });
    }
  });

  test("an unpaid page is reported as unpaid, and an unknown page as nothing", async () => {
    const { sessionId } = await host();
    const ask = (session: string) =>
      verifyCheckout(store.shop, { orderId: null, intentId: null, sessionId: session });
    expect(await ask(sessionId)).toEqual({ ok: false, reason: "unpaid" });
    for (const other of [`${sessionId}x`, "cs_test_unknown", "cs_", "", "' or 1=1"]) {
      expect(await ask(other)).toEqual({ ok: false, reason: "not_found" });
    }
  });

  test("repeating the request gets no page once its checkout is over", async () => {
    const hosted = await host();
    store.clock.advance(42 * MINUTE);
    await expireHolds(store.shop);
    expect(await hosted.again()).toEqual({ ok: false, reason: "hold_expired" });
  });

  test("a card form's request under the same key is a different one", async () => {
    const { request } = await host();
    expect(await startCheckout(store.shop, { request })).toEqual({
      ok: false,
      reason: "idempotency_mismatch",
    });
  });

  test("a call that can't be stored leaves no checkout, and the shopper gets the page on the next attempt", async () => {
    const request = requestForCap();
    const db = failingStatements(store.shop, (text) =>
      text.startsWith('insert into "payment_operations"') ? new Error("gone") : null,
    );
    await expect(startHostedCheckout({ ...store.shop, db }, { request })).rejects.toThrow("gone");
    expect(await store.shop.db.selectFrom("checkouts").select("id").execute()).toEqual([]);
    expect(await startHostedCheckout(store.shop, { request })).toMatchObject({ ok: true });
  });

  test("a slow payment on the page succeeds later, or fails and can be abandoned", async () => {
    const page = await host();
    store.sandbox.controls.arm({ kind: "payment_processing", outcome: "failed" });
    expect((await payOnPage(page.url)).status).toBe(303);
    expect(await verifyCheckout(store.shop, { orderId: page.orderId, intentId: null })).toMatchObject({
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
    const hosted = await host();
    store.clock.advance(39 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 0, kept: 0 });
    store.clock.advance(3 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect((await pageOf(hosted.sessionId)).status).toBe("expired");
    expect((await payOnPage(hosted.url)).status).toBe(410);
    expect(await checkoutOf(hosted.orderId)).toMatchObject({ state: "expired", hold_active: false });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
    expect(await verifyCheckout(store.shop, { orderId: hosted.orderId, intentId: null })).toEqual({
      ok: false,
      reason: "canceled",
    });
    expect(await undoneOperations()).toEqual([]);
  });

  test("a checkout ends even when the statement that ends it loses a deadlock once", async () => {
    await host();
    store.clock.advance(60 * MINUTE);
    let deadlocks = 1;
    const db = failingStatements(store.shop, (text) => {
      const isVictim = text.includes("end_unpaid_checkout") && deadlocks-- > 0;
      return isVictim ? Object.assign(new Error("deadlock detected"), { code: "40P01" }) : null;
    });
    expect(await expireHolds({ ...store.shop, db })).toEqual({ closed: 1, kept: 0 });
    expect(deadlocks).toBeLessThan(1);
    expect(await stockOf(store.shop, cap)).toMatchObject([{ held: 0 }]);
  });

  test("a declined payment on the page is canceled with it", async () => {
    const hosted = await host();
    await payOnPage(hosted.url, DECLINED);
    const { intentId } = await pageOf(hosted.sessionId);
    await settlePayment(store.shop, { intentId: intentId ?? "", source: "webhook" });
    store.clock.advance(42 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await statusOf(intentId ?? "")).toBe("canceled");
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
  });

  test("the sweep finds a payment made on the page while the shop was down", async () => {
    const hosted = await host();
    await payOnPage(hosted.url);
    store.clock.advance(42 * MINUTE);
    const { expires_at } = await checkoutOf(hosted.orderId);
    await expireHolds(store.shop);
    expect(await orders()).toMatchObject([{ id: hosted.orderId, status: "paid", source: "sweep" }]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 3, held: 0 }]);
    // It holds nothing anymore, so no hold is kept.
    expect(await checkoutOf(hosted.orderId)).toMatchObject({ state: "completed", expires_at });
  });

  test("a checkout with a page keeps its stock while the provider can't be asked", async () => {
    await host();
    store.clock.advance(42 * MINUTE);
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 3 });
    expect(await expireHolds(store.shop)).toEqual({ closed: 0, kept: 1 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
  });

  test("[CK-6] while the provider is unreachable, the confirmation says so, and afterward that it is paid", async () => {
    const { orderId, url } = await host();
    await payOnPage(url);
    const verify = () => verifyCheckout(store.shop, { orderId, intentId: null });
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 3 });
    expect(await verify()).toEqual({ ok: false, reason: "unavailable" });
    store.sandbox.controls.clearFaults();
    expect(await verify()).toMatchObject({ ok: true, status: "paid" });
  });

  test("[CK-6] a checkout with a page keeps its stock while the provider refuses to report on the page", async () => {
    await host();
    store.clock.advance(42 * MINUTE);
    const refused = { ok: false, reason: "refused", message: "the key may not read sessions" } as const;
    const payments = { ...store.shop.payments, retrieveSession: async () => refused };
    expect(await expireHolds({ ...store.shop, payments })).toEqual({ closed: 0, kept: 1 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
  });

  test.each<[string, Partial<PaymentSession>]>([
    ["is still open after a declined card", { status: "open" }],
    ["is complete, without naming the payment", { status: "complete", intentId: null }],
    ["has an unknown status", { status: "paused" }],
  ])("[CK-6] a checkout keeps its stock while the provider says that its page %s", async (_what, said) => {
    const hosted = await host();
    await payOnPage(hosted.url, DECLINED);
    store.clock.advance(42 * MINUTE);
    const page: PaymentSession = { ...(await pageOf(hosted.sessionId)), ...said };
    const tell = async () => ({ ok: true, value: page }) as const;
    const payments = { ...store.shop.payments, retrieveSession: tell, expireSession: tell };
    expect(await expireHolds({ ...store.shop, payments })).toEqual({ closed: 0, kept: 1 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
  });

  test("a new checkout closes the old one's page, and a paid old one is returned instead", async () => {
    const page = await host();
    const second = await host({ supersedes: page.orderId });
    expect((await payOnPage(page.url)).status).toBe(410);
    expect(await checkoutOf(page.orderId)).toMatchObject({ state: "superseded", hold_active: false });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
    await payOnPage(second.url);
    expect(
      await startCheckout(store.shop, { request: requestForCap({ supersedes: second.orderId }) }),
    ).toMatchObject({ ok: false, reason: "already_paid", orderId: second.orderId });
    expect(await orders()).toHaveLength(1);
  });

  test("a page that is made while its checkout is replaced is never handed out, and is closed with the checkout", async () => {
    const request = requestForCap();
    const { payments } = store.shop;
    const createSession: PaymentProvider["createSession"] = async (...args) => {
      const made = await payments.createSession(...args);
      const { id } = await checkoutOf(request.orderId ?? "");
      await markSuperseded(store.shop.db, id, countedUuid(5));
      return made;
    };
    const shop = { ...store.shop, payments: { ...payments, createSession } };
    expect(await startHostedCheckout(shop, { request })).toEqual({ ok: false, reason: "hold_expired" });
    expect(await checkoutOf(request.orderId ?? "")).toMatchObject({ checkout_session_id: null });
    expect(await operations()).toMatchObject({ session: "todo" });
    store.clock.advance(42 * MINUTE);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
  });

  test("a page stored and paid after the sweep read the checkout becomes the order", async () => {
    const request = requestForCap();
    const silent: Shop = {
      ...store.shop,
      payments: { ...store.shop.payments, createSession: async () => noAnswer },
    };
    expect(await startHostedCheckout(silent, { request })).toMatchObject({ reason: "provider_unavailable" });
    const asRead = await findCheckoutByOrder(store.shop.db, request.orderId ?? "");
    if (!asRead) throw new Error("the checkout is gone");
    const page = await startHostedCheckout(store.shop, { request });
    if (!page.ok) throw new Error(page.reason);
    await payOnPage(page.url);
    store.clock.advance(42 * MINUTE);
    expect(await closeCheckout(store.shop, { checkout: asRead, source: "sweep" })).toMatchObject({
      ok: false,
      reason: "ordered",
    });
    expect(await orders()).toMatchObject([{ id: page.orderId, status: "paid" }]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 3, held: 0 }]);
  });

  test("[CK-6] a repeated request while the provider can't report on the page does not claim that nothing was charged", async () => {
    const hosted = await host();
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 3 });
    expect(await hosted.again()).toEqual({ ok: false, reason: "provider_unavailable" });
  });

  test("[TR-3] a page's hold is not extended: it lasts as long as the page", async () => {
    const hosted = await host();
    await payOnPage(hosted.url, DECLINED);
    const { intentId } = await pageOf(hosted.sessionId);
    await settlePayment(store.shop, { intentId: intentId ?? "", source: "webhook" });
    expect(await extendHold(store.shop, { orderId: hosted.orderId })).toEqual({
      ok: false,
      reason: "not_extended",
    });
  });

  test("[CK-6] the database itself refuses to end a checkout whose payment may still succeed", async () => {
    const page = await host();
    await payOnPage(page.url, DECLINED);
    const { intentId } = await pageOf(page.sessionId);
    await settlePayment(store.shop, { intentId: intentId ?? "", source: "webhook" });
    const { id } = await checkoutOf(page.orderId);
    const { rows } = await store.shop.pool.query("select end_unpaid_checkout($1, now()) as ended", [id]);
    expect(rows).toEqual([{ ended: false }]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 2 }]);
  });
});

const noAnswer: ProviderFailure = { ok: false, reason: "unavailable", message: "lost" };

/**
 * A provider whose n-th call from now is lost: either the request on its way there, or the response on its way back.
 */
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

describe("with any lost message", () => {
  async function quiet() {
    for (let round = 0; round < 4; round++) {
      store.clock.advance(90 * MINUTE);
      await store.sandbox.deliverDue();
      await expireHolds(store.shop);
      await reconcileOpenCheckouts(store.shop);
      await runDueOperations(store.shop);
    }
  }

  async function expectBooksAreClosed(orderId: string, isPaid: boolean) {
    const checkout = await checkoutOf(orderId);
    expect(checkout.hold_active).toBe(false);
    expect(isPaid ? ["completed"] : ["expired", "superseded"]).toContain(checkout.state);
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

  test.each(losses)("call %i, %s: the page can be requested again and is paid once", async (call, what) => {
    const form = await begin();
    const request = requestForCap({ supersedes: form.orderId });
    const { payments } = losing(store.shop.payments, call, what);
    const shop: Shop = { ...store.shop, payments };
    const first = await startHostedCheckout(shop, { request });
    const page = first.ok ? first : await startHostedCheckout(shop, { request });
    if (!page.ok) throw new Error(page.reason);
    expect((await payOnPage(page.url)).status).toBe(303);
    await quiet();
    await expectBooksAreClosed(page.orderId, true);
  });

  test.each(losses)("call %i, %s: an abandoned checkout leaves nothing behind", async (call, what) => {
    const form = await begin();
    const request = requestForCap({ supersedes: form.orderId });
    const { payments } = losing(store.shop.payments, call, what);
    await startHostedCheckout({ ...store.shop, payments }, { request });
    await quiet();
    for (const { order_id } of await store.shop.db.selectFrom("checkouts").select("order_id").execute())
      await expectBooksAreClosed(order_id, false);
  });

  test.each(losses)("call %i of the sweep, %s: a later sweep does it", async (call, what) => {
    const page = await host();
    await payOnPage(page.url, DECLINED);
    store.clock.advance(42 * MINUTE);
    const { payments } = losing(store.shop.payments, call, what);
    await expireHolds({ ...store.shop, payments });
    await quiet();
    await expectBooksAreClosed(page.orderId, false);
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
    for (const wrong of ["{", "[]", {}, { order_id: 7 }, { order_id: countedUuid(4) }, null]) {
      expect((await call(wrong)).status).toBe(400);
    }
    expect(await store.shop.db.selectFrom("checkouts").select("id").execute()).toEqual([]);
  });
});
