// A shopper who pays with a wallet: taps its button, then 'Pay', and the page requests the payment with the wallet's
// address and confirms it right away. Wallets have several addresses, and some of them can't be shipped to.

import type { ShippingInfo } from "#domain/postal-address/shipping-address.ts";
import { pat } from "#test/sales/people.ts";
import { Violation } from "../world/violation.ts";
import type { Shopper, World } from "../world/world.ts";
import { BAD_CARDS, delayPayment, GOOD_CARDS, payForm } from "./paying.ts";

/** What a wallet reports about its owner, in any country. */
export type Wallet = Omit<ShippingInfo, "country"> & { country: string };

export const HOME: Wallet = pat;
const ANOTHER_STATE: Wallet = {
  ...pat,
  address1: "9 Links Street",
  city: "Portland",
  state: "OR",
  postalCode: "97204",
};
const CANADA: Wallet = { ...pat, city: "Toronto", state: "ON", postalCode: "M5V 2T6", country: "CA" };
const NO_STREET: Wallet = { ...pat, address1: "" };

export const isShippable = (wallet: Wallet): boolean => wallet.country === "US" && wallet.address1 !== "";

export function pickWallet(world: World): Wallet {
  return world.random.weighted([
    [6, HOME],
    [3, ANOTHER_STATE],
    [1, CANADA],
    [1, NO_STREET],
  ]);
}

/** The page has its payment and confirms it; a flaky wallet reports one approval twice. */
export function confirmByWallet(world: World, shopper: Shopper, intentId: string): void {
  const { random } = world;
  const { wallet } = shopper;
  if (!wallet) return;
  if (random.chance(0.15)) delayPayment(world);
  const card = random.chance(0.85) ? random.pick(GOOD_CARDS) : random.pick(BAD_CARDS);
  const times = random.chance(0.2) ? 2 : 1;
  for (let time = 0; time < times; time += 1) {
    if (payForm(world, shopper, intentId, card, shippingOf(wallet))) world.count("paid by a wallet");
  }
}

/** The shop refused the wallet's address. */
export function hearRefusedAddress(world: World, shopper: Shopper): void {
  const { wallet } = shopper;
  if (!wallet || isShippable(wallet))
    throw new Violation("C3", `${shopper.name} gave a good address and it was refused`);
  world.count("wallet's address refused");
}

function shippingOf({ name, address1, city, state, postalCode, country }: Wallet) {
  return { name, address: { line1: address1, city, state, postal_code: postalCode, country } };
}
