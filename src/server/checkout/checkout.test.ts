import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { orderTransitions } from "#domain/order/order.ts";
import { keepQueries, planOf } from "#test/database/statements.ts";
import { pat } from "#test/sales/people.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { expectBooksRight } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { refreshCartLines } from "../catalog/refresh-cart.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { verifyCheckout } from "../orders/verify-checkout.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { listUnsettled } from "../payments/settlement-queries.ts";
import { reconcileOpenCheckouts, reconcilePayments } from "../reconciliation/reconcile-payments.ts";
import { expireHolds } from "./expire-holds.ts";
import { handleDueEvents, receiveEvent } from "./provider-events/receive-event.ts";
import { startCheckout } from "./start-checkout.ts";

const store = freshShop();
let requests = 0;

function requestFor(
  items: CheckoutRequest["items"],
  amountSeen: number,
  change: Partial<CheckoutRequest> = {},
): CheckoutRequest {
  requests += 1;
  return {
    idempotencyKey: `key-${requests}-of-a-shopper`,
    orderId: countedUuid(1_000_000 + requests),
    items,
    shipping: pat,
    amountSeen,
    supersedes: null,
    ...change,
  };
}

const one = (productId: string, variation = "", quantity = 1) => [{ productId, variation, quantity }];

async function start(request: CheckoutRequest) {
  const result = await startCheckout(store.shop, { request });
  if (!result.ok) throw new Error(result.reason);
  return result.started;
}

async function ordersWithItems() {
  return store.shop.db.selectFrom("orders").selectAll().orderBy("created_at").execute();
}

