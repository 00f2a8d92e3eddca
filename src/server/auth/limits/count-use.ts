// Counts in the database, so that all processes and machines share them, with one statement a count.
import { sql } from "kysely";
import type { Db } from "../../db/transaction.ts";

type Use = { key: string; now: number; windowMs: number };

/**
 * Counts one more use of `key` and answers how many there were since its window began, this one included. Put no
 * personal data into a key: hash it (Shop.hashClient).
 */
export async function countUse(db: Db, use: Use): Promise<number> {
  return (await countUses(db, { ...use, uses: 1 })).count;
}

/** The same for several uses at once, or none; `endsAt`, in milliseconds, is when the window ends and the count starts over. */
export async function countUses(
  db: Db,
  { key, uses, now, windowMs }: Use & { uses: number },
): Promise<{ count: number; endsAt: number }> {
  const ended = sql`(counted.ends_at <= ${new Date(now)} or counted.ends_at > ${latestEnd(now, windowMs)})`;
  const { rows } = await sql<{ uses: number; ends_at: Date }>`
    insert into limit_uses as counted (key, uses, ends_at)
    values (${key}, ${uses}, ${new Date(now + windowMs)})
    on conflict (key) do update set
      uses = case when ${ended} then excluded.uses else counted.uses + excluded.uses end,
      ends_at = case when ${ended} then excluded.ends_at else counted.ends_at end
    returning uses, ends_at`.execute(db);
  const [row] = rows;
  return { count: row?.uses ?? uses, endsAt: row?.ends_at.getTime() ?? now + windowMs };
}

/**
 * Whether a window is over. One that ends later than `latestEnd` began under a clock that was set back since, and
 * would last as long as the clock was wrong.
 */
export function isWindowOver(endsAt: number, { now, windowMs }: Pick<Use, "now" | "windowMs">): boolean {
  return endsAt <= now || endsAt > latestEnd(now, windowMs).getTime();
}

/** One length more than a window has, since the clocks of two machines differ a little. */
function latestEnd(now: number, windowMs: number): Date {
  return new Date(now + 2 * windowMs);
}

/** Forgets counts whose window is over. */
export async function sweepLimits({ db, clock }: { db: Db; clock: () => number }): Promise<void> {
  await db.deleteFrom("limit_uses").where("ends_at", "<=", new Date(clock())).execute();
}
