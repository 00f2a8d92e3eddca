// Slows down guessing without letting a stranger keep the owner out. Failures count per account and network, and per
// network over all accounts; anyone who keeps trying while refused stays refused for longer, until the longest delay is reached:
// then the network is admitted again after minutes, because the owner may share it with the guesser. A browser in which
// the owner has signed in before (auth/devices) has its own count that no one else can fill. Guesses from many
// networks are counted per account, too: beyond a number in an hour, a network that was not seen lately is first sent
// away for half a minute, which costs the owner that once and a stranger each address. Nothing locks an account. An
// unknown email is counted exactly like the owner's, so the answers reveal nothing.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { networkOf } from "../../core/client-ip.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import type { Db } from "../../db/transaction.ts";
import { countUse } from "./count-use.ts";

/** Failures that cost no delay: at an account from one network or browser. */
export const FAILURES_FREE = 10;
/** From one network, over all accounts. */
export const FAILURES_PER_NETWORK_FREE = 20;
export const DELAY_FIRST_SECONDS = 30;
const DELAY_MAX_SECONDS = 300;
/** A count is forgotten after so long without an attempt. */
const QUIET_SECONDS = 15 * 60;
/** Attempts at an account from unknown browsers, beyond which it counts as attacked. */
export const ATTACK_ATTEMPTS = 100;
const ATTACK_WINDOW_MS = 60 * 60_000;
/** What an attacked account costs a network that was not seen lately. */
export const ENTRY_SECONDS = 30;

/** Emails share this many counts: anyone can type any email, and the table must stay small. */
const ACCOUNTS_MAX = 4096;
const ROWS_MAX = 50_000;
const PRUNED_EVERY_MS = 60_000;

export type Throttled = { ok: false; reason: "throttled"; retryAfterSeconds: number };
type Row = { account: string; network: string };
/** Where an attempt was counted, and how many failures that row allows. */
type AttemptCount = Row & Pick<Rule, "free">;
/** `rows`: what to forget once the attempt has succeeded. */
export type Admission = { ok: true; rows: AttemptCount[] } | Throttled;

/** Who tries: `device` is the known browser of this account, or null. */
export type Visitor = { email: string; ip: string; device: string | null };

type Rule = { free: number; entry?: number; punishes?: boolean };
const OWN: Rule = { free: FAILURES_FREE };
const NETWORK: Rule = { free: FAILURES_PER_NETWORK_FREE, punishes: true };
const ATTACKED: Rule = { free: 2, entry: ENTRY_SECONDS };

/** Counts a try of a password as failed before it is made, or refuses it. Call `attemptSucceeded` if it did not fail. */
export async function admitAttempt(shop: Shop, visitor: Visitor): Promise<Admission> {
  const account = accountKey(visitor.email);
  if (visitor.device) return admitRows(shop, [[{ account, network: `device ${visitor.device}` }, OWN]]);
  const network = networkOf(visitor.ip);
  const ofNetwork = { account: "", network };
  const wait = await countIn(shop, ofNetwork, NETWORK);
  if (wait > 0) return refuse(wait);
  const use = { key: `sign-in ${account}`, now: shop.clock(), windowMs: ATTACK_WINDOW_MS };
  const attempts = await countUse(shop.db, use);
  const prune = { key: "sign-in prune", now: shop.clock(), windowMs: PRUNED_EVERY_MS };
  if ((await countUse(shop.db, prune)) === 1) await pruneAttempts(shop);
  if (attempts === ATTACK_ATTEMPTS) shop.log.warn("auth.account_attacked", { account });
  const admission = await admitRows(shop, [
    [{ account, network }, attempts > ATTACK_ATTEMPTS ? ATTACKED : OWN],
  ]);
  if (!admission.ok) return admission;
  return { ok: true, rows: [...admission.rows, { ...ofNetwork, free: NETWORK.free }] };
}

/**
 * The same for a code of the second step. Only who knows the password can try one, and there are few codes: all
 * unknown browsers together share one count.
 */
export async function admitCode(shop: Shop, visitor: Visitor): Promise<Admission> {
  const account = accountKey(`second-step ${visitor.email}`);
  if (visitor.device) return admitRows(shop, [[{ account, network: `device ${visitor.device}` }, OWN]]);
  return admitRows(shop, [
    [{ account: "", network: networkOf(visitor.ip) }, NETWORK],
    [{ account, network: "*" }, OWN],
  ]);
}

/** The same for a secret that the owner gives again inside a session: no one outside it can fill the count. */
export function admitInSession(
  shop: Shop,
  secret: "password" | "code",
  who: { email: string; sessionId: string },
): Promise<Admission> {
  const row = { account: accountKey(`${secret} ${who.email}`), network: `session ${who.sessionId}` };
  return admitRows(shop, [[row, OWN]]);
}

export async function attemptSucceeded(shop: Shop, { rows }: { rows: Row[] }): Promise<void> {
  for (const { account, network } of rows) {
    await shop.db
      .deleteFrom("sign_in_failures")
      .where("account", "=", account)
      .where("network", "=", network)
      .execute();
  }
}

/** The attempt was not made after all: it was no failure, and a row that it closed is open again. */
export async function attemptUnmade(shop: Shop, { rows }: { rows: AttemptCount[] }): Promise<void> {
  for (const { account, network, free } of rows)
    await sql`update sign_in_failures set failures = greatest(failures - 1, 0),
        blocked_until = case when failures > ${free}::integer then blocked_until end
      where account = ${account} and network = ${network}`.execute(shop.db);
}

/** Lifts every delay, for an owner at the command line. */
export async function forgetAttempts(db: Db): Promise<void> {
  await db.deleteFrom("sign_in_failures").execute();
}

/** Forgets what no longer counts, and the oldest of what is beyond `rowsMax`. */
export async function pruneAttempts(shop: Shop, { rowsMax = ROWS_MAX } = {}): Promise<void> {
  const old = new Date(shop.clock() - QUIET_SECONDS * 1000);
  await shop.db.deleteFrom("sign_in_failures").where("last_at", "<=", old).execute();
  await sql`delete from sign_in_failures where ctid in
    (select ctid from sign_in_failures order by last_at desc offset ${rowsMax})`.execute(shop.db);
}

/** Emails fold into a fixed number of keys, so that strangers can't fill the table. */
function accountKey(email: string): string {
  const hash = createHash("sha256").update(email.trim().toLowerCase()).digest();
  return String(hash.readUInt32BE() % ACCOUNTS_MAX);
}

async function admitRows(shop: Shop, counts: [Row, Rule][]): Promise<Admission> {
  for (const [row, rule] of counts) {
    const wait = await countIn(shop, row, rule);
    if (wait > 0) return refuse(wait);
  }
  return { ok: true, rows: counts.map(([row, { free }]) => ({ ...row, free })) };
}

async function countIn(shop: Shop, { account, network }: Row, rule: Rule): Promise<number> {
  const { free, entry = 0, punishes = false } = rule;
  const { rows } = await sql<{ wait: number }>`select count_attempt(${account}, ${network}, ${nowOf(shop)},
    ${QUIET_SECONDS}::integer, ${free}::integer, ${DELAY_FIRST_SECONDS}::integer, ${DELAY_MAX_SECONDS}::integer,
    ${entry}::integer, ${punishes}::boolean) as wait`.execute(shop.db);
  return rows[0]?.wait ?? DELAY_FIRST_SECONDS;
}

function refuse(retryAfterSeconds: number): Throttled {
  return { ok: false, reason: "throttled", retryAfterSeconds: Math.max(1, retryAfterSeconds) };
}
