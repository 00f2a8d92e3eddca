// Notifies the owner when card testing has closed payments to new shoppers, and when they reopen: an alert, an email,
// and two entries in the activity log for each attack, whichever process sees it first. Closing itself needs no switch
// (domain/checkout/card-testing.ts); this only records it.
import { SHOP_ITSELF } from "#domain/audit/audit-log.ts";
import { isQuiet, isShopClosed } from "#domain/checkout/card-testing.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { queueMail } from "../../mail/queue-mail.ts";
import { closeAlert, openAlert } from "../../payments/payment-alerts.ts";
import { insertAudit } from "../../settings/audit/queries.ts";
import { findShopOutcomes } from "./queries.ts";

const OBJECT = "payments";

export async function watchCardTesting(shop: Shop): Promise<void> {
  const now = nowOf(shop);
  const outcomes = await findShopOutcomes(shop.db, now);
  if (isShopClosed(outcomes)) {
    const isFirst = await inTransaction(shop, async (tx) => {
      const detail = `${outcomes.declined} of the last ${outcomes.total} payments were declined`;
      if (!(await openAlert(tx, "card_testing", { detail, now }))) return false;
      const entry = {
        actor: SHOP_ITSELF,
        action: "payments.closed",
        object: OBJECT,
        after: outcomes,
      } as const;
      await insertAudit(tx, entry, now);
      const uniqueKey = `owner_card_testing:${now.getTime()}`;
      await queueMail(tx, { kind: "owner_card_testing", uniqueKey, to: null, payload: { detail }, now });
      return true;
    });
    if (!isFirst) return;
    shop.log.error("payments.closed", outcomes);
    shop.wakeWorker("mails");
  } else if (isQuiet(outcomes)) {
    const isFirst = await inTransaction(shop, async (tx) => {
      if (!(await closeAlert(tx, "card_testing", now))) return false;
      await insertAudit(tx, { actor: SHOP_ITSELF, action: "payments.reopened", object: OBJECT }, now);
      return true;
    });
    if (isFirst) shop.log.info("payments.reopened", outcomes);
  }
}
