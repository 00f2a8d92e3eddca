// The model's functions against the SQL functions that they stand for: both get the same rows, for every settle that a
// world of the model can come to, and must leave the same rows behind.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/db/transaction.ts";
import { type Configuration, configure } from "../programs/model/configurations.ts";
import { endHostedCheckout, settlePayment } from "../programs/model/protocol/functions.ts";
import { listNext } from "../programs/model/protocol/next.ts";
import type { Checkout, Process, Slot, World } from "../programs/model/protocol/world.ts";
import { addProduct } from "./products.ts";
import { countedUuid, createTestShop, type TestShop } from "./shop.ts";

let store: TestShop;
let product: string;
beforeAll(async () => {
  store = await createTestShop();
  product = await addProduct(store.shop, { stock: { "": 1 } });
});
afterAll(() => store.close());

const CHECKOUT = countedUuid(3_000_001);
const ORDER = countedUuid(3_000_002);
const NOW = new Date(Date.UTC(2026, 5, 1, 12));
const id = (slot: Slot | "none") => (slot === "none" ? null : `pi_${slot}`);
const word = (value: string) => (value === "none" ? null : value);

type Case = { world: World; checkout: Checkout; process: Process };

/** Every settle of the configuration, once for each way in which its rows and its answer differ. */
function listCases({ first, rules }: Configuration): Map<string, Case> {
  const cases = new Map<string, Case>();
  const seen = new Set<string>();
  const waiting = [first];
  for (let world = waiting.pop(); world; world = waiting.pop()) {
    const [shopper] = world.shoppers;
    const [checkout] = shopper?.checkouts ?? [];
    for (const process of shopper?.processes ?? []) {
      if (!checkout || process.step !== "settle:commit") continue;
      const { state, payment, said, hold, superseded, hosted, replaced, create, session, order } = checkout;
      const rows = { state, payment, said, hold, superseded, hosted, replaced, create, session, order };
      const { intent, answer, read } = process;
      const key = JSON.stringify([rows, intent, answer, read < checkout.read, world.onHand, world.held]);
      cases.set(key, { world, checkout, process });
    }
    for (const next of listNext(world, rules)) {
      const key = JSON.stringify(next.world);
      if (!seen.has(key)) waiting.push(next.world);
      seen.add(key);
    }
  }
  return cases;
}

async function writeRows(tx: Tx, { world, checkout: c }: Case): Promise<void> {
  await sql`insert into checkouts (id, order_id, idempotency_key, request_hash, state, subtotal, tax, shipping, total,
      shipping_address, expires_at, hold_active, payment_intent_id, intent_status, intent_read, superseded_by, hosted_at,
      replaced_intent_id, checkout_session_id, created_at, updated_at)
    values (${CHECKOUT}, ${ORDER}, 'key-of-the-model', 'hash', ${c.state}, 100, 0, 0, 100, '{}', ${NOW}, ${c.hold},
      ${id(c.payment)}, ${word(c.said)}, ${c.read}, ${c.superseded ? ORDER : null}, ${c.hosted ? NOW : null},
      ${id(c.replaced)}, ${c.pageStored ? "cs_page" : null}, ${NOW}, ${NOW})`.execute(tx);
  await sql`insert into checkout_items (checkout_id, product_id, variation, quantity, price, name)
    values (${CHECKOUT}, ${product}, '', 1, 100, 'Cap')`.execute(tx);
  await sql`update inventory set on_hand = ${world.onHand}, held = ${world.held} where product_id = ${product}`.execute(
    tx,
  );
  for (const kind of ["create", "session"] as const)
    if (c[kind] !== "none")
      await sql`insert into payment_operations (id, kind, key, checkout_id, params, state, next_at, created_at, updated_at)
        values (gen_random_uuid(), ${kind}, ${kind}, ${CHECKOUT}, '{}', ${c[kind]}, ${NOW}, ${NOW}, ${NOW})`.execute(
        tx,
      );
  if (c.order === "none") return;
  await sql`select settle_order(c, null, ${id(c.payment)}, 'pending', 0, 'test', ${NOW}) from checkouts c where id = ${CHECKOUT}`.execute(
    tx,
  );
  for (const status of pathTo[c.order])
    await sql`select move_order(${ORDER}, ${status}, 'test', null, ${NOW})`.execute(tx);
}

