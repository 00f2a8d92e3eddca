import { sql } from "kysely";
import { type PaymentIntent, takesRealMoney } from "../payments/payment-provider.ts";
import type { Shop } from "../shop.ts";

/**
 * Whether a checkout was begun with test keys, and the shop has live ones since. Their account knows none of its payments
 * and pages, and none of them can bring money. The other way round nothing is said: a live payment may still be paid.
 */
export async function isPastRehearsal(shop: Shop, checkoutId: string): Promise<boolean> {
  if (!takesRealMoney(shop.payments)) return false;
  const { rows } = await sql<{ is: boolean }>`
    select is_rehearsal as is from checkouts where id = ${checkoutId}`.execute(shop.db);
  return rows[0]?.is === true;
}

/** The payment of a past rehearsal, as the shop takes it from then on. */
export function paymentOfPastRehearsal(id: string, checkoutId: string): PaymentIntent {
  return {
    ...{ id, checkoutId, status: "canceled", currency: "usd", amount: 0, amountReceived: 0 },
    ...{ clientSecret: null, chargeId: null, hasTried: false, createdAt: 0 },
  };
}
