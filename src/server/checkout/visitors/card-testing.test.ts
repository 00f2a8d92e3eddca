import { beforeEach, describe, expect, test } from "vitest";
import { isShopClosed } from "#domain/checkout/card-testing.ts";
import { pat } from "#test/sales/people.ts";
import { connectWebhooks } from "#test/sales/sales.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { CLIENT_IP_HEADER } from "../../core/client-ip.ts";
import { nowOf } from "../../core/shop.ts";
import { functionRoutes } from "../../http/functions/function-routes.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { listAlerts } from "../../operations/alerts/list-alerts.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { verifyCheckout } from "../../orders/verify-checkout.ts";
import { reconcileOpenCheckouts } from "../../reconciliation/reconcile-payments.ts";
import { expireHolds } from "../expire-holds.ts";
import { extendHold } from "../extend-hold.ts";
import { findShopOutcomes } from "./queries.ts";
import { watchCardTesting } from "./watch-card-testing.ts";

const GOOD = "4242424242424242";
const DECLINED = "4000000000000002";
const MINUTE_MS = 60_000;
const PRICE = 3_200;

const store = freshShop({}, closeWithBooks);
let cap: string;
let asked = 0;
beforeEach(async () => {
  connectWebhooks(store);
  cap = await addProduct(store.shop, { stock: { "": 5_000 } });
});

type Started = { paymentIntentId: string; orderId: string };
type Answer = Started & { error?: { code: string } };
type Browser = { ip: string; cookie?: string };

