import { expect, test } from "vitest";
import { SYNC_LISTED_MAX, syncStart } from "#domain/order/sync-progress.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { sell } from "#test/sales/sales.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { nowOf } from "../../core/shop.ts";
import { workQueues } from "../../core/work-queues.ts";
import {
  findSync,
  runDueSync,
  runSyncStep,
  SYNC_BATCH_SIZE,
  SYNC_PAUSE_MS,
  startSync,
  stopSync,
} from "../../orders/sync-orders.ts";
import { claimJob, failJobStep, finishJobStep, giveBackJobStep, insertJob } from "./queries.ts";

const { attemptsMax: ATTEMPTS_MAX, leaseSeconds: LEASE_SECONDS } = workQueues.syncs;

const kind = "sync_orders" as const;

const store = freshShop();

async function sellSeven() {
  const productId = await addProduct(store.shop, { stock: { "": 50 } });
  for (let index = 0; index < 7; index += 1) {
    await sell(store, { productId });
    store.clock.advance(1);
  }
}

const claim = () =>
  claimJob(store.shop.db, {
    kind,
    now: nowOf(store.shop),
    leaseSeconds: LEASE_SECONDS,
    token: store.shop.newId(),
    attemptsMax: ATTEMPTS_MAX,
  });

test("[AO-5] all orders are synced five at a time with half a second between, and the progress is kept", async () => {
  await sellSeven();
  await startSync(store.shop, { actor });
  expect(await findSync(store.shop)).toMatchObject({ state: "under_way", synced: 0, total: null });
  expect(await runDueSync(store.shop)).toEqual({ nextInMs: SYNC_PAUSE_MS });
  expect(await findSync(store.shop)).toMatchObject({ state: "under_way", synced: SYNC_BATCH_SIZE, total: 7 });
  expect(await runDueSync(store.shop)).toEqual({ nextInMs: null });
  expect(await findSync(store.shop)).toMatchObject({ synced: SYNC_BATCH_SIZE });
  store.clock.advance(SYNC_PAUSE_MS);
  await runDueSync(store.shop);
  expect(await findSync(store.shop)).toMatchObject({
    state: "done",
    synced: 7,
    failed: 0,
    updated: 0,
    total: 7,
  });
  const audit = await store.shop.db.selectFrom("admin_audit").select(["actor", "action"]).execute();
  expect(audit).toEqual([{ actor, action: "orders.sync_started" }]);
  store.clock.advance(10 * 60_000);
  expect(await findSync(store.shop)).toMatchObject({ state: "done" });
  store.clock.advance(1);
  expect(await findSync(store.shop)).toBeNull();
});

test("[AO-5] an order that the provider does not know is counted as failed, and the others are synced", async () => {
  await sellSeven();
  await store.shop.db
    .updateTable("orders")
    .set({ payment_intent_id: "pi_gone" })
    .where("number", "=", "1")
    .execute();
  await startSync(store.shop, { actor });
  await runDueSync(store.shop);
  store.clock.advance(SYNC_PAUSE_MS);
  await runDueSync(store.shop);
  expect(await findSync(store.shop)).toMatchObject({ state: "done", synced: 6, failed: 1 });
});

test("[AO-5] a sync says which orders changed and which could not be synced and why", async () => {
  await sellSeven();
  const orders = await store.shop.db
    .selectFrom("orders")
    .select(["id", "number"])
    .orderBy("number")
    .execute();
  const [lost, , unpaid, , changed] = orders.map(({ id }) => id);
  const set = (id: string | undefined, columns: { payment_intent_id: string | null }) =>
    store.shop.db.updateTable("orders").set(columns).where("id", "=", String(id)).execute();
  await set(lost, { payment_intent_id: "pi_gone" });
  await set(unpaid, { payment_intent_id: null });
  const paid = await store.shop.db
    .selectFrom("orders")
    .select("payment_intent_id")
    .where("id", "=", String(changed))
    .executeTakeFirstOrThrow();
  await store.shop.payments.createRefund("made elsewhere", {
    ...{ intentId: String(paid.payment_intent_id), amount: 100, refundId: store.shop.newId() },
    orderId: String(changed),
  });
  await startSync(store.shop, { actor, ids: orders.map(({ id }) => id) });
  expect(await findSync(store.shop)).toMatchObject({ isSelection: true, total: 7 });
  await runDueSync(store.shop);
  store.clock.advance(SYNC_PAUSE_MS);
  await runDueSync(store.shop);
  expect(await findSync(store.shop)).toMatchObject({
    ...{ state: "done", isSelection: true, synced: 5, updated: 1, failed: 2, total: 7 },
    changed: [{ id: changed, number: 5, from: "paid", to: "partially_refunded" }],
    failures: [
      { id: lost, number: 1, reason: "not_found" },
      { id: unpaid, number: 3, reason: "no_payment_intent" },
    ],
  });
});

