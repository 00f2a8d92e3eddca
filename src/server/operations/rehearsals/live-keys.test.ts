import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { syncStart } from "#domain/order/sync-progress.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { GOOD_CARD, loadOrderRow, sell, startPage, startSale } from "#test/sales/sales.ts";
import { payAsShopper, payOnProvidersPage } from "#test/sales/shopper.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { createTestShop, type TestShop } from "#test/shop/shop.ts";
import { expireHolds } from "../../checkout/expire-holds.ts";
import { runDueOperations } from "../../checkout/run-operations.ts";
import { workQueues } from "../../core/work-queues.ts";
import { runSyncStep } from "../../orders/sync-orders.ts";
import { takesRealMoney } from "../../payments/payment-provider.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { reconcileOpenCheckouts } from "../../reconciliation/reconcile-payments.ts";
import { closeAlert } from "../alerts/decide-alert.ts";
import { listAlerts } from "../alerts/list-alerts.ts";
import { clearRehearsals } from "./clear-rehearsals.ts";

let store: TestShop;
/** Another account at the provider. */
let account: TestShop;
beforeEach(async () => {
  store = await createTestShop();
  account = await createTestShop();
});
afterEach(async () => {
  await store.close();
  await account.close();
});

type Payments = TestShop["shop"]["payments"];

const setKeys = (payments: Payments) => Object.assign(store.shop, { payments });
const asLive = (payments: Payments): Payments => ({ ...payments, publishableKey: "pk_live_1" });

async function passHours(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    store.clock.advance(60 * 60_000);
    await expireHolds(store.shop);
    await runDueOperations(store.shop);
    await reconcileOpenCheckouts(store.shop);
  }
}

/** A shopper tries a card on the provider's page and is declined, and the shop receives the payment's event. */
async function declineOnPage(): Promise<void> {
  const [page] = store.sandbox.controls.sessions();
  await payOnProvidersPage(store, page?.url ?? "", "4000 0000 0000 0002");
  const intentId = store.sandbox.controls.sessions()[0]?.payment_intent;
  if (typeof intentId !== "string") throw new Error("no payment was tried");
  await settlePayment(store.shop, { intentId, source: "webhook" });
}

const checkouts = () => store.shop.db.selectFrom("checkouts").select(["state", "hold_active"]).execute();

test.each([
  ["form", "live"],
  ["page", "live"],
  ["form", "another account's test"],
  ["page", "another account's test"],
  ["page with a declined card", "live"],
])(
  "[EA-4] a test checkout (%s) that was open when %s keys were set ends automatically",
  async (way, keys) => {
    const productId = await addProduct(store.shop, { stock: { "": 2 } });
    await (way === "form" ? startSale : startPage)(store, { productId, quantity: 2 });
    if (way === "page with a declined card") await declineOnPage();
    expect(takesRealMoney(store.shop.payments)).toBe(false);
    // The other account does not know the earlier payments.
    setKeys(keys === "live" ? asLive(account.shop.payments) : account.shop.payments);
    await passHours(2);
    expect(await checkouts()).toEqual([{ state: "expired", hold_active: false }]);
    expect(await stockOf(store.shop, productId)).toMatchObject([{ on_hand: 2, held: 0 }]);
    expect(await listAlerts(store.shop)).toEqual([]);
    expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 0 });
  },
);

test("a checkout of live keys is not written off under test keys, since it may still be paid", async () => {
  setKeys(asLive(store.shop.payments));
  const productId = await addProduct(store.shop, { stock: { "": 2 } });
  await startSale(store, { productId, quantity: 2 });
  setKeys(account.shop.payments);
  await passHours(2);
  expect(await checkouts()).toEqual([{ state: "paying", hold_active: true }]);
});

