// Asks customers what the goods are like, once for each order, some days after its shipment came. The order is settled in the
// transaction that queues its email, so neither a crash nor a second worker makes two of one.

import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { findReviewRules, settleDueAsks } from "./ask-queries.ts";

const ORDERS_PER_ROUND = 50;
/** Who could not be asked within these days after the right one (the owner had it turned off) is not asked anymore. */
const LATE_DAYS_MAX = 30;
const NEXT_ROUND_MS = 1_000;

/** Run by the worker. Answers when it wants to continue: soon while more orders are due, else null. */
export async function askForReviews(shop: Shop): Promise<{ asked: number; nextInMs: number | null }> {
  const { asks, afterDays } = await findReviewRules(shop.db);
  if (!asks) return { asked: 0, nextInMs: null };
  const { settled, asked } = await inTransaction(shop, async (tx) => {
    const now = nowOf(shop);
    const round = await settleDueAsks(tx, {
      afterDays,
      lateDaysMax: LATE_DAYS_MAX,
      limit: ORDERS_PER_ROUND,
      now,
    });
    for (const { orderId, names } of round.asked) {
      const mail = {
        kind: "review_request",
        uniqueKey: `review_request:${orderId}`,
        orderId,
        to: null,
      } as const;
      await queueMail(tx, { ...mail, payload: { names }, now });
    }
    return { settled: round.settled, asked: round.asked.length };
  });
  if (asked > 0) shop.wakeWorker("mails");
  return { asked, nextInMs: settled === ORDERS_PER_ROUND ? NEXT_ROUND_MS : null };
}
