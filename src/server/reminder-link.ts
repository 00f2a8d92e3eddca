// The link in the mail that reminds of a checkout: it brings the cart back in any browser, and ends reminders. Whoever has
// it sees products, and neither name nor address.
import type { Shop } from "./shop.ts";
import { readSignedId, signId } from "./signed-id.ts";

type Keys = Pick<Shop, "keys">;
const LABEL = "checkout-reminder";

/** The path of the page. */
export function reminderPath(shop: Keys, checkoutId: string): string {
  return `/back/${signId(shop, LABEL, checkoutId)}`;
}

/** The id of the checkout that a token was made for; null for a token that this shop has not made. */
export function readReminderToken(shop: Keys, token: string): string | null {
  return readSignedId(shop, LABEL, token);
}
