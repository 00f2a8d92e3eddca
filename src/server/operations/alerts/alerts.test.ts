import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { attend, parseAttention } from "#process/cli/attention.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { GOOD_CARD, loadOrderRow, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { closeWithBooks } from "#test/shop/books.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { handleDueEvents, receiveEvent } from "../../checkout/provider-events/receive-event.ts";
import { runDueOperations } from "../../checkout/run-operations.ts";
import { workQueues } from "../../core/work-queues.ts";
import { refundOrder } from "../../orders/changes/refund-order.ts";
import { settlePayment } from "../../payments/settle-payment.ts";
import { listAuditEntries } from "../../settings/audit/queries.ts";
import { closeAlert, retryAlert } from "./decide-alert.ts";
import { listAlerts } from "./list-alerts.ts";

const { attemptsMax: OPERATION_ATTEMPTS_MAX } = workQueues.operations;
const HOUR_MS = 3_600_000;

const store = freshShop({}, closeWithBooks);

const stuck = () => listAlerts(store.shop);
const retry = (id: string) => retryAlert(store.shop, { id, actor });
const close = (id: string, note = "settled by phone") => closeAlert(store.shop, { id, actor, note });
const audit = () =>
  store.shop.db.selectFrom("admin_audit").select(["action", "object", "after"]).orderBy("id").execute();

/** As the owner reads it, with the reason as long as it is stored. */
const newestOfLog = async () =>
  (await listAuditEntries(store.shop.db, { kind: null, before: null }, 1)).at(0);

/** A refund that was retried until the shop gave up; `reached`: whether the provider had made it. */
async function stuckRefund({ reached = false } = {}) {
  const sale = await sell(store);
  const fault = { kind: reached ? "drop_answer" : "rate_limited", path: "/v1/refunds" } as const;
  store.sandbox.controls.arm({ ...fault, times: 100 });
  await refundOrder(store.shop, {
    orderId: sale.orderId,
    amount: 1_000,
    reason: "does not fit",
    restock: false,
    actor,
  });
  await store.shop.db
    .updateTable("payment_operations")
    .set({ attempts: OPERATION_ATTEMPTS_MAX - 1 })
    .where("kind", "=", "refund")
    .execute();
  store.clock.advance(2 * HOUR_MS);
  await runDueOperations(store.shop);
  store.sandbox.controls.clearFaults();
  const [operation] = await stuck();
  if (!operation) throw new Error("the refund was not given up");
  return { sale, key: operation.id };
}

/** The tasks that the shop wakes from now on. */
function wokenTasks(): string[] {
  const woken: string[] = [];
  store.shop.wakeWorker = (name) => void woken.push(name);
  return woken;
}

const refundRow = () =>
  store.shop.db.selectFrom("refunds").select(["status", "provider_refund_id"]).executeTakeFirstOrThrow();

