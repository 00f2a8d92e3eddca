// Two processes that settle, erase, notify, or add up the same thing at the same moment.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { emptyDatabase } from "#test/database/empty-database.ts";
import { openOwnDatabase, whileNobodyWaits, whileOneWaits } from "#test/database/two-transactions.ts";
import { settleDueReminders } from "../checkout/reminders/queries.ts";
import { type RetentionRule, retention } from "../customers/retention/retention-rules.ts";
import { notifyLine } from "../inbox/restock/queries.ts";
import { settleDueAsks } from "../inbox/reviews/ask-queries.ts";
import { claimMails, dropEmail } from "../mail/queries.ts";
import type { Database } from "./database.ts";
import type { Tx } from "./transaction.ts";

let database: Database;
beforeAll(async () => {
  database = await openOwnDatabase();
});
afterAll(() => database.close());
beforeEach(() => emptyDatabase(database.pool));

const IDS = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"] as const;
const HOUR_MS = 60 * 60_000;

/** Two checkouts that were left. */
const leaveCheckouts = () =>
  database.pool.query(
    `insert into checkouts (id, order_id, idempotency_key, request_hash, state, subtotal, tax, shipping, total,
        shipping_address, expires_at, created_at, updated_at)
      select id, gen_random_uuid(), id::text, '', 'expired', 100, 0, 0, 100, '{"customer_email": "pat@example.com"}',
        now(), now(), now() from unnest($1::uuid[]) id`,
    [IDS],
  );

async function askForReminders(): Promise<void> {
  await leaveCheckouts();
  await database.pool.query(
    "insert into checkout_reminders (checkout_id, asked_at) select id, now() from checkouts",
  );
}

async function arrive(): Promise<void> {
  await database.pool.query(
    `insert into orders (id, status, subtotal, total, shipping_address, source, created_at, updated_at)
      select id, 'paid', 100, 100, '{}', 'test', now(), now() from unnest($1::uuid[]) id`,
    [IDS],
  );
  await database.pool.query(
    "insert into review_asks (order_id, arrived_on) select id, '2026-05-01' from orders",
  );
}

const later = () => new Date(Date.now() + HOUR_MS);

test.each<[string, () => Promise<void>, (tx: Tx) => Promise<{ settled: number }>]>([
  [
    "reminders",
    askForReminders,
    (tx) => settleDueReminders(tx, { until: later(), lateFrom: later(), limit: 1, now: later() }),
  ],
  [
    "requests for reviews",
    arrive,
    (tx) =>
      settleDueAsks(tx, { afterDays: 1, lateDaysMax: 1, limit: 1, now: new Date("2026-06-01T12:00:00Z") }),
  ],
])(
  "two workers settle %s at the same moment: neither waits, each settles its own",
  async (_, due, settle) => {
    await due();
    const settled: number[] = [];
    const second = await whileNobodyWaits(database, {
      holds: async (tx) => settled.push((await settle(tx)).settled),
      works: settle,
    });
    expect([...settled, second.settled]).toEqual([1, 1]);
  },
);

const rules = (retention.checkouts as readonly RetentionRule[]).flatMap((rule) =>
  "remove" in rule ? [rule] : [],
);
test.each(rules)(
  "a checkout that is being settled stays, and nothing waits for it: $outcome",
  async ({ remove }) => {
    await leaveCheckouts();
    const removed = await whileNobodyWaits(database, {
      holds: (tx) => sql`select from checkouts where id = ${IDS[0]} for no key update`.execute(tx),
      works: async (tx) => (await sql`${remove(later(), 10)}`.execute(tx)).rows.length,
    });
    expect(removed).toBe(1);
  },
);

const [PRODUCT, VARIANT] = IDS;
/** Two who wait for a product of which one unit is back; `told`: they were notified. */
async function fillLine({ told = false } = {}): Promise<void> {
  const { db } = database;
  await sql`insert into products (id, name, price, category) values (${PRODUCT}, 'A product', 100, 'Hats')`.execute(
    db,
  );
  await sql`insert into inventory (id, product_id, on_hand) values (${VARIANT}, ${PRODUCT}, 1)`.execute(db);
  await sql`
    insert into restock_requests (id, variant_id, email, asked_at, confirmed_at, told_at)
    select gen_random_uuid(), ${VARIANT}, email, now(), now(), case when ${told} then now() end
    from unnest('{ann@example.com,bob@example.com}'::text[]) with ordinality asked (email, place) order by place`.execute(
    db,
  );
}
const stopWaiting = (tx: Tx) => sql`delete from restock_requests where email = 'ann@example.com'`.execute(tx);

test("[CH-5] who stops waiting at the moment of their turn leaves it to the next one in line", async () => {
  await fillLine();
  const now = new Date();
  const line = {
    variantId: VARIANT,
    most: 5,
    turnSince: new Date(now.getTime() - 1_000),
    now,
  };
  const told = await whileOneWaits(database, {
    holds: stopWaiting,
    works: () => notifyLine(database.db, line),
  });
  expect(told).toBe(1);
  const mails = await database.db.selectFrom("outbox").select("recipient").execute();
  expect(mails).toEqual([{ recipient: "bob@example.com" }]);
});

test("[CH-5] dropping an email waits for its request without locking the email", async () => {
  await fillLine({ told: true });
  const { db } = database;
  await sql`insert into outbox (kind, unique_key, recipient, created_at, next_at)
    values ('restock', 'a mail', 'ann@example.com', now(), now())`.execute(db);
  const lease = { now: later(), leaseSeconds: 20, token: IDS[1] };
  const [mail] = await claimMails(db, { limit: 1, againMax: 1, ...lease });
  const { id } = await db
    .selectFrom("restock_requests")
    .select("id")
    .where("email", "=", "ann@example.com")
    .executeTakeFirstOrThrow();
  if (!mail) throw new Error("the email is due");
  const stood = await whileOneWaits(database, {
    holds: stopWaiting,
    works: () => dropEmail(db, { mail, reason: "it is sold out again", backInLine: id, now: later() }),
    meanwhile: (tx) => sql`select from outbox for update nowait`.execute(tx),
  });
  expect(stood).toBe(true);
});
