// The postal address that a wallet hands over with the payment. Stripe.js sends it automatically, and Stripe takes it
// from a browser only as long as the shop's server has not set one.
import { isDeepStrictEqual } from "node:util";
import type Stripe from "stripe";
import { invalidRequest } from "../api/api-error.ts";
import type { Parameters } from "../api/parameters.ts";
import type { SandboxContext } from "../context.ts";
import { secretsOf } from "./payment-attempts.ts";
import { buildShipping, type SHIPPING } from "./payment-intents.ts";

export type WalletShipping = NonNullable<Parameters<typeof SHIPPING>>;

export function takeWalletShipping(
  context: SandboxContext,
  intent: Stripe.PaymentIntent,
  given: WalletShipping,
): void {
  const secrets = secretsOf(context, intent.id);
  if (intent.shipping !== null && !isDeepStrictEqual(intent.shipping, secrets.walletShipping)) {
    throw invalidRequest(
      "The shipping information on this PaymentIntent was last set with a secret key and therefore cannot be changed with a publishable key. Please use your secret key instead.",
      "payment_intent_invalid_parameter",
      "shipping",
    );
  }
  const shipping = buildShipping(given);
  intent.shipping = shipping;
  context.store.save(intent);
  context.store.saveHidden(intent.id, { ...secrets, walletShipping: shipping });
}