test("[AO-5] a sync lists fifty orders of each kind and counts them all", async () => {
  await sell(store);
  const { paymentIntentId: intentId, orderId } = await sell(store);
  await store.shop.payments.createRefund("made elsewhere", {
    ...{ intentId, amount: 100, refundId: store.shop.newId(), orderId },
  });
  const orders = store.shop.db.updateTable("orders");
  await orders.set({ payment_intent_id: "pi_gone" }).where("number", "=", "1").execute();
  const ids = (await store.shop.db.selectFrom("orders").select("id").execute()).map(({ id }) => id);
  const changed = Array.from({ length: SYNC_LISTED_MAX }, () => ({ id: orderId, number: 2 }));
  const failures = changed.map((entry) => ({ ...entry, reason: "not_found" }));
  const { progress } = await runSyncStep(store.shop, { ...syncStart, total: 2, ids, changed, failures });
  expect(progress).toMatchObject({ updated: 1, failed: 1, changed, failures });
});

test("[AO-5] chosen orders wait until a sync that is under way is over", async () => {
  await sellSeven();
  const { id } = await store.shop.db.selectFrom("orders").select("id").limit(1).executeTakeFirstOrThrow();
  expect(await startSync(store.shop, { actor })).toBe(true);
  expect(await startSync(store.shop, { actor, ids: [id] })).toBe(false);
  await stopSync(store.shop, { actor });
  store.clock.advance(1);
  expect(await startSync(store.shop, { actor, ids: [id] })).toBe(true);
  await runDueSync(store.shop);
  expect(await findSync(store.shop)).toMatchObject({ state: "done", synced: 1, total: 1 });
});

test("[AO-5] pressing twice starts one sync; a stopped one stops, and a new one starts over", async () => {
  await sellSeven();
  expect(await startSync(store.shop, { actor })).toBe(true);
  expect(await startSync(store.shop, { actor })).toBe(false);
  expect(await store.shop.db.selectFrom("jobs").select("id").execute()).toHaveLength(1);
  await runDueSync(store.shop);
  await stopSync(store.shop, { actor });
  expect(await findSync(store.shop)).toMatchObject({ state: "stopped", synced: 5 });
  store.clock.advance(SYNC_PAUSE_MS);
  expect(await runDueSync(store.shop)).toEqual({ nextInMs: null });
  store.clock.advance(1);
  await startSync(store.shop, { actor });
  expect(await findSync(store.shop)).toMatchObject({ state: "under_way", synced: 0 });
});

test("a step whose worker died is done by another one after the lease; the first one changes nothing more", async () => {
  await sellSeven();
  await startSync(store.shop, { actor });
  const dead = await claim();
  expect(await claim()).toBeNull();
  store.clock.advance(LEASE_SECONDS * 1000 + 1);
  await runDueSync(store.shop);
  expect(await findSync(store.shop)).toMatchObject({ synced: 5 });
  if (!dead) throw new Error("nothing was claimed");
  expect(
    await finishJobStep(store.shop.db, dead, { progress: {}, runAt: null, now: nowOf(store.shop) }),
  ).toBe(false);
  expect(await findSync(store.shop)).toMatchObject({ state: "under_way", synced: 5 });
});

test("no worker takes over or drops a step while the provider is slow, up to the last moment of its lease", async () => {
  await startSync(store.shop, { actor });
  const first = await claim();
  store.clock.advance(2 * 60_000);
  expect(await claim(), "its worker waits for the provider").toBeNull();
  store.clock.advance(LEASE_SECONDS * 1000 - 2 * 60_000);
  const lease = { kind, now: nowOf(store.shop), leaseSeconds: LEASE_SECONDS, token: store.shop.newId() };
  expect(await claimJob(store.shop.db, { ...lease, attemptsMax: 1 })).toBeNull();
  expect(await findSync(store.shop)).toMatchObject({ state: "under_way" });
  store.clock.advance(1);
  expect(await claim()).toMatchObject({ id: first?.id, attempts: 2 });
});

test("a step that fails after its lease belongs to another worker, which continues it", async () => {
  await startSync(store.shop, { actor });
  const slow = await claim();
  store.clock.advance(LEASE_SECONDS * 1000 + 1);
  const next = await claim();
  if (!slow || !next) throw new Error("nothing was claimed");
  const now = nowOf(store.shop);
  expect(await failJobStep(store.shop.db, slow, { error: "too slow", retryAt: null, now })).toBe(false);
  expect(await finishJobStep(store.shop.db, next, { progress: {}, runAt: null, now })).toBe(true);
});

test("a step that kills its worker every time is given up, and not while its last try runs", async () => {
  await startSync(store.shop, { actor });
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    expect(await claim()).not.toBeNull();
    expect(await claim()).toBeNull();
    expect(await findSync(store.shop)).toMatchObject({ state: "under_way" });
    store.clock.advance(LEASE_SECONDS * 1000 + 1);
  }
  expect(await claim()).toBeNull();
  expect(await findSync(store.shop)).toMatchObject({ state: "dead" });
});

