// A task of the worker: shoppers waiting for a variant that is back are notified, in the order of asking. It doesn't matter what brings the units
// back does not matter (the owner's count, a refund, a hold that ended, an import): it looks at what can be sold
// now. Each line is a transaction of its own, which locks its variant.
import { RESTOCK_TURN_HOURS } from "#domain/restock/restock-request.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { listDueLines, notifyLine } from "./queries.ts";

const LINES_PER_STEP = 100;
const MAILS_PER_STEP = 200;
const TURN_MS = RESTOCK_TURN_HOURS * 60 * 60_000;

/** Answers how many emails were queued. */
export async function notifyRestocked(shop: Shop, signal?: AbortSignal): Promise<{ told: number }> {
  let told = 0;
  for (;;) {
    const now = nowOf(shop);
    const turnSince = new Date(now.getTime() - TURN_MS);
    const lines = await listDueLines(shop.db, { turnSince, limit: LINES_PER_STEP });
    let toldNow = 0;
    for (const variantId of lines) {
      if (signal?.aborted) break;
      toldNow += await notifyLine(shop.db, { variantId, most: MAILS_PER_STEP, turnSince, now });
    }
    if (toldNow > 0) shop.wakeWorker("mails");
    told += toldNow;
    if (toldNow === 0 || signal?.aborted) return { told };
  }
}
