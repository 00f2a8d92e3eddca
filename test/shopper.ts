import type { CheckoutStarted } from "#domain/checkout/checkout.ts";
import type { TestShop } from "./shop.ts";

/** What the card form in a shopper's browser does with a card number. Resolves with the HTTP status it gets. */
export async function payAsShopper(
  { sandbox }: Pick<TestShop, "sandbox">,
  started: Pick<CheckoutStarted, "paymentIntentId">,
  cardNumber: string,
): Promise<number> {
  return sandbox.controls.pay(started.paymentIntentId, cardNumber).status;
}
