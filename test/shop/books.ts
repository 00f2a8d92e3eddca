// The end of a test of money and goods: the shop's books against the rules, and against the provider's.
import { expect } from "vitest";
import type { PaymentIntent } from "#server/payments/payment-provider.ts";
import { checkBooks } from "./provider-books.ts";
import type { TestShop } from "./shop.ts";

/** The first page of the provider's payments, which is all that a test makes. */
export async function allIntents({ shop }: TestShop): Promise<PaymentIntent[]> {
  const listed = await shop.payments.listIntents({ createdSince: 0, after: null });
  if (!listed.ok) throw new Error(listed.message);
  return listed.value.items;
}

/** No rule of the books is broken, even while work is in progress. */
export async function expectBooksRight(store: TestShop): Promise<void> {
  expect(await checkBooks(store.shop, { atRest: false, intents: await allIntents(store) })).toEqual([]);
}

/** Closes a shop after its test, which fails when a rule of the books is broken. */
export async function closeWithBooks(store: TestShop): Promise<void> {
  await expectBooksRight(store);
  await store.close();
}