describe("starting a checkout", () => {
  test("[PY-7] a checkout is priced from the database, holds the stock, and charges exactly that amount", async () => {
    const polo = await addProduct(store.shop, { price: 7200, salePrice: 5400, stock: { S: 2, M: 3 } });
    const started = await start(requestFor(one(polo, "M", 2), 10_800 + 599));
    expect(started.totals).toEqual({ subtotal: 10_800, tax: 0, shipping: 599, total: 11_399 });
    expect(await stockOf(store.shop, polo)).toEqual([
      { variation: "S", on_hand: 2, held: 0 },
      { variation: "M", on_hand: 3, held: 2 },
    ]);
    const intent = await store.shop.payments.retrieveIntent(started.paymentIntentId);
    expect(intent.ok && intent.value).toMatchObject({ amount: 11_399, status: "requires_payment_method" });
    expect(await ordersWithItems()).toEqual([]);
  });

  test("[PY-7] a checkout refuses a total that the shopper did not see, with today's lines and totals", async () => {
    const cap = await addProduct(store.shop, { price: 3200 });
    const result = await startCheckout(store.shop, { request: requestFor(one(cap), 2999) });
    expect(result).toMatchObject({
      ok: false,
      reason: "total_changed",
      totals: { total: 3799 },
      lines: [{ unitPrice: 3200 }],
    });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
    expect(await store.shop.db.selectFrom("checkouts").selectAll().execute()).toEqual([]);
  });

  test("[PY-7] a total too large for any card is refused before anything is held or charged", async () => {
    const trophy = await addProduct(store.shop, { price: 99_999_999 });
    const dear = requestFor(one(trophy), 99_999_999 + 599);
    expect(await startCheckout(store.shop, { request: dear })).toMatchObject({
      ...{ ok: false, reason: "amount_out_of_range", totals: { total: 100_000_598 } },
    });
    await sql`update store_settings set shipping = shipping || '{"enableFlatRateShipping": false}'`.execute(
      store.shop.db,
    );
    const tee = await addProduct(store.shop, { price: 49 });
    expect(await startCheckout(store.shop, { request: requestFor(one(tee), 49) })).toMatchObject({
      ...{ ok: false, reason: "amount_out_of_range", totals: { total: 49 } },
    });
    expect(await store.shop.db.selectFrom("checkouts").select("id").execute()).toEqual([]);
  });

  test("[TR-3] the units of all lines count toward a visitor's limit, and no limit applies without a visitor", async () => {
    const polo = await addProduct(store.shop, { stock: { M: 100, L: 100 } });
    const request = () => requestFor([...one(polo, "M", 12), ...one(polo, "L", 13)], 25 * 3200 + 599);
    const visitor = { key: "a-network", isCapped: true, hasPaid: true };
    const held = async (asked: object) => {
      const answer = await startCheckout(store.shop, { request: request(), ...asked });
      return answer.ok && answer.started.isHeld;
    };
    expect([await held({ visitor }), await held({})]).toEqual([false, true]);
  });

  test("[PY-8] a checkout of more than the stock is refused, with the remaining stock", async () => {
    const cap = await addProduct(store.shop, { stock: { "": 2 } });
    const result = await startCheckout(store.shop, { request: requestFor(one(cap, "", 3), 10_199) });
    expect(result).toMatchObject({
      ok: false,
      reason: "out_of_stock",
      lines: [{ productId: cap, available: 2, quantity: 3 }],
    });
  });

  test.each([
    ["an id that never existed", countedUuid(999), ""],
    ["an unknown option", null, "XXL"],
  ])("refuses %s", async (_what, id, variation) => {
    const productId = id ?? (await addProduct(store.shop, { stock: { M: 3 } }));
    const result = await startCheckout(store.shop, { request: requestFor(one(productId, variation), 3799) });
    expect(result).toMatchObject({ ok: false, reason: "unknown_product", lines: [{ productId }] });
  });

  test("a checkout of a product that has since been archived is refused", async () => {
    const cap = await addProduct(store.shop, { status: "archived" });
    const result = await startCheckout(store.shop, { request: requestFor(one(cap), 3799) });
    expect(result).toMatchObject({ ok: false, reason: "unknown_product" });
  });

  test("the same request again is the same payment; the same key for something else is refused", async () => {
    const cap = await addProduct(store.shop);
    const request = requestFor(one(cap), 3799);
    const [first, second] = [await start(request), await start(request)];
    expect(second).toEqual(first);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 1 }]);
    const other = await startCheckout(store.shop, {
      request: { ...request, items: one(cap, "", 2), amountSeen: 6999 },
    });
    expect(other).toEqual({ ok: false, reason: "idempotency_mismatch" });
  });

  test("[PY-8] repeating a request whose payment was canceled elsewhere finds it ended, and holds nothing", async () => {
    const cap = await addProduct(store.shop);
    const request = requestFor(one(cap), 3799);
    const { paymentIntentId } = await start(request);
    await store.shop.payments.cancelIntent("made-in-the-dashboard", paymentIntentId);
    expect(await startCheckout(store.shop, { request })).toEqual({ ok: false, reason: "hold_expired" });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
  });

  test("after a lost response of the provider, the retry finds the same payment", async () => {
    const cap = await addProduct(store.shop);
    const request = requestFor(one(cap), 3799);
    store.sandbox.controls.arm({
      kind: "drop_answer",
      method: "POST",
      path: "/v1/payment_intents",
      times: 3,
    });
    expect(await startCheckout(store.shop, { request })).toEqual({
      ok: false,
      reason: "provider_unavailable",
    });
    const started = await start(request);
    const listed = await store.shop.payments.listIntents({ createdSince: 0, after: null });
    expect(listed.ok && listed.value.items.map((intent) => intent.id)).toEqual([started.paymentIntentId]);
  });

  test("a changed cart cancels the old payment before it holds stock again", async () => {
    const cap = await addProduct(store.shop, { stock: { "": 2 } });
    const first = requestFor(one(cap, "", 2), 6999);
    const old = await start(first);
    const changed = requestFor(one(cap), 3799, { supersedes: first.orderId });
    await start(changed);
    const canceled = await store.shop.payments.retrieveIntent(old.paymentIntentId);
    expect(canceled.ok && canceled.value.status).toBe("canceled");
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 2, held: 1 }]);
  });

  test("[PY-8] a checkout whose response was lost is closed when the browser replaces its predecessor again", async () => {
    const polo = await addProduct(store.shop, { stock: { M: 2 } });
    const first = requestFor(one(polo, "M", 1), 3799);
    const old = await start(first);
    const lost = await start(requestFor(one(polo, "M", 2), 6999, { supersedes: first.orderId }));
    const items = [{ productId: polo, selectedOption: "M" }];
    // It is still the browser's own.
    const available = async () => (await refreshCartLines(store.shop, items, first.orderId))[0]?.available;
    expect(await available()).toBe(2);
    const again = requestFor(one(polo, "M", 2), 6999, { supersedes: first.orderId });
    await start(again);
    // Repeating it gives the same result, and closes nothing of its own.
    await start(again);
    // Even when that response was lost, too.
    expect(await available()).toBe(2);
    for (const { paymentIntentId } of [old, lost]) {
      const intent = await store.shop.payments.retrieveIntent(paymentIntentId);
      expect(intent.ok && intent.value.status).toBe("canceled");
    }
    expect(await stockOf(store.shop, polo)).toEqual([{ variation: "M", on_hand: 2, held: 2 }]);
  });

  test("an ended checkout is replaced without a call to the provider, which may be down", async () => {
    const cap = await addProduct(store.shop);
    const first = requestFor(one(cap), 3799);
    await start(first);
    store.clock.advance(16 * 60_000);
    await expireHolds(store.shop);
    const cancelIntent = async () => ({ ok: false, reason: "unavailable", message: "lost" }) as const;
    const shop = { ...store.shop, payments: { ...store.shop.payments, cancelIntent } };
    const request = requestFor(one(cap), 3799, { supersedes: first.orderId });
    expect(await startCheckout(shop, { request })).toMatchObject({ ok: true });
  });

  test("a changed cart whose old payment had succeeded shows that order instead", async () => {
    const cap = await addProduct(store.shop);
    const first = requestFor(one(cap), 3799);
    await payAsShopper(store, await start(first), "4242424242424242");
    const result = await startCheckout(store.shop, {
      request: requestFor(one(cap, "", 2), 6999, { supersedes: first.orderId }),
    });
    expect(result).toMatchObject({ ok: false, reason: "already_paid", orderId: first.orderId });
    expect(await ordersWithItems()).toMatchObject([{ id: first.orderId, status: "paid" }]);
  });
});

