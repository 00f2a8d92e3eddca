import { describe, expect, test } from "vitest";
import { pat as examplePat, OWNER, OWNER_PASSWORD as PASSWORD } from "#test/sales/people.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { ensureAdmin } from "../../auth/password/ensure-admin.ts";
import { signIn } from "../../auth/sign-in.ts";
import { startCheckout } from "../../checkout/start-checkout.ts";
import { functionRoutes } from "../../http/functions/function-routes.ts";
import { listMessages } from "../../inbox/messages/list-messages.ts";
import { MESSAGES_PER_SENDER_MAX } from "../../inbox/messages/send-contact-message.ts";
import { orderAccessToken } from "../../mail/links/order-token.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { fulfillOrder } from "../shipments/fulfill-order.ts";
import { verifyCheckout } from "../verify-checkout.ts";
import { findOrderPage } from "./find-order-page.ts";
import { LINKS_PER_ORDER_MAX, LOOKUPS_PER_CLIENT_MAX, sendOrderLink } from "./send-order-link.ts";
import { writeAboutOrder } from "./write-about-order.ts";

const ORDER = countedUuid(7_000_001);

const store = freshShop();

const pat = { ...examplePat, email: "Pat@example.com" };

const KEY = "key-of-pats-checkout";

const requestOf = (productId: string) => ({
  idempotencyKey: KEY,
  orderId: ORDER,
  items: [{ productId, variation: "", quantity: 1 }],
  shipping: pat,
  amountSeen: 3799,
  supersedes: null,
});

/** An order of one cap, with the id ORDER; paid unless `card` is declined. */
async function order(card = "4242424242424242"): Promise<void> {
  const productId = await addProduct(store.shop);
  const result = await startCheckout(store.shop, { request: requestOf(productId) });
  if (!result.ok) throw new Error(result.reason);
  await payAsShopper(store, result.started, card);
  await settlePayment(store.shop, { intentId: result.intentId, source: "webhook" });
}

const sendMails = async () => {
  store.mailbox.length = 0;
  await sendDueMails(store.shop, { limit: 10 });
  return store.mailbox.filter((mail) => mail.to.address === pat.email);
};

const linkIn = (text: string | undefined) =>
  /http:\/\/localhost:3000\/orders\/([A-Za-z0-9_-]{43})(?![\w-])/.exec(text ?? "")?.[1] ?? "";

