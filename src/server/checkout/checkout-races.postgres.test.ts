// Concurrent requests of one checkout: never two payments, two pages, or two orders.
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { pat } from "#test/sales/people.ts";
import { GOOD_CARD, requestSale, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper, payOnProvidersPage } from "#test/sales/shopper.ts";
import { expectBooksRight } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { CLIENT_IP_HEADER } from "../core/client-ip.ts";
import { functionRoutes } from "../http/functions/function-routes.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { verifyCheckout } from "../orders/verify-checkout.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { reconcileOpenCheckouts } from "../reconciliation/reconcile-payments.ts";
import { expireHolds } from "./expire-holds.ts";
import { startHostedCheckout } from "./host-checkout.ts";
import { startCheckout } from "./start-checkout.ts";

const store = freshShop();
let cap: string;
beforeEach(async () => {
  cap = await addProduct(store.shop, { stock: { "": 5 } });
});

const confirmations = async () => {
  await sendDueMails(store.shop, { limit: 10 });
  return store.mailbox.filter(({ to }) => to.address === pat.email).length;
};

test("a double click that arrives at the same moment makes one payment", async () => {
  const request: CheckoutRequest = {
    idempotencyKey: "clicked-three-times",
    orderId: countedUuid(1_000_000),
    items: [{ productId: cap, variation: "", quantity: 1 }],
    shipping: pat,
    amountSeen: 3799,
    supersedes: null,
  };
  const answers = await Promise.all([1, 2, 3].map(() => startCheckout(store.shop, { request })));
  const intents = new Set(answers.map((answer) => (answer.ok ? answer.intentId : answer.reason)));
  expect(intents.size).toBe(1);
  expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 1 }]);
});

test("[PY-4] [CF-7] a payment that is settled three times at the same moment becomes one order with one confirmation", async () => {
  const started = await startSale(store, { productId: cap });
  await payAsShopper(store, started, GOOD_CARD);
  const settle = () => settlePayment(store.shop, { intentId: started.paymentIntentId, source: "browser" });
  const results = await Promise.all([settle(), settle(), settle()]);
  expect(results.filter((result) => result.ok && result.updated)).toHaveLength(1);
  expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 3, held: 0 }]);
  expect(await confirmations()).toBe(1);
  await expectBooksRight(store);
});

test("[FN-4] three concurrent tabs get the same provider's page, and its payment makes one order for all of them", async () => {
  const { request } = await requestSale(store, { productId: cap });
  const orderId = request.orderId ?? "";
  const host = () => startHostedCheckout(store.shop, { request });
  const pages = (await Promise.all([host(), host(), host()])).flatMap((page) => (page.ok ? [page] : []));
  expect(pages).toHaveLength(3);
  expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
  expect((await payOnProvidersPage(store, pages[0]?.url ?? "", GOOD_CARD)).status).toBe(303);
  const sessionId = pages[0]?.sessionId ?? "";
  const answers = await Promise.all([
    verifyCheckout(store.shop, { orderId: null, intentId: null, sessionId }),
    verifyCheckout(store.shop, { orderId, intentId: null }),
    reconcileOpenCheckouts(store.shop),
  ]);
  for (const answer of answers.slice(0, 2))
    expect(answer).toMatchObject({ ok: true, orderId, status: "paid", total: 6999 });
  expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 3, held: 0 }]);
  expect(await confirmations()).toBe(1);
  await expectBooksRight(store);
});

async function isUnfinished(orderId: string): Promise<boolean> {
  const { state } = await store.shop.db
    .selectFrom("checkouts")
    .select("state")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return state === "open" || state === "paying";
}

test("[FN-4] the card form is closed for the page and for another form that replace it at the same moment", async () => {
  const reached = { pages: 0, forms: 0 };
  for (let round = 0; round < 16; round++) {
    const first = await startSale(store, { productId: cap });
    const change = { supersedes: first.orderId };
    // Each round delays one side a little more, so that they meet at every step.
    const later = async () => {
      for (let turn = 0; turn < round; turn++) await store.shop.pool.query("select 1");
      return startSale(store, { productId: cap, change }).catch(() => null);
    };
    const { request } = await requestSale(store, { productId: cap, change });
    const [page, form] = await Promise.all([startHostedCheckout(store.shop, { request }), later()]);
    const open = store.sandbox.controls.sessions().filter(({ status }) => status === "open");
    const alive = store.sandbox.controls.payments().filter(({ status }) => status !== "canceled");
    const isFirstOver = alive.every(({ id }) => id !== first.paymentIntentId);
    expect(isFirstOver).toBe(true);
    // The later one also closes the earlier one, even when that one got its response.
    expect(open.length).toBe(page.ok && (await isUnfinished(page.orderId)) ? 1 : 0);
    expect(alive.length).toBe(form && (await isUnfinished(form.orderId)) ? 1 : 0);
    reached.pages += page.ok ? 1 : 0;
    reached.forms += form ? 1 : 0;
    store.clock.advance(2 * 60 * 60_000);
    await expireHolds(store.shop);
    await expireHolds(store.shop);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
  }
  expect(reached.pages).toBeGreaterThan(2);
  expect(reached.forms).toBeGreaterThan(2);
});

// An unhandled error would end the process and fail this run.
test("[EA-5] a returning shopper's cart is refreshed while the database fails: an error, and the shop keeps running", async () => {
  const { orderId } = await sell(store, { productId: cap });
  const ask = (path: string, body: object, cookie = "") =>
    functionRoutes(store.shop)
      .onError((_error, c) => c.text("failed", 500))
      .request(path, {
        method: "POST",
        headers: { [CLIENT_IP_HEADER]: "203.0.113.9", Cookie: cookie },
        body: JSON.stringify(body),
      });
  const verified = await ask("/verify-checkout-session", { order_id: orderId });
  const cookie = verified.headers.get("Set-Cookie")?.split(";")[0] ?? "";
  expect(cookie).not.toBe("");
  const refresh = async () => {
    const items = [{ product_id: cap, selectedOption: null }];
    return (await ask("/refresh-cart", { items }, cookie)).status;
  };
  await sql`alter table products rename to products_away`.execute(store.shop.db);
  expect(await refresh()).toBe(500);
  await sql`alter table products_away rename to products`.execute(store.shop.db);
  expect(await refresh()).toBe(200);
});