describe("a payment becomes an order", () => {
  test("[PY-4] [CF-7] a payment becomes one order, with items, stock, history, and one email, however often it is settled", async () => {
    const polo = await addProduct(store.shop, { name: "Harbor Polo", price: 7200, stock: { M: 3 } });
    const started = await start(requestFor(one(polo, "M", 2), 14_999));
    await payAsShopper(store, started, "4242424242424242");
    const settle = () => settlePayment(store.shop, { intentId: started.paymentIntentId, source: "browser" });
    const results = [await settle(), await settle(), await settle()];
    expect(results.filter((result) => result.ok && result.updated)).toHaveLength(1);

    expect(await ordersWithItems()).toMatchObject([
      {
        id: started.orderId,
        status: "paid",
        total: 14_999,
        subtotal: 14_400,
        shipping: 599,
        amount_received: 14_999,
      },
    ]);
    const items = await store.shop.db.selectFrom("order_items").selectAll().execute();
    expect(items).toMatchObject([{ name: "Harbor Polo", variation: "M", quantity: 2, price: 7200 }]);
    expect(await stockOf(store.shop, polo)).toEqual([{ variation: "M", on_hand: 1, held: 0 }]);
    const events = await store.shop.db
      .selectFrom("order_events")
      .select(["from_status", "to_status"])
      .orderBy("id")
      .execute();
    expect(events).toEqual([
      { from_status: null, to_status: "pending" },
      { from_status: "pending", to_status: "paid" },
    ]);
    await sendDueMails(store.shop, { limit: 10 });
    await sendDueMails(store.shop, { limit: 10 });
    expect(store.mailbox.filter((mail) => mail.to.address === "pat@example.com")).toHaveLength(1);
  });

  test("a declined card leaves the hold and the same payment for another card", async () => {
    const cap = await addProduct(store.shop);
    const started = await start(requestFor(one(cap), 3799));
    await payAsShopper(store, started, "4000000000000002");
    expect(await verifyCheckout(store.shop, { orderId: started.orderId, intentId: null })).toEqual({
      ok: false,
      reason: "unpaid",
    });
    await payAsShopper(store, started, "4242424242424242");
    expect(await verifyCheckout(store.shop, { orderId: started.orderId, intentId: null })).toMatchObject({
      ok: true,
      status: "paid",
      updated: true,
    });
  });

  test("a slow payment that fails while the shopper tries another card fails alone, and the checkout continues", async () => {
    const cap = await addProduct(store.shop, { stock: { "": 1 } });
    const request = requestFor(one(cap), 3799);
    const { paymentIntentId } = await start(request);
    store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
    await payAsShopper(store, { paymentIntentId }, "4242424242424242");
    await settlePayment(store.shop, { intentId: paymentIntentId, source: "browser" });
    // The shop receives neither event before the bank asks the cardholder.
    store.sandbox.controls.settlePayment(paymentIntentId, "failed");
    await payAsShopper(store, { paymentIntentId }, "4000002500003155");
    expect(await settlePayment(store.shop, { intentId: paymentIntentId, source: "webhook" })).toMatchObject({
      intentStatus: "requires_action",
      previousStatus: "processing",
      status: "failed",
    });
    expect(await start(request)).toMatchObject({ paymentIntentId });
  });

  test("[PY-4] the browser never comes back: the webhook makes the order", async () => {
    const cap = await addProduct(store.shop);
    const started = await start(requestFor(one(cap), 3799));
    store.onWebhook(async (rawBody, signature) => {
      return (await receiveEvent(store.shop, { rawBody, signature })) === "received" ? 200 : 400;
    });
    await payAsShopper(store, started, "4242424242424242");
    await store.sandbox.deliverDue();
    expect(await ordersWithItems()).toMatchObject([
      { id: started.orderId, status: "paid", source: "webhook" },
    ]);
  });

  test("[PY-4] browser and webhook both lost: the reconciler makes the order", async () => {
    const cap = await addProduct(store.shop);
    const started = await start(requestFor(one(cap), 3799));
    await payAsShopper(store, started, "4242424242424242");
    expect(await reconcileOpenCheckouts(store.shop)).toMatchObject({ settled: 1, complete: true });
    expect(await ordersWithItems()).toMatchObject([
      { id: started.orderId, status: "paid", source: "reconciler" },
    ]);
    expect(await reconcilePayments(store.shop, { since: 0 })).toMatchObject({
      looked: 1,
      settled: 0,
      complete: true,
    });
  });

  test("[PY-4] the reconciler looks back to the oldest checkout that is unfinished, however many began since", async () => {
    const cap = await addProduct(store.shop);
    const first = await start(requestFor(one(cap), 3799));
    await payAsShopper(store, first, "4242424242424242");
    store.clock.advance(6 * 60_000);
    await start(requestFor(one(cap), 3799));
    expect(await reconcileOpenCheckouts(store.shop)).toMatchObject({ looked: 2, settled: 1, complete: true });
    expect(await ordersWithItems()).toMatchObject([{ id: first.orderId, status: "paid" }]);
  });

  test("[FN-5] a forged, an old, and a future event change nothing", async () => {
    const cap = await addProduct(store.shop);
    const started = await start(requestFor(one(cap), 3799));
    await payAsShopper(store, started, "4242424242424242");
    const sent: { body: string; signature: string }[] = [];
    store.onWebhook(async (body, signature) => {
      sent.push({ body, signature });
      return 200;
    });
    await store.sandbox.deliverDue();
    const event = sent.find(({ body }) => body.includes("payment_intent.succeeded"));
    if (!event) throw new Error("the sandbox sent no event");
    const receive = (rawBody: string, signature: string) => receiveEvent(store.shop, { rawBody, signature });
    expect(await receive(event.body.replace("succeeded", "succeedes"), event.signature)).toBe("refused");
    expect(await receive(event.body, "")).toBe("refused");
    store.clock.advance(301_000);
    expect(await receive(event.body, event.signature)).toBe("refused");
    store.clock.advance(-602_000);
    expect(await receive(event.body, event.signature)).toBe("refused");
    store.clock.advance(301_000);
    expect(await ordersWithItems()).toEqual([]);
    expect(await receive(event.body, event.signature)).toBe("received");
    expect(await receive(event.body, event.signature)).toBe("received");
    expect(await ordersWithItems()).toHaveLength(1);
  });

  test("[FN-5] an event that can't be handled right away is handled later", async () => {
    const cap = await addProduct(store.shop);
    const started = await start(requestFor(one(cap), 3799));
    store.onWebhook(async (rawBody, signature) => {
      if (/"type":\s*"payment_intent\.succeeded"/.test(rawBody))
        store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 3 });
      return (await receiveEvent(store.shop, { rawBody, signature })) === "received" ? 200 : 400;
    });
    await payAsShopper(store, started, "4242424242424242");
    await store.sandbox.deliverDue();
    expect(await ordersWithItems()).toEqual([]);
    store.clock.advance(60_000);
    await handleDueEvents(store.shop);
    expect(await ordersWithItems()).toHaveLength(1);
  });
});

