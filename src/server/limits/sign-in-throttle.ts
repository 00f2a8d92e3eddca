// Slows down guessing at one account, whichever IPs the guesses come from: the library counts per IP only. Ten
// failures within fifteen minutes are free, then each further one costs a delay that doubles. There is no lockout:
// the delay is capped, so a stranger who keeps guessing can't keep the owner out for long, and the command line can
// always set a new password. An unknown email is counted exactly like the owner's, so the answers reveal nothing.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../db/transaction.ts";
import { nowOf, type Shop } from "../shop.ts";

export const FAILURES_FREE = 10;
const FAILURES_WINDOW_MINUTES = 15;
export const DELAY_FIRST_SECONDS = 30;
const DELAY_MAX_SECONDS = 300;

const KEEP_HOURS = 24;

export type Throttled = { ok: false; reason: "throttled"; retryAfterSeconds: number };

/**
 * Counts an attempt at an account (an email, as typed) as failed before it is made, or refuses it. One statement, so
 * that many at once can't slip through together. Call `attemptSucceeded` if it did not fail.
 */
export async function admitAttempt(shop: Shop, name: string): Promise<{ ok: true } | Throttled> {
  const now = nowOf(shop);
  const account = accountKey(name);
  const quietSeconds = FAILURES_WINDOW_MINUTES * 60;
  const isQuiet = sql`sign_in_failures.last_failure_at < ${now}::timestamptz - make_interval(secs => ${quietSeconds})`;
  const failures = sql`case when ${isQuiet} then 1 else sign_in_failures.failures + 1 end`;
  const counted = await sql`
    insert into sign_in_failures (account, failures, last_failure_at) values (${account}, 1, ${now})
    on conflict (account) do update set
      failures = ${failures},
      last_failure_at = ${now},
      blocked_until = case when ${failures} >= ${FAILURES_FREE}::integer then ${now}::timestamptz + make_interval(secs =>
        least(${DELAY_MAX_SECONDS}::float8, ${DELAY_FIRST_SECONDS}::float8 * power(2, least(${failures} - ${FAILURES_FREE}::integer, 20)))) end
    where sign_in_failures.blocked_until is null or sign_in_failures.blocked_until <= ${now}
    returning account`.execute(shop.db);
  if (counted.rows.length > 0) return { ok: true };
  const row = await shop.db
    .selectFrom("sign_in_failures")
    .select("blocked_until")
    .where("account", "=", account)
    .executeTakeFirst();
  const waitMs = (row?.blocked_until?.getTime() ?? 0) - shop.clock();
  return { ok: false, reason: "throttled", retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** Also removes old rows: anyone can type any email, and the table must stay small. */
export async function attemptSucceeded(shop: Shop, account: string): Promise<void> {
  await forgetAttempts(shop.db, account);
  const old = new Date(shop.clock() - KEEP_HOURS * 60 * 60 * 1000);
  await shop.db.deleteFrom("sign_in_failures").where("last_failure_at", "<", old).execute();
}

export async function forgetAttempts(db: Db, account: string): Promise<void> {
  await db.deleteFrom("sign_in_failures").where("account", "=", accountKey(account)).execute();
}

/** The attempt was refused for another reason before the password was looked at. */
export async function attemptNotMade(shop: Shop, account: string): Promise<void> {
  await shop.db
    .updateTable("sign_in_failures")
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where("account", "=", accountKey(account))
    .execute();
}

/** Codes of the second step are counted apart: only who knows the password can try them. */
export function secondStepAccount(email: string): string {
  return `second-step ${email}`;
}

/** One key for an email however it is typed, of a length that does not depend on what was typed. */
function accountKey(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("hex");
}
