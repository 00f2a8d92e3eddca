// Counts the declined charges of a checkout. The provider's list is the fact, so counting again changes nothing, and
// lost events do not matter. A charge is a request to the bank. A mistyped number, or a cardholder who fails
// authentication, makes none and is not counted.
import { declinesMaxFor, isShopClosed } from "#domain/checkout/card-testing.ts";
import { nowOf, type Shop } from "../../core/shop.ts";
import { inTransaction } from "../../db/transaction.ts";
import { findDeclines, findShopOutcomes, storeDeclines } from "./queries.ts";
import { watchCardTesting } from "./watch-card-testing.ts";

/** `isOver`: too many; this checkout can't be paid anymore. */
export type CountedDeclines = { declines: number; isOver: boolean };

type PaymentSeen = { intentId: string; checkoutId: string; chargeId: string | null; intentStatus: string };

/** The statuses of a payment whose newest charge was declined. */
const REFUSED = ["requires_payment_method", "canceled"];

/** The payment as just read. Calls the provider only when there is a new charge. */
export async function countDeclines(
  shop: Shop,
  { intentId, checkoutId, chargeId, intentStatus }: PaymentSeen,
): Promise<CountedDeclines> {
  const known = await findDeclines(shop.db, checkoutId);
  if (!known) return { declines: 0, isOver: false };
  const before: CountedDeclines = { declines: known.declines, isOver: known.declinedOut };
  if (chargeId === null || chargeId === known.lastChargeId || !REFUSED.includes(intentStatus)) return before;
  const refused = await shop.payments.listDeclines(intentId);
  if (!refused.ok) return before;
  const now = nowOf(shop);
  const isClosed = isShopClosed(await findShopOutcomes(shop.db, now));
  const declinesMax = declinesMaxFor({ isClosed, hasPaid: known.hasPaid });
  const found = { chargeIds: refused.value, lastChargeId: chargeId, declinesMax, now };
  const counted = await inTransaction(shop, (tx) => storeDeclines(tx, checkoutId, found));
  await watchCardTesting(shop);
  return counted ? { declines: counted.declines, isOver: counted.declinedOut } : before;
}
