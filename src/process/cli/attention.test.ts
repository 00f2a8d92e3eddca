import { Readable } from "node:stream";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { startSale } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { attend } from "./attention.ts";

const store = freshShop();

test("a call that fails again is not reported as done, and the exit code says so", async () => {
  const { orderId } = await startSale(store);
  const now = new Date(store.clock.now());
  await sql`insert into payment_operations (id, kind, key, checkout_id, params, state, attempts, next_at, created_at, updated_at)
    select ${store.shop.newId()}::uuid, 'cancel', 'cancel:he', id, jsonb_build_object('intentId', payment_intent_id), 'needs_human', 45, ${now}, ${now}, ${now}
    from checkouts where order_id = ${orderId}`.execute(store.shop.db);
  // The provider is away.
  const payments = new Proxy(store.shop.payments, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      return typeof value === "function" && /retrieve|cancel|expire|create/i.test(String(name))
        ? async () => {
            throw new Error("away");
          }
        : value;
    },
  });
  Object.assign(store.shop, { payments });
  const said: string[] = [];
  const noted: string[] = [];
  const terminal = {
    say: (t: string) => said.push(t),
    note: (t: string) => noted.push(t),
    clock: store.clock.now,
    input: Readable.from([]),
  };
  const code = await attend(store.shop, { does: "retry", id: "cancel:he" }, terminal);
  expect(code).toBe(1);
  expect(said).toEqual([]);
  expect(noted).toEqual([expect.stringMatching(/^cancel:he was retried and isn't done yet: .*away/)]);
});