describe("a refund that was given up", () => {
  test("[OD-2] a refund that was given up and is tried again is made once, under its original key", async () => {
    const { sale, key } = await stuckRefund();
    const woken = wokenTasks();
    expect(await retry(key)).toEqual({ ok: true, what: "operation" });
    expect(woken).toEqual(["calls"]);
    expect(await runDueOperations(store.shop), "no other call").toEqual({ due: 1, finished: 1 });
    expect(store.sandbox.controls.refunds(sale.paymentIntentId)).toHaveLength(1);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "partially_refunded",
      amount_refunded: 1_000,
    });
    expect(await stuck()).toEqual([]);
    expect(await retry(key), "nothing of that name waits anymore").toEqual({
      ok: false,
      reason: "not_found",
    });
    expect((await audit()).at(-1)).toMatchObject({ action: "operation.retried", object: key });
  });

  test("[OD-2] a refund that is closed counts as not made: its order is unflagged, and the money can be refunded again", async () => {
    const { sale, key } = await stuckRefund();
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ attention: ["refund_unclear"] });
    // It was flagged for another refund before.
    await store.shop.db
      .updateTable("orders")
      .set({ attention_resolved: ["refund_unclear"] })
      .execute();
    expect(await close(key)).toEqual({ ok: true, what: "operation" });
    expect(await refundRow()).toEqual({ status: "failed", provider_refund_id: null });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({
      status: "paid",
      attention: [],
      attention_resolved: ["refund_unclear"],
    });
    expect((await audit()).at(-1)).toMatchObject({ action: "operation.closed" });
    expect((await audit()).at(-1)?.after).toEqual({ type: "refund" });
    expect(await newestOfLog()).toMatchObject({
      action: "operation.closed",
      after: { type: "refund", note: "settled by phone" },
    });
    const again = {
      orderId: sale.orderId,
      amount: "rest",
      reason: "does not fit",
      restock: false,
      actor,
    } as const;
    const { id: refundId } = await store.shop.db.selectFrom("refunds").select("id").executeTakeFirstOrThrow();
    const reloaded = await refundOrder(store.shop, { ...again, refundId });
    expect(reloaded, "the old form, submitted again").toMatchObject({ reason: "refused_by_provider" });
    expect(store.sandbox.controls.refunds(sale.paymentIntentId)).toEqual([]);
    expect((await refundOrder(store.shop, again)).ok).toBe(true);
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ status: "refunded" });
  });

  test("[OD-2] a refund that the provider had made after all is not closed but recorded", async () => {
    const { sale, key } = await stuckRefund({ reached: true });
    expect(await close(key)).toEqual({ ok: false, reason: "was_made" });
    expect(await refundRow()).toMatchObject({ status: "succeeded" });
    expect(await loadOrderRow(store, sale.orderId)).toMatchObject({ amount_refunded: 1_000 });
    expect(await stuck()).toEqual([]);
  });

  test("[OD-2] closing an already closed refund doesn't claim that Stripe made it", async () => {
    const { key } = await stuckRefund();
    const { payments } = store.shop;
    const listRefunds: typeof payments.listRefunds = async (query) => {
      const listed = await payments.listRefunds(query);
      await close(key);
      return listed;
    };
    const slow = { ...store.shop, payments: { ...payments, listRefunds } };
    const closed = await closeAlert(slow, { id: key, actor, note: "by phone" });
    expect(closed).toEqual({ ok: false, reason: "not_found" });
    expect(await refundRow()).toMatchObject({ status: "failed" });
  });

  test("[OD-2] a refund is not closed while the provider can't be asked", async () => {
    const { key } = await stuckRefund();
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 3 });
    expect(await close(key)).toEqual({ ok: false, reason: "unavailable" });
    expect(await stuck()).toHaveLength(1);
  });

  test("[OD-2] a refund of a payment that the provider does not know was not made, and is closed", async () => {
    const { key } = await stuckRefund();
    await sql`
      update payment_operations set params = params || '{"intentId": "pi_gone"}' where key = ${key}`.execute(
      store.shop.db,
    );
    expect(await close(key)).toEqual({ ok: true, what: "operation" });
    expect(await refundRow()).toEqual({ status: "failed", provider_refund_id: null });
  });
});

describe("an abandoned call of a checkout", () => {
  const giveUp = () =>
    store.shop.db
      .updateTable("payment_operations")
      .set({ state: "needs_human", last_error: "not understood" })
      .execute();

  test("a call for a checkout can't be closed while its payment may still be made, and can once the checkout is over", async () => {
    const started = await startSale(store);
    await giveUp();
    const key = (await stuck())[0]?.id ?? "";
    expect(await close(key)).toEqual({ ok: false, reason: "still_open" });
    await payAsShopper(store, started, GOOD_CARD);
    await settlePayment(store.shop, { intentId: started.paymentIntentId, source: "browser" });
    await giveUp();
    expect(await close(key)).toEqual({ ok: true, what: "operation" });
    expect(await stuck()).toEqual([]);
    expect(await loadOrderRow(store, started.orderId)).toMatchObject({ status: "paid" });
  });

  test("a call for a checkout that is tried again is finished", async () => {
    const started = await startSale(store);
    await giveUp();
    expect(await retry((await stuck())[0]?.id ?? "")).toEqual({ ok: true, what: "operation" });
    await runDueOperations(store.shop);
    expect(await stuck()).toEqual([]);
    await payAsShopper(store, started, GOOD_CARD);
  });
});

