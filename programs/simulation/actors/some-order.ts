import type { World } from "../world/world.ts";

/** An order with one of these statuses; null when there is none. */
export async function someOrder(world: World, statuses: string[]): Promise<string | null> {
  const { rows } = await world.engine.pool.query<{ id: string }>(
    "select id from orders where status = any($1) order by id",
    [statuses],
  );
  return rows.length > 0 ? world.random.pick(rows).id : null;
}
