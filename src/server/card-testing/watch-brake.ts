// Tells the owner when card testing has closed payments to unknown clients, and when they are open again: an alert, a
// mail and two entries in the activity log for each attack, whichever process sees it first. The stages themselves need
// no switch; this only notes when the last one is reached and when things are quiet again.

import { SHOP_ITSELF } from "#domain/audit/audit-log.ts";
import { shopStage } from "#domain/checkout/brake.ts";
import { insertAudit } from "../audit/queries.ts";
import { inTransaction } from "../db/transaction.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { closeCardTestingAlert, openCardTestingAlert } from "../payments/payment-alerts.ts";
import { nowOf, type Shop } from "../shop.ts";
import { areClosed, dropOldOutcomes, findShopOutcomes, noteClosed, noteReopened } from "./queries.ts";

const KEEP_HOURS = 24;
const OBJECT = "payments";

export async function watchBrake(shop: Shop): Promise<void> {
  const now = nowOf(shop);
  const outcomes = await findShopOutcomes(shop.db, now);
  const stage = shopStage(outcomes);
  const isClosed = await areClosed(shop.db);
  if (stage === "closed" && !isClosed) {
    const isFirst = await inTransaction(shop, async (tx) => {
      if (!(await noteClosed(tx, now))) return false;
      const detail = `${outcomes.declined} of the last ${outcomes.total} payments were declined`;
      await openCardTestingAlert(tx, { detail, now });
      await insertAudit(
        tx,
        { actor: SHOP_ITSELF, action: "payments.closed", object: OBJECT, after: outcomes },
        now,
      );
      const uniqueKey = `owner_card_testing:${now.getTime()}`;
      await queueMail(tx, { kind: "owner_card_testing", uniqueKey, to: null, payload: { detail }, now });
      return true;
    });
    if (!isFirst) return;
    shop.log.error("payments.closed", outcomes);
    shop.wakeWorker("mails");
  }
  // Only when all is quiet: while it goes up and down, it is one attack.
  if (stage === "open" && isClosed) {
    const isFirst = await inTransaction(shop, async (tx) => {
      if (!(await noteReopened(tx))) return false;
      await closeCardTestingAlert(tx, now);
      await insertAudit(tx, { actor: SHOP_ITSELF, action: "payments.reopened", object: OBJECT }, now);
      return true;
    });
    if (isFirst) shop.log.info("payments.reopened", outcomes);
  }
}

/** The worker's round: the above, and what is old is forgotten. */
export async function sweepOutcomes(shop: Shop): Promise<void> {
  await watchBrake(shop);
  const now = nowOf(shop);
  await dropOldOutcomes(shop.db, { before: new Date(now.getTime() - KEEP_HOURS * 60 * 60_000), now });
}