describe("the order's page", () => {
  test("[CF-8] the order's page opens by the link in the confirmation email and shows what the customer needs", async () => {
    await order();
    const [mail] = await sendMails();
    const token = linkIn(mail?.text);
    expect(mail?.html).toContain(`/orders/${token}"`);
    expect(await findOrderPage(store.shop, { token })).toMatchObject({
      number: 1,
      status: "paid",
      fulfillment: "unfulfilled",
      items: [{ name: "Fairway Cap", quantity: 1, price: 3200 }],
      address: { customer_name: "Pat Example", line1: "1 Fairway Lane" },
      ...{ subtotal: 3200, shipping: 599, tax: 0, total: 3799 },
      history: [{ status: "pending" }, { status: "paid" }],
    });
  });

  test("[OD-2] the order's page tells by whom the shipment comes, its tracking number, and when it moved on", async () => {
    await order();
    const token = orderAccessToken(store.shop.keys.orderLinks.current, ORDER);
    const unsent = await findOrderPage(store.shop, { token });
    expect(unsent?.shipments).toEqual([]);
    const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z 999" } as const;
    store.clock.advance(60_000);
    await fulfillOrder(store.shop, { orderId: ORDER, actor: OWNER, step });
    store.clock.advance(60_000);
    await fulfillOrder(store.shop, { orderId: ORDER, actor: OWNER, step: { to: "delivered" } });
    const page = await findOrderPage(store.shop, { token });
    expect(page).toMatchObject({
      fulfillment: "delivered",
      shipments: [{ carrier: "UPS", trackingNumber: "1Z 999" }],
    });
    expect(page?.history.map(({ status }) => status)).toEqual(["pending", "paid", "shipped", "delivered"]);
    expect(JSON.stringify(page)).not.toContain("owner@");
  });

  test("[CF-8] the order's page tells nothing of the payment's id, the owner's flags or who reported what", async () => {
    await order();
    const page = await findOrderPage(store.shop, {
      token: orderAccessToken(store.shop.keys.orderLinks.current, ORDER),
    });
    expect(JSON.stringify(page)).not.toMatch(/pi_|attention|source|webhook/);
  });

  test("[CF-8] no other text opens the order's page: not its id, not its number, not another order's token", async () => {
    await order();
    const token = orderAccessToken(store.shop.keys.orderLinks.current, ORDER);
    const [checkout] = await store.shop.db.selectFrom("checkouts").select("access_token_hash").execute();
    const others = [
      orderAccessToken(store.shop.keys.orderLinks.current, countedUuid(2)),
      orderAccessToken("another secret of thirty-two characters", ORDER),
      ...[ORDER, "1", "ORD-001", "", `${token} `, `${token}A`, token.slice(0, 42), "%00", "' or 1=1 --"],
      // What the database keeps does not open the page either.
      checkout?.access_token_hash ?? "",
    ];
    for (const text of others) expect(await findOrderPage(store.shop, { token: text })).toBeNull();
    expect(await findOrderPage(store.shop, { token })).not.toBeNull();
  });

  test("a checkout that never became an order has no page", async () => {
    await order("4000000000000002");
    expect(
      await findOrderPage(store.shop, { token: orderAccessToken(store.shop.keys.orderLinks.current, ORDER) }),
    ).toBeNull();
  });
});

describe("the days of arrival", () => {
  const promised = { from: "2026-06-04", to: "2026-06-08" };
  const pageOfOrder = () =>
    findOrderPage(store.shop, { token: orderAccessToken(store.shop.keys.orderLinks.current, ORDER) });

  test("[PA-1] the order keeps what its checkout promised, and page, confirmation, and email say the same", async () => {
    const productId = await addProduct(store.shop);
    const result = await startCheckout(store.shop, { request: requestOf(productId) });
    if (!result.ok) throw new Error(result.reason);
    // The bank takes three days.
    await payAsShopper(store, result.started, "4242424242424242");
    store.clock.advance(3 * 24 * 60 * 60_000);
    const confirmed = await verifyCheckout(store.shop, { orderId: ORDER, intentId: null });
    expect(confirmed).toMatchObject({ ok: true, order: { arrival: promised } });
    expect(await verifyCheckout(store.shop, { orderId: ORDER, intentId: null })).toMatchObject({
      ok: true,
      order: { arrival: promised },
    });
    expect(await pageOfOrder()).toMatchObject({ arrival: promised, isLate: false });
    const [mail] = await sendMails();
    expect(mail?.text).toContain("Arrives Thu, Jun 4 – Mon, Jun 8");
    store.clock.advance(5 * 24 * 60 * 60_000);
    expect(await pageOfOrder()).toMatchObject({ arrival: promised, isLate: true });
  });

  test("[PA-1] an order from before the shop kept them is counted from when it came in", async () => {
    await order();
    await store.shop.db.updateTable("checkouts").set({ arrives_from: null, arrives_to: null }).execute();
    store.clock.advance(2 * 24 * 60 * 60_000);
    expect(await pageOfOrder()).toMatchObject({ arrival: promised });
    expect((await sendMails())[0]?.text).toContain("Arrives Thu, Jun 4 – Mon, Jun 8");
  });
});