describe("holds", () => {
  test("[PY-8] an unpaid hold ends after 15 minutes: first canceled, then released", async () => {
    const cap = await addProduct(store.shop);
    const started = await start(requestFor(one(cap), 3799));
    store.clock.advance(15 * 60_000 - 1);
    expect(await expireHolds(store.shop)).toEqual({ closed: 0, kept: 0 });
    store.clock.advance(2);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
    const intent = await store.shop.payments.retrieveIntent(started.paymentIntentId);
    expect(intent.ok && intent.value.status).toBe("canceled");
  });

  test("[PY-8] the sweep finds a payment that had succeeded and makes its order", async () => {
    const cap = await addProduct(store.shop);
    const started = await start(requestFor(one(cap), 3799));
    await payAsShopper(store, started, "4242424242424242");
    store.clock.advance(16 * 60_000);
    await expireHolds(store.shop);
    expect(await ordersWithItems()).toMatchObject([{ id: started.orderId, status: "paid", source: "sweep" }]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 4, held: 0 }]);
  });

  test("[FN-1] the log has a checkout's payment right away", async () => {
    const started = await start(requestFor(one(await addProduct(store.shop)), 3799));
    expect(await store.shop.db.selectFrom("payment_debug_logs").selectAll().execute()).toMatchObject([
      {
        payment_intent_id: started.paymentIntentId,
        payment_intent_status: "requires_payment_method",
        amount: 3799,
        created_at: new Date(store.clock.now()),
      },
    ]);
  });

  test("repeating the request of an open or ended checkout writes nothing", async () => {
    const { shop } = store;
    const { orderId } = await start(requestFor(one(await addProduct(shop)), 3799));
    const asks = () => verifyCheckout(shop, { orderId, intentId: null });
    const written = async () => {
      const { rows } = await sql<{ logs: number; version: string }>`
        select (select count(*)::integer from payment_debug_logs) as logs, xmin::text as version
        from checkouts`.execute(shop.db);
      return rows[0];
    };
    for (const reason of ["unpaid", "canceled"]) {
      expect(await asks()).toEqual({ ok: false, reason });
      const before = await written();
      for (const _ of [1, 2]) expect(await asks()).toEqual({ ok: false, reason });
      expect(await written()).toEqual(before);
      store.clock.advance(16 * 60_000);
      await expireHolds(shop);
    }
  });

  test("an ended hold keeps its stock while the provider can't be asked", async () => {
    const cap = await addProduct(store.shop);
    await start(requestFor(one(cap), 3799));
    store.clock.advance(16 * 60_000);
    store.sandbox.controls.arm({ kind: "server_error", method: "POST", times: 3 });
    expect(await expireHolds(store.shop)).toEqual({ closed: 0, kept: 1 });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 1 }]);
    store.sandbox.controls.clearFaults();
    store.clock.advance(15 * 60_000);
    expect(await expireHolds(store.shop), "it is kept for the length of a hold").toEqual({
      closed: 0,
      kept: 0,
    });
    store.clock.advance(1);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
  });

  test("[PY-8] keeping one hold extends no other", async () => {
    const cap = await addProduct(store.shop, { stock: { "": 40 } });
    await start(requestFor(one(cap), 3799));
    store.clock.advance(10 * 60_000);
    const other = await start(requestFor(one(cap), 3799));
    store.clock.advance(6 * 60_000);
    store.sandbox.controls.arm({ kind: "server_error", method: "POST", times: 3 });
    expect(await expireHolds(store.shop)).toEqual({ closed: 0, kept: 1 });
    const { expires_at } = await store.shop.db
      .selectFrom("checkouts")
      .select("expires_at")
      .where("order_id", "=", other.orderId)
      .executeTakeFirstOrThrow();
    expect(expires_at.toISOString()).toBe(other.expiresAt);
  });
});

