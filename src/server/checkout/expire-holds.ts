import { HOLD_MINUTES } from "#domain/checkout/checkout.ts";
import { nowOf, type Shop } from "../core/shop.ts";
import { runEach } from "../db/jobs/run-each.ts";
import { closeCheckout } from "./close-checkout.ts";
import { extendHold } from "./extend-hold.ts";
import { findExpired, keepHold, listExpired } from "./queries.ts";

const BATCH = 50;
/** The cardholder is at the bank, often in an app on another device. */
const ANSWERING = "requires_action";

/**
 * Closes checkouts whose hold expired. If the shopper is in a bank check, the checkout gets its one extension first.
 * One that can't be closed now (the provider is unreachable, or the bank is still deciding) keeps its stock for another
 * HOLD_MINUTES.
 */
export async function expireHolds(shop: Shop): Promise<{ closed: number; kept: number }> {
  const expired = await listExpired(shop.db, nowOf(shop), BATCH);
  let kept = 0;
  await runEach(expired, async ({ id, orderId, isExtended }) => {
    if (!isExtended && (await extendHold(shop, { orderId, only: ANSWERING, source: "sweep" })).ok) {
      kept += 1;
      return;
    }
    // While earlier ones were closed, its shopper may have been shown a later end.
    const checkout = await findExpired(shop.db, id, nowOf(shop));
    if (!checkout) {
      kept += 1;
      return;
    }
    const closed = await closeCheckout(shop, { checkout, source: "sweep" });
    if (closed.ok) return;
    kept += 1;
    const now = nowOf(shop);
    await keepHold(shop.db, id, new Date(now.getTime() + HOLD_MINUTES * 60_000), now);
  });
  if (expired.length > 0) shop.log.info("holds.expired", { closed: expired.length - kept, kept });
  return { closed: expired.length - kept, kept };
}
