// Customers are erased: occasionally during the schedule, which is mostly refused, and all of them at the end, when
// everything has shipped and arrived. After that, nothing in the database names them, and every rule still holds.
import { forgetEmail } from "#server/customers/forget-customer.ts";
import { listEmails } from "#server/customers/forget-queries.ts";
import { orFailure } from "../../world/faulty-database.ts";
import { toTheEnd } from "../../world/heal.ts";
import { runTask } from "../../world/tasks.ts";
import { Violation } from "../../world/violation.ts";
import type { World } from "../../world/world.ts";
import { arrive, ship } from "../shipments.ts";

const SOME = 10;
/** Long enough for a dead process's lease to expire. */
const ROUNDS_OF_MAILS = 2;
const calm = { mayDie: false };

/** A person of whom the shop stores something. */
export async function forgetSomebody(world: World): Promise<void> {
  const emails = await knownEmails(world);
  if (emails.length > 0) await forget(world, world.random.pick(emails));
}

/** At rest: ends whatever blocks an erasure, and erases everyone who has nothing open. */
export async function forgetEverybody(world: World): Promise<void> {
  const { rows } = await world.engine.pool.query<{ id: string }>(
    "select id from orders where status in ('paid', 'partially_refunded') and fulfillment <> 'delivered' order by id",
  );
  for (const { id } of rows) {
    await toTheEnd(world, { begin: () => ship(world, id), ...calm });
    await toTheEnd(world, { begin: () => arrive(world, id), ...calm });
  }
  for (let round = 0; round < ROUNDS_OF_MAILS; round += 1)
    await toTheEnd(world, { begin: () => runTask(world, "mails"), ...calm });
  for (const email of await knownEmails(world)) {
    const before = await tracesOf(world, email);
    await toTheEnd(world, { begin: () => forget(world, email), ...calm });
    const after = await tracesOf(world, email);
    if (after.length > 0 && after.join() !== before.join())
      throw new Violation(
        "F1",
        `${email} is half erased: in ${before.join(", ")}, now in ${after.join(", ")}`,
      );
  }
}

const knownEmails = (world: World) => listEmails(world.engine.db, { after: "", limit: SOME });

async function forget(world: World, email: string): Promise<void> {
  await world.scheduler.start(`${email} is forgotten`, async () => {
    world.maybeForgotten.add(email);
    const result = await orFailure(() =>
      world.callShop(({ shop }) => forgetEmail(shop, { email, actor: "owner" })),
    );
    if (!result) return;
    world.say(`  ${result.ok ? `forgotten, with ${result.orders} orders` : result.reason}`);
    if (result.ok) world.count(result.orders > 0 ? "customer forgotten" : "shopper forgotten");
    else if (result.reason === "open") world.count("customer not erased: something is open");
  });
}

/** The tables that name this person, with the number of rows. */
async function tracesOf({ engine: { pool } }: World, email: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  );
  const counts = tables.map(
    ({ name }) =>
      `select '${name} ' || count(*) as trace from ${name} t where t::text ilike '%' || $1 || '%'`,
  );
  const { rows } = await pool.query<{ trace: string }>({
    name: "traces",
    text: `select trace from (${counts.join(" union all ")}) counted where trace not like '% 0'`,
    values: [email],
  });
  return rows.map(({ trace }) => trace);
}
