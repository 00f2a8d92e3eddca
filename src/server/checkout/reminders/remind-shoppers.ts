// Sends one reminder of an abandoned checkout to shoppers who opted in. A reminder is settled in the transaction that
// queues its email, so neither a crash nor a second worker sends two. Decision 045.

import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { findReminderHours, settleDueReminders } from "./queries.ts";

const HOUR_MS = 60 * 60_000;
const PER_ROUND = 50;
/** A reminder that could not be sent within a day of its time is dropped. */
const LATE_MS_MAX = 24 * HOUR_MS;
const NEXT_ROUND_MS = 1_000;

/** Run by the worker. Returns when to run again: soon while more are due, else null. */
export async function remindShoppers(shop: Shop): Promise<{ reminded: number; nextInMs: number | null }> {
  const hours = await findReminderHours(shop.db);
  if (hours === null) return { reminded: 0, nextInMs: null };
  const { settled, told } = await inTransaction(shop, async (tx) => {
    const now = nowOf(shop);
    const until = new Date(now.getTime() - hours * HOUR_MS);
    const lateFrom = new Date(until.getTime() - LATE_MS_MAX);
    const round = await settleDueReminders(tx, { until, lateFrom, limit: PER_ROUND, now });
    for (const { checkoutId, email: to } of round.told) {
      const uniqueKey = `checkout_reminder:${checkoutId}`;
      await queueMail(tx, { kind: "checkout_reminder", uniqueKey, to, payload: { checkoutId }, now });
    }
    return round;
  });
  if (told.length > 0) shop.wakeWorker("mails");
  return { reminded: told.length, nextInMs: settled === PER_ROUND ? NEXT_ROUND_MS : null };
}