async function post(path: string, { ip, cookie = "" }: Browser, body: object) {
  const answer = await functionRoutes(store.shop).request(path, {
    method: "POST",
    headers: { [CLIENT_IP_HEADER]: ip, ...(cookie ? { Cookie: cookie } : {}) },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answer };
}

/** What the checkout page does. */
function checkOut(browser: Browser, sent: object = {}, path = "/create-payment-intent") {
  asked += 1;
  return post(path, browser, {
    amount: PRICE + 599,
    idempotency_key: `card-testing-${asked}`,
    order_id: countedUuid(4_000_000 + asked),
    cart_items: [{ product_id: cap, quantity: 1 }],
    shipping_details: pat,
    ...sent,
  });
}

/** Submits a card; true if the provider asked a bank, "paid" if it approved, and false if the payment is over. */
function confirm({ paymentIntentId }: Started, card: string): "declined" | "paid" | "over" {
  try {
    return store.sandbox.controls.pay(paymentIntentId, card).status === 200 ? "paid" : "declined";
  } catch {
    return "over";
  }
}

const verify = (browser: Browser, { orderId }: Started) =>
  post("/verify-checkout-session", browser, { order_id: orderId });

async function buy(browser: Browser): Promise<{ bought: boolean; cookie: string; code: string | undefined }> {
  const { body } = await checkOut(browser);
  if (body.error) return { bought: false, cookie: "", code: body.error.code };
  confirm(body, GOOD);
  const { body: verified, headers } = await verify(browser, body);
  const cookie = headers.get("Set-Cookie")?.split(";")[0] ?? "";
  return { bought: "success" in verified && verified.success === true, cookie, code: undefined };
}

describe("declined attempts of one checkout", () => {
  test("[TR-4] the fifth declined attempt ends the payment: it accepts no more cards, and its stock is released", async () => {
    const shopper = { ip: "203.0.113.9" };
    const { body } = await checkOut(shopper);
    for (let tries = 1; tries <= 5; tries += 1) {
      expect(confirm(body, DECLINED)).toBe("declined");
      await store.sandbox.deliverDue();
    }
    expect(confirm(body, GOOD)).toBe("over");
    expect((await verify(shopper, body)).body).toMatchObject({ success: false, status: "declined_out" });
    expect((await stockOf(store.shop, cap))[0]?.held).toBe(0);
    expect(await buy(shopper)).toMatchObject({ bought: true });
  });

  test("[TR-4] without any webhook, the browser's request or the reconciler ends it as well", async () => {
    store.onWebhook(async () => 500);
    const [one, other] = [await checkOut({ ip: "203.0.113.1" }), await checkOut({ ip: "203.0.113.2" })];
    for (let tries = 1; tries <= 5; tries += 1) for (const { body } of [one, other]) confirm(body, DECLINED);
    await verify({ ip: "203.0.113.1" }, one.body);
    expect(confirm(one.body, GOOD)).toBe("over");
    await reconcileOpenCheckouts(store.shop);
    expect(confirm(other.body, GOOD)).toBe("over");
  });

  test("[TR-4] a card approved at the last moment becomes the order, however late the count", async () => {
    store.onWebhook(async () => 500);
    const browser = { ip: "203.0.113.9" };
    const { body } = await checkOut(browser);
    for (let tries = 1; tries <= 5; tries += 1) confirm(body, DECLINED);
    expect(confirm(body, GOOD)).toBe("paid");
    connectWebhooks(store);
    store.clock.advance(30 * MINUTE_MS);
    await store.sandbox.deliverDue();
    expect((await verify(browser, body)).body).toMatchObject({ success: true, status: "paid" });
  });

  test("[TR-4] a card approved while declined ones are counted is not among them", async () => {
    store.onWebhook(async () => 500);
    const { body } = await checkOut({ ip: "203.0.113.9" });
    for (let tries = 1; tries <= 4; tries += 1) confirm(body, DECLINED);
    const { payments } = store.shop;
    const listDeclines: typeof payments.listDeclines = async (id) => {
      expect(confirm(body, GOOD)).toBe("paid");
      return payments.listDeclines(id);
    };
    const ids = { orderId: body.orderId, intentId: null };
    await verifyCheckout({ ...store.shop, payments: { ...payments, listDeclines } }, ids);
    const refused = store.shop.db.selectFrom("payment_outcomes").select("id").where("kind", "=", "declined");
    expect(await refused.execute()).toHaveLength(4);
    expect(await verifyCheckout(store.shop, ids)).toMatchObject({ ok: true, status: "paid" });
  });

  test("[TR-4] a process that dies between counting and canceling leaves it to the expiry sweep", async () => {
    store.onWebhook(async () => 500);
    const { body } = await checkOut({ ip: "203.0.113.9" });
    for (let tries = 1; tries <= 5; tries += 1) confirm(body, DECLINED);
    const cancelIntent = async (): Promise<never> => {
      throw new Error("the process died");
    };
    const dying = { ...store.shop, payments: { ...store.shop.payments, cancelIntent } };
    await expect(reconcileOpenCheckouts(dying)).rejects.toThrow("died");
    store.clock.advance(1_000);
    expect(await expireHolds(store.shop)).toEqual({ closed: 1, kept: 0 });
    expect(confirm(body, GOOD)).toBe("over");
  });

  test("[TR-4] declines count even if the browser starts over, or goes to the provider's page, before any webhook", async () => {
    store.onWebhook(async () => 500);
    const bot = { ip: "203.0.113.9" };
    let before: Started | null = null;
    let [tried, refused] = [0, ""];
    while (tried < 60) {
      const { body } = await checkOut(bot, before ? { supersedes: before.orderId } : {});
      refused = body.error?.code ?? "";
      if (refused) break;
      before = body;
      for (let card = 1; card <= 4; card += 1) if (confirm(body, DECLINED) === "declined") tried += 1;
    }
    // Starting over closes the payment, and its four declines count before the next payment is handed out.
    expect({ tried, refused }).toEqual({ tried: 16, refused: "payments_closed" });

    const { body } = await checkOut({ ip: "203.0.113.10" });
    for (let card = 1; card <= 4; card += 1) confirm(body, DECLINED);
    const page = await checkOut(
      { ip: "203.0.113.10" },
      { supersedes: body.orderId },
      "/create-checkout-session",
    );
    expect(page.status).toBe(200);
    const visitors = await store.shop.db
      .selectFrom("payment_outcomes")
      .select((eb) => ["visitor", eb.fn.countAll<number>().as("declines")])
      .groupBy("visitor")
      .orderBy("declines")
      .execute();
    expect(visitors.map(({ visitor, declines }) => [visitor === null, Number(declines)])).toEqual([
      [false, 4],
      [false, 16],
    ]);
  });

  test("[TR-4] it says that nothing was charged only once the payment is canceled", async () => {
    store.onWebhook(async () => 500);
    const [one, other] = [await checkOut({ ip: "203.0.113.1" }), await checkOut({ ip: "203.0.113.2" })];
    for (let tries = 1; tries <= 5; tries += 1) for (const { body } of [one, other]) confirm(body, DECLINED);
    const { payments } = store.shop;
    const asks = ({ orderId }: Started, cancelIntent: typeof payments.cancelIntent) =>
      verifyCheckout({ ...store.shop, payments: { ...payments, cancelIntent } }, { orderId, intentId: null });
    const down = { ok: false, reason: "unavailable", message: "down" } as const;
    expect(await asks(one.body, async () => down)).toEqual({ ok: false, reason: "unpaid" });
    expect(await asks(one.body, payments.cancelIntent)).toEqual({ ok: false, reason: "declined_out" });
    const late: typeof payments.cancelIntent = async (key, id) => {
      confirm(other.body, GOOD);
      return payments.cancelIntent(key, id);
    };
    expect(await asks(other.body, late)).toMatchObject({ ok: true, status: "paid" });
  });

  test("[TR-4] until the payment is canceled, its hold is not extended; then it is over", async () => {
    store.onWebhook(async () => 500);
    const { orderId, ...payment } = (await checkOut({ ip: "203.0.113.9" })).body;
    for (let tries = 1; tries <= 5; tries += 1) confirm({ orderId, ...payment }, DECLINED);
    const cancelIntent = async () => ({ ok: false, reason: "unavailable", message: "down" }) as const;
    const silent = { ...store.shop, payments: { ...store.shop.payments, cancelIntent } };
    expect(await extendHold(silent, { orderId })).toEqual({ ok: false, reason: "not_extended" });
    expect(await extendHold(store.shop, { orderId })).toEqual({ ok: false, reason: "over" });
    expect((await stockOf(store.shop, cap))[0]?.held).toBe(0);
  });

  test("[TR-4] repeating its request after the fifth returns no payment", async () => {
    store.onWebhook(async () => 500);
    const shopper = { ip: "203.0.113.9" };
    const same = { idempotency_key: "declined-and-asked-again", order_id: countedUuid(4_900_000) };
    const { body } = await checkOut(shopper, same);
    for (let tries = 1; tries <= 5; tries += 1) confirm(body, DECLINED);
    expect((await checkOut(shopper, same)).body).toMatchObject({ error: { code: "hold_expired" } });
    expect(confirm(body, GOOD)).toBe("over");
  });
});

describe("closed payments", () => {
  const outcomesNow = () => findShopOutcomes(store.shop.db, nowOf(store.shop));
  const isClosedNow = async () => isShopClosed(await outcomesNow());

  /** Recent payments: that many networks with a declined one, and that many with a paid one. */
  async function lately({
    declined,
    paid = 0,
    networks = Number.POSITIVE_INFINITY,
    visitor,
  }: {
    declined: number;
    paid?: number;
    networks?: number;
    visitor?: string;
  }) {
    const rows = Array.from({ length: declined + paid }, (_, at) => ({
      id: `ch_${at}`,
      visitor: visitor ?? `network ${at % networks}`,
      kind: at < declined ? "declined" : "paid",
      at: new Date(store.clock.now() - at * 1_000),
    }));
    await store.shop.db.insertInto("payment_outcomes").values(rows).execute();
  }

  test("[TR-4] ordinary declines among paid orders close nothing", async () => {
    await lately({ declined: 30, paid: 90 });
    expect(await isClosedNow()).toBe(false);
  });

  test("[TR-4] a shop that sells notices a bot among its honest payments", async () => {
    await lately({ declined: 51, paid: 37, networks: 17 });
    expect(await isClosedNow()).toBe(true);
  });

  test("[TR-4] payments older than half an hour no longer count", async () => {
    await lately({ declined: 40 });
    store.clock.advance(31 * MINUTE_MS);
    expect(await outcomesNow()).toEqual({ total: 0, declined: 0, unknown: 0 });
  });

  test("[TR-4] neither one nor nine networks can close the shop for others", async () => {
    await lately({ declined: 45, visitor: "one" });
    expect(await isClosedNow()).toBe(false);
    await store.shop.db.deleteFrom("payment_outcomes").execute();
    await lately({ declined: 45, networks: 9 });
    expect(await isClosedNow()).toBe(false);
    // Payments of erased visitors don't count as one network.
    await store.shop.db.updateTable("payment_outcomes").set({ visitor: null }).execute();
    expect(await isClosedNow()).toBe(true);
  });

  /** A bot with many cards: how many reached a bank before and after payments closed, and the responses it got. */
  async function attack({ networks, cards, ahead }: { networks: number; cards: number; ahead: number }) {
    const tried = { open: 0, closed: 0 };
    const answers: Record<string, number> = {};
    let [count, refusedInARow, turn] = [0, 0, 0];
    const open: Started[] = [];
    while (count < cards) {
      while (open.length < ahead && refusedInARow < 40) {
        turn += 1;
        const { body } = await checkOut({
          ip: `198.18.${(turn % networks) >> 8}.${(turn % networks) & 255}`,
        });
        const answer = body.error?.code ?? "given out";
        answers[answer] = (answers[answer] ?? 0) + 1;
        refusedInARow = body.error ? refusedInARow + 1 : 0;
        if (!body.error) open.push(body);
        store.clock.advance(200);
      }
      const payment = open.shift();
      if (!payment) break;
      const stage = (await isClosedNow()) ? "closed" : "open";
      if (confirm(payment, DECLINED) === "over") continue;
      count += 1;
      tried[stage] += 1;
      open.push(payment);
      store.clock.advance(500);
      await store.sandbox.deliverDue();
    }
    return { tried, answers };
  }

  test("[TR-4] a bot with 2,000 cards on one network tries 15 of them, and others buy normally", async () => {
    expect(await attack({ networks: 1, cards: 2_000, ahead: 1 })).toEqual({
      tried: { open: 15, closed: 0 },
      answers: { "given out": 3, payments_closed: 40 },
    });
    expect(await buy({ ip: "203.0.113.9" })).toMatchObject({ bought: true });
    expect(await listAlerts(store.shop)).toEqual([]);
  });

  test("[TR-4] a bot with 2,000 cards on 300 networks closes payments to first-time visitors, but not to returning customers, until it stops", async () => {
    const home = { ip: "203.0.113.50" };
    const regular = { ...home, cookie: (await buy(home)).cookie };
    const { tried, answers } = await attack({ networks: 300, cards: 2_000, ahead: 20 });
    // Payments that it requested in advance are declined once or twice more.
    expect(tried.open).toBe(30);
    expect(tried.closed).toBeLessThanOrEqual(20);
    expect(answers).toEqual({ "given out": 20, payments_closed: 40 });
    expect(await buy({ ip: "203.0.113.9" })).toMatchObject({ bought: false, code: "payments_closed" });
    expect(await buy(regular)).toMatchObject({ bought: true });
    expect(await listAlerts(store.shop)).toMatchObject([{ id: "card-testing" }]);
    await sendDueMails(store.shop, { limit: 20 });
    expect(store.mailbox.filter(({ subject }) => subject.includes("stolen cards"))).toHaveLength(1);
    store.clock.advance(31 * MINUTE_MS);
    await watchCardTesting(store.shop);
    const audited = await store.shop.db.selectFrom("admin_audit").select("action").orderBy("id").execute();
    expect(audited.map(({ action }) => action)).toEqual(["payments.closed", "payments.reopened"]);
    expect(await listAlerts(store.shop)).toEqual([]);
    expect(await buy({ ip: "203.0.113.9" })).toMatchObject({ bought: true });
  });

  test("[TR-4] the proof of an earlier order can't be forged, and expires with its refund", async () => {
    const home = { ip: "203.0.113.50" };
    const { cookie } = await buy(home);
    await lately({ declined: 40 });
    const forged = `${cookie.slice(0, -3)}abc`;
    expect(await buy({ ...home, cookie: forged })).toMatchObject({ code: "payments_closed" });
    expect(await buy({ ...home, cookie })).toMatchObject({ bought: true });
    const orderId = cookie.split("=")[1]?.split(".")[0] ?? "";
    const wanted = { amount: PRICE + 599, reason: "sent back", restock: false, actor: "owner@example.com" };
    expect(await refundOrder(store.shop, { orderId, ...wanted })).toMatchObject({ ok: true });
    expect(await buy({ ...home, cookie })).toMatchObject({ code: "payments_closed" });
  });

  test("[TR-4] an order that the bank is still processing gives no proof, and removes none", async () => {
    const home = { ip: "203.0.113.50" };
    const { body } = await checkOut(home);
    store.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
    confirm(body, GOOD);
    const { body: verified, headers } = await verify(home, body);
    expect(verified).toMatchObject({ success: true, status: "processing" });
    expect(headers.get("Set-Cookie"), "the earlier one stays").toBeNull();
  });

  test("[TR-4] a returning customer's cookie does not allow card testing: its own declines close payments to it for half an hour", async () => {
    const home = { ip: "203.0.113.50" };
    const bot = { ...home, cookie: (await buy(home)).cookie };
    const { body } = await checkOut(bot);
    const { visitor } = await store.shop.db
      .selectFrom("checkouts")
      .select("visitor")
      .where("order_id", "=", body.orderId)
      .executeTakeFirstOrThrow();
    await lately({ declined: 15, visitor: visitor ?? "" });
    const answer = await checkOut(bot);
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "900"]);
    expect(await buy({ ip: "203.0.113.9" })).toMatchObject({ bought: true });
    store.clock.advance(31 * MINUTE_MS);
    expect(await buy(bot)).toMatchObject({ bought: true });
  });
});
