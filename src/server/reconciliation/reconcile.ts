// The one reconciliation of the books, run by the worker: hourly for the last day, and for everything each night or
// when the owner asks. It checks the rules of the shop's own tables and compares every payment, refund, and dispute
// with the provider's list. Each problem is a row of `differences`, shown on one page (/admin/money). It changes
// nothing else: catch-up.ts settles what lost events left undone. A provider outage does not block the rules, nor the
// other way around.
import { nightOf } from "#domain/backups/backup.ts";
import { errorText } from "../core/log.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { loadProfile } from "../settings/load-configuration.ts";
import { checkRules } from "./check-rules.ts";
import { compareMoney } from "./compare-money.ts";
import { beginRun, findRunState, finishRun, giveUpRun, type RunState } from "./run-queries.ts";

/** How often the worker checks whether a run is due. */
export const RECONCILE_EVERY_MS = 60_000;
const HOUR_MS = 60 * 60_000;
/** After a failure. */
const AGAIN_MS = 10 * 60_000;

export type Extent = "day" | "whole";

/** `signal` aborts when the shop stops; the next start runs again. */
export async function reconcile(shop: Shop, signal: AbortSignal): Promise<void> {
  const { publishableKey: account } = shop.payments;
  const extent = await dueExtent(shop, await findRunState(shop.db, account));
  if (extent === null) return;
  const startedAt = nowOf(shop);
  await beginRun(shop.db, startedAt);
  const [rules] = await Promise.allSettled([checkRules(shop, extent)]);
  const [money] = await Promise.allSettled([compareMoney(shop, extent, signal)]);
  delete shop.memory.troubles;
  const [thrown] = [rules, money].flatMap((ended) => (ended.status === "rejected" ? [ended.reason] : []));
  const failed = money.status === "fulfilled" && !money.value.ok ? money.value : null;
  if (thrown === undefined && failed === null)
    await finishRun(shop.db, { startedAt, account, isWhole: extent === "whole", now: nowOf(shop) });
  else {
    const message = failed === null || failed.reason === "stopped" ? null : failed.message;
    const error = thrown === undefined ? message : errorText(thrown);
    if (error !== null) shop.log.warn("reconciliation.failed", { extent, reason: error });
    await giveUpRun(shop.db, { error, now: nowOf(shop) });
  }
  if (thrown !== undefined) throw thrown;
}

async function dueExtent(shop: Shop, state: RunState): Promise<Extent | null> {
  const now = shop.clock();
  const { failing, triedAt, askedAt, comparedUntil, wholeAt } = state;
  // Tried later than now: the clock was set back.
  const tried = triedAt === null || Date.parse(triedAt) > now ? null : Date.parse(triedAt);
  if (askedAt !== null && (tried === null || Date.parse(askedAt) > tried)) return "whole";
  if (failing !== null && tried !== null && now - tried < AGAIN_MS) return null;
  if (askedAt !== null || comparedUntil === null || wholeAt === null) return "whole";
  const { timeZone } = await loadProfile(shop);
  if (nightOf(now, timeZone) > nightOf(Date.parse(wholeAt), timeZone)) return "whole";
  return Math.abs(now - Date.parse(comparedUntil)) >= HOUR_MS ? "day" : null;
}
