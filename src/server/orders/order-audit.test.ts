// The audit entries of canceling and syncing orders stand or fall with what they tell.

import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { historyOf, loadOrderRow, sellFailed } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import type { Shop } from "../core/shop.ts";
import { cancelOrder } from "./changes/cancel-order.ts";
import { findSync, startSync, stopSync } from "./sync-orders.ts";

const actor = "owner@example.com";
const store = freshShop();

class ProcessDied extends Error {}

const cancel = (orderId: string) => cancelOrder(store.shop, { orderId, actor });

const dies = (): never => {
  throw new ProcessDied();
};

/** Shops that die on the way. */
const deaths: Record<string, (shop: Shop) => Shop> = {
  "before the provider is asked": (shop) => ({ ...shop, payments: { ...shop.payments, cancelIntent: dies } }),
  "after the provider has canceled": (shop) => {
    const cancelIntent: Shop["payments"]["cancelIntent"] = (key, id) =>
      shop.payments.cancelIntent(key, id).then(dies);
    return { ...shop, payments: { ...shop.payments, cancelIntent } };
  },
  "after the books have heard of it": (shop) => ({ ...shop, wakeWorker: dies }),
};

async function cancelAndDie(death: string, orderId: string): Promise<void> {
  const dying = deaths[death]?.(store.shop) ?? store.shop;
  await expect(cancelOrder(dying, { orderId, actor })).rejects.toThrow(ProcessDied);
}

function entries() {
  return store.shop.db.selectFrom("admin_audit").select(["actor", "action", "object", "after"]).execute();
}

describe("canceling an order", () => {
  test.each(Object.keys(deaths))(
    "the entry is kept when the process that cancels dies %s, and a second press adds none",
    async (death) => {
      const { orderId } = await sellFailed(store);
      await cancelAndDie(death, orderId);
      const entry = { actor, action: "order.canceled", object: orderId, after: { from: "failed" } };
      expect(await entries()).toEqual([entry]);
      expect(await cancel(orderId)).toEqual({ ok: true, status: "canceled" });
      expect(await entries()).toEqual([entry]);
      expect(await historyOf(store, orderId)).toEqual(["pending", "processing", "failed", "canceled"]);
    },
  );

  /** An order of two of the product's units. */
  async function enterBySql(productId: string, intentId: string | null): Promise<string> {
    const items = JSON.stringify([{ product_id: productId, quantity: 2, price: 3200, variation: null }]);
    const { rows } = await sql<{ id: string }>`
      select create_order_with_items(null, 6400, ${intentId}, '{}', ${items}::jsonb) as id`.execute(
      store.shop.db,
    );
    return rows[0]?.id ?? "";
  }

  test("an order that was entered by SQL restocks its units, and the worker is notified, once", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 3 } });
    const orderId = await enterBySql(productId, null);
    const told: string[] = [];
    const shop: Shop = {
      ...store.shop,
      wakeWorker: () => void told.push("worker"),
    };
    const asked = { orderId, actor };
    expect(await cancelOrder(shop, asked)).toEqual({ ok: true, status: "canceled" });
    expect(told).toEqual(["worker"]);
    expect(await stockOf(store.shop, productId)).toMatchObject([{ on_hand: 3 }]);
    const { db } = store.shop;
    const restocked = db.selectFrom("stock_movements").select("source").where("kind", "=", "restock");
    const canceled = db.selectFrom("order_events").select("source").where("to_status", "=", "canceled");
    expect(await Promise.all([restocked.execute(), canceled.execute()])).toEqual([
      [{ source: "admin" }],
      [{ source: "admin" }],
    ]);
    await cancelOrder(shop, asked);
    expect(told).toEqual(["worker"]);
  });

  test("an order that was entered by SQL with a payment of elsewhere is not canceled, and nothing is entered", async () => {
    const productId = await addProduct(store.shop, { stock: { "": 3 } });
    const orderId = await enterBySql(productId, "pi_elsewhere");
    const before = await stockOf(store.shop, productId);
    expect(await cancel(orderId)).toEqual({ ok: false, reason: "underway" });
    expect(await entries()).toEqual([]);
    expect(await stockOf(store.shop, productId)).toEqual(before);
  });

  test("an order that is paid is not canceled, and nothing is entered", async () => {
    const { orderId } = await sellFailed(store);
    await store.shop.db.updateTable("orders").set({ status: "paid" }).where("id", "=", orderId).execute();
    expect(await cancel(orderId)).toEqual({ ok: false, reason: "paid" });
    expect(await entries()).toEqual([]);
    expect(await loadOrderRow(store, orderId)).toMatchObject({ status: "paid" });
  });
});

describe("syncing all orders", () => {
  /** No entry can be written until the test is over. */
  afterEach(() => store.database.pool.query("drop function if exists refuse_entry cascade"));
  const refuseEntries = () =>
    store.database.pool.query(
      "create or replace function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$; create trigger refuse_entry before insert on admin_audit for each row execute function refuse_entry()",
    );

  test("a sync whose entry can't be written does not start", async () => {
    await refuseEntries();
    await expect(startSync(store.shop, { actor })).rejects.toThrow("no room");
    expect(await findSync(store.shop)).toBeNull();
  });

  test("a sync goes on when the entry of its stop can't be written", async () => {
    await startSync(store.shop, { actor });
    await refuseEntries();
    await expect(stopSync(store.shop, { actor })).rejects.toThrow("no room");
    expect(await findSync(store.shop)).toMatchObject({ state: "under_way" });
  });
});
