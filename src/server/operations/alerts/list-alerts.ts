import { type Alert, formatCardTesting, formatCheckoutPage, formatOperation } from "#domain/alerts/alert.ts";
import { formatMoney } from "#domain/money/money.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { listPaymentAlerts } from "../../payments/payment-alerts.ts";
import { listStuckEvents, listStuckOperations } from "./queries.ts";

/** An event that has failed for this long needs the owner. */
export const EVENT_STUCK_AFTER_MS = 15 * 60_000;
/** Per kind; more than this is one problem repeated. */
const STUCK_SHOWN_MAX = 50;

/**
 * Work that waits for the owner's decision, oldest first within each kind: calls to the provider that were given up,
 * events that can't be handled, and payments without an order.
 */
export async function listAlerts(shop: Shop): Promise<Alert[]> {
  const receivedBefore = new Date(nowOf(shop).getTime() - EVENT_STUCK_AFTER_MS);
  const operations = await listStuckOperations(shop.db, STUCK_SHOWN_MAX);
  const events = await listStuckEvents(shop.db, { receivedBefore, limit: STUCK_SHOWN_MAX });
  const alerts = await listPaymentAlerts(shop);
  return [
    ...operations.map(({ key, kind, orderId, error, since }) =>
      item({ id: key, title: formatOperation(kind), orderId, reason: error, since }),
    ),
    ...events.map(({ id, type, attempts, error, since }) =>
      item({ id, title: `Stripe event: ${type}`, reason: `tried ${attempts} times: ${error}`, since }),
    ),
    ...alerts.slice(0, STUCK_SHOWN_MAX).map(({ key, reason, amount, intentId, detail, firstSeen }) => {
      if (reason === "card_testing")
        return item({ id: key, ...formatCardTesting(detail), since: firstSeen, canRetry: false });
      if (reason === "checkout_page")
        return item({ id: key, ...formatCheckoutPage(detail), since: firstSeen, canRetry: false });
      const title = `A payment${amount === null ? "" : ` of ${formatMoney(amount)}`} without an order`;
      const why = `${reason.replaceAll("_", " ")}: ${intentId}`;
      return item({ id: key, title, reason: why, since: firstSeen, canRetry: false });
    }),
  ];
}

type AlertText = Pick<Alert, "id" | "title" | "reason"> & Partial<Pick<Alert, "orderId" | "canRetry">>;

function item({ since, ...told }: AlertText & { since: Date }): Alert {
  return { orderId: null, canRetry: true, ...told, since: since.toISOString() };
}
