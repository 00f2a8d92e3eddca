import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { CheckoutStarted } from "#domain/checkout/checkout.ts";
import { defaultPrivacyRules, privacyLimits } from "#domain/privacy/privacy-rules.ts";
import { OWNER, pat } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { sharedShop } from "#test/shop/fresh-shop.ts";
import { addProduct, stockOf } from "#test/shop/products.ts";
import { countedUuid } from "#test/shop/shop.ts";
import { expireHolds } from "../../checkout/expire-holds.ts";
import { startCheckout } from "../../checkout/start-checkout.ts";
import { sendDueMails } from "../../mail/send-due-mails.ts";
import { fulfillOrder } from "../../orders/shipments/fulfill-order.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { checkInvariants } from "../../reconciliation/invariants.ts";
import { findPrivacyRules } from "../privacy/privacy-queries.ts";
import { loadPrivacy, savePrivacyRules } from "../privacy/privacy-rules.ts";
import { keepRetention } from "./keep-retention.ts";
import { retention } from "./retention-rules.ts";

const DAY_MS = 24 * 60 * 60_000;

const store = sharedShop();

let started = 0;
async function start(productId: string): Promise<CheckoutStarted> {
  started += 1;
  const result = await startCheckout(store.shop, {
    request: {
      idempotencyKey: `retention-${started}-of-a-shopper`,
      orderId: countedUuid(2_500_000 + started),
      items: [{ productId, variation: "", quantity: 1 }],
      shipping: pat,
      amountSeen: 2_599,
      supersedes: null,
    },
  });
  if (!result.ok) throw new Error(result.reason);
  return result.started;
}

async function addressesOf(orderIds: string[]) {
  const rows = await store.shop.db
    .selectFrom("checkouts")
    .select(["order_id", "shipping_address"])
    .where("order_id", "in", orderIds)
    .execute();
  return new Map(rows.map((row) => [row.order_id, row.shipping_address]));
}

test("what was never bought loses its address after a week and goes after forty days; a sale keeps all", async () => {
  const { shop, clock } = store;
  const productId = await addProduct(shop, { price: 2_000, stock: { "": 5 } });
  const bought = await start(productId);
  await payAsShopper(store, bought, "4242424242424242");
  await settlePayment(shop, { intentId: bought.paymentIntentId, source: "webhook" });
  await sendDueMails(shop, { limit: 20 });
  const left = await start(productId);
  clock.advance(61 * 60_000);
  await expireHolds(shop);
  const both = [bought.orderId, left.orderId];
  await sql`
    insert into payment_alerts (key, reason, detail, checkout_id, first_seen, last_seen, resolved_at)
    select 'call of ' || order_id, 'closed_operation', 'Pat called', id, updated_at, updated_at, ${new Date(clock.now())}
      from checkouts`.execute(shop.db);
  const reasons = async () =>
    (await shop.db.selectFrom("payment_alerts").select("detail").orderBy("detail").execute()).map(
      ({ detail }) => detail,
    );

  clock.advance(6 * DAY_MS);
  await keepRetention(shop);
  expect((await addressesOf(both)).get(left.orderId)).not.toEqual({});
  expect(await reasons()).toEqual(["Pat called", "Pat called"]);

  clock.advance(2 * DAY_MS);
  await keepRetention(shop);
  const erased = await addressesOf(both);
  expect(erased.get(left.orderId)).toEqual({});
  expect(erased.get(bought.orderId)).not.toEqual({});
  expect(await reasons(), "why the owner closed a call").toEqual(["", "Pat called"]);
  const { rows: calls } = await sql<{ params: string }>`select params::text from payment_operations p
    join checkouts c on c.id = p.checkout_id where c.order_id = ${left.orderId}`.execute(shop.db);
  expect(calls.length).toBeGreaterThan(0);
  expect(JSON.stringify(calls)).not.toContain(pat.email);

  clock.advance(40 * DAY_MS);
  await keepRetention(shop);
  expect([...(await addressesOf(both)).keys()]).toEqual([bought.orderId]);
  expect(await stockOf(shop, productId)).toEqual([{ variation: "", on_hand: 4, held: 0 }]);

  clock.advance(60 * DAY_MS);
  await keepRetention(shop);
  const mails = await shop.db.selectFrom("outbox").select(["kind", "recipient", "payload"]).execute();
  expect(mails.length).toBeGreaterThan(0);
  expect(
    mails.every(({ recipient, payload }) => recipient === null && Object.keys(payload ?? {}).length === 0),
  ).toBe(true);
  expect(await checkInvariants(shop, { atRest: true })).toEqual([]);
});

test("a checkout whose hold runs or whose payment may still succeed keeps everything, however old", async () => {
  const { shop, clock } = store;
  const productId = await addProduct(shop, { price: 2_000, stock: { "": 5 } });
  const open = await start(productId);
  clock.advance(100 * DAY_MS);
  await keepRetention(shop);
  expect((await addressesOf([open.orderId])).get(open.orderId)).not.toEqual({});
  await expireHolds(shop);
});