describe("a checkout that was open when the keys of another live account were set", () => {
  /** All attempts of a call take 35 hours; each hour here is one. */
  const UNTIL_GIVEN_UP = 48;
  let productId: string;

  async function begin<Started>(
    start: (by: TestShop, sale: { productId: string; quantity: number }) => Started,
  ) {
    setKeys(asLive(store.shop.payments));
    productId = await addProduct(store.shop, { stock: { "": 2 } });
    return start(store, { productId, quantity: 2 });
  }

  /** As if all attempts but the last had been made. */
  const passTries = () =>
    store.shop.db
      .updateTable("payment_operations")
      .set({ attempts: workQueues.operations.attemptsMax - 1 })
      .where("state", "=", "todo")
      .execute();

  async function leaveToOwner(
    { tries }: { tries: "all" | "the last one" } = { tries: "the last one" },
  ): Promise<string[]> {
    setKeys(asLive(account.shop.payments));
    if (tries === "all") await passHours(UNTIL_GIVEN_UP);
    else {
      await passHours(2);
      await passTries();
      await passHours(2);
    }
    const alerts = await listAlerts(store.shop);
    expect(alerts.map(({ reason }) => reason)).toEqual(alerts.map(() => expect.stringContaining("account")));
    return alerts.map(({ id }) => id);
  }

  const openCalls = () =>
    store.shop.db.selectFrom("payment_operations").select("key").where("state", "=", "todo").execute();

  const close = (id: string) => closeAlert(store.shop, { id, actor, note: "the business was sold" });

  test.each(["form", "page"])("[PY-8] it (%s) ends when the owner closes the alert about it", async (way) => {
    await (way === "page" ? begin(startPage) : begin(startSale));
    const [id = "", ...others] = await leaveToOwner({ tries: way === "form" ? "all" : "the last one" });
    expect(others).toEqual([]);
    expect(await checkouts()).toEqual([{ state: "paying", hold_active: true }]);
    expect(await close(id)).toEqual({ ok: true, what: "operation" });
    expect(await checkouts()).toEqual([{ state: "expired", hold_active: false }]);
    expect(await stockOf(store.shop, productId)).toMatchObject([{ on_hand: 2, held: 0 }]);
    await passHours(2);
    expect(await listAlerts(store.shop)).toEqual([]);
    expect(await openCalls()).toEqual([]);
  });

  test("[PY-8] if a process dies after the alert was closed, the sweep ends the checkout", async () => {
    await begin(startSale);
    const [id = ""] = await leaveToOwner();
    const { pool } = store.shop;
    const broken = { query: () => Promise.reject(new Error("gone")) } as unknown as typeof pool;
    await expect(closeAlert({ ...store.shop, pool: broken }, { id, actor, note: "sold" })).rejects.toThrow(
      "gone",
    );
    expect(await checkouts()).toEqual([{ state: "paying", hold_active: true }]);
    await passHours(1);
    expect(await checkouts()).toEqual([{ state: "expired", hold_active: false }]);
  });

  test("[PY-8] a payment that arrives once the old keys are back makes its order", async () => {
    const { payments } = store.shop;
    const started = await begin(startSale);
    const [id = ""] = await leaveToOwner();
    expect(await close(id)).toMatchObject({ ok: true });
    setKeys(asLive(payments));
    await payAsShopper(store, started, GOOD_CARD);
    await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "webhook" });
    expect(await loadOrderRow(store, started.orderId)).toMatchObject({ status: "paid" });
    expect(await checkouts()).toEqual([{ state: "completed", hold_active: false }]);
    expect(await stockOf(store.shop, productId)).toMatchObject([{ on_hand: 0, held: 0 }]);
  });

  test("[PY-8] it can't be closed once the old keys are back, or while the provider does not respond", async () => {
    const { payments } = store.shop;
    const started = await begin(startSale);
    const [id = ""] = await leaveToOwner();
    account.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 10 });
    expect(await close(id)).toEqual({ ok: false, reason: "still_open" });
    account.sandbox.controls.clearFaults();
    setKeys(asLive(payments));
    expect(await close(id)).toEqual({ ok: false, reason: "still_open" });
    await payAsShopper(store, started, GOOD_CARD);
  });

  test("[PY-8] it can't be closed while the bank is processing, because its order waits for the money", async () => {
    const { paymentIntentId } = await begin(startSale);
    const [id = ""] = await leaveToOwner();
    const { db } = store.shop;
    const decides = db.updateTable("checkouts").set({ intent_status: "processing" });
    await decides.where("payment_intent_id", "=", paymentIntentId).execute();
    expect(await close(id)).toEqual({ ok: false, reason: "still_open" });
  });
});

test("a checkout that can't be ended does not make reconciliation look back further than a month", async () => {
  const DAY_MS = 24 * 60 * 60_000;
  await startSale(store);
  const { payments } = store.shop;
  const since: number[] = [];
  setKeys({
    ...payments,
    listIntents: (query) => {
      since.push(store.clock.now() - query.createdSince);
      return payments.listIntents(query);
    },
  });
  store.clock.advance(29 * DAY_MS);
  await reconcileOpenCheckouts(store.shop);
  store.clock.advance(60 * DAY_MS);
  await reconcileOpenCheckouts(store.shop);
  expect(since).toEqual([29 * DAY_MS + 5 * 60_000, 30 * DAY_MS]);
});

test("[EA-4] syncing all orders skips test orders under live keys, and always skips cleared ones", async () => {
  await sell(store);
  const listed = async () => (await runSyncStep(store.shop, syncStart)).progress;
  expect(await listed()).toMatchObject({ synced: 1, total: 1, failed: 0 });
  const { payments } = store.shop;
  setKeys(asLive(account.shop.payments));
  expect(await listed()).toMatchObject({ synced: 0, total: 0, failed: 0 });
  setKeys(payments);
  await clearRehearsals(store.shop, { actor });
  expect(await listed()).toMatchObject({ synced: 0, total: 0, failed: 0 });
});
