// Card testing: an attacker tries stolen card numbers on the shop's payments. The difference from shoppers is how
// many charges are declined, and their share. It is computed for each checkout from how payments ended in the last
// half hour, so payments close and open automatically: for a visitor by their own record, and for all who never paid
// by that of the shop. A returning customer is judged by their own record alone.

/** How payments ended lately. */
export type Outcomes = { declined: number; total: number };

/** `unknown`: declines of visitors who have not paid, regardless of other visitors. */
export type ShopOutcomes = Outcomes & { unknown: number };

/** How long an outcome counts; after this much quiet everything is open again. */
export const OUTCOMES_COUNT_MS = 30 * 60_000;
export const CLOSED_FOR_MINUTES = 15;

const VISITOR_DECLINES = 15;
/** Of each visitor 3 count at most (db/functions/checkout/recent-outcomes.sql), so it takes ten of them. */
const SHOP_DECLINES = 30;
/** In a busy shop honest payments dilute the share; so many declines in half an hour are still an attack. */
const UNKNOWN_DECLINES = 60;
/** Below this it is quiet again: while it goes up and down, it is one attack. */
const QUIET_BELOW = 10;

/** Of honest payments far fewer are declined than a third. */
function areMany({ declined, total }: Outcomes, from: number): boolean {
  return declined >= from && declined * 3 > total;
}

/** Payments are closed to all who never paid. */
export function isShopClosed(shop: ShopOutcomes): boolean {
  return areMany(shop, SHOP_DECLINES) || shop.unknown >= UNKNOWN_DECLINES;
}

export function isQuiet(shop: ShopOutcomes): boolean {
  return !areMany(shop, QUIET_BELOW) && shop.unknown < UNKNOWN_DECLINES / 2;
}

export function arePaymentsClosed({
  own,
  shop,
  hasPaid,
}: {
  own: Outcomes;
  shop: ShopOutcomes;
  hasPaid: boolean;
}): boolean {
  return areMany(own, VISITOR_DECLINES) || (!hasPaid && isShopClosed(shop));
}

/** Declined charges after which a checkout ends and a new one is needed. */
export const DECLINES_MAX = 5;
const DECLINES_MAX_WHILE_CLOSED = 2;

/** While payments are closed, the checkout of a new visitor ends sooner. */
export function declinesMaxFor({ isClosed, hasPaid }: { isClosed: boolean; hasPaid: boolean }): number {
  return isClosed && !hasPaid ? DECLINES_MAX_WHILE_CLOSED : DECLINES_MAX;
}