test("a failed email loses its recipient and content, dismissed or not, and an unread message goes", async () => {
  const { shop, clock } = store;
  const at = new Date(clock.now());
  const failed = {
    kind: "test",
    recipient: pat.email,
    payload: { name: pat.name },
    last_error: "no such box",
  };
  const due = { created_at: at, next_at: at, dead_at: at };
  await shop.db
    .insertInto("outbox")
    .values([
      { ...failed, ...due, unique_key: "dismissed", dismissed_at: at },
      { ...failed, ...due, unique_key: "left" },
    ])
    .execute();
  const message = {
    name: pat.name,
    email: pat.email,
    subject: "Hello",
    message: "Hello?",
    created_at: at,
  };
  await shop.db
    .insertInto("contact_messages")
    .values({ ...message, id: countedUuid(2_900_000) })
    .execute();
  const personal = async () => {
    const mails = await shop.db
      .selectFrom("outbox")
      .select("unique_key")
      .where("unique_key", "in", ["dismissed", "left"])
      .where((where) => where.or([where("recipient", "is not", null), where("last_error", "is not", null)]))
      .orderBy("unique_key")
      .execute();
    const messages = await shop.db.selectFrom("contact_messages").select("subject").execute();
    return [...mails.map((mail) => mail.unique_key), ...messages.map(({ subject }) => subject)];
  };
  const after = async (days: number) => {
    clock.advance(days * DAY_MS);
    await keepRetention(shop);
    return personal();
  };
  expect(await after(89)).toEqual(["dismissed", "left", "Hello"]);
  expect(await after(2)).toEqual(["left", "Hello"]);
  expect(await after(365)).toEqual(["Hello"]);
  const left = await shop.db
    .selectFrom("outbox")
    .select(["payload", "dismissed_at"])
    .where("unique_key", "=", "left")
    .executeTakeFirstOrThrow();
  expect(left).toEqual({ payload: {}, dismissed_at: at });
  expect(await after(700)).toEqual([]);
});

test("a backlog goes in small steps, and asks for the next one soon", async () => {
  const { shop, clock } = store;
  await sql`insert into payment_debug_logs (created_at) select ${new Date(clock.now() - 91 * DAY_MS)} from generate_series(1, 1200)`.execute(
    shop.db,
  );
  const counts: number[] = [];
  for (;;) {
    const { removed, nextInMs } = await keepRetention(shop);
    counts.push(removed);
    if (nextInMs === null) break;
  }
  expect(counts).toEqual([500, 500, 200]);
});

describe("[PE-2] the owner's rules", () => {
  const rules = { orderYears: "", messageDays: "730", checkoutDays: "7", restockDays: "365" };
  const save = (fields: Record<string, string>) =>
    savePrivacyRules(store.shop, { actor: OWNER, fields: { ...rules, ...fields } });

  test("a new shop's are those of the docs, and a refused form changes nothing", async () => {
    expect(await findPrivacyRules(store.shop.db)).toEqual(defaultPrivacyRules);
    for (const rule of Object.values(retention).flatMap((list) => ("kept" in list ? [] : [...list])))
      expect(rule.owners?.(defaultPrivacyRules) ?? rule.keepDays).toBe(rule.keepDays);
    expect(await save({ checkoutDays: "400" })).toMatchObject({ ok: false });
    expect(await findPrivacyRules(store.shop.db)).toEqual(defaultPrivacyRules);
  });

  test("the owner's years are never over early, whichever leap days are in them", () => {
    const [rule] = Array.isArray(retention.orders) ? retention.orders : [];
    for (let years = 1; years <= privacyLimits.orderYears.max; years += 1)
      for (let year = 2026; year < 2030; year += 1) {
        const days = (Date.UTC(year + years, 5, 1) - Date.UTC(year, 5, 1)) / DAY_MS;
        const kept = rule?.owners?.({ ...defaultPrivacyRules, orderYears: years }) ?? 0;
        expect([0, 1]).toContain(kept - days);
      }
  });

  test("names of orders go after the owner's years unless something is open; amounts stay, and the log counts", async () => {
    const { shop, clock } = store;
    await sql`delete from retention_log`.execute(shop.db);
    const { orderId } = await sell(store);
    const open = await sell(store);
    const step = { to: "shipped", carrier: "UPS", trackingNumber: "1Z999" } as const;
    await fulfillOrder(shop, { orderId, actor: OWNER, step });
    const nameOf = async (id: string) => {
      const { rows } = await sql<{ name: string; total: number }>`
        select shipping_address ->> 'customer_name' as name, total from orders where id = ${id}`.execute(
        shop.db,
      );
      return rows[0];
    };
    clock.advance(2 * 365 * DAY_MS + DAY_MS);
    expect(await save({ orderYears: "2" })).toMatchObject({ ok: true });
    await keepRetention(shop);
    expect(await nameOf(orderId), "two years may have 731 days").toMatchObject({ name: pat.name });
    clock.advance(DAY_MS);
    await keepRetention(shop);
    expect(await nameOf(orderId)).toEqual({ name: "Forgotten customer", total: 6_999 });
    expect(await nameOf(open.orderId)).toMatchObject({ name: pat.name });
    const { removed, entries } = await loadPrivacy(shop);
    expect(removed.filter(({ what }) => what.startsWith("Orders"))).toMatchObject([{ removed: 1 }]);
    expect(entries).toEqual([]);
    const { rows } = await sql`select from shipments where tracking_number <> ''`.execute(shop.db);
    expect(rows).toEqual([]);
    await save({});
  });
});

describe("docs/retention.md", () => {
  test("says of each table what its rules say", async () => {
    const text = await readFile(path.join(import.meta.dirname, "../../../../docs/retention.md"), "utf8");
    const rows = Object.entries(retention).flatMap(([table, rules]) =>
      "kept" in rules
        ? [`| \`${table}\` | – | stays: ${rules.kept} |`]
        : rules.map(({ keepDays, outcome }) => `| \`${table}\` | ${keepDays ?? "–"} | ${outcome} |`),
    );
    const listed = text
      .split("\n")
      .filter((line) => line.startsWith("| `"))
      .map((line) => line.replace(/ +/g, " "));
    expect(listed).toEqual(rows);
  });
});
