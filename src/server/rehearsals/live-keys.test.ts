// On both databases: what test keys have begun ends under live ones, by functions that hold and release stock.
import { afterEach, beforeEach, expect, test } from "vitest";
import { syncStart } from "#domain/order/sync-progress.ts";
import { OWNER as actor } from "#test/people.ts";
import { addProduct, stockOf } from "#test/products.ts";
import { sell, startSale } from "#test/sales.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { listAlerts } from "../alerts/list-alerts.ts";
import { expireHolds } from "../checkout/expire-holds.ts";
import { hostCheckout } from "../checkout/host-checkout.ts";
import { runDueOperations } from "../checkout/run-operations.ts";
import { runSyncStep } from "../orders/sync-orders.ts";
import { takesRealMoney } from "../payments/payment-provider.ts";
import { reconcileOpenCheckouts } from "../reconciliation/reconcile-payments.ts";
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

const useKeys = (payments: Payments) => Object.assign(store.shop, { payments });
const asLive = (payments: Payments): Payments => ({ ...payments, publishableKey: "pk_live_1" });

async function passHours(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    store.clock.advance(60 * 60_000);
    await expireHolds(store.shop);
    await runDueOperations(store.shop);
    await reconcileOpenCheckouts(store.shop);
  }
}

const checkouts = () => store.shop.db.selectFrom("checkouts").select(["state", "hold_active"]).execute();

test.each([
  ["form", "live"],
  ["page", "live"],
  ["form", "another account's test"],
  ["page", "another account's test"],
])("[EA-4] a test checkout (%s) that was open when %s keys were set ends by itself", async (way, keys) => {
  const productId = await addProduct(store.shop, { stock: { "": 2 } });
  const { orderId } = await startSale(store, { productId, quantity: 2 });
  if (way === "page") await hostCheckout(store.shop, { orderId });
  expect(takesRealMoney(store.shop.payments)).toBe(false);
  // The other account knows nothing of the payments before.
  useKeys(keys === "live" ? asLive(account.shop.payments) : account.shop.payments);
  await passHours(2);
  expect(await checkouts()).toEqual([{ state: "expired", hold_active: false }]);
  expect(await stockOf(store.shop, productId)).toMatchObject([{ on_hand: 2, held: 0 }]);
  expect(await listAlerts(store.shop)).toEqual([]);
  expect(await clearRehearsals(store.shop, { actor })).toEqual({ ok: true, cleared: 0 });
});

test("a checkout of live keys is not given up under test keys: it may still be paid", async () => {
  useKeys(asLive(store.shop.payments));
  const productId = await addProduct(store.shop, { stock: { "": 2 } });
  await startSale(store, { productId, quantity: 2 });
  useKeys(account.shop.payments);
  await passHours(2);
  expect(await checkouts()).toEqual([{ state: "paying", hold_active: true }]);
});

test("[EA-4] to sync all orders asks for no rehearsal under live keys, and never for a cleared one", async () => {
  await sell(store);
  const listed = async () => (await runSyncStep(store.shop, syncStart)).progress;
  expect(await listed()).toMatchObject({ synced: 1, total: 1, failed: 0 });
  const { payments } = store.shop;
  useKeys(asLive(account.shop.payments));
  expect(await listed()).toMatchObject({ synced: 0, total: 0, failed: 0 });
  useKeys(payments);
  await clearRehearsals(store.shop, { actor });
  expect(await listed()).toMatchObject({ synced: 0, total: 0, failed: 0 });
});
