import { beforeEach, describe, expect, test } from "vitest";
import { pat } from "#test/sales/people.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid, type TestShop } from "#test/shop/shop.ts";
import { CLIENT_IP_HEADER } from "../core/client-ip.ts";
import { functionRoutes } from "../http/functions/function-routes.ts";
import type { PaymentProvider } from "../payments/payment-provider.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { saveSettings } from "../settings/save-settings.ts";
import { expireHolds } from "./expire-holds.ts";

const MINUTE_MS = 60_000;
const GOOD = "4242424242424242";
const DECLINED = "4000000000000002";
const PRICE = 3_200;

const store = freshShop();
let asked = 0;
beforeEach(async () => {
  // Large enough that a quarter of the shop is not the limit in tests of another one.
  await addProduct(store.shop, { stock: { "": 10_000 } });
});

type Asked = { productId: string; variation?: string; quantity: number };
type Started = { paymentIntentId: string; orderId: string; expiresAt: string; isHeld: boolean };
type Refusal = { error: { code: string; message: string; details: { lines: { available: number }[] } } };
type Browser = { ip?: string; cookie?: string; shop?: TestShop["shop"] };

async function ask(
  path: string,
  body: object,
  { ip = "203.0.113.7", cookie = "", shop = store.shop }: Browser = {},
) {
  const answer = await functionRoutes(shop).request(path, {
    method: "POST",
    headers: { [CLIENT_IP_HEADER]: ip, ...(cookie ? { Cookie: cookie } : {}) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Started & Refusal };
}

/** What a browser at this address posts; the cookie is what the browser has. */
function checkOut(items: Asked[], browser: Browser = {}, path = "/create-payment-intent") {
  asked += 1;
  const goods = items.reduce((sum, { quantity }) => sum + quantity, 0) * PRICE;
  return ask(
    path,
    {
      amount: goods + 599,
      idempotency_key: `capped-${asked}-checkout`,
      order_id: countedUuid(3_000_000 + asked),
      cart_items: items.map(({ productId, variation, quantity }) => ({
        ...{ product_id: productId, quantity, selectedOption: variation ?? null },
      })),
      shipping_details: pat,
    },
    browser,
  );
}

const caps = (units: number) => addProduct(store.shop, { stock: { "": units } });
const heldOf = async (productId: string) => (await stockOf(store.shop, productId))[0]?.held;
const minutesOf = (expiresAt: string) => (Date.parse(expiresAt) - store.clock.now()) / MINUTE_MS;
const isHeld = async (productId: string, quantity: number, browser: Browser = {}) =>
  (await checkOut([{ productId, quantity }], browser)).body.isHeld;
const settle = (intentId: string) => settlePayment(store.shop, { intentId, source: "browser" });

describe("unpaid holds", () => {
  test("[TR-3] a visitor's limit does not grow with the stock, and larger requests are not refused", async () => {
    const cap = await caps(2_000);
    const [many, all] = [
      await checkOut([{ productId: cap, quantity: 25 }]),
      await checkOut([{ productId: cap, quantity: 24 }]),
    ];
    expect([many.status, many.body.isHeld, all.body.isHeld]).toEqual([200, false, true]);
    expect(await heldOf(cap)).toBe(24);
    expect(await isHeld(cap, 1)).toBe(false);
    expect(await isHeld(cap, 1, { ip: "203.0.113.8" })).toBe(true);
  });

  test("[TR-3] rotating inside one IPv6 network does not help", async () => {
    const cap = await caps(2_000);
    expect(await isHeld(cap, 24, { ip: "2001:db8::1" })).toBe(true);
    expect(await isHeld(cap, 24, { ip: "2001:db8::2:2" })).toBe(false);
  });

  test("[TR-3] first-time visitors together hold at most half of a variant, and a returning customer on their network is not one of them", async () => {
    const cap = await caps(20);
    const first = await checkOut([{ productId: await caps(50), quantity: 1 }]);
    await payAsShopper(store, first.body, GOOD);
    const verified = await ask("/verify-checkout-session", { order_id: first.body.orderId });
    const cookie = verified.headers.get("Set-Cookie")?.split(";")[0] ?? "";
    expect(await isHeld(cap, 6)).toBe(true);
    expect(await isHeld(cap, 5, { ip: "203.0.113.8" })).toBe(false);
    expect(await isHeld(cap, 4, { ip: "203.0.113.8" })).toBe(true);
    expect(await isHeld(cap, 1, { ip: "203.0.113.9" })).toBe(false);
    expect(await isHeld(cap, 1, { cookie: `${cookie}x` })).toBe(false);
    expect(await isHeld(cap, 10, { cookie })).toBe(true);
    expect(await heldOf(cap)).toBe(20);
  });

  test("[TR-3] a public demo behind a proxy that hides visitors limits loopback like any address; a demo at home does not", async () => {
    const shop = { ...store.shop, env: { ...store.shop.env, isPublicDemo: true } };
    const cap = await caps(200);
    const asks = (by = shop) => isHeld(cap, 24, { ip: "127.0.0.1", shop: by });
    expect([await asks(), await asks()]).toEqual([true, false]);
    expect([await asks(store.shop), await asks(store.shop)]).toEqual([true, true]);
  });

  test("[TR-3] the owner can raise the limit; anything but a whole number is refused", async () => {
    const cap = await caps(400);
    const base = { storeName: "Golf Pro Shop", email: "shop@example.com", enableFlatRateShipping: "on" };
    const save = (unitsPerVisitor: string) => {
      const fields = { ...base, unitsPerVisitor };
      return saveSettings(store.shop, { actor: "owner@example.com", fields });
    };
    for (const wrong of ["0", "many", "10,000"])
      expect(await save(wrong)).toMatchObject({
        reason: "invalid",
        errors: { unitsPerVisitor: "Enter a whole number from 1 to 9,999" },
      });
    expect(await save("60")).toMatchObject({ ok: true });
    expect([await isHeld(cap, 60), await isHeld(cap, 1)]).toEqual([true, false]);
    const { rows } = await store.database.pool.query(
      "select after from admin_audit where action = 'settings.saved' order by id desc limit 1",
    );
    expect(rows[0].after).toMatchObject({ unitsPerVisitor: 60 });
  });

  test("[TR-3] the visitor is stored as a keyed hash, and erased when the checkout ends", async () => {
    const cap = await caps(40);
    const one = await checkOut([{ productId: cap, quantity: 1 }]);
    await checkOut([{ productId: cap, quantity: 1 }]);
    const visitors = async () =>
      (
        await store.shop.db
          .selectFrom("checkouts")
          .select(["visitor", "state"])
          .orderBy("created_at")
          .execute()
      ).map(({ visitor }) => visitor);
    const [key] = await visitors();
    expect(key).toMatch(/^[A-Za-z0-9_-]{22,}$/);
    expect(JSON.stringify(await visitors())).not.toContain("203.0.113");
    await payAsShopper(store, one.body, "4242424242424242");
    await settlePayment(store.shop, { intentId: one.body.paymentIntentId, source: "browser" });
    store.clock.advance(20 * MINUTE_MS);
    await expireHolds(store.shop);
    expect(await visitors()).toEqual([null, null]);
  });
});

describe("[TR-3] a visitor without a card can't keep others from buying", () => {
  // A quarter of the shop is more than one network may hold, and less than half of each variant.
  const VARIANTS = 12;
  const UNITS = 10;
  const NETWORKS = 3;
  const sizes = Array.from({ length: VARIANTS }, (_, at) => `S${at}`);
  let shirt: string;
  beforeEach(async () => {
    await store.shop.db.deleteFrom("inventory").execute();
    shirt = await addProduct(store.shop, { stock: Object.fromEntries(sizes.map((size) => [size, UNITS])) });
  });

  /** The most that a network can hold, in any number of requests. */
  async function grab(ip: string) {
    let held = 0;
    for (const quantity of [5, 2, 1]) {
      for (const variation of sizes) {
        if (held + quantity > 24) break;
        const { body } = await checkOut([{ productId: shirt, variation, quantity }], { ip });
        if (body.isHeld) held += quantity;
      }
    }
  }

  test("[TR-3] three networks that request everything hold a quarter of the shop and half of a variant, and a shopper can still buy each", async () => {
    const whole = sizes.map((variation) => ({ productId: shirt, variation, quantity: 5 }));
    for (let network = 1; network <= NETWORKS; network += 1) {
      const ip = `198.18.${network}.1`;
      expect((await checkOut(whole, { ip })).body.isHeld).toBe(false);
      await grab(ip);
    }
    const stock = await stockOf(store.shop, shirt);
    const held = stock.reduce((sum, { held: units }) => sum + units, 0);
    expect(held).toBe(Math.floor((VARIANTS * UNITS) / 4));
    expect(Math.max(...stock.map(({ held: units }) => units))).toBe(UNITS / 2);
    for (const variation of sizes) {
      const { body } = await checkOut([{ productId: shirt, variation, quantity: 5 }], { ip: "203.0.113.1" });
      expect((await ask("/hold-at-pay", { order_id: body.orderId })).status).toBe(200);
      await payAsShopper(store, body, GOOD);
      expect(await settle(body.paymentIntentId)).toMatchObject({ ok: true, status: "paid" });
    }
    const { rows } = await store.shop.pool.query("select attention from orders where attention <> '{}'");
    expect(rows).toEqual([]);
  });

  test("[TR-3] nor can they by pressing Pay: each gets one hold of two minutes, and no other within half an hour", async () => {
    const all = [{ productId: shirt, variation: "S1", quantity: UNITS }];
    const press = async (ip: string) => {
      const { body } = await checkOut(all, { ip });
      return body.orderId ? (await ask("/hold-at-pay", { order_id: body.orderId })).status : null;
    };
    expect(await press("198.18.1.1")).toBe(200);
    const shopper = await checkOut([{ productId: shirt, variation: "S1", quantity: 1 }], {
      ip: "203.0.113.1",
    });
    expect(shopper).toMatchObject({ status: 409, body: { error: { code: "out_of_stock" } } });
    store.clock.advance(2 * MINUTE_MS + 1_000);
    await expireHolds(store.shop);
    expect(await press("198.18.1.1")).toBe(409);
    const { body } = await checkOut([{ productId: shirt, variation: "S1", quantity: 1 }], {
      ip: "203.0.113.1",
    });
    expect(body.isHeld).toBe(true);
    store.clock.advance(29 * MINUTE_MS);
    await expireHolds(store.shop);
    expect(await press("198.18.1.1")).toBe(200);
  });
});

describe("[PY-8] a hold taken at Pay", () => {
  /** A checkout of the last two caps, which are not held from the start for a first-time visitor. */
  async function unheld(browser: Browser = {}, productId?: string) {
    const cap = productId ?? (await caps(2));
    const { body } = await checkOut([{ productId: cap, quantity: 2 }], browser);
    expect(body.isHeld).toBe(false);
    return { cap, body };
  }
  const press = async (orderId: string) => {
    const { body } = await ask("/hold-at-pay", { order_id: orderId });
    return body.expiresAt ? minutesOf(body.expiresAt) : body.error;
  };

  test("[PY-8] lasts for two minutes, in which the card is confirmed; a second tab changes nothing", async () => {
    const { cap, body } = await unheld();
    expect(await heldOf(cap)).toBe(0);
    expect(await press(body.orderId)).toBe(2);
    store.clock.advance(MINUTE_MS);
    expect(await press(body.orderId)).toBe(1);
    expect(await heldOf(cap)).toBe(2);
    await payAsShopper(store, body, GOOD);
    expect(await settle(body.paymentIntentId)).toMatchObject({ ok: true, status: "paid" });
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 0, held: 0 }]);
    expect(await press(body.orderId)).toMatchObject({ code: "hold_expired" });
  });

  test("[PY-8] that expires is released once the payment is canceled", async () => {
    const { cap, body } = await unheld();
    await press(body.orderId);
    store.clock.advance(2 * MINUTE_MS + 1_000);
    expect(await press(body.orderId)).toMatchObject({ code: "hold_expired" });
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(await heldOf(cap)).toBe(0);
    const intent = await store.shop.payments.retrieveIntent(body.paymentIntentId);
    expect(intent).toMatchObject({ value: { status: "canceled" } });
  });

  test("[PY-8] that comes too late is refused before any charge, with the remaining stock", async () => {
    const { cap, body } = await unheld();
    const other = await unheld({ ip: "203.0.113.8" }, cap);
    expect(await press(other.body.orderId)).toBe(2);
    expect(await press(body.orderId)).toMatchObject({
      code: "out_of_stock",
      details: { lines: [{ productId: cap, quantity: 2, available: 0 }] },
    });
    expect(await heldOf(cap)).toBe(2);
  });

  test("[TR-3] is limited to one at a time per visitor until a card is tried", async () => {
    const [first, second] = [await unheld(), await unheld()];
    expect(await press(first.body.orderId)).toBe(2);
    expect(await press(second.body.orderId)).toMatchObject({ code: "hold_busy" });
    await payAsShopper(store, first.body, DECLINED);
    await ask("/verify-checkout-session", { order_id: first.body.orderId });
    expect(await press(second.body.orderId)).toBe(2);
  });

  test("[TR-3] is limited to three in half an hour for a visitor whose cards are all declined", async () => {
    for (let time = 1; time <= 3; time += 1) {
      const { body } = await unheld();
      expect(await press(body.orderId)).toBe(2);
      await payAsShopper(store, body, DECLINED);
      await ask("/verify-checkout-session", { order_id: body.orderId });
    }
    const { body } = await unheld();
    expect(await press(body.orderId)).toMatchObject({ code: "hold_busy" });
  });

  test("[PY-8] that was never taken: a confirmed card still buys the remaining stock, or the owner is alerted", async () => {
    const { cap, body } = await unheld();
    const other = await unheld({ ip: "203.0.113.8" }, cap);
    for (const { paymentIntentId } of [body, other.body]) {
      await payAsShopper(store, { paymentIntentId }, GOOD);
      await settle(paymentIntentId);
    }
    const orders = await store.shop.db
      .selectFrom("orders")
      .select(["status", "attention"])
      .orderBy("number")
      .execute();
    expect(orders).toEqual([
      { status: "paid", attention: [] },
      { status: "paid", attention: ["out_of_stock"] },
    ]);
    expect(await stockOf(store.shop, cap)).toEqual([{ variation: "", on_hand: 0, held: 0 }]);
  });

  test("[FN-4] is not required on the provider's page, which is judged by stock when it is paid", async () => {
    const cap = await caps(2);
    const page = await checkOut([{ productId: cap, quantity: 2 }], {}, "/create-checkout-session");
    expect([page.status, await heldOf(cap)]).toEqual([200, 0]);
    expect(await press(page.body.orderId)).toMatchObject({ code: "hold_expired" });
  });

  test("[PY-8] is refused for an unknown checkout, and for any other request", async () => {
    expect(await press(countedUuid(7))).toMatchObject({ code: "hold_expired" });
    expect((await ask("/hold-at-pay", { order_id: "x" })).status).toBe(400);
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

  test("[TR-3] a large share of the remaining stock is held for 5 minutes instead of 15", async () => {
    const few = await checkOut([{ productId: await caps(4), quantity: 2 }]);
    const many = await checkOut([{ productId: await caps(40), quantity: 2 }]);
    expect([few, many].map(({ body }) => minutesOf(body.expiresAt))).toEqual([5, 15]);
  });

  test("[TR-3] without an attempt to pay, a hold is never extended", async () => {
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

  test("[TR-3] after a real attempt it is extended once", async () => {
    const { body } = await checkOut([{ productId: await caps(40), quantity: 2 }]);
    await payAsShopper(store, body, DECLINED);
    store.clock.advance(13 * MINUTE_MS);
    expect([await extend(body.orderId), await extend(body.orderId)]).toEqual([15, "not_extended"]);
    store.clock.advance(14 * MINUTE_MS);
    expect(await extend(body.orderId)).toBe("not_extended");
  });

  test("[TR-3] a hold whose payment was canceled at the provider is over, even after a real attempt", async () => {
    const { body } = await checkOut([{ productId: await caps(40), quantity: 2 }]);
    await payAsShopper(store, body, DECLINED);
    const canceled = await store.shop.payments.cancelIntent("made-in-the-dashboard", body.paymentIntentId);
    expect(canceled).toMatchObject({ ok: true });
    expect(await extend(body.orderId)).toBe("hold_expired");
  });

  test("[TR-3] a pending bank check counts as an attempt to pay", async () => {
    const { body } = await checkOut([{ productId: await caps(40), quantity: 2 }]);
    await payAsShopper(store, body, "4000002760003184");
    store.clock.advance(13 * MINUTE_MS);
    expect(await extend(body.orderId)).toBe(15);
  });

  test("[TR-3] the sweep extends a pending bank check once, and then ends the payment", async () => {
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

  test("[TR-3] a hold extended while the sweep ends another one lasts as long as its shopper was told", async () => {
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