describe("the browser that bought", () => {
  const ask = (key: string | null, orderId: string | null = ORDER, intentId: string | null = null) =>
    verifyCheckout(store.shop, { orderId, intentId, key });

  test("[AS-1] learns the link to the order's page and the recipient of its email, by the key of its checkout", async () => {
    await order();
    const page = `/orders/${orderAccessToken(store.shop.keys.orderLinks.current, ORDER)}`;
    const own = { page, email: "P…@example.com" };
    const found = await ask(KEY);
    expect(found).toMatchObject({ ok: true, own });
    expect(await findOrderPage(store.shop, { token: page.slice("/orders/".length) })).not.toBeNull();
    const { payment_intent_id: intentId } = await store.shop.db
      .selectFrom("orders")
      .select("payment_intent_id")
      .executeTakeFirstOrThrow();
    expect(await ask(KEY, null, intentId)).toMatchObject({ ok: true, own });
    // What can't be the id of a payment page hides nothing.
    const asked = { orderId: null, intentId, sessionId: "cs_", key: KEY };
    expect(await verifyCheckout(store.shop, asked)).toMatchObject({ ok: true, own });
  });

  test("[AS-1][CF-8] anyone else with the same URL sees the order as before and no link", async () => {
    await order();
    for (const key of [null, "", "another-key", `${KEY} `, ORDER, "%"]) {
      expect(await ask(key), String(key)).toMatchObject({ ok: true, orderId: ORDER, own: null });
    }
    const answer = JSON.stringify(await ask(null));
    expect(answer).not.toMatch(/example\.com|Fairway Lane|\/orders\//);
  });

  test("[AS-1] a payment that is not there yet leads to no page", async () => {
    await order("4000000000000002");
    expect(await ask(KEY)).toMatchObject({ ok: false });
  });
});

describe("[AS-2] a message about an order", () => {
  const token = () => orderAccessToken(store.shop.keys.orderLinks.current, ORDER);
  const write = (message = "The seam is open", link = token()) =>
    writeAboutOrder(store.shop, { token: link, message, ip: "192.0.2.1" });
  const inbox = async () =>
    (await listMessages(store.shop, { show: "all", query: "", after: null })).messages;

  test("is in the owner's inbox, bound to the order, and in an email to the owner", async () => {
    await order();
    await sendMails();
    expect(await write()).toEqual({ ok: true, isNew: true, email: "P…@example.com" });
    const subject = "About order ORD-001";
    expect(await inbox()).toMatchObject([
      { name: "Pat Example", email: pat.email, subject, message: "The seam is open", orderId: ORDER },
    ]);
    expect((await findOrderPage(store.shop, { token: token() }))?.requests).toEqual([
      { subject, at: new Date(store.clock.now()).toISOString() },
    ]);
    store.mailbox.length = 0;
    await sendDueMails(store.shop, { limit: 10 });
    expect(store.mailbox).toMatchObject([
      { to: { address: "owner@example.com" }, subject, replyTo: pat.email },
    ]);
  });

  test("sent twice is emailed and filed once; other words are filed too", async () => {
    await order();
    expect(await write()).toMatchObject({ ok: true, isNew: true });
    expect(await write()).toMatchObject({ ok: true, isNew: false });
    expect(await inbox()).toHaveLength(1);
    expect(await write("And too small")).toMatchObject({ ok: true, isNew: true });
    expect(await inbox()).toHaveLength(2);
  });

  test("needs the link and words; else nothing is filed", async () => {
    await order();
    expect(await write("Hello", "A".repeat(43))).toEqual({ ok: false, reason: "not_found" });
    expect(await write(" \n")).toMatchObject({ errors: { message: "Tell us what is wrong" } });
    expect(await write("x".repeat(5_001))).toMatchObject({
      errors: { message: "Use at most 5,000 characters" },
    });
    expect(await inbox()).toEqual([]);
    for (let count = 0; count < MESSAGES_PER_SENDER_MAX; count++) await write(`Try ${count}`);
    expect(await write("One more")).toEqual({ ok: false, reason: "rate_limited" });
  });
});

describe("finding an order", () => {
  const ask = (number: string, email: string, ip = "192.0.2.1") =>
    sendOrderLink(store.shop, { number, email, ip });

  test("an order's number and email address bring an email with the same link, to that address alone", async () => {
    await order();
    const [confirmation] = await sendMails();
    expect(await ask("ord-001", "pat@EXAMPLE.com")).toEqual({ ok: true });
    const [mail, ...more] = await sendMails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: "Link to your Golf Pro Shop order ORD-001" });
    expect(linkIn(mail?.text)).toBe(linkIn(confirmation?.text));
  });

  test("[TR-12] the worker is woken for the email, whether there is one or not", async () => {
    await order();
    const woken: string[] = [];
    store.shop.wakeWorker = (name) => void woken.push(name);
    for (const number of ["1", "2"]) expect(await ask(number, pat.email)).toEqual({ ok: true });
    expect(woken).toEqual(["mails", "mails"]);
  });

  test("a stranger learns nothing: a wrong number or address gets the same answer and no email", async () => {
    await order();
    await sendMails();
    store.mailbox.length = 0;
    // Each answer takes its time.
    const answers = [
      ask("ORD-002", pat.email),
      ask("1", "sam@example.com"),
      ask("9".repeat(15), "%@example.com"),
    ];
    for (const answer of await Promise.all(answers)) expect(answer).toEqual({ ok: true });
    await sendDueMails(store.shop, { limit: 10 });
    expect(store.mailbox).toEqual([]);
  });

  test("a stranger learns nothing from the time it takes either", async () => {
    await order();
    const timed = async (email: string) => {
      const started = performance.now();
      await ask("1", email);
      return performance.now() - started;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      known.push(await timed(pat.email));
      unknown.push(await timed("sam@example.com"));
    }
    expect(Math.min(...known, ...unknown)).toBeGreaterThan(200);
    // What the machine is late with, it is late with once; what a lookup takes longer, it takes each time.
    expect(Math.abs(Math.min(...known) - Math.min(...unknown))).toBeLessThan(150);
  });

  test("[TR-12] a stranger who knows number and email floods no mailbox, and keeps the customer from nothing", async () => {
    await order();
    await sendDueMails(store.shop, { limit: 10 });
    store.mailbox.length = 0;
    const asks = Array.from({ length: LINKS_PER_ORDER_MAX + 2 }, (_, count) =>
      ask("1", pat.email, `198.51.100.${count}`),
    );
    for (const answer of await Promise.all(asks)) expect(answer).toEqual({ ok: true });
    await sendDueMails(store.shop, { limit: 10 });
    expect(store.mailbox).toHaveLength(LINKS_PER_ORDER_MAX);
    store.clock.advance(60 * 60_000);
    expect(await ask("1", pat.email)).toEqual({ ok: true });
    await sendDueMails(store.shop, { limit: 10 });
    expect(store.mailbox).toHaveLength(LINKS_PER_ORDER_MAX + 1);
  });

  test("one client who looks up orders is limited", async () => {
    const rateLimited = { ok: false, reason: "rate_limited" };
    await Promise.all(
      Array.from({ length: LOOKUPS_PER_CLIENT_MAX }, (_, count) => ask("1", `a${count}@example.com`)),
    );
    expect(await ask("1", "new@example.com")).toEqual(rateLimited);
    expect(await ask("1", "new@example.com", "203.0.113.5")).toEqual({ ok: true });
    store.clock.advance(60 * 60_000);
    expect(await ask("1", "sam@example.com")).toEqual({ ok: true });
  });

  test("a link that could not be queued is not said to be on its way", async () => {
    await order();
    const { schema } = store.shop.db;
    await schema.alterTable("outbox").renameTo("outbox_elsewhere").execute();
    const outcome = await ask("1", pat.email);
    await schema.alterTable("outbox_elsewhere").renameTo("outbox").execute();
    expect(outcome).toEqual({ ok: false, reason: "unavailable" });
  });

  test("a look-up form that is not whole is answered field by field, and not counted", async () => {
    for (let count = 0; count <= LOOKUPS_PER_CLIENT_MAX; count++) {
      expect(await ask("seven", "pat")).toMatchObject({ ok: false, reason: "invalid" });
    }
    expect(await ask("1", pat.email)).toEqual({ ok: true });
  });
});

