import { type Alert, tellOperation } from "#domain/alerts/alert.ts";
import { formatMoney } from "#domain/money/money.ts";
import { listPaymentAlerts } from "../payments/payment-alerts.ts";
import { nowOf, type Shop } from "../shop.ts";
import { listStuckEvents, listStuckOperations } from "./queries.ts";

/** An event that failed for this long needs more than another try. */
export const EVENT_STUCK_AFTER_MS = 15 * 60_000;
/** Of each kind; more than this is one trouble many times over. */
const STUCK_SHOWN_MAX = 50;

/**
 * What waits for the owner's word, of each kind the oldest first: calls to the provider that were given up, its
 * events that can't be handled, and payments that have no order. Rules that are broken are not here: they are
 * mended, not decided.
 */
export async function listAlerts(shop: Shop): Promise<Alert[]> {
  const receivedBefore = new Date(nowOf(shop).getTime() - EVENT_STUCK_AFTER_MS);
  const operations = await listStuckOperations(shop.db, STUCK_SHOWN_MAX);
  const events = await listStuckEvents(shop.db, { receivedBefore, limit: STUCK_SHOWN_MAX });
  const alerts = (await listPaymentAlerts(shop)).filter(({ reason }) => reason !== "broken_rule");
  return [
    ...operations.map(({ key, kind, orderId, error, since }) =>
      item({ id: key, title: tellOperation(kind), orderId, reason: error, since }),
    ),
    ...events.map(({ id, type, attempts, error, since }) =>
      item({ id, title: `News from Stripe: ${type}`, reason: `tried ${attempts} times: ${error}`, since }),
    ),
    ...alerts.slice(0, STUCK_SHOWN_MAX).map(({ key, reason, amount, intentId, firstSeen }) => {
      const title = `A payment${amount === null ? "" : ` of ${formatMoney(amount)}`} without an order`;
      const why = `${reason.replaceAll("_", " ")}: ${intentId}`;
      return item({ id: key, title, reason: why, since: firstSeen, canRetry: false });
    }),
  ];
}

type Told = Pick<Alert, "id" | "title" | "reason"> & Partial<Pick<Alert, "orderId" | "canRetry">>;

function item({ since, ...told }: Told & { since: Date }): Alert {
  return { orderId: null, canRetry: true, ...told, since: since.toISOString() };
}