test("stopping ends the sync that is under way, and nothing else", async () => {
  const { db } = store.shop;
  const now = nowOf(store.shop);
  await startSync(store.shop, { actor });
  await db.updateTable("jobs").set({ dead_at: now }).execute();
  await insertJob(db, { kind: "avif", key: "/storage/a.webp", progress: {}, now });
  await stopSync(store.shop, { actor });
  expect(await findSync(store.shop)).toMatchObject({ state: "dead" });
  expect(await db.selectFrom("jobs").select("id").where("done_at", "is not", null).execute()).toEqual([]);
  const stopped = db.selectFrom("admin_audit").select("id").where("action", "=", "orders.sync_stopped");
  expect(await stopped.execute()).toEqual([]);
});

test("[AO-5] a sync that is done is not stopped afterward", async () => {
  await startSync(store.shop, { actor });
  await runDueSync(store.shop);
  const done = await findSync(store.shop);
  expect(done).toMatchObject({ state: "done" });
  store.clock.advance(1);
  await stopSync(store.shop, { actor });
  expect(await findSync(store.shop)).toEqual(done);
  const { db } = store.shop;
  const stopped = db.selectFrom("admin_audit").select("id").where("action", "=", "orders.sync_stopped");
  expect(await stopped.execute()).toEqual([]);
});

test("each step has its own tries, and a step that is done gives its lease back", async () => {
  await startSync(store.shop, { actor });
  const first = await claim();
  if (!first) throw new Error("nothing was claimed");
  const now = nowOf(store.shop);
  const step = { progress: { part: 2 }, runAt: now, now };
  expect(await finishJobStep(store.shop.db, first, step)).toBe(true);
  expect(await finishJobStep(store.shop.db, first, step), "its worker changes nothing more").toBe(false);
  expect(await claim()).toMatchObject({ id: first.id, attempts: 1, progress: { part: 2 } });
});

test("a step that failed gives its lease back: it is due after the pause, and its worker changes nothing more", async () => {
  await startSync(store.shop, { actor });
  const failed = await claim();
  if (!failed) throw new Error("nothing was claimed");
  const retryAt = new Date(store.clock.now() + 2_000);
  const fail = () =>
    failJobStep(store.shop.db, failed, { error: "no answer", retryAt, now: nowOf(store.shop) });
  expect([await fail(), await fail()]).toEqual([true, false]);
  expect(await claim()).toBeNull();
  store.clock.advance(2_000);
  expect(await claim()).toMatchObject({ id: failed.id, attempts: 2 });
});

test("a step that failed as often as a newer version allows is given up by it", async () => {
  await startSync(store.shop, { actor });
  const failed = await claim();
  if (!failed) throw new Error("nothing was claimed");
  const now = nowOf(store.shop);
  await failJobStep(store.shop.db, failed, { error: "no answer", retryAt: now, now });
  const newer = { kind, now, leaseSeconds: LEASE_SECONDS, token: store.shop.newId(), attemptsMax: 1 };
  expect(await claimJob(store.shop.db, newer)).toBeNull();
  expect(await findSync(store.shop)).toMatchObject({ state: "dead" });
});

test("a step that fails every time is given up for good, with the reason", async () => {
  await startSync(store.shop, { actor });
  await store.shop.pool.query("alter table orders rename column payment_intent_id to gone");
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    await runDueSync(store.shop);
    store.clock.advance(60 * 60_000);
  }
  await store.shop.pool.query("alter table orders rename column gone to payment_intent_id");
  const job = await store.shop.db.selectFrom("jobs").selectAll().executeTakeFirstOrThrow();
  expect(job).toMatchObject({
    attempts: ATTEMPTS_MAX,
    last_error: expect.stringContaining("does not exist"),
  });
  expect(job.dead_at).not.toBeNull();
  await runDueSync(store.shop);
  expect(await store.shop.db.selectFrom("jobs").selectAll().execute()).toEqual([job]);
});

test("a failure that can't be noted is the round's own, and does not go unheard", async () => {
  await startSync(store.shop, { actor });
  await store.shop.pool.query("alter table orders rename column payment_intent_id to gone");
  await store.shop.pool.query("alter table jobs add constraint full_disk check (last_error is null)");
  await expect(runDueSync(store.shop)).rejects.toThrow("full_disk");
  await store.shop.pool.query("alter table jobs drop constraint full_disk");
  await store.shop.pool.query("alter table orders rename column gone to payment_intent_id");
});

test("a worker takes the work of the kind that it does, and gives it back as if it had not been tried", async () => {
  const picture = { kind: "avif", key: "/storage/a.webp", progress: {}, now: nowOf(store.shop) } as const;
  expect([await insertJob(store.shop.db, picture), await insertJob(store.shop.db, picture)]).toEqual([
    true,
    false,
  ]);
  expect(await claim()).toBeNull();
  const lease = { now: nowOf(store.shop), leaseSeconds: LEASE_SECONDS, attemptsMax: ATTEMPTS_MAX };
  const draw = () => claimJob(store.shop.db, { kind: "avif", ...lease, token: store.shop.newId() });
  const taken = await draw();
  expect([taken?.key, taken?.attempts, await draw()]).toEqual([picture.key, 1, null]);
  if (taken) await giveBackJobStep(store.shop.db, taken);
  expect(await draw()).toMatchObject({ key: picture.key, attempts: 1 });
});