describe("[FN-3] sending the confirmation again", () => {
  async function adminCookie(): Promise<string> {
    await ensureAdmin(store.shop, { password: PASSWORD, generate: () => "unused" });
    const result = await signIn(store.shop, {
      email: OWNER,
      password: PASSWORD,
      ip: "10.0.0.1",
    });
    if (!result.ok) throw new Error(result.reason);
    return result.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
  }

  async function resend(body: unknown, cookie = "", shop = store.shop) {
    const answer = await functionRoutes(shop).request("/send-order-confirmation", {
      method: "POST",
      headers: { cookie },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: await answer.json() };
  }

  const outbox = () => store.shop.db.selectFrom("outbox").select("unique_key").orderBy("id").execute();

  test("sending the confirmation again is refused to anyone but the owner, and sends nothing", async () => {
    await order();
    const cookie = await adminCookie();
    const before = await outbox();
    expect(await resend({ orderId: ORDER })).toMatchObject({
      status: 401,
      body: { error: { code: "not_signed_in" } },
    });
    const moved = { ...store.shop, env: { ...store.shop.env, adminEmail: "new-owner@example.com" } };
    expect(await resend({ orderId: ORDER }, cookie, moved)).toMatchObject({
      status: 403,
      body: { error: { code: "not_admin" } },
    });
    expect(await outbox()).toEqual(before);
  });

  test("the confirmation that is sent again shows the stored order to its own customer, no matter what else the request says", async () => {
    await order();
    const cookie = await adminCookie();
    const [first] = await sendMails();
    const lie = {
      orderId: ORDER,
      customerEmail: "sam@example.com",
      total: 1,
      items: [],
      subtotal: 1,
      tax: 0,
    };
    expect(await resend(lie, cookie)).toEqual({
      status: 200,
      body: { success: true, orderId: ORDER, email: pat.email },
    });
    const again = await sendMails();
    expect(store.mailbox).toHaveLength(1);
    await resend({ orderId: ORDER.toUpperCase() }, cookie);
    again.push(...(await sendMails()));
    expect(store.mailbox).toHaveLength(1);
    expect(again).toHaveLength(2);
    for (const mail of again) expect(mail).toMatchObject({ subject: first?.subject, text: first?.text });
    expect((await outbox()).map((row) => row.unique_key)).toEqual(
      expect.arrayContaining([
        `order_confirmation:${ORDER}:resend:1`,
        `order_confirmation:${ORDER}:resend:2`,
      ]),
    );
  });

  test("sending the confirmation again is refused for what is no order, not paid or no request", async () => {
    await order();
    const cookie = await adminCookie();
    expect(await resend({ orderId: countedUuid(9) }, cookie)).toMatchObject({ status: 404 });
    for (const orderId of [undefined, 7, "1", `${ORDER}' or 1=1`]) {
      expect(await resend({ orderId }, cookie)).toMatchObject({ status: 400 });
    }
    await store.shop.db.updateTable("orders").set({ status: "refunded" }).execute();
    expect(await resend({ orderId: ORDER }, cookie)).toMatchObject({ status: 200 });
  });

  test("sending the confirmation again is refused while the payment is still in progress", async () => {
    await order();
    const unpaid = countedUuid(7_000_002);
    await store.shop.pool.query(
      `insert into orders (id, status, subtotal, total, shipping_address, source, created_at, updated_at)
        select $1, 'processing', subtotal, total, shipping_address, source, created_at, updated_at from orders`,
      [unpaid],
    );
    expect(await resend({ orderId: unpaid }, await adminCookie())).toMatchObject({
      status: 409,
      body: { error: { code: "not_paid", details: { status: "processing" } } },
    });
  });
});
