import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Problem } from "#domain/reconciliation/difference.ts";
import { formatMatches, isCurrent } from "#domain/reconciliation/money-figures.ts";
import { OWNER as actor } from "#test/sales/people.ts";
import { GOOD_CARD, refundInDashboard, sell, startSale } from "#test/sales/sales.ts";
import { payAsShopper } from "#test/sales/shopper.ts";
import { freshShop } from "#test/shop/fresh-shop.ts";
import { addProduct } from "#test/shop/products.ts";
import { seededRandom } from "#test/shop/shop.ts";
import { findTroubles } from "../operations/alerts/find-troubles.ts";
import { refundOrder } from "../orders/changes/refund-order.ts";
import type {
  Page,
  PaymentIntent,
  PaymentProvider,
  ProviderRefund,
  ProviderResult,
} from "../payments/payment-provider.ts";
import { exportPairs } from "./export-pairs.ts";
import { askForMoneyCheck, checkAgain, countAgain, explain, takeOver } from "./fix-difference.ts";
import { loadMoney } from "./load-money.ts";
import { reconcile } from "./reconcile.ts";
import { reconcileRefunds } from "./reconcile-refunds.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const store = freshShop();
let productId: string;
beforeEach(async () => {
  told.clear();
  reportDifferently();
  productId = await addProduct(store.shop, { stock: { "": 500 } });
});

const check = () => reconcile(store.shop, new AbortController().signal);
const sale = () => sell(store, { productId, quantity: 1 });
const page = (query = "period=this-year") => loadMoney(store.shop, new URLSearchParams(query));
const problemsOf = async () => (await page()).differences.map(({ problem }) => problem);

/** Requests a check and runs it, an hour later. */
async function checkNow() {
  store.clock.advance(HOUR_MS);
  await askForMoneyCheck(store.shop, { actor });
  await check();
  return page();
}

type Change = Partial<
  Pick<PaymentIntent & ProviderRefund, "amount" | "amountReceived" | "currency" | "status">
>;
/** What the provider reports differently from the sandbox; null: nothing at all. */
const told = new Map<string, Change | null>();

function reportDifferently(): void {
  const { payments } = store.shop;
  const tell = <Item extends { id: string }>(item: Item): Item => ({ ...item, ...told.get(item.id) });
  const pageOf = async <Item extends { id: string }>(listed: Promise<ProviderResult<Page<Item>>>) => {
    const page = await listed;
    if (!page.ok) return page;
    const items = page.value.items.filter(({ id }) => told.get(id) !== null).map(tell);
    return { ok: true as const, value: { ...page.value, items } };
  };
  const wrapped: PaymentProvider = {
    ...payments,
    listIntents: (query) => pageOf(payments.listIntents(query)),
    listRefunds: (query) => pageOf(payments.listRefunds(query)),
    retrieveIntent: async (id) => {
      if (told.get(id) === null) return { ok: false, reason: "not_found", message: "No such payment" };
      const found = await payments.retrieveIntent(id);
      return found.ok ? { ok: true, value: tell(found.value) } : found;
    },
  };
  Object.assign(store.shop, { payments: wrapped });
}

const refund = (orderId: string, amount: number | "rest") =>
  refundOrder(store.shop, { orderId, amount, reason: "does not fit", restock: false, actor });

async function csv(query: string): Promise<string[]> {
  const { chunks } = await exportPairs(store.shop, new URLSearchParams(query));
  let text = "";
  for await (const chunk of chunks) text += chunk;
  return text.trimEnd().split("\r\n");
}

test("[KN-4] every payment and refund is compared to the cent, with the sums on both sides", async () => {
  expect(formatMatches((await page()).state)).toBe("Not compared yet");
  const first = await sale();
  await sale();
  await refund(first.orderId, "rest");
  const found = await checkNow();
  expect(formatMatches(found.state)).toBe("All 3 match");
  expect(found.state).toMatchObject({ counts: { payments: 2, refunds: 1, disputes: 0 }, open: 0, fresh: 0 });
  expect(found.figures).toMatchObject({
    ...{ payments: 2, refunds: 1, others: 0, providerIn: 2 * 3799, booksIn: 2 * 3799 },
    ...{ providerOut: 3799, booksOut: 3799 },
  });
  const lines = await csv("period=this-year");
  expect(lines).toHaveLength(4);
  expect(lines.find((line) => line.includes("ORD-001"))).toMatch(
    /,Payment,pi_\w+,pi_\w+,ORD-001,USD,37.99,37.99,succeeded,refunded,matches,$/,
  );
});

