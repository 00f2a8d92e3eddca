// Two bugs that take more than one line: an order made twice, and one whose stock is taken in a second transaction.
import type { Shop } from "#server/core/shop.ts";
import type { World } from "../world/world.ts";
import { allOf, alter, editFunction, sourceOf } from "./edits.ts";
import type { Mutant } from "./mutants.ts";

export const secondOrder: Mutant = {
  name: "second-order",
  bug: "settling looks for the order, then creates one, without a lock and without unique columns",
  database: async (engine) => {
    const { rows } = await engine.pool.query<{ name: string; column: string }>(
      `select conname as name, pg_get_constraintdef(oid) as column from pg_constraint
        where conrelid = 'orders'::regclass and contype = 'u' and conname <> 'orders_number_key'`,
    );
    const undos: (() => Promise<void>)[] = [];
    for (const { name, column } of rows)
      undos.push(
        await alter(
          engine,
          `alter table orders drop constraint ${name}`,
          `truncate orders cascade; alter table orders add constraint ${name} ${column}`,
        ),
      );
    return allOf(undos);
  },
  shop: (shop, world) => onSettle(shop, (values, run) => settleInTwoSteps(shop, world, values, run)),
};

export const stockTakenLater: Mutant = {
  name: "stock-taken-later",
  bug: "the order is created in one transaction and its stock is taken in the next",
  database: async (engine) => {
    const source = await sourceOf(engine, "take_units");
    const later = await alter(
      engine,
      source.replace("take_units", "take_units_later"),
      "drop function take_units_later",
    );
    const body = /\bbegin\b[\s\S]*\bend\b(?! loop| if)/i;
    return allOf([later, await editFunction(engine, "take_units", body, "begin null; end")]);
  },
  shop: (shop, world) =>
    onSettle(shop, async (values, run) => {
      const answer = await run();
      const [settled] = (answer as { rows: { orderId: string; status: string }[] }).rows;
      if (settled?.status !== "paid") return answer;
      await world.scheduler.wait("mutant:gap");
      await shop.pool.query("select take_units_later($1, null, $2, null, 'later', $3)", [
        settled.orderId,
        values[0],
        new Date(world.now),
      ]);
      return answer;
    }),
};

type Run = () => Promise<unknown>;

/** Replaces the statement that settles a payment. */
function onSettle(shop: Shop, instead: (values: unknown[], run: Run) => Promise<unknown>): Shop {
  const query = (asked: { text: string; values: unknown[] } | string, values?: unknown[]) => {
    const run = () => shop.pool.query(asked as string, values);
    const isSettle = typeof asked !== "string" && asked.text.includes("settle_payment(");
    return isSettle ? instead(asked.values, run) : run();
  };
  return { ...shop, pool: { query } as unknown as Shop["pool"] };
}

async function settleInTwoSteps(shop: Shop, world: World, values: unknown[], run: Run): Promise<unknown> {
  const [checkoutId, facts, , source, now] = values as [string, string, string, string, Date];
  const intent = JSON.parse(facts) as { id: string; status: string; amount_received: number };
  if (intent.status !== "succeeded") return run();
  const found = await shop.pool.query("select id from orders where checkout_id = $1", [checkoutId]);
  if (found.rows.length > 0) return run();
  await world.scheduler.wait("mutant:gap");
  await shop.pool.query(
    `select create_order_with_items(null, c.total, $2, c.shipping_address,
        (select jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity, 'price', price,
          'variant_id', variant_id, 'variation', variation, 'name', name) order by product_id, variation) from checkout_items where checkout_id = c.id),
        gen_random_uuid(), c.id, c.subtotal, c.tax, c.shipping, true, $3, $4) from checkouts c where c.id = $1`,
    [checkoutId, intent.id, source, now],
  );
  return run();
}