describe("an event that can't be handled", () => {
  async function stuckEvent(): Promise<{ id: string; orderId: string }> {
    const started = await startSale(store);
    store.onWebhook(async (rawBody, signature) => {
      store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 5 });
      await receiveEvent(store.shop, { rawBody, signature });
      store.sandbox.controls.clearFaults();
      return 200;
    });
    await payAsShopper(store, started, GOOD_CARD);
    await store.sandbox.deliverDue();
    store.clock.advance(HOUR_MS);
    const found = (await stuck()).find(({ title }) => title.endsWith("payment_intent.succeeded"));
    if (!found) throw new Error("the event was handled");
    return { id: found.id, orderId: started.orderId };
  }

  /** One more that waits. */
  async function addOtherEvent(): Promise<void> {
    const at = new Date(store.clock.now() - HOUR_MS);
    const other = { id: "evt_other", type: "refund.updated", received_at: at, next_at: at };
    await store.shop.db.insertInto("payment_events").values(other).execute();
  }

  test("an event that is tried again makes the order", async () => {
    await addOtherEvent();
    const other = store.shop.db
      .selectFrom("payment_events")
      .select(["attempts", "last_error", "next_at"])
      .where("id", "=", "evt_other");
    const before = await other.executeTakeFirst();
    const { id, orderId } = await stuckEvent();
    expect(await other.executeTakeFirst()).toEqual({ ...before, attempts: 0, last_error: null });
    await store.shop.db
      .updateTable("payment_events")
      .set({ next_at: new Date(store.clock.now() + HOUR_MS) })
      .execute();
    await handleDueEvents(store.shop);
    expect((await stuck()).map((event) => event.id)).toContain(id);
    const woken = wokenTasks();
    expect(await retry(id)).toEqual({ ok: true, what: "event" });
    expect(woken).toEqual(["events"]);
    expect(await other.executeTakeFirst()).toMatchObject({ next_at: new Date(store.clock.now() + HOUR_MS) });
    await handleDueEvents(store.shop);
    expect(await loadOrderRow(store, orderId)).toMatchObject({ status: "paid" });
    expect((await stuck()).map((event) => event.id)).toEqual(["evt_other"]);
  });

  test("[FN-5] an event that can't be handled is retried with growing pauses, and is listed with the number of attempts and the reason", async () => {
    const { id } = await stuckEvent();
    const arrived = store.clock.now() - HOUR_MS;
    const row = () =>
      store.shop.db
        .selectFrom("payment_events")
        .select(["attempts", "last_error", "next_at"])
        .where("id", "=", id)
        .executeTakeFirst();
    const last_error = "Error: the payment provider did not respond";
    expect(await row()).toEqual({ attempts: 1, last_error, next_at: new Date(arrived + 2_000) });
    store.sandbox.controls.arm({ kind: "server_error", method: "GET", times: 5 });
    await handleDueEvents(store.shop);
    store.sandbox.controls.clearFaults();
    const next_at = new Date(store.clock.now() + 6_000);
    expect(await row()).toEqual({ attempts: 2, last_error, next_at });
    expect((await stuck()).find((event) => event.id === id)).toMatchObject({
      reason: `tried 2 times: ${last_error}`,
    });
  });

  test("a closed event is never handled again, and the reason is stored", async () => {
    const { id } = await stuckEvent();
    await addOtherEvent();
    expect(await close(id)).toEqual({ ok: true, what: "event" });
    expect((await stuck()).map((event) => event.id)).toEqual(["evt_other"]);
    expect(await close(id)).toEqual({ ok: false, reason: "not_found" });
    const { rows } = await sql<{ done: boolean; last_error: string }>`
      select done_at is not null as done, last_error from payment_events where id = ${id}`.execute(
      store.shop.db,
    );
    expect(rows[0]?.done).toBe(true);
    expect(rows[0]?.last_error).not.toBe("");
  });
});