type Sale = Awaited<ReturnType<typeof sale>>;
type Planted = { key: string; problem: Problem; fix: "take over" | (() => unknown) };

/** Something goes wrong with one sale, on either side. */
const plants: ((sold: Sale) => Promise<Planted>)[] = [
  async ({ paymentIntentId: id }) => {
    told.set(id, null);
    return { key: `payment:${id}`, problem: "no_payment", fix: () => told.delete(id) };
  },
  async ({ paymentIntentId: id }) => {
    told.set(id, { amount: 3798, amountReceived: 3798 });
    return { key: `payment:${id}`, problem: "amount", fix: () => told.delete(id) };
  },
  async ({ paymentIntentId: id }) => {
    told.set(id, { currency: "cad" });
    return { key: `payment:${id}`, problem: "currency", fix: () => told.delete(id) };
  },
  async ({ orderId, paymentIntentId }) => {
    // The shop's own rules hold.
    const add = (cents: number) =>
      sql`update orders set amount_received = amount_received + ${cents}::integer, total = total + ${cents}::integer,
        shipping = shipping + ${cents}::integer where id = ${orderId}`.execute(store.shop.db);
    await add(1);
    return { key: `payment:${paymentIntentId}`, problem: "amount", fix: () => add(-1) };
  },
  async () => {
    const { paymentIntentId, ...started } = await startSale(store, { productId, quantity: 1 });
    await payAsShopper(store, { ...started, paymentIntentId }, GOOD_CARD);
    return { key: `payment:${paymentIntentId}`, problem: "no_order", fix: "take over" };
  },
  async ({ paymentIntentId }) => {
    await refundInDashboard(store, paymentIntentId, 700);
    const [made] = store.sandbox.controls.refunds(paymentIntentId);
    return { key: `refund:${made?.id}`, problem: "refund_not_in_books", fix: "take over" };
  },
  async ({ orderId, paymentIntentId }) => {
    await refund(orderId, 500);
    const [made] = store.sandbox.controls.refunds(paymentIntentId);
    const id = made?.id ?? "";
    told.set(id, { status: "failed" });
    return { key: `refund:${id}`, problem: "refund_state", fix: "take over" };
  },
  async ({ orderId, paymentIntentId }) => {
    await refund(orderId, 500);
    const [made] = store.sandbox.controls.refunds(paymentIntentId);
    const id = made?.id ?? "";
    told.set(id, null);
    return { key: `refund:${id}`, problem: "refund_not_there", fix: () => told.delete(id) };
  },
  async ({ orderId, paymentIntentId }) => {
    await refund(orderId, 500);
    const [made] = store.sandbox.controls.refunds(paymentIntentId);
    const id = made?.id ?? "";
    told.set(id, { amount: 499 });
    return { key: `refund:${id}`, problem: "refund_amount", fix: () => told.delete(id) };
  },
  async ({ paymentIntentId }) => {
    const opened = store.sandbox.controls.openDispute(paymentIntentId);
    return { key: `dispute:${opened?.id}`, problem: "dispute_not_in_books", fix: "take over" };
  },
];

test.each([1, 2, 3])(
  "[KN-4] in any history, exactly the differences are found, and each fix makes its pair match (%i)",
  async (seed) => {
    const random = seededRandom(seed);
    const below = (max: number) => Math.floor(random() * max);
    const some = async (count: number) => {
      const sold: Sale[] = [];
      for (let each = 0; each < count; each += 1) {
        sold.push(await sale());
        store.clock.advance(below(30) * HOUR_MS);
      }
      return sold;
    };
    // Payments older than the first one under a key belong to another key, so the first one is kept.
    await sale();
    const past = await some(4 + below(4));
    for (const { orderId } of past)
      if (below(2) === 0) await refund(orderId, below(2) === 0 ? "rest" : 1 + below(3000));
    for (const { paymentIntentId } of await some(2))
      await refundInDashboard(store, paymentIntentId, 1 + below(3000));
    store.clock.advance(DAY_MS);
    await reconcileRefunds(store.shop, { since: 0 });
    if (below(2) === 0) expect((await checkNow()).state).toMatchObject({ open: 0, fresh: 0 });

    const planted: Planted[] = [];
    const targets = await some(plants.length);
    for (const [index, plant] of plants.entries()) {
      if (below(4) > 0) planted.push(await plant(targets[index] as Sale));
    }
    store.clock.advance(6 * HOUR_MS);
    const found = await checkNow();
    const listed = (differences: readonly { key: string; problem: string }[]) =>
      differences.map(({ key, problem }) => `${key} ${problem}`).sort();
    expect(listed(found.differences)).toEqual(listed(planted));
    expect(found.state).toMatchObject({ open: planted.length, fresh: 0 });

    let left = planted.length;
    for (const { key, fix } of planted) {
      if (fix !== "take over") await fix();
      const fixed = await (fix === "take over" ? takeOver : checkAgain)(store.shop, { key, actor });
      expect(fixed, key).toMatchObject({ ok: true, problem: null });
      left -= 1;
      expect((await page()).state.open).toBe(left);
    }
    const end = await page();
    expect(end.figures).toMatchObject({ providerIn: end.figures.booksIn, providerOut: end.figures.booksOut });
    expect(await problemsOf()).toEqual([]);
    const again = await checkNow();
    expect(again.state).toMatchObject({ open: 0, fresh: 0, counts: end.state.counts });
    expect(again.figures).toEqual(end.figures);
    expect((await csv("period=this-year")).length).toBe(
      1 + again.figures.payments + again.figures.refunds + again.figures.disputes,
    );
  },
);

