import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { pat } from "#test/sales/people.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid, createTestShop, type TestShop } from "#test/shop/shop.ts";
import { CLIENT_IP_HEADER } from "../client-ip.ts";
import { functionRoutes } from "../http/functions/function-routes.ts";
import type { PaymentProvider } from "../payments/payment-provider.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { loadConfiguration } from "../settings/load-configuration.ts";
import { saveSettings } from "../settings/save-settings.ts";
import { expireHolds } from "./expire-holds.ts";

const MINUTE_MS = 60_000;
const DECLINED = "4000000000000002";
const PRICE = 3_200;

let store: TestShop;
let asked = 0;
beforeEach(async () => {
  store = await createTestShop();
});
afterEach(() => store.close());

type Asked = { productId: string; quantity: number };
type Started = { paymentIntentId: string; orderId: string; expiresAt: string };
type Refusal = {
  error: { code: string; message: string; details: { lines: { most: number }[]; most: number | null } };
};

/** What a browser at this address posts; the cookie is what the browser has. */
async function checkOut(items: Asked[], { ip = "203.0.113.7", cookie = "", shop = store.shop } = {}) {
  asked += 1;
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0);
  const answer = await functionRoutes(shop).request("/create-payment-intent", {
    method: "POST",
    headers: { [CLIENT_IP_HEADER]: ip, ...(cookie ? { Cookie: cookie } : {}) },
    body: JSON.stringify({
      amount: pieces * PRICE + 599,
      idempotency_key: `capped-${asked}-checkout`,
      order_id: countedUuid(3_000_000 + asked),
      cart_items: items.map(({ productId, quantity }) => ({ product_id: productId, quantity })),
      shipping_details: pat,
    }),
  });
  return { status: answer.status, body: (await answer.json()) as Started & Refusal };
}

const caps = (pieces: number) => addProduct(store.shop, { stock: { "": pieces } });
const heldOf = async (productId: string) => (await stockOf(store.shop, productId))[0]?.held;
const minutesOf = (expiresAt: string) => (Date.parse(expiresAt) - store.clock.now()) / MINUTE_MS;

