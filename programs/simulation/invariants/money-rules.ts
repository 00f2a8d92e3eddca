// At rest the owner runs the money check: whatever happened before, every payment, refund, and dispute at the provider
// matches the books. Only payments whose amount was changed at the provider are rightly reported.
import { askForMoneyCheck } from "#server/reconciliation/fix-difference.ts";
import { reconcile } from "#server/reconciliation/reconcile.ts";
import { orFailure } from "../world/faulty-database.ts";
import { Violation } from "../world/violation.ts";
import type { World } from "../world/world.ts";

export async function checkAllMoney(world: World): Promise<void> {
  await world.scheduler.start("owner checks all money", async () => {
    await orFailure(() =>
      world.callShop(async ({ shop }) => {
        await askForMoneyCheck(shop, { actor: "owner" });
        await reconcile(shop, new AbortController().signal);
      }),
    );
  });
}

type Row = { key: string; problem: string; intent: string | null; is_fresh: boolean };

/** Throws a Violation if the check reported a false difference or did not finish. */
export async function allMoneyMatches(world: World): Promise<void> {
  const { pool } = world.engine;
  const { rows } = await pool.query<Row>(
    "select key, problem, intent_id as intent, is_fresh from differences order by key",
  );
  const wrong = rows.filter(({ intent }) => intent === null || !world.tampered.has(intent));
  if (wrong.length > 0) throw new Violation("M1", `money does not match: ${JSON.stringify(wrong)}`);
  const state = await pool.query<{ is_done: boolean; error: string | null }>(
    "select compared_until is not null and started_at is null and asked_at is null as is_done, error from reconciliation",
  );
  if (!state.rows[0]?.is_done)
    throw new Violation("M1", `the check of all money did not finish: ${state.rows[0]?.error}`);
  const uncounted = await pool.query<{ id: string }>(
    `select o.id from orders o where o.status in ('paid', 'partially_refunded', 'refunded', 'disputed')
      and o.checkout_id is not null and not exists (select from provider_money p where p.id = o.payment_intent_id)`,
  );
  if (uncounted.rows.length > 0)
    throw new Violation("M1", `paid orders were not compared: ${JSON.stringify(uncounted.rows)}`);
}