test("[KN-4] a payment of the last minutes is not a difference yet, and becomes one if the shop doesn't record it", async () => {
  await sale();
  store.clock.advance(HOUR_MS);
  const { paymentIntentId } = await sale();
  store.clock.advance(2 * 60_000);
  await refundInDashboard(store, paymentIntentId, 900);
  await askForMoneyCheck(store.shop, { actor });
  await check();
  const found = await page();
  expect(found.state).toMatchObject({ open: 0, fresh: 1 });
  expect(formatMatches(found.state)).toBe("All 2 match");
  expect(await findTroubles(store.shop)).toEqual([]);
  store.clock.advance(HOUR_MS);
  await check();
  expect((await page()).state).toMatchObject({ open: 1, fresh: 0 });
  expect(await findTroubles(store.shop)).toMatchObject([{ kind: "money", count: 1 }]);
  // What the shop does automatically is recorded automatically.
  await reconcileRefunds(store.shop, { since: 0 });
  expect((await checkNow()).state).toMatchObject({ open: 0, fresh: 0 });
});

test("[KN-4] an unreachable provider is reported and tried again, and nothing counts as a match until then", async () => {
  await sale();
  const { payments } = store.shop;
  const away = { ok: false, reason: "unavailable", message: "Too many requests" } as const;
  Object.assign(store.shop, { payments: { ...payments, listRefunds: async () => away } });
  const first = await checkNow();
  expect(first.state).toMatchObject({ comparedUntil: null, failing: { error: "Too many requests" } });
  expect(formatMatches(first.state)).toBe("Not compared yet");
  Object.assign(store.shop, { payments });
  store.clock.advance(5 * 60_000);
  await check();
  expect((await page()).state.comparedUntil).toBeNull();
  store.clock.advance(5 * 60_000);
  await check();
  const { state, now } = await page();
  expect(state).toMatchObject({ failing: null, counts: { payments: 1 } });
  expect(isCurrent(state, now)).toBe(true);
  // A night later, the page no longer gives the all-clear without a check.
  expect(isCurrent(state, now + 37 * HOUR_MS)).toBe(false);
});

test("[KN-4] everything is checked each night and again after a crash, the last day each hour", async () => {
  await sale();
  store.clock.advance(40 * DAY_MS);
  await sale();
  const { payments } = store.shop;
  const asked: number[] = [];
  const counting = (isDying: boolean): PaymentProvider => ({
    ...payments,
    listIntents: async (query) => {
      asked.push(query.createdSince);
      if (isDying) throw new Error("the process died");
      return payments.listIntents(query);
    },
  });
  const daysAgo = () => Math.round((store.clock.now() - Math.min(...asked)) / DAY_MS);
  const ago = async () => {
    asked.length = 0;
    await check();
    return asked.length === 0 ? null : daysAgo();
  };
  const died = new Date(store.clock.now());
  await sql`insert into reconciliation (asked_at, started_at, tried_at) values (${died}, ${died}, ${died})`.execute(
    store.shop.db,
  );
  Object.assign(store.shop, { payments: counting(false) });
  expect(await ago(), "a process died").toBe(47);
  expect((await page()).state.counts.payments).toBe(2);
  expect(await ago()).toBeNull();
  store.clock.advance(HOUR_MS);
  expect(await ago()).toBe(1);
  store.clock.advance(DAY_MS);
  expect(await ago()).toBe(48);
  Object.assign(store.shop, { payments: counting(true) });
  store.clock.advance(HOUR_MS);
  await expect(check()).rejects.toThrow("died");
  Object.assign(store.shop, { payments: counting(false) });
  store.clock.advance(11 * 60_000);
  expect(await ago(), "a failed check is repeated").toBe(1);
});