describe("caps of unpaid pieces", () => {
  test("[TR-3] one unpaid checkout can't hold the whole stock: it is told what can be had", async () => {
    const [few, many] = [await caps(26), await caps(99)];
    const all = await checkOut([
      { productId: few, quantity: 26 },
      { productId: many, quantity: 99 },
    ]);
    expect([all.status, all.body.error.code]).toEqual([409, "too_many_at_once"]);
    expect(all.body.error.message).toContain("You can order up to 13 of Fairway Cap at once.");
    expect(all.body.error.details.lines.map(({ most }) => most)).toEqual([13, 49]);
    expect([await heldOf(few), await heldOf(many)]).toEqual([0, 0]);
    expect((await checkOut([{ productId: few, quantity: 13 }])).status).toBe(200);
  });

  test("[TR-3] a foursome's order of twelve goes through, also when fewer than that would be left", async () => {
    expect((await checkOut([{ productId: await caps(12), quantity: 12 }])).status).toBe(200);
  });

  test("[TR-3] many checkouts of one client hold no more than one of them could", async () => {
    const [cap, other] = [await caps(30), await caps(400)];
    expect((await checkOut([{ productId: cap, quantity: 10 }])).status).toBe(200);
    const more = await checkOut([{ productId: cap, quantity: 10 }]);
    expect(more.body.error.message).toMatch(
      /up to 5 of Fairway Cap at once\. 10 more are held from your conn/,
    );
    // A little of what there is much of does not make room for the rest of the caps.
    const padded = await checkOut([
      { productId: cap, quantity: 10 },
      { productId: other, quantity: 1 },
    ]);
    expect(padded.body.error.details.lines.map(({ most }) => most)).toEqual([5]);
    expect((await checkOut([{ productId: cap, quantity: 10 }], { ip: "203.0.113.8" })).status).toBe(200);
    expect(await heldOf(cap)).toBe(20);
  });

  test("[TR-3] rotating inside one IPv6 network does not help", async () => {
    const cap = await caps(24);
    expect((await checkOut([{ productId: cap, quantity: 12 }], { ip: "2001:db8::1" })).status).toBe(200);
    expect((await checkOut([{ productId: cap, quantity: 12 }], { ip: "2001:db8::2:2" })).status).toBe(409);
  });

  test("[TR-3] a colleague who has paid before from the same network is not shut out", async () => {
    const cap = await caps(60);
    const first = await checkOut([{ productId: cap, quantity: 1 }]);
    await payAsShopper(store, first.body, "4242424242424242");
    const verified = await functionRoutes(store.shop).request("/verify-checkout-session", {
      method: "POST",
      headers: { [CLIENT_IP_HEADER]: "203.0.113.7" },
      body: JSON.stringify({ order_id: first.body.orderId }),
    });
    const cookie = verified.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    expect((await checkOut([{ productId: cap, quantity: 29 }])).status).toBe(200);
    expect((await checkOut([{ productId: cap, quantity: 6 }])).status).toBe(409);
    expect((await checkOut([{ productId: cap, quantity: 6 }], { cookie: `${cookie}x` })).status).toBe(409);
    expect((await checkOut([{ productId: cap, quantity: 6 }], { cookie })).status).toBe(200);
  });

  test("[TR-3] a public demo behind a proxy that names no client caps loopback like anybody; a demo at home does not", async () => {
    const shop = { ...store.shop, env: { ...store.shop.env, isPublicDemo: true } };
    const ip = "127.0.0.1";
    const [cap, other] = [await caps(24), await caps(24)];
    const asks = async (productId: string, at = shop) =>
      (await checkOut([{ productId, quantity: 12 }], { ip, shop: at })).status;
    expect([await asks(cap), await asks(cap)]).toEqual([200, 409]);
    expect([await asks(other, store.shop), await asks(other, store.shop)]).toEqual([200, 200]);
  });

  test("[TR-3] the owner fixes both caps; what is no number of pieces is refused", async () => {
    const cap = await caps(40);
    const { version } = await loadConfiguration(store.shop);
    const base = {
      storeName: "Golf Pro Shop",
      email: "shop@example.com",
      enableFlatRateShipping: "on",
    };
    const save = (fields: Record<string, string>) =>
      saveSettings(store.shop, {
        actor: "owner@example.com",
        fields: { ...base, ...fields },
        version,
        base: "{}",
      });
    expect(await save({ piecesPerOption: "0", piecesPerClient: "many" })).toMatchObject({
      reason: "invalid",
      errors: {
        piecesPerOption: "Enter a whole number from 1 to 9,999, or leave it blank",
        piecesPerClient: "Enter a whole number from 1 to 9,999, or leave it blank",
      },
    });
    expect(await save({ piecesPerOption: "3", piecesPerClient: "5" })).toEqual({ ok: true });
    expect((await checkOut([{ productId: cap, quantity: 4 }])).body.error.message).toContain("up to 3 of");
    expect((await checkOut([{ productId: cap, quantity: 3 }])).status).toBe(200);
    expect((await checkOut([{ productId: cap, quantity: 3 }])).body.error.message).toContain("up to 2 of");
    const { rows } = await store.database.pool.query(
      "select after from admin_audit where action = 'settings.saved' order by id desc limit 1",
    );
    expect(rows[0].after).toMatchObject({ piecesPerOption: 3, piecesPerClient: 5 });
  });

  test("[TR-3] the client is stored as a keyed hash, and forgotten when the checkout ends", async () => {
    const cap = await caps(40);
    const one = await checkOut([{ productId: cap, quantity: 1 }]);
    await checkOut([{ productId: cap, quantity: 1 }]);
    const clients = async () =>
      (
        await store.shop.db
          .selectFrom("checkouts")
          .select(["client", "state"])
          .orderBy("created_at")
          .execute()
      ).map(({ client }) => client);
    const [key] = await clients();
    expect(key).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    expect(JSON.stringify(await clients())).not.toContain("203.0.113");
    await payAsShopper(store, one.body, "4242424242424242");
    await settlePayment(store.shop, { intentId: one.body.paymentIntentId, source: "browser" });
    store.clock.advance(20 * MINUTE_MS);
    await expireHolds(store.shop);
    expect(await clients()).toEqual([null, null]);
  });
});

