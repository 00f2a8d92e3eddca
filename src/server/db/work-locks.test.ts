// On PostgreSQL alone: workers that lease at the same moment, and transactions that count or end the same.
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyDatabase } from "#test/empty-database.ts";
import { OWNER } from "#test/people.ts";
import { addProduct } from "#test/products.ts";
import { GOOD_CARD, sell, startSale } from "#test/sales.ts";
import { createTestShop, type TestShop } from "#test/shop.ts";
import { paymentOfTopUp } from "#test/top-ups.ts";
import { openOwnDatabase, whileNobodyWaits, whileOneWaits } from "#test/two-transactions.ts";
import { abandonCheckout, lockCheckout } from "../checkout/queries.ts";
import { obtainIntent } from "../checkout/send-create.ts";
import { findOrderDetail } from "../orders/find-order-detail.ts";
import { settlePayment } from "../payments/settle-payment.ts";
import { decideRefund, refundOrder } from "../refunds/refund-order.ts";
import { leaveToOwner } from "../refunds/refund-queries.ts";
import { tellLine } from "../restock/queries.ts";
import { nowOf, type Shop } from "../shop.ts";
import { askTopUp } from "../top-ups/ask-top-up.ts";
import type { Database } from "./database.ts";
import { inTransaction, type Tx } from "./transaction.ts";

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database.pool));