describe("the database itself", () => {
  test("the checkouts of listed payments are found by their index, with any checkout id in the payment", async () => {
    const { db, payments } = store.shop;
    await start(requestFor(one(await addProduct(store.shop)), 3799));
    await reconcileOpenCheckouts(store.shop);
    const listed = await payments.listIntents({ createdSince: 0, after: null });
    const ours = listed.ok ? listed.value.items : [];
    const foreign = ours.map((intent) => ({ ...intent, id: "pi_foreign", checkoutId: "their cart 7" }));
    const { listening, asked } = keepQueries(db);
    expect(await listUnsettled(listening, [...ours, ...foreign])).toMatchObject([
      { checkoutId: "their cart 7" },
    ]);
    const plan = await db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      return planOf(tx, asked[0]);
    });
    expect(plan).toContain("checkouts_pkey");
    expect(plan).not.toContain("Seq Scan");
  });

  test("[DB-2] create_order_with_items is atomic and refuses to sell more than the stock", async () => {
    const [cap, rare] = [await addProduct(store.shop), await addProduct(store.shop, { stock: { "": 1 } })];
    const create = (quantity: number) =>
      sql<{ id: string }>`
      select create_order_with_items(null, ${3200 + 3200 * quantity}, null, ${JSON.stringify({ customer_name: "Pat Example" })}::jsonb,
        ${JSON.stringify([
          { product_id: cap, quantity: 1, price: 3200, variation: null },
          { product_id: rare, quantity, price: 3200, variation: null },
        ])}::jsonb) as id`.execute(store.shop.db);
    await expect(create(2)).rejects.toMatchObject({ hint: "out_of_stock" });
    expect(await ordersWithItems()).toEqual([]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
    await create(1);
    expect(await ordersWithItems()).toMatchObject([{ total: 6400, subtotal: 6400, status: "pending" }]);
    expect(await stockOf(store.shop, rare)).toEqual([{ variation: "", on_hand: 0, held: 0 }]);
  });

  test("[DB-2] create_order_with_items takes discounted lines as a discount, but not cheaper shipping", async () => {
    const cap = await addProduct(store.shop);
    const items = [{ product_id: cap, quantity: 2, price: 3200, variation: null, discount_cents: 400 }];
    await sql`select create_order_with_items(null, 6599, null, '{}', ${JSON.stringify(items)}::jsonb)`.execute(
      store.shop.db,
    );
    expect(await ordersWithItems()).toMatchObject([
      { subtotal: 6400, discount: 400, shipping: 599, total: 6599 },
    ]);
  });

  test("[DB-2] decrease_product_stock never goes below zero nor into held stock", async () => {
    const cap = await addProduct(store.shop, { stock: { "": 3 } });
    await start(requestFor(one(cap, "", 2), 6999));
    const decrease = (quantity: number | null) =>
      sql`select decrease_product_stock(${cap}, ${quantity})`.execute(store.shop.db);
    await expect(decrease(2)).rejects.toMatchObject({ hint: "out_of_stock" });
    for (const none of [0, null])
      await expect(decrease(none)).rejects.toMatchObject({ hint: "bad_quantity" });
    await decrease(1);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 2, held: 2 }]);
    const movements = store.shop.db.selectFrom("stock_movements").select(["quantity", "source"]);
    expect(await movements.where("kind", "=", "sale").execute()).toEqual([
      { quantity: -1, source: "procedure" },
    ]);
  });

  test("[DB-2] decrease_product_stock takes from the options in order unless one is named, all or nothing", async () => {
    const polo = await addProduct(store.shop, { stock: { S: 2, M: 3, L: 1 } });
    await start(requestFor(one(polo, "S", 1), 3799));
    const decrease = (quantity: number | null) =>
      sql`select decrease_product_stock(p_product_id => ${polo}, p_quantity => ${quantity})`.execute(
        store.shop.db,
      );
    const onHand = async () =>
      Object.fromEntries((await stockOf(store.shop, polo)).map((line) => [line.variation, line.on_hand]));
    await expect(decrease(6)).rejects.toMatchObject({ hint: "out_of_stock" });
    for (const none of [0, null])
      await expect(decrease(none)).rejects.toMatchObject({ hint: "bad_quantity" });
    expect(await onHand()).toEqual({ S: 2, M: 3, L: 1 });
    await decrease(3);
    // One S is held.
    expect(await onHand()).toEqual({ S: 1, M: 1, L: 1 });
    await sql`select decrease_product_stock(${polo}, 1, 'L')`.execute(store.shop.db);
    await expect(
      sql`select decrease_product_stock(${polo}, 1, 'XL')`.execute(store.shop.db),
    ).rejects.toMatchObject({ hint: "unknown_product" });
    await decrease(1);
    expect(await onHand()).toEqual({ S: 1, M: 0, L: 0 });
    // An order line names its option, so its units can be returned to it.
    const items = JSON.stringify([{ product_id: polo, quantity: 1, price: 3200, variation: null }]);
    await expect(
      sql`select create_order_with_items(null, 3200, null, '{}'::jsonb, ${items}::jsonb)`.execute(
        store.shop.db,
      ),
    ).rejects.toMatchObject({ hint: "unknown_product" });
    await expectBooksRight(store);
  });

  test("the database allows exactly the status changes in the domain's table", async () => {
    const rows = await store.shop.db.selectFrom("order_transitions").selectAll().execute();
    const inDatabase = rows.map((row) => `${row.from_status} → ${row.to_status}`).sort();
    const inDomain = Object.entries(orderTransitions).flatMap(([from, tos]) =>
      tos.map((to) => `${from} → ${to}`),
    );
    expect(inDatabase).toEqual(inDomain.sort());
  });

  test("the database refuses any other change of an order's status, and ignores a repeated one", async () => {
    const started = await start(requestFor(one(await addProduct(store.shop)), 3799));
    await payAsShopper(store, started, "4242424242424242");
    await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "browser" });
    const move = (status: string) => store.shop.db.updateTable("orders").set({ status }).execute();
    await move("paid");
    await expect(move("failed")).rejects.toThrow("an order that is paid cannot become failed");
    expect(await ordersWithItems()).toMatchObject([{ status: "paid" }]);
  });

  test("product stock is always what can be sold of its options", async () => {
    const polo = await addProduct(store.shop, { stock: { S: 2, M: 3 } });
    await start(requestFor(one(polo, "M", 2), 6999));
    const product = await store.shop.db
      .selectFrom("products")
      .select("stock")
      .where("id", "=", polo)
      .executeTakeFirstOrThrow();
    expect(product.stock).toBe(3);
  });
});
