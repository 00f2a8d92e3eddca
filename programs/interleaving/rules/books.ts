// The rules of the books, as the simulation checks them: its SQL shares nothing with the code that it checks. Some hold
// at every commit, others when nothing is left to do.
import type pg from "pg";
import { RESTOCK_TURN_HOURS } from "#domain/restock/restock-request.ts";
import { checkBooks } from "#test/shop/provider-books.ts";
import { ALL_AT_REST, ALWAYS, MONEY_AT_REST } from "../../simulation/invariants/invariants-sql.ts";
import { checkRefundsOnce, intentsOf, pagesOf } from "../../simulation/invariants/provider-facts.ts";
import { RESTOCK_ALWAYS, RESTOCK_AT_REST } from "../../simulation/invariants/restock-rules.ts";
import { Violation } from "../../simulation/world/violation.ts";
import type { World } from "../world.ts";

type Broken = { rule: string; detail: string };

/** Throws a Violation for a rule that must hold at every commit. */
export async function checkAlways(world: World): Promise<void> {
  world.count("checks of the books");
  const { monitor } = world.harness;
  const seen = await monitor.query<Checkout>(
    "select id, state, coalesce(intent_status, '') as status from checkouts order by id",
  );
  for (const checkout of seen.rows) checkFinal(world, checkout);
  await check(monitor, "always", ALWAYS, [
    intentsOf(world.sandbox),
    seen.rows.map(({ id }) => id),
    [],
    pagesOf(world.sandbox, world.now),
    [],
  ]);
  await check(monitor, "restock", RESTOCK_ALWAYS, []);
  checkRefundsOnce(world.sandbox);
  await checkAsDoctor(world, { atRest: false });
}

/** The part of the rules that stock can break and a later change can hide again. */
const STOCK_RULES = `
select 'I4' as rule, 'stock of ' || p.id || ' is ' || p.stock || ', the shelf says ' || sum(v.on_hand - v.held) as detail
  from products p join inventory v on v.product_id = p.id group by p.id having p.stock <> sum(v.on_hand - v.held)
union all
select 'I4', 'held of ' || v.product_id || v.variation || ' is ' || v.held || ', the holds say '
    || coalesce(sum(l.quantity), 0)
  from inventory v left join (select l.variant_id, l.quantity from checkout_items l join checkouts c on c.id = l.checkout_id and c.hold_active
      union all select wanted_id, held from return_lines where held > 0) l
    on l.variant_id = v.id
  group by v.id, v.held having v.held <> coalesce(sum(l.quantity), 0)
union all
select 'I4', 'on hand of ' || v.product_id || v.variation || ' is ' || v.on_hand || ', its movements say '
    || coalesce(sum(m.quantity), 0)
  from inventory v left join stock_movements m on m.variant_id = v.id
  group by v.id, v.on_hand having v.on_hand <> coalesce(sum(m.quantity), 0)`;

/** Throws a Violation when the stock does not add up. Cheap enough for every commit that changes it. */
export function checkStock(monitor: pg.Client): Promise<void> {
  return check(monitor, "stock", STOCK_RULES, []);
}

/** What first-time visitors hold from the start. */
const UNPAID = `from checkouts c join checkout_items l on l.checkout_id = c.id where c.hold_active and not c.holds_at_pay
  and c.visitor is not null and not c.visitor_has_paid`;

/** Throws a Violation when first-time visitors hold more than half of a variant, or more than a quarter of the shop. */
export function checkCap(monitor: pg.Client): Promise<void> {
  return check(
    monitor,
    "cap",
    `select 'C1' as rule, h.units || ' are held of ' || v.on_hand || ' of ' || v.product_id || v.variation as detail
      from (select l.variant_id, sum(l.quantity) as units ${UNPAID} group by 1) h
      join inventory v on v.id = h.variant_id where h.units * 2 > v.on_hand
    union all
    select 'C1', h.units || ' are held of all' from (select sum(l.quantity) as units ${UNPAID}) h
      where h.units * 4 > (select sum(on_hand) from inventory)`,
    [],
  );
}

type Checkout = { id: string; state: string; status: string };

const FINAL_STATES = new Set(["completed", "expired", "superseded"]);
const FINAL_STATUSES = new Set(["succeeded", "canceled"]);

/** Final states stay. */
function checkFinal(world: World, { id, state, status }: Checkout): void {
  const known = world.finals.get(id);
  if (known && FINAL_STATES.has(known.state) && known.state !== state)
    throw new Violation("S1", `checkout ${id} was ${known.state} and is ${state}`);
  if (known && FINAL_STATUSES.has(known.status) && known.status !== status)
    throw new Violation("S1", `the payment of checkout ${id} was ${known.status} and is ${status}`);
  world.finals.set(id, { state, status });
}

async function checkAsDoctor(world: World, { atRest }: { atRest: boolean }): Promise<void> {
  const intents = world.sandbox.controls.payments().map((intent) => ({
    ...{ id: intent.id, status: intent.status, amount: intent.amount },
    checkoutId: intent.metadata.checkout_id ?? null,
  }));
  const [broken] = await checkBooks({ db: world.harness.monitorDb }, { atRest, intents });
  if (broken)
    throw new Violation(
      broken.id,
      `${broken.problem}: ${JSON.stringify(broken.rows)} (as the doctor sees it)`,
    );
}

/** Throws a Violation for a rule that must hold once everything is done. */
export async function checkAtRest(world: World): Promise<void> {
  await checkAlways(world);
  await check(world.harness.monitor, "money", MONEY_AT_REST, [intentsOf(world.sandbox)]);
  await check(world.harness.monitor, "rest", ALL_AT_REST, [
    intentsOf(world.sandbox),
    pagesOf(world.sandbox, world.now),
  ]);
  const turnSince = new Date(world.now - RESTOCK_TURN_HOURS * 60 * 60_000);
  await check(world.harness.monitor, "restock at rest", RESTOCK_AT_REST, [turnSince]);
  await checkAsDoctor(world, { atRest: true });
  await checkMails(world);
  world.numbers.checkGaps(world.undone);
  await checkNotes(world);
}

async function check(monitor: pg.Client, name: string, text: string, values: unknown[]): Promise<void> {
  const { rows } = await monitor.query<Broken>({ name, text, values });
  const [first] = rows;
  if (first) throw new Violation(first.rule, rows.map(({ rule, detail }) => `${rule} ${detail}`).join("; "));
}

/** Without a crash and before a lease expires, an accepted email is sent only once. */
async function checkMails(world: World): Promise<void> {
  const ids = world.mailbox.map(({ messageId }) => messageId);
  const doubled = ids.find((id, index) => ids.indexOf(id) !== index);
  if (doubled !== undefined && world.crashes === 0 && !world.mailMayRepeat)
    throw new Violation("I9", `the email ${doubled} was sent twice`);
}

async function checkNotes(world: World): Promise<void> {
  const { rows } = await world.harness.monitor.query<{ notes: number }>(
    "select count(*)::integer as notes from order_notes",
  );
  const notes = rows[0]?.notes ?? 0;
  if (notes < world.owner.notes || (notes > world.owner.notes && world.crashes === 0))
    throw new Violation("L6", `the owner added ${world.owner.notes} notes and there are ${notes}`);
}
