// Counts the refused charges of a checkout. The provider's list of them is the fact: counting it again changes nothing,
// and it does not matter which events were lost. A charge is a question to the bank; a number that was mistyped, or a
// cardholder who could not be authenticated, makes none and is not counted.
import { declinesMaxFor, shopStage } from "#domain/checkout/brake.ts";
import { inTransaction } from "../db/transaction.ts";
import type { Settlement } from "../payments/settle-payment.ts";
import { nowOf, type Shop } from "../shop.ts";
import { findDeclines, findShopOutcomes, storeDeclines } from "./queries.ts";
import { watchBrake } from "./watch-brake.ts";

/** `isOver`: too many; nothing may be paid on this checkout anymore. */
export type CountedDeclines = { declines: number; isOver: boolean };

const none: CountedDeclines = { declines: 0, isOver: false };

/** `settled`: what has just been read of the payment. Asks the provider only when there is a new charge. */
export async function countDeclines(
  shop: Shop,
  { intentId, settled }: { intentId: string; settled: Settlement },
): Promise<CountedDeclines> {
  if (!settled.ok) return none;
  const known = await findDeclines(shop.db, settled.checkoutId);
  if (!known) return none;
  const before: CountedDeclines = { declines: known.declines, isOver: known.declinedOut };
  const { chargeId, intentStatus } = settled;
  const isNews = intentStatus === "requires_payment_method" && chargeId !== null;
  if (!isNews || chargeId === known.lastChargeId) return before;
  const refused = await shop.payments.listDeclines(intentId);
  if (!refused.ok) return before;
  await shop.reached?.("declines:listed");
  const now = nowOf(shop);
  const stage = shopStage(await findShopOutcomes(shop.db, now));
  const declinesMax = declinesMaxFor({ shop: stage, hasPaid: known.hasPaid });
  const found = { chargeIds: refused.value, lastChargeId: chargeId, declinesMax, now };
  const counted = await inTransaction(shop, (tx) => storeDeclines(tx, settled.checkoutId, found));
  await shop.reached?.("declines:counted");
  await watchBrake(shop);
  return counted ? { declines: counted.declines, isOver: counted.declinedOut } : before;
}