const idsOf = async (tx: Tx, claim: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id::text as id from ${sql.raw(claim)}`.execute(tx);
  return rows.map(({ id }) => id);
};

const MAILS = (attempts: number) =>
  `insert into outbox (kind, unique_key, created_at, next_at, attempts)
    select 'a mail', n::text, now(), now(), ${attempts} from generate_series(1, 2) n`;
const CLAIM_MAIL = "claim_mails(1, 1, '{}', now(), '1 minute', gen_random_uuid())";

test.each([
  ["mails", MAILS(0), CLAIM_MAIL],
  ["mails that were tried before", MAILS(1), CLAIM_MAIL],
  [
    "steps of jobs",
    `insert into jobs (id, kind, requested_by, created_at, run_at)
      select gen_random_uuid(), 'job ' || n, 'owner', now(), now() from generate_series(1, 2) n`,
    "claim_job(now(), '1 minute', gen_random_uuid(), 5)",
  ],
  [
    "calls to the provider",
    `insert into payment_operations (id, kind, key, params, next_at, created_at, updated_at)
      select gen_random_uuid(), 'cancel', n::text, '{}', now(), now(), now() from generate_series(1, 2) n`,
    "claim_operations('{cancel}', 1, now(), '1 minute')",
  ],
])("two workers lease %s at the same moment: neither waits, each gets its own", async (_, due, claim) => {
  await database.pool.query(due);
  const first: string[] = [];
  const second = await whileNobodyWaits(database, {
    holds: async (tx) => first.push(...(await idsOf(tx, claim))),
    works: (tx) => idsOf(tx, claim),
  });
  expect(new Set([...first, ...second]).size).toBe(2);
});

const PRODUCTS = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as const;
const sellFresh = () =>
  database.pool.query(
    `insert into product_sales_fresh (day, product_id, shard, quantity, revenue)
      select '2026-06-01', id, 0, 1, 100 from unnest($1::uuid[]) id`,
    [PRODUCTS],
  );
const fold = async (db: Tx | Database["db"]) => {
  const { rows } = await sql<{ folded: number }>`
    select fold_product_sales('2026-06-01') as folded`.execute(db);
  return rows[0]?.folded;
};

test("sales that are just being counted are left for the next fold, which does not wait for them", async () => {
  await sellFresh();
  await sql`insert into product_sales_fresh (day, product_id, shard, quantity, revenue)
    values ('2026-06-01', ${PRODUCTS[0]}, 1, 1, 100)`.execute(database.db);
  const folded = await whileNobodyWaits(database, {
    holds: (tx) => sql`update product_sales_fresh set quantity = 2 where shard = 1`.execute(tx),
    works: fold,
  });
  expect(folded).toBe(2);
  expect(await fold(database.db)).toBe(1);
});

test("of two folds on a new day one sums up, after the other", async () => {
  await sellFresh();
  await sql`insert into product_sales_state values (1, '2026-05-31')`.execute(database.db);
  await sql`insert into product_sales_daily values ('2026-05-31', ${PRODUCTS[0]}, 1, 100)`.execute(
    database.db,
  );
  const folded = await whileOneWaits(database, {
    holds: (tx) => sql`select from product_sales_state for update`.execute(tx),
    works: () => fold(database.db),
    meanwhile: fold,
  });
  expect(folded).toBe(0);
  const { rows } = await database.pool.query(
    "select sum(quantity)::integer as pieces, count(*)::integer as sums from product_sales_sums",
  );
  expect(rows).toEqual([{ pieces: 3 * (2 + 1), sums: 6 }]);
});

test("of two new types at the same moment each gets a number, one after the other", async () => {
  const note = (db: Tx | Database["db"], type: string) =>
    sql`select note_facet_names(${type}, '', '{}')`.execute(db);
  await whileOneWaits(database, {
    holds: (tx) => note(tx, "Polo"),
    works: () => note(database.db, "Cap"),
  });
  const { rows } = await database.pool.query("select name from facet_names where kind = 'type' order by id");
  expect(rows).toEqual([{ name: "Polo" }, { name: "Cap" }]);
});

test("a sale whose time has not come is not turned, so nobody waits for who edits its product", async () => {
  await database.pool.query(
    `insert into products (id, name, price, category, sale_price, sale_starts_at, sale_is_on)
      values ($1, 'A product', 100, 'Hats', 90, '2099-01-01T00:00', false)`,
    [PRODUCTS[0]],
  );
  const turned = await whileNobodyWaits(database, {
    holds: (tx) => sql`select from products for update`.execute(tx),
    works: async (tx) => (await sql`select turn_sales(now()) as turned`.execute(tx)).rows,
  });
  expect(turned).toEqual([{ turned: 0 }]);
});

test("[CH-5] who tells that an option is back waits for another who does, and tells no more people than pieces", async () => {
  const [productId] = PRODUCTS;
  await sql`insert into products (id, name, price, category) values (${productId}, 'A product', 100, 'Hats')`.execute(
    database.db,
  );
  await sql`insert into inventory (product_id, variation, on_hand) values (${productId}, '', 1)`.execute(
    database.db,
  );
  await sql`
    insert into restock_requests (id, product_id, variation, email, asked_at, confirmed_at)
    select gen_random_uuid(), ${productId}, '', email, now(), now()
    from unnest('{ann@example.com,bob@example.com}'::text[]) email`.execute(database.db);
  const now = new Date();
  const turnSince = new Date(now.getTime() - 1_000);
  const line = { productId, variation: "", most: 5, turnSince, now };
  const told = await whileOneWaits(database, {
    holds: (tx) => tellLine(tx, line),
    works: () => tellLine(database.db, line),
  });
  expect(told).toBe(0);
});

/** Figures are counted at commit, or now. Every connection counts in the same shard. */
async function oneShard(): Promise<void> {
  await database.pool.query(
    "create or replace function figures_shard() returns smallint language sql as 'select 0::smallint'",
  );
}
const ORDERS = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"] as const;
async function insertCounted(): Promise<void> {
  await oneShard();
  await database.pool.query(
    `insert into orders (id, status, subtotal, total, shipping_address, source, created_at, updated_at)
      select id, status, 100, 100, '{}', 'test', now(), now()
        from unnest($1::uuid[], '{pending,processing}'::text[]) as o (id, status)`,
    [ORDERS],
  );
  await database.pool.query(
    `insert into products (id, name, price, category, stock) select id, 'A product', 100, 'Hats', 20
      from unnest($1::uuid[]) id`,
    [PRODUCTS],
  );
}
const countNow = (tx: Tx) => sql`set constraints all immediate`.execute(tx);
const payOrder = (tx: Tx, id: string) => sql`update orders set status = 'paid' where id = ${id}`.execute(tx);
const emptyProduct = (tx: Tx, id: string) => sql`update products set stock = 1 where id = ${id}`.execute(tx);

test("who counts orders in the same shard waits with none of its counters locked", async () => {
  await insertCounted();
  await whileOneWaits(database, {
    holds: async (tx) => {
      await payOrder(tx, ORDERS[0]);
      await countNow(tx);
    },
    works: () => database.db.transaction().execute((tx) => payOrder(tx, ORDERS[1])),
    meanwhile: (tx) => sql`select from order_figures for update nowait`.execute(tx),
  });
});

test("who counts an order and a product waits for one who counts products with none of its counters locked", async () => {
  await insertCounted();
  await whileOneWaits(database, {
    holds: async (tx) => {
      await emptyProduct(tx, PRODUCTS[0]);
      await countNow(tx);
    },
    works: () =>
      database.db.transaction().execute(async (tx) => {
        await payOrder(tx, ORDERS[1]);
        await emptyProduct(tx, PRODUCTS[1]);
      }),
    meanwhile: (tx) => sql`select from order_figures for update nowait`.execute(tx),
  });
});

let store: TestShop | null = null;
afterEach(async () => {
  await store?.close();
  store = null;
});

const away = { ok: false, reason: "unavailable", message: "no answer" } as const;

async function openShop(): Promise<TestShop> {
  store = await createTestShop({ database: { ...database, close: async () => {} } });
  return store;
}

/** A checkout for which no payment was made yet. */
async function openUnmade(): Promise<{ store: TestShop; id: string }> {
  const opened = await openShop();
  const payments = { ...opened.shop.payments, createIntent: async () => away };
  await startSale({ ...opened, shop: { ...opened.shop, payments } }).catch(() => {});
  const { id } = await database.db.selectFrom("checkouts").select("id").executeTakeFirstOrThrow();
  return { store: opened, id };
}

const refused = { ok: false, reason: "refused", message: "no" } as const;
const stateOf = (id: string, db: Tx | Database["db"] = database.db) =>
  db.selectFrom("checkouts").select(["state", "hold_active"]).where("id", "=", id).executeTakeFirst();

/** The provider refuses the payment of a checkout after `meanwhile`, which is not committed yet. */
async function refuseDuring(meanwhile: (tx: Tx, id: string) => Promise<unknown>, after: typeof meanwhile) {
  const { store: opened, id } = await openUnmade();
  const isAsked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const createIntent = async () => {
    isAsked.resolve();
    await mayAnswer.promise;
    return refused;
  };
  const shop = { ...opened.shop, payments: { ...opened.shop.payments, createIntent } };
  const obtained = obtainIntent(shop, { checkoutId: id, during: "start" });
  await isAsked.promise;
  const answer = await whileOneWaits(database, {
    holds: (tx) => meanwhile(tx, id),
    works: () => {
      mayAnswer.resolve();
      return obtained;
    },
    meanwhile: (tx) => after(tx, id),
  });
  return { id, answer };
}

test("a refusal waits for a new key of the same call, under which there may be a payment", async () => {
  const { id, answer } = await refuseDuring(
    (tx, checkout) =>
      sql`update payment_operations set key_number = key_number + 1 where checkout_id = ${checkout}`.execute(
        tx,
      ),
    async () => {},
  );
  expect(answer).toMatchObject({ ok: false, reason: "unavailable" });
  expect(await stateOf(id)).toMatchObject({ hold_active: true });
});

test("a refusal waits for the checkout with nothing of its call locked", async () => {
  await refuseDuring(
    (tx, checkout) => sql`select from checkouts where id = ${checkout} for no key update`.execute(tx),
    (tx, checkout) =>
      sql`select from payment_operations where checkout_id = ${checkout} for update nowait`.execute(tx),
  );
});

test("a checkout that is paid meanwhile does not end with the provider's page", async () => {
  const { id } = await openUnmade();
  await sql`update checkouts set hosted_at = now(), replaced_intent_id = 'pi_first', state = 'paying'`.execute(
    database.db,
  );
  const ended = await whileOneWaits(database, {
    holds: (tx) => sql`update checkouts set state = 'completed' where id = ${id}`.execute(tx),
    works: async () => {
      const { rows } = await sql`select end_hosted_checkout(${id}, now()) as ended`.execute(database.db);
      return rows;
    },
  });
  expect(ended).toEqual([{ ended: false }]);
  expect(await stateOf(id)).toMatchObject({ state: "completed", hold_active: true });
});

const refundOf = (orderId: string) =>
  ({ orderId, actor: OWNER, amount: 100, reason: "late", restock: false }) as const;

/** The call for a refund of $1 of a new sale, to which no answer came. */
async function leftUnanswered(opened: TestShop) {
  const { orderId } = await sell(opened);
  const payments = { ...opened.shop.payments, createRefund: async () => away };
  await refundOrder({ ...opened.shop, payments }, refundOf(orderId));
  const { key } = await database.db
    .selectFrom("payment_operations")
    .select("key")
    .where("order_id", "=", orderId)
    .executeTakeFirstOrThrow();
  return { key, orderId, error: "no answer", now: nowOf(opened.shop) };
}

test("who leaves a refund to the owner waits for its order with nothing of its call locked", async () => {
  const opened = await openShop();
  const left = await leftUnanswered(opened);
  const isLeft = await whileOneWaits(database, {
    holds: (tx) => sql`select from orders where id = ${left.orderId} for update`.execute(tx),
    works: () => inTransaction(database, (tx) => leaveToOwner(tx, left)),
    meanwhile: (tx) =>
      sql`select from payment_operations where key = ${left.key} for update nowait`.execute(tx),
  });
  expect(isLeft).toBe(true);
});

test("[RF-5] who settles a top-up waits for its order with nothing of the top-up locked", async () => {
  const opened = await openShop();
  const polo = await addProduct(opened.shop, { name: "Polo", price: 6000, stock: { M: 5 } });
  const jacket = await addProduct(opened.shop, { name: "Jacket", price: 7200, stock: { L: 3 } });
  const items = [{ productId: polo, variation: "M", quantity: 1 }];
  const { orderId } = await sell(opened, { productId: polo, change: { items, amountSeen: 6599 } });
  const itemId = (await findOrderDetail(opened.shop, { id: orderId }))?.items[0]?.id ?? "";
  const asked = await askTopUp(opened.shop, {
    ...{ orderId, actor: OWNER, seen: 0, itemId, pieces: 1 },
    ...{ to: { productId: jacket, variation: "L" }, amountSeen: 1200 },
  });
  if (!asked.ok) throw new Error(asked.reason);
  const intentId = await paymentOfTopUp(opened, asked.id);
  opened.sandbox.controls.pay(intentId, GOOD_CARD);
  await whileOneWaits(database, {
    holds: (tx) => sql`select from orders where id = ${orderId} for update`.execute(tx),
    works: () => settlePayment(opened.shop, { intentId, source: "webhook" }),
    meanwhile: (tx) => sql`select from top_ups for update nowait`.execute(tx),
  });
});

type Own = { shop: Shop; unmade: string; left: Awaited<ReturnType<typeof leftUnanswered>> };

test.each<[string, (tx: Tx, own: Own) => Promise<unknown>]>([
  ["locks a checkout", (tx, { unmade }) => lockCheckout(tx, unmade)],
  [
    "ends a checkout without a payment",
    async (tx, { unmade, left }) => {
      await abandonCheckout(tx, unmade, left.now);
      expect(await stateOf(unmade, tx)).toEqual({ state: "expired", hold_active: false });
    },
  ],
  [
    "decides a refund",
    async (tx, { shop, left }) => {
      const request = { ...refundOf(left.orderId), refundId: shop.newId() };
      expect(await decideRefund(shop, tx, request)).toEqual({ ok: true, isOver: false });
    },
  ],
  ["leaves a refund to the owner", async (tx, { left }) => expect(await leaveToOwner(tx, left)).toBe(true)],
])("who %s waits for nothing of another sale", async (_, works) => {
  const { store: opened, id: unmade } = await openUnmade();
  const left = await leftUnanswered(opened);
  const { orderId } = await leftUnanswered(opened);
  await whileNobodyWaits(database, {
    holds: async (tx) => {
      for (const own of ["orders where id", "checkouts where order_id", "payment_operations where order_id"])
        await sql`select from ${sql.raw(own)} = ${orderId} for update`.execute(tx);
    },
    works: (tx) => works(tx, { shop: opened.shop, unmade, left }),
  });
});