test("[KN-4] a check that follows an interrupted one includes the sales since", async () => {
  await sale();
  const stopping = new AbortController();
  const { payments } = store.shop;
  const listIntents: PaymentProvider["listIntents"] = (query) => {
    // The shop stops when today's payments have been read.
    if ((query.createdBefore ?? 0) > store.clock.now()) stopping.abort();
    return payments.listIntents(query);
  };
  Object.assign(store.shop, { payments: { ...payments, listIntents } });
  await reconcile(store.shop, stopping.signal);
  expect(stopping.signal.aborted).toBe(true);
  store.clock.advance(HOUR_MS);
  await sale();
  await askForMoneyCheck(store.shop, { actor });
  await check();
  expect((await page()).state).toMatchObject({ isChecking: false, counts: { payments: 2 } });
});

test("[KN-4] a check whose clock is set back finishes, and the next one includes the sales since", async () => {
  await sale();
  const { payments } = store.shop;
  let asked = 0;
  const listIntents: PaymentProvider["listIntents"] = (query) => {
    asked += 1;
    if (asked === 1) store.clock.advance(-2 * HOUR_MS);
    if (asked > 20) throw new Error("it reads the same days again and again");
    store.clock.advance(1_000);
    return payments.listIntents(query);
  };
  Object.assign(store.shop, { payments: { ...payments, listIntents } });
  await check();
  const { comparedUntil } = (await page()).state;
  expect(Date.parse(comparedUntil ?? "")).toBeLessThanOrEqual(store.clock.now());
  await sale();
  store.clock.advance(3 * HOUR_MS);
  await askForMoneyCheck(store.shop, { actor });
  await check();
  expect((await page()).state.counts.payments).toBe(2);
});

test("[KN-4] payments of other software, of the other mode, and of other keys are left out", async () => {
  const stripe = (body: Record<string, string>) =>
    store.sandbox.fetch(
      new Request("http://provider.example/v1/payment_intents", {
        method: "POST",
        headers: {
          authorization: "Bearer sk_test_sandbox",
          "content-type": "application/x-www-form-urlencoded",
        },
        body: new URLSearchParams(body),
      }),
    );
  await sale();
  const other = (await (await stripe({ amount: "500", currency: "usd" })).json()) as { id: string };
  store.sandbox.controls.pay(other.id, GOOD_CARD);
  const found = await checkNow();
  expect(found.state).toMatchObject({ open: 0, counts: { payments: 1 } });
  expect(found.figures).toMatchObject({ others: 1, providerIn: 3799, booksIn: 3799 });

  // Live keys do not see the orders of test mode.
  const { payments } = store.shop;
  const empty = async () => ({ ok: true as const, value: { items: [], hasMore: false } });
  const live = { publishableKey: "pk_live_1", listIntents: empty, listRefunds: empty, listDisputes: empty };
  Object.assign(store.shop, { payments: { ...payments, ...live } });
  expect((await page()).state.comparedUntil).toBeNull();
  expect((await checkNow()).state).toMatchObject({ open: 0, fresh: 0, counts: { payments: 0 } });

  // Another account in the same mode: orders older than its first payment were paid elsewhere.
  Object.assign(store.shop, { payments: { ...payments, publishableKey: "pk_test_other" } });
  const [known] = store.sandbox.controls.payments().filter(({ metadata }) => metadata.checkout_id);
  told.set(known?.id ?? "", null);
  await sale();
  expect((await checkNow()).state).toMatchObject({ open: 0, fresh: 0 });
});

