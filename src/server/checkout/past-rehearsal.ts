import { sql } from "kysely";
import type { PaymentIntent } from "../payments/payment-provider.ts";
import type { Shop } from "../shop.ts";

/**
 * Whether a checkout was begun without real money. Asked where the account whose keys the shop has now does not know a
 * payment or a page: the shop had other keys then, of the sandbox or for tests, and neither can bring money. Of a checkout
 * that was begun with live keys nothing is said: it may still be paid.
 */
export async function isPastRehearsal(shop: Shop, checkoutId: string): Promise<boolean> {
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