const pathTo: Record<Exclude<Checkout["order"], "none">, string[]> = {
  pending: [],
  processing: ["processing"],
  paid: ["paid"],
  failed: ["processing", "failed"],
  canceled: ["canceled"],
  partially_refunded: ["paid", "partially_refunded"],
  refunded: ["paid", "refunded"],
  disputed: ["paid", "disputed"],
};

async function readRows(tx: Tx) {
  const { rows } = await sql<Record<string, unknown>>`
    select c.state, c.payment_intent_id as payment, c.intent_status as said, c.hold_active as hold,
      c.replaced_intent_id as replaced, o.status as "order", 'out_of_stock' = any (coalesce(o.attention, '{}')) as short,
      (select state from payment_operations where kind = 'create') as "create",
      (select state from payment_operations where kind = 'session') as session, i.on_hand as "onHand", i.held
    from checkouts c left join orders o on o.checkout_id = c.id
    join inventory i on i.product_id = ${product} where c.id = ${CHECKOUT}`.execute(tx);
  return rows[0];
}

class Undo extends Error {}

/** What the functions leave behind: both of them, on the same rows. */
async function compare(rules: Configuration["rules"], one: Case) {
  const { world, checkout: c, process } = structuredClone(one);
  const { intent, answer, read } = process;
  if (intent === "none" || answer === "none" || answer === "order" || answer === "over")
    throw new Error("no settle");
  let outcome: unknown;
  let rows: unknown;
  const settle = async (tx: Tx) => {
    await writeRows(tx, one);
    const facts = JSON.stringify({
      id: id(intent),
      status: answer,
      amount: 100,
      amount_received: 100,
      currency: "usd",
    });
    const settled = await sql<{ outcome: string; ended: boolean }>`
      select settle_payment(${CHECKOUT}, ${facts}::jsonb, ${read}, 'test', ${NOW}) ->> 'outcome' as outcome`.execute(
      tx,
    );
    const ended = await sql<{
      ended: boolean;
    }>`select end_hosted_checkout(${CHECKOUT}, ${NOW}) as ended`.execute(tx);
    outcome = [settled.rows[0]?.outcome, ended.rows[0]?.ended];
    rows = await readRows(tx);
    throw new Undo();
  };
  await store.shop.db
    .transaction()
    .execute(settle)
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
  const scene = { rules, world, checkout: c, shopper: { checkouts: [c], refunds: [], processes: [] } };
  const settled = settlePayment(scene, { id: intent, status: answer, read });
  const ended = endHostedCheckout(scene);
  const modeled = {
    state: c.state,
    payment: id(c.payment),
    said: word(c.said),
    hold: c.hold,
    replaced: id(c.replaced),
    order: word(c.order),
    short: c.short,
    create: word(c.create),
    session: word(c.session),
    onHand: world.onHand,
    held: world.held,
  };
  return { modeled: [settled.outcome, ended, modeled], database: [...[outcome].flat(), rows] };
}

const worlds = [
  ["a bank that takes its time", { features: ["bank"], processes: 1 }],
  ["the provider's page", { features: ["page"], processes: 1 }],
  ["two processes with reads of different age", { processes: 2 }],
] as const;

test.each(worlds)("settling leaves what the model says: %s", async (name, world) => {
  const configuration = configure({ name, what: name, ...world });
  const cases = listCases(configuration);
  expect(cases.size).toBeGreaterThan(15);
  for (const [key, one] of cases) {
    const { modeled, database } = await compare(configuration.rules, one);
    expect(database, key).toEqual(modeled);
  }
});