describe("how long a hold lasts", () => {
  const extend = async (orderId: string) => {
    const answer = await functionRoutes(store.shop).request("/extend-hold", {
      method: "POST",
      headers: { [CLIENT_IP_HEADER]: "203.0.113.7" },
      body: JSON.stringify({ order_id: orderId }),
    });
    const body = (await answer.json()) as { expiresAt?: string; error?: { code: string } };
    return body.expiresAt ? minutesOf(body.expiresAt) : body.error?.code;
  };

  test("[TR-3] what takes much of what is left is held for 5 minutes instead of 15", async () => {
    const few = await checkOut([{ productId: await caps(4), quantity: 2 }]);
    const many = await checkOut([{ productId: await caps(40), quantity: 2 }]);
    expect([few, many].map(({ body }) => minutesOf(body.expiresAt))).toEqual([5, 15]);
  });

  test("[TR-3] without a try to pay a hold is not extended, however often one asks", async () => {
    const { body } = await checkOut([{ productId: await caps(40), quantity: 2 }]);
    store.clock.advance(13 * MINUTE_MS);
    expect([await extend(body.orderId), await extend(body.orderId)]).toEqual([
      "not_extended",
      "not_extended",
    ]);
    store.clock.advance(3 * MINUTE_MS);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await extend(body.orderId)).toBe("hold_expired");
  });

  test("[TR-3] after a real try it is extended once", async () => {
    const { body } = await checkOut([{ productId: await caps(40), quantity: 2 }]);
    await payAsShopper(store, body, DECLINED);
    store.clock.advance(13 * MINUTE_MS);
    expect([await extend(body.orderId), await extend(body.orderId)]).toEqual([15, "not_extended"]);
    store.clock.advance(14 * MINUTE_MS);
    expect(await extend(body.orderId)).toBe("not_extended");
  });

  test("[TR-3] a hold whose payment was canceled at the provider is over, also after a real try", async () => {
    const { body } = await checkOut([{ productId: await caps(40), quantity: 2 }]);
    await payAsShopper(store, body, DECLINED);
    const canceled = await store.shop.payments.cancelIntent("made-in-the-dashboard", body.paymentIntentId);
    expect(canceled).toMatchObject({ ok: true });
    expect(await extend(body.orderId)).toBe("hold_expired");
  });

  test("[TR-3] a bank's open question is a try to pay, too", async () => {
    const { body } = await checkOut([{ productId: await caps(40), quantity: 2 }]);
    await payAsShopper(store, body, "4000002760003184");
    store.clock.advance(13 * MINUTE_MS);
    expect(await extend(body.orderId)).toBe(15);
  });

  test("[TR-3] the sweep leaves a bank's open question its one extension, and ends the payment after that", async () => {
    const [cap, other] = [await caps(4), await caps(4)];
    const asked = await checkOut([{ productId: cap, quantity: 2 }]);
    const declined = await checkOut([{ productId: other, quantity: 2 }], { ip: "203.0.113.8" });
    store.clock.advance(4.7 * MINUTE_MS);
    await payAsShopper(store, asked.body, "4000002760003184");
    await payAsShopper(store, declined.body, DECLINED);
    store.clock.advance(MINUTE_MS);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 1 });
    expect([await heldOf(cap), await heldOf(other)]).toEqual([2, 0]);
    store.clock.advance(5.1 * MINUTE_MS);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await heldOf(cap)).toBe(0);
  });

  test("[TR-3] one that is extended while the sweep still ends another lasts as long as its shopper was told", async () => {
    const [cap, other] = [await caps(40), await caps(40)];
    const left = await checkOut([{ productId: other, quantity: 2 }], { ip: "203.0.113.8" });
    store.clock.advance(1_000);
    const tried = await checkOut([{ productId: cap, quantity: 2 }]);
    await payAsShopper(store, tried.body, DECLINED);
    store.clock.advance(16 * MINUTE_MS);
    const told: unknown[] = [];
    const cancelIntent: PaymentProvider["cancelIntent"] = async (key, id) => {
      if (id === left.body.paymentIntentId) told.push(await extend(tried.body.orderId));
      return store.shop.payments.cancelIntent(key, id);
    };
    const payments = { ...store.shop.payments, cancelIntent };
    expect(await expireHolds({ ...store.shop, payments })).toEqual({ closed: 1, kept: 1 });
    expect([told, await heldOf(other), await heldOf(cap)]).toEqual([[15], 0, 2]);
    store.clock.advance(16 * MINUTE_MS);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await heldOf(cap)).toBe(0);
  });
});