test("[KN-4] an explained difference stays listed and no longer counts, until an amount changes", async () => {
  await sale();
  const { paymentIntentId: id } = await sale();
  told.set(id, { amount: 3700, amountReceived: 3700 });
  const key = `payment:${id}`;
  expect((await checkNow()).state).toMatchObject({ open: 1 });
  expect(await explain(store.shop, { key, note: "  ", actor })).toEqual({ ok: false, reason: "bad_note" });
  expect(await explain(store.shop, { key, note: "Paid the rest in cash", actor })).toEqual({ ok: true });
  expect(await explain(store.shop, { key, note: "again", actor })).toEqual({ ok: false, reason: "gone" });
  const found = await checkNow();
  expect(formatMatches(found.state)).toBe("One matches, with nothing left to check");
  expect(found.explained).toMatchObject([{ key, explained: { by: actor, note: "Paid the rest in cash" } }]);
  // The note itself may name a customer.
  expect((await csv("period=this-year")).filter((line) => line.endsWith(",yes"))).toHaveLength(1);
  expect(await countAgain(store.shop, { key, actor })).toEqual({ ok: true });
  expect((await page()).state).toMatchObject({ open: 1, explained: 0 });
  await explain(store.shop, { key, note: "Cash", actor });
  told.set(id, { amount: 3600, amountReceived: 3600 });
  // It is a different one now, and counts like any new one.
  expect((await checkNow()).state).toMatchObject({ open: 0, fresh: 1, explained: 0 });
  store.clock.advance(HOUR_MS);
  await check();
  expect((await page()).state).toMatchObject({ open: 1, explained: 0 });
  const entries = await store.shop.db
    .selectFrom("admin_audit")
    .select("action")
    .where("object", "=", key)
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    ...["money.explained", "money.counted_again", "money.explained"],
  ]);
});

test("[KN-4] a line that was fixed in another tab disappears, and unknown keys are refused", async () => {
  await sale();
  const { paymentIntentId } = await sale();
  await refundInDashboard(store, paymentIntentId, 900);
  const [line] = (await checkNow()).differences;
  const key = line?.key ?? "";
  expect(await takeOver(store.shop, { key, actor })).toMatchObject({ ok: true, problem: null });
  expect((await page()).state).toMatchObject({ open: 0, counts: { payments: 2, refunds: 1 } });
  const refunds = await store.shop.db.selectFrom("refunds").select("amount").execute();
  expect(refunds).toEqual([{ amount: 900 }]);
  for (const wrong of [key, "payment:", "payment:'; drop table orders", "order:1", "", "x".repeat(9000)]) {
    expect(await takeOver(store.shop, { key: wrong, actor })).toEqual({ ok: false, reason: "gone" });
    expect(await checkAgain(store.shop, { key: wrong, actor })).toEqual({ ok: false, reason: "gone" });
  }
});

test("[KN-4] days are the shop's, even where they begin in the middle of a provider's day", async () => {
  // Sold at 5 AM in Phoenix on June 1; then at 11 PM, when London has June 2.
  await sale();
  store.clock.advance(18 * HOUR_MS);
  await sale();
  await checkNow();
  const received = async (from: string, to: string) =>
    (await page(`from=${from}&to=${to}`)).figures.providerIn;
  expect(await received("2026-06-01", "2026-06-01")).toBe(2 * 3799);
  expect(await received("2026-06-02", "2026-06-02")).toBe(0);
  expect(await received("2026-05-01", "2026-06-30")).toBe(2 * 3799);
  expect(await csv("from=2026-06-02&to=2026-06-02")).toHaveLength(1);
});

test("[KN-4] the file has every pair once, and the list of differences continues page by page", async () => {
  const at = (minutes: number) => new Date(store.clock.now() + minutes * 60_000);
  const rows = Array.from({ length: 1203 }, (_, index) => ({
    ...{ id: `pi_strange${String(index).padStart(5, "0")}`, kind: "payment", currency: "usd", amount: 100 },
    ...{ intent_id: `pi_strange${String(index).padStart(5, "0")}`, status: "succeeded", is_live: false },
    ...{ account: "pk_test_sandbox", made_at: at(index % 7), changed_at: at(0), read_at: at(60) },
  }));
  // As if a check had read them.
  await store.shop.db.insertInto("provider_money").values(rows).execute();
  await store.shop.db
    .insertInto("reconciliation")
    .values({ account: "pk_test_sandbox", compared_until: at(60) })
    .execute();
  const lines = await csv("period=this-year");
  expect(lines).toHaveLength(1 + 1203);
  expect(new Set(lines).size).toBe(lines.length);

  const wrong = rows.slice(0, 120).map(({ id, intent_id, made_at: made, is_live, kind }) => ({
    ...{ key: `${kind}:${id}`, is_live, kind, problem: "no_order", item_id: id, intent_id, at: made },
    ...{ is_fresh: false, first_seen: at(0) },
  }));
  await store.shop.db.insertInto("differences").values(wrong).execute();
  const listed: string[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const read: Awaited<ReturnType<typeof page>> = await page(`after=${encodeURIComponent(next)}`);
    listed.push(...read.differences.map((mismatch) => mismatch.key));
    next = read.next && `${read.next.at} ${read.next.key}`;
  }
  expect(listed).toHaveLength(120);
  expect(new Set(listed).size).toBe(120);
});
