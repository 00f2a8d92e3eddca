import type { CheckoutStarted } from "#domain/checkout/checkout.ts";
import type { TestShop } from "#test/shop/shop.ts";

/** What the card form in a shopper's browser does with a card number. Resolves with the HTTP status. */
export async function payAsShopper(
  { sandbox }: Pick<TestShop, "sandbox">,
  started: Pick<CheckoutStarted, "paymentIntentId">,
  cardNumber: string,
): Promise<number> {
  return sandbox.controls.pay(started.paymentIntentId, cardNumber).status;
}

/** What the provider's own page does with a card number. Resolves with the HTTP status, and the redirect. */
export async function payOnProvidersPage(
  { sandbox }: Pick<TestShop, "sandbox">,
  url: string,
  number: string,
): Promise<{ status: number; location: string | null }> {
  const answer = await sandbox.fetch(
    new Request(url, {
      method: "POST",
      headers: { origin: new URL(url).origin },
      body: new URLSearchParams({ number, expiry: "12 / 30", cvc: "123", zip: "85001" }),
      redirect: "manual",
    }),
  );
  return { status: answer.status, location: answer.headers.get("location") };
}
