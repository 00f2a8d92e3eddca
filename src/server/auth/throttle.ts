// Slows down guessing at one account, whichever network addresses the guesses come from: the library
// counts per network address only. Ten failures within fifteen minutes are free, then each further one
// costs a delay that doubles. There is no lock-out: the delay is capped, so that a stranger who keeps
// guessing can't keep the owner out for long, and the command line can always set a new password. An
// address that nobody has is counted exactly like the owner's, so the answers tell nothing apart.
import { createHash } from "node:crypto";
import { nowOf, type Shop } from "../shop.ts";
import { countAttempt, forgetAttempts, forgetOldAttempts, uncountAttempt } from "./queries.ts";

export const FAILURES_FREE = 10;
const FAILURES_WINDOW_MINUTES = 15;
export const DELAY_FIRST_SECONDS = 30;
const DELAY_MAX_SECONDS = 300;

const KEEP_HOURS = 24;

export type Throttled = { ok: false; reason: "throttled"; retryAfterSeconds: number };

/** Counts an attempt at this account as failed, or refuses it. Call `attemptSucceeded` if it did not fail. */
export async function admitAttempt(
  shop: Shop,
  { email }: { email: string },
): Promise<{ ok: true } | Throttled> {
  const refused = await countAttempt(shop.db, {
    now: nowOf(shop),
    account: accountKey(email),
    failuresFree: FAILURES_FREE,
    quietSeconds: FAILURES_WINDOW_MINUTES * 60,
    delayFirstSeconds: DELAY_FIRST_SECONDS,
    delayMaxSeconds: DELAY_MAX_SECONDS,
  });
  if (!refused) return { ok: true };
  const waitMs = refused.blockedUntil.getTime() - shop.clock();
  return { ok: false, reason: "throttled", retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

export async function attemptSucceeded(shop: Shop, { email }: { email: string }): Promise<void> {
  await forgetAttempts(shop.db, accountKey(email));
  await forgetOldAttempts(shop.db, new Date(shop.clock() - KEEP_HOURS * 60 * 60 * 1000));
}

/** The attempt was refused for another reason before the password was looked at. */
export async function attemptNotMade(shop: Shop, { email }: { email: string }): Promise<void> {
  await uncountAttempt(shop.db, accountKey(email));
}

/** Codes of the second step are counted apart: only who knows the password can try them. */
export function secondStepAccount(email: string): { email: string } {
  return { email: `second-step ${email}` };
}

/** The same account however its address is typed, in a length that does not depend on what was typed. */
export function accountKey(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("hex");
}
