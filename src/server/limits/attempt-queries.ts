import { sql } from "kysely";
import type { Tx } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";

type Db = Shop["db"] | Tx;

type AttemptRule = {
  account: string;
  failuresFree: number;
  quietSeconds: number;
  delayFirstSeconds: number;
  delayMaxSeconds: number;
};

/**
 * Counts an attempt before it is made, in one statement, so that many at once can't slip through together.
 * Answers null when it may be made, or since when it may be tried again if the account is blocked.
 */
export async function countAttempt(shop: Shop, rule: AttemptRule): Promise<{ blockedUntil: Date } | null> {
  const now = nowOf(shop);
  const { account, failuresFree, quietSeconds, delayFirstSeconds, delayMaxSeconds } = rule;
  const isQuiet = sql`sign_in_failures.last_failure_at < ${now}::timestamptz - make_interval(secs => ${quietSeconds})`;
  const failures = sql`case when ${isQuiet} then 1 else sign_in_failures.failures + 1 end`;
  const counted = await sql`
    insert into sign_in_failures (account, failures, last_failure_at) values (${account}, 1, ${now})
    on conflict (account) do update set
      failures = ${failures},
      last_failure_at = ${now},
      blocked_until = case when ${failures} >= ${failuresFree}::integer then ${now}::timestamptz + make_interval(secs =>
        least(${delayMaxSeconds}::float8, ${delayFirstSeconds}::float8 * power(2, least(${failures} - ${failuresFree}::integer, 20)))) end
    where sign_in_failures.blocked_until is null or sign_in_failures.blocked_until <= ${now}
    returning account`.execute(shop.db);
  if (counted.rows.length > 0) return null;
  const row = await shop.db
    .selectFrom("sign_in_failures")
    .select("blocked_until")
    .where("account", "=", account)
    .executeTakeFirst();
  return { blockedUntil: row?.blocked_until ?? now };
}

export async function forgetAttempts(db: Db, account: string): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("account", "=", account).execute();
}

/** Takes back one counted attempt that was never made. */
export async function uncountAttempt(db: Db, account: string): Promise<void> {
  await db
    .updateTable("sign_in_failures")
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where("account", "=", account)
    .execute();
}

/** Anybody can type any address: what nobody tried again for long is removed, so the table stays small. */
export async function forgetOldAttempts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("last_failure_at", "<", before).execute();
}
