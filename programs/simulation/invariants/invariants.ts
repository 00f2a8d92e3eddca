// Which rules are checked when. The rules of invariants-sql.ts hold after every step, and those of which something has
// changed are asked then; all of them at the end of the storm and at rest. The shop's own rules (those of the doctor)
// run at the end of the storm and again at rest.
import { RESTOCK_TURN_HOURS } from "#domain/restock/restock-request.ts";
import { checkBooks } from "#test/shop/provider-books.ts";
import { Violation } from "../world/violation.ts";
import type { World } from "../world/world.ts";
import { ALL_AT_REST, MONEY_AT_REST } from "./invariants-sql.ts";
import { checkRefundsOnce, intentsOf, isExtraPayment, pagesOf } from "./provider-facts.ts";
import { RESTOCK_ALWAYS, RESTOCK_AT_REST } from "./restock-rules.ts";
import type { Broken } from "./rule-book.ts";

type Payments = ReturnType<World["sandbox"]["controls"]["payments"]>;

/** Throws a Violation if a rule that must always hold is broken. asksAll: whatever has changed. */
export async function checkAlways(world: World, { asksAll = false } = {}): Promise<void> {
  if (world.error) throw world.error;
  if (!world.isDirty && !asksAll) return;
  world.isDirty = false;
  world.plan.coverage.checks += 1;
  const payments = world.sandbox.controls.payments();
  const broken = await world.check(
    [
      intentsOf(world.sandbox, payments),
      [...world.seenCheckouts],
      [...world.tampered.keys()],
      pagesOf(world.sandbox, world.now),
      [...world.releasedByHand],
    ],
    { asksAll },
  );
  for (const { detail } of broken.filter(({ rule }) => rule === "seen")) world.seenCheckouts.add(detail);
  const rules = broken.filter(({ rule }) => rule !== "seen");
  if (rules.length > 0) throw violation(rules);
  await checkRestock(world);
  checkOncePerShopper(world, payments);
  checkRefundsOnce(world.sandbox);
}

async function checkRestock(world: World): Promise<void> {
  if (!world.restock.isAsked) return;
  const broken = await world.engine.pool.query<Broken>({
    name: "restock rules",
    text: RESTOCK_ALWAYS,
    values: [],
  });
  if (broken.rows.length > 0) throw violation(broken.rows);
  await world.restock.check(world);
}

/** A shopper wants one purchase: at most one payment of all checkouts of one browser succeeds. */
function checkOncePerShopper(world: World, payments: Payments): void {
  const paid = payments.filter(({ status }) => status === "succeeded");
  for (const { name, orders } of world.shoppers) {
    const own = paid.filter(
      (payment) => orders.includes(payment.metadata.order_id ?? "") && !isExtraPayment(payment),
    );
    if (own.length > 1)
      throw new Violation(
        "C1",
        `${name} has paid ${own.length} times: ${own.map(({ id }) => id).join(", ")}`,
      );
  }
}

/** Throws a Violation if something was left undone. With a single net only the money must be right. */
export async function checkAtRest(world: World, { isWhole }: { isWhole: boolean }): Promise<void> {
  const { pool } = world.engine;
  await checkAlways(world, { asksAll: true });
  const intents = [intentsOf(world.sandbox)];
  const money = await pool.query<Broken>({ name: "money", text: MONEY_AT_REST, values: intents });
  if (money.rows.length > 0) throw violation(money.rows);
  if (!isWhole) return;
  const all = await pool.query<Broken>({
    name: "rest",
    text: ALL_AT_REST,
    values: [...intents, pagesOf(world.sandbox, world.now)],
  });
  if (all.rows.length > 0) throw violation(all.rows);
  const turnSince = new Date(world.now - RESTOCK_TURN_HOURS * 60 * 60_000);
  const waiting = await pool.query<Broken>({
    name: "restock rest",
    text: RESTOCK_AT_REST,
    values: [turnSince],
  });
  if (waiting.rows.length > 0) throw violation(waiting.rows);
  await checkMailbox(world);
  await checkAsDoctor(world, { atRest: true });
}

/** The shop's own rules, as the doctor and the running shop check them. */
export async function checkAsDoctor(world: World, { atRest }: { atRest: boolean }): Promise<void> {
  const intents = world.sandbox.controls.payments().map((intent) => ({
    id: intent.id,
    status: intent.status,
    // A changed amount is flagged when the shop learns that it was paid, at rest at the latest. Until then the
    // doctor would rightly complain.
    amount:
      atRest && intent.status === "succeeded"
        ? intent.amount
        : (world.tampered.get(intent.id) ?? intent.amount),
    checkoutId: intent.metadata.checkout_id ?? null,
  }));
  const found = await checkBooks(world.engine, { atRest, intents });
  // A hold that was released by hand is a broken rule, which the doctor reports until it is paid or canceled.
  const broken = found.find(
    ({ id, rows }) => id !== "I8" || rows.some((row) => !world.releasedByHand.has(String(row.id))),
  );
  if (broken)
    throw new Violation(
      broken.id,
      `${broken.problem}: ${JSON.stringify(broken.rows)} (as the doctor sees it)`,
    );
}

/**
 * The confirmation of every paid order was handed to the mail server, and all copies are identical; not of one that is
 * cleared, or whose customer was forgotten while it waited.
 */
async function checkMailbox(world: World): Promise<void> {
  const { rows } = await world.engine.pool.query<{ id: string }>(
    `select order_id as id from outbox m where kind = 'order_confirmation' and (sent_at is not null
      or not exists (select from orders o where o.id = m.order_id
        and (o.cleared_at is not null or m.dead_at = o.forgotten_at))) order by m.id`,
  );
  for (const { id } of rows.filter((row) => !world.mailedBefore.has(row.id))) {
    const copies = world.mailbox.filter(({ messageId }) => messageId.includes(`order_confirmation.${id}`));
    if (copies.length === 0) throw new Violation("I9", `no confirmation of ${id} reached the mail server`);
    if (new Set(copies.map(({ messageId }) => messageId)).size > 1)
      throw new Violation("I9", `two different confirmations of ${id}`);
  }
}

function violation(rows: Broken[]): Violation {
  const first = rows[0]!;
  return new Violation(first.rule, rows.map(({ rule, detail }) => `${rule} ${detail}`).join("; "));
}