test("the reason for closing a payment without an order is stored outside the permanent log", async () => {
  const now = new Date(store.clock.now());
  await store.shop.db
    .insertInto("payment_alerts")
    .values({ key: "payment:pi_1", reason: "unknown_checkout", amount: 500, first_seen: now, last_seen: now })
    .execute();
  expect(await close("payment:pi_1", "sent back to Pat")).toEqual({ ok: true, what: "alert" });
  expect((await audit()).at(-1)?.after).toEqual({ reason: "unknown_checkout" });
  expect(await newestOfLog()).toMatchObject({
    action: "alert.resolved",
    after: { reason: "unknown_checkout", note: "sent back to Pat" },
  });
});

describe("the command line", () => {
  async function run(...words: string[]) {
    const lines: string[] = [];
    const say = (text: string) => void lines.push(text);
    const command = parseAttention(words);
    if (!command) throw new Error("not understood");
    const terminal = { say, note: say, clock: store.clock.now, input: process.stdin };
    return { code: await attend(store.shop, command, terminal), text: lines.join("\n") };
  }

  test("the command line lists stuck work, retries it, and shows the result", async () => {
    expect(await run()).toEqual({ code: 0, text: "Nothing needs your attention." });
    const { sale, key } = await stuckRefund();
    const list = await run();
    expect(list.code).toBe(1);
    expect(list.text).toContain(`${key}\n    A refund that Stripe did not confirm, order ${sale.orderId}\n`);
    expect(list.text).toContain("attention retry <name>");
    expect(await run("retry", key)).toEqual({ code: 0, text: `${key} was retried.` });
    expect((await run("retry", key)).text).toContain("Someone has already handled this");
  });

  test("the command line closes stuck work and alerts with a reason", async () => {
    const { key } = await stuckRefund();
    expect(await run("close", key, "paid", "back", "in", "cash")).toMatchObject({ code: 0 });
    await store.shop.db
      .insertInto("payment_alerts")
      .values({
        key: "payment:pi_stray",
        intent_id: "pi_stray",
        reason: "unknown_checkout",
        amount: 4_200,
        first_seen: new Date(store.clock.now()),
        last_seen: new Date(store.clock.now()),
      })
      .execute();
    expect((await run()).text).toContain("A payment of $42.00 without an order\n");
    expect(await run("close", "payment:pi_stray", "refunded by hand")).toEqual({
      code: 0,
      text: "The alert payment:pi_stray is closed.",
    });
    expect(await run()).toMatchObject({ code: 0 });
  });
});

test("[FN-5] only the first fifty of a repeated problem are listed", async () => {
  const at = new Date(store.clock.now() - HOUR_MS);
  await sql`insert into payment_operations (id, kind, key, params, state, next_at, created_at, updated_at)
    select gen_random_uuid(), 'cancel', 'call-' || n, '{}', 'needs_human', at, at, at
    from generate_series(1, 60) n, lateral (select ${at}::timestamptz + n * interval '1 second' as at) t`.execute(
    store.shop.db,
  );
  await sql`insert into payment_events (id, type, received_at, next_at)
    select 'evt-' || n, 'refund.updated', at, at
    from generate_series(1, 60) n, lateral (select ${at}::timestamptz + n * interval '1 second' as at) t`.execute(
    store.shop.db,
  );
  const first = (name: string) => Array.from({ length: 50 }, (_, index) => `${name}-${index + 1}`);
  expect((await stuck()).map(({ id }) => id)).toEqual([...first("call"), ...first("evt")]);
});

test("[FN-5] an event is left to the worker for a quarter of an hour before it is listed", async () => {
  const at = new Date(store.clock.now());
  const waits = { id: "evt_waits", type: "refund.updated", received_at: at, next_at: at };
  await store.shop.db.insertInto("payment_events").values(waits).execute();
  store.clock.advance(15 * 60_000);
  expect(await stuck()).toEqual([]);
  store.clock.advance(1);
  expect((await stuck()).map(({ id }) => id)).toEqual(["evt_waits"]);
});
