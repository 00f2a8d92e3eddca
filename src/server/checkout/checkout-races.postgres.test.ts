// Requests of one checkout that arrive at the same moment: never two payments, two pages or two orders.
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { pat } from "#test/sales/people.ts";
import { GOOD_CARD, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper, payOnProvidersPage } from "#test/sales/shopper.ts";
import { expectBooksRight } from "#test/shop/books.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid, createTestShop, type TestShop } from "#test/shop/shop.ts";
import { CLIENT_IP_HEADER } from "../client-ip.ts";
import { functionRoutes } from "../http/functions/function-routes.ts";
import { sendDueMails } from "../mail/send-due-mails.ts";
import { verifyCheckout } from "../orders/verify-checkout.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { reconcileOpenCheckouts } from "../reconciliation/reconcile-payments.ts";
import { expireHolds } from "./expire-holds.ts";
import { hostCheckout } from "./host-checkout.ts";
import { startCheckout } from "./start-checkout.ts";

let store: TestShop;
let cap: string;
beforeEach(async () => {
  store = await createTestShop();
  cap = await addProduct(store.shop, { stock: { "": 5 } });
});
afterEach(() => store.close());

async function host(orderId: string) {
  const hosted = await hostCheckout(store.shop, { orderId });
  if (!hosted.ok) throw new Error(hosted.reason);
  return hosted;
}

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

test("[FN-4] the provider's page is the same for three tabs at the same moment, and its payment one order for all who ask", async () => {
  const { orderId, paymentIntentId } = await startSale(store, { productId: cap });
  const pages = await Promise.all([host(orderId), host(orderId), host(orderId)]);
  expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
  expect((await payOnProvidersPage(store, pages[0]?.url ?? "", GOOD_CARD)).status).toBe(303);
  const sessionId = pages[0]?.sessionId ?? "";
  const answers = await Promise.all([
    verifyCheckout(store.shop, { orderId: null, intentId: null, sessionId }),
    verifyCheckout(store.shop, { orderId, intentId: null }),
    verifyCheckout(store.shop, { orderId: null, intentId: paymentIntentId }),
    reconcileOpenCheckouts(store.shop),
  ]);
  for (const answer of answers.slice(0, 3))
    expect(answer).toMatchObject({ ok: true, orderId, status: "paid", total: 6999 });
  expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 3, held: 0 }]);
  expect(await confirmations()).toBe(1);
  await expectBooksRight(store);
});

/** Whether the page that was asked for, if any, can still be paid. */
async function findPage(orderId: string) {
  const asked = await store.shop.db
    .selectFrom("payment_operations")
    .innerJoin("checkouts", "checkouts.id", "payment_operations.checkout_id")
    .select("result_id")
    .where("checkouts.order_id", "=", orderId)
    .where("kind", "=", "session")
    .executeTakeFirst();
  if (!asked?.result_id) return null;
  const page = await store.shop.payments.retrieveSession(asked.result_id);
  if (!page.ok) throw new Error(page.reason);
  return { isOpen: page.value.status === "open" };
}

test("[FN-4] of the provider's page and a new checkout asked for at the same moment never both can be paid", async () => {
  const reached = { pages: 0, replaced: 0 };
  for (let round = 0; round < 16; round++) {
    const first = await startSale(store, { productId: cap });
    // Each round lets the other one be a little later, so that they meet at every step.
    const later = async () => {
      for (let turn = 0; turn < round; turn++) await store.shop.pool.query("select 1");
      return startSale(store, { productId: cap, change: { supersedes: first.orderId } }).catch(() => null);
    };
    const [hosted, second] = await Promise.all([
      hostCheckout(store.shop, { orderId: first.orderId }),
      later(),
    ]);
    const page = await findPage(first.orderId);
    if (hosted.ok) expect(page).not.toBeNull();
    const alive = store.sandbox.controls.payments().filter((payment) => payment.status !== "canceled");
    expect(alive.length + (page?.isOpen ? 1 : 0)).toBeLessThanOrEqual(1);
    if (second) {
      const { hold_active } = await store.shop.db
        .selectFrom("checkouts")
        .select("hold_active")
        .where("order_id", "=", first.orderId)
        .executeTakeFirstOrThrow();
      expect(hold_active).toBe(false);
    }
    reached.pages += page ? 1 : 0;
    reached.replaced += second ? 1 : 0;
    store.clock.advance(2 * 60 * 60_000);
    await expireHolds(store.shop);
    await expireHolds(store.shop);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 5, held: 0 }]);
  }
  expect(reached.pages).toBeGreaterThan(2);
  expect(reached.replaced).toBeGreaterThan(2);
});

// An error that nobody waits for yet would end the process, and fails this run.
test("[EA-5] a returning shopper's cart is refreshed while the database fails: an error, and the shop goes on", async () => {
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
