import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { type DiscountForm, discountFormOf, emptyDiscount } from "#domain/discount/discount-form.ts";
import { parseOrderSearch } from "#domain/order/order-search.ts";
import { pat } from "#test/sales/people.ts";
import { GOOD_CARD, loadOrderRow, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { CLIENT_IP_HEADER } from "../../core/client-ip.ts";
import { functionRoutes } from "../../http/functions/function-routes.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { exportOrders } from "../../orders/export-orders.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { expireHolds } from "../expire-holds.ts";
import { startHostedCheckout } from "../host-checkout.ts";
import { startCheckout } from "../start-checkout.ts";
import { findDiscount, listDiscounts } from "./list-discounts.ts";
import { listDiscountProducts } from "./queries.ts";
import { createDiscount, saveDiscount, switchDiscount } from "./save-discount.ts";

const actor = "owner@example.com";
const DAY_MS = 24 * 60 * 60_000;

const store = freshShop({}, closeWithBooks);

async function addDiscount(change: Partial<DiscountForm> = {}): Promise<string> {
  const form = { ...emptyDiscount, code: "SUMMER", value: "10", ...change };
  const saved = await createDiscount(store.shop, { form, actor });
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.id;
}

const usesOf = async (id: string) =>
  store.shop.db
    .selectFrom("discounts")
    .select(["uses", "taken"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Two caps at $32 with 10 % off: 6,400 − 640 + 599. */
const REDUCED = 6359;
const FULL = 6999;
const withCode = (change: Partial<CheckoutRequest> = {}) => ({
  change: { discountCode: "SUMMER", amountSeen: REDUCED, ...change },
});

let requests = 0;
async function ask(change: Partial<CheckoutRequest>) {
  requests += 1;
  const number = requests;
  const productId = await addProduct(store.shop, { stock: { "": 10 } });
  return startCheckout(store.shop, {
    request: {
      idempotencyKey: `discounted-${number}-of-a-shopper`,
      orderId: countedUuid(4_000_000 + number),
      items: [{ productId, variation: "", quantity: 2 }],
      shipping: pat,
      amountSeen: REDUCED,
      supersedes: null,
      discountCode: "SUMMER",
      ...change,
    },
  });
}

test("[DC-1] every discount is listed, page by page: active ones first, then newest first", async () => {
  const old = await addDiscount({ code: "OLD" });
  const off = await addDiscount({ code: "OFF" });
  await switchDiscount(store.shop, { id: off, isOn: false, actor });
  for (let count = 0; count < 54; count += 1) {
    store.clock.advance(1_000);
    await addDiscount({ code: `CODE${count}` });
  }
  const first = await listDiscounts(store.shop, { after: null });
  expect(first.discounts.map(({ code }) => code).slice(0, 2)).toEqual(["CODE53", "CODE52"]);
  const second = await listDiscounts(store.shop, { after: first.next });
  expect(second.discounts.slice(-2).map(({ id }) => id)).toEqual([old, off]);
  expect(first.discounts.length + second.discounts.length).toBe(56);
  expect(second.next).toBeNull();
  expect(await listDiscounts(store.shop, { after: "x" })).toEqual(first);
});

test("[DC-1] a shortened list of products says so, and includes the chosen ones", async () => {
  const chosen = await addProduct(store.shop, { name: "Zinc Cap", stock: { "": 1 } });
  expect(await listDiscountProducts(store.shop.db, [])).toMatchObject({
    products: [{ id: chosen }],
    isCut: false,
  });
  await sql`insert into products (id, name, category, price, description, image_url, image_alt, status)
    select gen_random_uuid(), 'Cap ' || n, 'Hats', 3000, '', '', '', 'active' from generate_series(1, 500) n`.execute(
    store.shop.db,
  );
  const { products, isCut } = await listDiscountProducts(store.shop.db, [chosen]);
  expect([products.length, products.at(-1)?.id, isCut]).toEqual([501, chosen, true]);
});

describe("a discount in an order", () => {
  test("[DC-1] checkout, order, its lines, email and CSV show the code's discount", async () => {
    await addDiscount();
    const { orderId, totals } = await sell(store, withCode());
    expect(totals).toMatchObject({ discount: { name: "SUMMER", amount: 640 }, total: REDUCED });
    const order = await loadOrderRow(store, orderId);
    expect(order).toMatchObject({ discount: 640, discount_name: "SUMMER", total: REDUCED, status: "paid" });
    const lines = await store.shop.db.selectFrom("order_items").select("discount_cents").execute();
    expect(lines).toEqual([{ discount_cents: 640 }]);
    await sendDueMails(store.shop);
    for (const mail of store.mailbox) expect(`${mail.text}`).toContain("Discount (SUMMER): −$6.40");
    const quantity = [];
    const search = parseOrderSearch(new URLSearchParams());
    for await (const chunk of exportOrders(store.shop, search)) quantity.push(chunk);
    expect(quantity.join("")).toContain(",64.00,6.40,SUMMER,5.99,");
  });

  test("[DC-1] an automatic discount applies without a code, only to its categories, and within its dates", async () => {
    const now = new Date(store.clock.now());
    const id = await addDiscount({
      applies: "itself",
      name: "Hat day",
      scope: "categories",
      categories: ["Hats"],
      endsAt: new Date(now.getTime() + DAY_MS - 7 * 3_600_000).toISOString().slice(0, 16),
    });
    const shirt = await addProduct(store.shop, { category: "Shirts", stock: { "": 10 } });
    await startSale(store, { productId: shirt, change: { amountSeen: FULL } });
    const { totals } = await startSale(store, { change: { amountSeen: REDUCED } });
    expect(totals.discount).toEqual({ name: "Hat day", amount: 640 });
    expect(await usesOf(id)).toEqual({ uses: 1, taken: 0 });
    store.clock.advance(DAY_MS + 1000);
    expect((await startSale(store, { change: { amountSeen: FULL } })).totals.discount).toBeUndefined();
  });

  test("[DC-1] many automatic discounts for other products don't hide the one for the cart", async () => {
    const shirt = await addProduct(store.shop, { category: "Shirts", stock: { "": 10 } });
    const cap = await addProduct(store.shop, { stock: { "": 10 } });
    const byItself = { applies: "itself", value: "5" } as const;
    const others: Partial<DiscountForm>[] = [
      { scope: "categories", categories: ["Shirts"] },
      { scope: "products", productIds: [shirt] },
    ];
    for (let count = 0; count < 20; count += 1)
      await addDiscount({ ...byItself, name: `Shirts ${count}`, ...others[count % 2] });
    const better: Partial<DiscountForm>[] = [
      { scope: "products", productIds: [cap], name: "Caps", value: "10" },
      { scope: "categories", categories: ["Hats"], name: "Hats", value: "20" },
      { name: "All", value: "30" },
    ];
    for (const discount of better) {
      await addDiscount({ ...byItself, ...discount });
      const items = [{ productId: cap, variation: "", quantity: 2 }];
      expect(await ask({ items, discountCode: null, amountSeen: 0 })).toMatchObject({
        totals: { discount: { name: discount.name } },
      });
    }
  });

  test("[DC-1] the better of two automatic discounts applies, even when only that one has changed since", async () => {
    await addDiscount({ applies: "itself", name: "Small", value: "5" });
    const id = await addDiscount({ applies: "itself", name: "Large" });
    for (const isOn of [false, true]) await switchDiscount(store.shop, { id, isOn, actor });
    expect(await ask({ discountCode: null })).toMatchObject({ ok: true });
    expect(await usesOf(id)).toEqual({ uses: 1, taken: 0 });
  });

  test("[DC-1] the same request with another code is a different one, even when both codes are worth the same", async () => {
    await addDiscount();
    await addDiscount({ code: "AUTUMN" });
    const productId = await addProduct(store.shop, { stock: { "": 10 } });
    const same = {
      ...{ idempotencyKey: "one-key-and-two-codes", orderId: countedUuid(4_800_000) },
      items: [{ productId, variation: "", quantity: 2 }],
    };
    for (const _ of [1, 2]) expect(await ask(same)).toMatchObject({ ok: true });
    expect(await ask({ ...same, discountCode: "AUTUMN" })).toEqual({
      ...{ ok: false, reason: "idempotency_mismatch" },
    });
  });

  test("[DC-1] on the provider's own page the lines cost what the order costs", async () => {
    await addDiscount();
    const productId = await addProduct(store.shop, { stock: { "": 10 } });
    const request = {
      ...{ idempotencyKey: "hosted-with-a-code", orderId: countedUuid(4_900_000), supersedes: null },
      ...{ shipping: pat, amountSeen: REDUCED, discountCode: "SUMMER" },
      items: [{ productId, variation: "", quantity: 2 }],
    };
    const hosted = await startHostedCheckout(store.shop, { request });
    if (!hosted.ok) throw new Error(hosted.reason);
    const stored = await sql<{ params: { lines: { unitPrice: number; quantity: number }[] } }>`
      select params from payment_operations where kind = 'session'`.execute(store.shop.db);
    const lines = stored.rows[0]?.params.lines ?? [];
    expect(lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)).toBe(REDUCED);
  });
});

describe("a code's last use", () => {
  test("[DC-1] a checkout holds it, its order takes it, and the next shopper is told so with the undiscounted total", async () => {
    const id = await addDiscount({ usesMax: "1" });
    const started = await startSale(store, withCode());
    expect(await usesOf(id)).toEqual({ uses: 1, taken: 0 });
    const refused = await ask({});
    expect(refused).toMatchObject({
      ok: false,
      reason: "discount_refused",
      why: "used_up",
      totals: { total: FULL },
    });
    await payAsShopper(store, started, GOOD_CARD);
    await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "browser" });
    await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "webhook" });
    expect(await usesOf(id)).toEqual({ uses: 1, taken: 1 });
  });

  test("[DC-1] an expired hold releases it, and so does a replaced checkout", async () => {
    const id = await addDiscount({ usesMax: "1" });
    const other = await addDiscount({ code: "AUTUMN" });
    const first = await startSale(store, withCode());
    const second = await startSale(store, withCode({ supersedes: first.orderId }));
    expect(await usesOf(id)).toEqual({ uses: 1, taken: 0 });
    expect(second.totals.total).toBe(REDUCED);
    store.clock.advance(30 * 60_000);
    await expireHolds(store.shop);
    expect(await usesOf(id)).toEqual({ uses: 0, taken: 0 });
    expect(await usesOf(other)).toEqual({ uses: 0, taken: 0 });
  });

  test("[DC-1] a payment takes only that shopper's use; another's is released", async () => {
    const id = await addDiscount();
    const paid = await startSale(store, withCode());
    await startSale(store, withCode());
    await payAsShopper(store, paid, GOOD_CARD);
    await settlePayment(store.shop, { intentId: paid.paymentIntentId, source: "browser" });
    expect(await usesOf(id)).toEqual({ uses: 2, taken: 1 });
    store.clock.advance(30 * 60_000);
    await expireHolds(store.shop);
    expect(await usesOf(id)).toEqual({ uses: 1, taken: 1 });
  });

  test("[DC-1] a use that was released before the payment is still taken, as a late one", async () => {
    const id = await addDiscount({ usesMax: "1" });
    const late = await startSale(store, withCode());
    await sql`select release_checkout_stock(id) from checkouts`.execute(store.shop.db);
    const next = await startSale(store, withCode());
    for (const started of [late, next]) {
      await payAsShopper(store, started, GOOD_CARD);
      await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "browser" });
    }
    expect(await usesOf(id)).toEqual({ uses: 2, taken: 2 });
    const { rows } = await sql`select is_late from discount_uses order by 1`.execute(store.shop.db);
    expect(rows).toEqual([{ is_late: false }, { is_late: true }]);
  });

  test("[DC-1] a payment in progress keeps its price when the code is changed, expires, or is turned off", async () => {
    const id = await addDiscount();
    const started = await startSale(store, withCode());
    await switchDiscount(store.shop, { id, isOn: false, actor });
    await payAsShopper(store, started, GOOD_CARD);
    await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "browser" });
    expect(await loadOrderRow(store, started.orderId)).toMatchObject({ status: "paid", total: REDUCED });
    expect(await usesOf(id)).toEqual({ uses: 1, taken: 1 });
  });

  test("[DC-1] uses per email are counted in any spelling", async () => {
    await addDiscount({ usesPerEmailMax: "1" });
    await sell(store, withCode());
    const [name, domain] = pat.email.split("@");
    const again = await ask({ shipping: { ...pat, email: `${name?.toUpperCase()}+again@${domain}` } });
    // It is not an automatic discount.
    expect(again).toMatchObject({ reason: "discount_refused", why: "used_by_email", usedUp: [] });
    expect(await ask({ shipping: { ...pat, email: "sam@example.com" } })).toMatchObject({ ok: true });
  });

  test("[DC-1] a code for one customer works with any spelling of their email and no other email", async () => {
    await addDiscount({ forEmail: pat.email });
    const [name, domain] = pat.email.split("@");
    const sam = { ...pat, email: "sam@example.com" };
    expect(await ask({ shipping: sam })).toMatchObject({ reason: "discount_refused", why: "other_email" });
    expect(await ask({ shipping: { ...pat, email: `${name?.toUpperCase()}+me@${domain}` } })).toMatchObject({
      ok: true,
    });
  });

  test("[DC-1] an automatic discount that the email has used up is named, with the total without it", async () => {
    const id = await addDiscount({ applies: "itself", name: "Welcome", usesPerEmailMax: "1" });
    await startSale(store, { change: { amountSeen: REDUCED } });
    const own = { discountCode: null };
    expect(await ask(own)).toMatchObject({
      reason: "total_changed",
      totals: { total: FULL },
      usedUp: [id],
    });
    expect(await ask({ discountCode: "NOPE" })).toMatchObject({ reason: "discount_refused", usedUp: [id] });
    expect(await ask({ ...own, amountSeen: FULL })).toMatchObject({ ok: true });
    const sam = { ...own, shipping: { ...pat, email: "sam@example.com" } };
    expect(await ask({ ...sam, amountSeen: FULL })).toMatchObject({
      reason: "total_changed",
      totals: { total: REDUCED },
      usedUp: [],
    });
    expect(await ask(sam)).toMatchObject({ ok: true });
  });

  test.each([
    ["unknown", { code: "OTHER" }],
    ["not_yet", { startsAt: "2026-06-02T00:00" }],
    ["ended", { endsAt: "2026-05-31T00:00" }],
  ])("[DC-1] a code that is %s is refused when the payment begins", async (why, change) => {
    await addDiscount(change);
    expect(await ask({})).toMatchObject({ reason: "discount_refused", why, totals: { total: FULL } });
  });
});

