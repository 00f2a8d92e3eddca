// The nightly check of all money, for the worker; also whenever the owner asks. It reads what is new at the provider, a
// few old days each night, and what is known to differ, so its cost does not grow with the shop. Each stretch of days is
// written down when it is compared, so a check that was cut off goes on with the next one. What would be told as a
// mismatch is asked for once more, payment by payment, before it is written down.
import { nightOf } from "#domain/backups/backup.ts";
import { inTransaction } from "../db/transaction.ts";
import type { ProviderFailure } from "../payments/payment-provider.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import { nowOf, type Shop } from "../shop.ts";
import {
  type CheckState,
  claimCheck,
  findCheckState,
  findDueDays,
  findOldestDays,
  finishCheck,
  leaveCheck,
  listKnown,
  renewLease,
} from "./check-queries.ts";
import { comparePayments, compareSpan, daysOfPayments, listSuspects } from "./compare.ts";
import { pairsOfTime, readingOf } from "./pairs.ts";
import { readPayment, readSpan, type Span } from "./provider-mirror.ts";

/** How often it is asked whether a night has begun, and what was too new is looked at again. */
export const MONEY_EVERY_MS = 10 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
const AGAIN_MS = 10 * 60_000;
/** Newer mismatches may be on their way into the books. */
const FRESH_MS = 10 * 60_000;
/** A stretch of days has about so many payments and refunds. */
const ITEMS_PER_SPAN = 500;
const SPAN_DAYS_FIRST = 4;
const SPAN_DAYS_MAX = 31;
/** Old days that are read again each night: a refund changes for months, and belongs to the day when it was made. */
const OLD_DAYS = 20;
const SUSPECTS_MAX = 50;

/** `signal` aborts when the shop stops; what was begun goes on at its next start. */
export async function checkMoney(shop: Shop, signal: AbortSignal): Promise<void> {
  const state = await findCheckState(shop.db, shop.payments.publishableKey);
  if (await isDue(shop, state)) {
    // What a dead process left was begun before the owner asked for one.
    if (await runCheck(shop, signal)) await runCheck(shop, signal);
  } else await lookAgain(shop, { fresh: true, before: new Date(shop.clock() - FRESH_MS) });
}

async function isDue(shop: Shop, state: CheckState): Promise<boolean> {
  const now = shop.clock();
  const { failing, triedAt, startedAt, askedAt, comparedUntil } = state;
  if (askedAt !== null && (triedAt === null || askedAt > triedAt)) return true;
  if (failing !== null && triedAt !== null && now - Date.parse(triedAt) < AGAIN_MS) return false;
  if (startedAt !== null || askedAt !== null || comparedUntil === null) return true;
  const { timeZone } = await loadProfile(shop);
  return nightOf(now, timeZone) > nightOf(Date.parse(comparedUntil), timeZone);
}

/** Begins a check, or goes on with the one that was left. Returns whether another one was asked for since it began. */
async function runCheck(shop: Shop, signal: AbortSignal): Promise<boolean> {
  const token = shop.newId();
  const claimed = await claimCheck(shop.db, { token, now: nowOf(shop) });
  if (!claimed) return false;
  const claim = () => ({ token, now: nowOf(shop) });
  const ended = await readAll(shop, { ...claimed, claim, signal });
  if (ended === "lost") return false;
  if (ended === "stopped" || !ended.ok) {
    const error = ended === "stopped" ? null : ended.message;
    if (error !== null) shop.log.warn("money.not_checked", { reason: error });
    await leaveCheck(shop.db, claim(), error);
    return false;
  }
  const isAskedAgain = await finishCheck(shop.db, claim(), shop.payments.publishableKey);
  delete shop.memory.troubles;
  return isAskedAgain;
}

type Run = {
  startedAt: Date;
  hasLookedBack: boolean;
  claim: () => { token: string; now: Date };
  signal: AbortSignal;
};
type Ended = { ok: true } | ProviderFailure | "lost" | "stopped";

async function readAll(shop: Shop, { startedAt, hasLookedBack, claim, signal }: Run): Promise<Ended> {
  let limit = SPAN_DAYS_FIRST;
  // From day to day and never back, so that it ends even when the clock is set back and all days seem to be due again.
  let since = new Date(0);
  const reading = () => readingOf(shop);
  for (;;) {
    const due = await findDueDays(shop.db, reading(), { startedAt, since, limit });
    if (!due) break;
    const span = spanOf(due);
    since = span.to;
    const read = await checkSpan(shop, span);
    if (!read.ok) return read;
    limit = Math.max(1, Math.min(SPAN_DAYS_MAX, Math.floor((ITEMS_PER_SPAN * due.days) / (read.items + 1))));
    if (signal.aborted) return "stopped";
    if (!(await renewLease(shop.db, claim(), { hasLookedBack }))) return "lost";
  }
  const old = hasLookedBack
    ? null
    : await findOldestDays(shop.db, reading(), { startedAt, limit: Math.min(limit, OLD_DAYS) });
  if (old) {
    const read = await checkSpan(shop, spanOf(old));
    if (!read.ok) return read;
    if (!(await renewLease(shop.db, claim(), { hasLookedBack: true }))) return "lost";
  }
  return lookAgain(shop, { fresh: false, before: startedAt });
}

const spanOf = ({ from, days }: { from: Date; days: number }): Span => ({
  from,
  to: new Date(from.getTime() + days * DAY_MS),
});

async function checkSpan(shop: Shop, span: Span): Promise<{ ok: true; items: number } | ProviderFailure> {
  const read = await readSpan(shop, readingOf(shop), span);
  if (!read.ok) return read;
  const reading = readingOf(shop);
  for (const intentId of await listSuspects(shop.db, pairsOfTime(span), reading, SUSPECTS_MAX)) {
    const asked = await readPayment(shop, readingOf(shop), intentId);
    if (!asked.ok) return asked;
  }
  await compareSpan(shop, span, { ...read, reading: readingOf(shop) });
  return { ok: true, items: read.items };
}

/** Asks once more for what is known to differ: it may have been mended elsewhere. */
async function lookAgain(
  shop: Shop,
  which: { fresh: boolean; before: Date },
): Promise<{ ok: true } | ProviderFailure> {
  for (const intentId of await listKnown(shop.db, readingOf(shop), { ...which, limit: SUSPECTS_MAX })) {
    const checked = await checkPayment(shop, intentId);
    if (!checked.ok) return checked;
  }
  return { ok: true };
}

/** Asks the provider for one payment and compares all that is of it. */
async function checkPayment(shop: Shop, intentId: string): Promise<{ ok: true } | ProviderFailure> {
  const days = await daysOfPayments(shop.db, [intentId], readingOf(shop));
  const read = await readPayment(shop, readingOf(shop), intentId);
  if (!read.ok) return read;
  await inTransaction(shop, (tx) => comparePayments(tx, [intentId], { reading: readingOf(shop), days }));
  return read;
}