describe("looking up a code", () => {
  const MANY = 21;
  async function lookUp(code: string, ip = "203.0.113.7") {
    const answer = await functionRoutes(store.shop).request("/refresh-cart", {
      method: "POST",
      headers: { [CLIENT_IP_HEADER]: ip },
      body: JSON.stringify({ items: [], discount_code: code }),
    });
    return (await answer.json()) as { discounts: { code: string | null }[]; said: string | null };
  }

  test("[DC-1] each reason has its own sentence, and a code that is off looks unknown", async () => {
    await addDiscount();
    await addDiscount({ code: "LATER", startsAt: "2026-07-01T09:00" });
    await addDiscount({ code: "PAST", endsAt: "2026-05-01T09:00" });
    const off = await addDiscount({ code: "OFF" });
    await switchDiscount(store.shop, { id: off, isOn: false, actor });
    expect(await lookUp("summer")).toMatchObject({ discounts: [{ code: "SUMMER" }], said: null });
    expect((await lookUp("later")).said).toBe(
      "LATER has not started yet. It starts Jul 1, 2026, 9:00 AM MST.",
    );
    expect((await lookUp("past")).said).toBe("PAST has ended.");
    expect((await lookUp("off")).said).toBe("OFF isn't a valid code. Please check the spelling.");
    expect((await lookUp("<b>")).said).toBe("<b> isn't a valid code. Please check the spelling.");
  });

  test("[DC-1] a visitor who guesses codes gets no more results, not even for a right code; others do", async () => {
    await addDiscount();
    for (let guess = 0; guess < MANY; guess += 1) await lookUp(`GUESS${guess}`);
    expect(await lookUp("SUMMER")).toMatchObject({
      discounts: [],
      said: expect.stringContaining("Too many codes"),
      isStopped: true,
    });
    expect(await lookUp("SUMMER", "198.51.100.9")).toMatchObject({ said: null });
    expect(await lookUp("GUESS", "198.51.100.9")).not.toHaveProperty("isStopped");
    store.clock.advance(11 * 60_000);
    expect(await lookUp("SUMMER")).toMatchObject({ said: null });
  });

  test("[DC-1] concurrent guesses get no more results than successive ones", async () => {
    await addDiscount();
    const guesses = [...Array.from({ length: 3 * MANY }, (_, guess) => `GUESS${guess}`), "SUMMER"];
    const answers = await Promise.all(guesses.map((guess) => lookUp(guess)));
    expect(answers.at(-1)).toMatchObject({ discounts: [], said: expect.stringContaining("Too many codes") });
    const told = answers.filter(({ said }) => said?.includes("isn't a valid code"));
    expect(told).toHaveLength(MANY - 1);
  });

  test("[DC-1] [kind: limits behind two endpoints] guesses at a payment and in the cart count together", async () => {
    await addDiscount();
    for (let guess = 0; guess < MANY; guess += 1) await lookUp(`GUESS${guess}`);
    const productId = await addProduct(store.shop, { stock: { "": 10 } });
    const pay = async (ip: string) => {
      const answer = await functionRoutes(store.shop).request("/create-payment-intent", {
        method: "POST",
        headers: { [CLIENT_IP_HEADER]: ip },
        body: JSON.stringify({
          ...{ amount: 1, idempotency_key: `a-guess-from-${ip}`, discount_code: "SUMMER" },
          cart_items: [{ product_id: productId, quantity: 1 }],
          shipping_details: pat,
        }),
      });
      return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
    };
    expect(await pay("203.0.113.7")).toEqual([429, "rate_limited"]);
    expect(await pay("198.51.100.9")).toEqual([409, "total_changed"]);
  });

  test("[DC-1] a right code is not a guess, however often the cart asks", async () => {
    await addDiscount();
    for (let view = 0; view < 2 * MANY; view += 1)
      expect(await lookUp("SUMMER")).toMatchObject({ said: null });
  });
});

describe("the owner's discounts", () => {
  test("[DC-1] a code is unique in any spelling, and the second of two editors is told about the first", async () => {
    const id = await addDiscount();
    const form = { ...emptyDiscount, code: " summer ", value: "20" };
    const twice = await createDiscount(store.shop, { form, actor });
    expect(twice).toMatchObject({ reason: "invalid", errors: { code: expect.stringContaining("SUMMER") } });
    const other = await addDiscount({ code: "OTHER" });
    expect(await saveDiscount(store.shop, { id: other, base: null, form, actor })).toMatchObject({
      errors: { code: expect.stringContaining("SUMMER") },
    });
    const stored = await findDiscount(store.shop, { id });
    const base = JSON.stringify(stored && discountFormOf(stored.discount, stored.timeZone));
    const other10 = { ...form, usesMax: "10" };
    expect(await saveDiscount(store.shop, { id, base, form: other10, actor })).toMatchObject({ ok: true });
    expect(await saveDiscount(store.shop, { id, base, form, actor })).toMatchObject({
      reason: "changed",
      now: { usesMax: "10" },
    });
  });
});
