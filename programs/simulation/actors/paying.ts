// The provider's side of paying, as a shopper meets it: the card form, 3-D Secure, and how much money has moved.
import { HOLD_MINUTES } from "#domain/checkout/checkout.ts";
import type { WalletShipping } from "#sandbox/payments/wallet-shipping.ts";
import { isExtraPayment } from "../invariants/provider-facts.ts";
import { Violation } from "../world/violation.ts";
import type { Shopper, World } from "../world/world.ts";

export const GOOD_CARDS = ["4242424242424242", "5555555555554444", "4000056655665556"] as const;
export const BAD_CARDS = ["4000000000000002", "4000000000009995", "4000000000000069", "4100000000000019"];
export const ASKING_CARDS = ["4000002500003155", "4000000000003220", "4000008260003178"];
/** These are paid right away; a dispute or a special kind of refund follows. */
export const SPECIAL_CARDS = ["4000000000000259", "4000000000007726", "4000000000005126", "4000000000001976"];

/** All payments of this shopper for what they bought, as the provider knows them. */
function paymentsOf(world: World, shopper: Shopper) {
  const payments = world.sandbox.controls.payments();
  return payments.filter(
    (payment) => shopper.orders.includes(payment.metadata.order_id ?? "") && !isExtraPayment(payment),
  );
}

/** How many payments of this shopper have succeeded or are being processed. */
export function paymentsInHand(world: World, shopper: Shopper): number {
  const own = paymentsOf(world, shopper);
  return own.filter(({ status }) => status === "succeeded" || status === "processing").length;
}

export type MoneyUnderWay = { inHand: number; failed: number };

/** Payments in hand and the number of failed ones: a payment may have failed while an answer was under way. */
export function moneyUnderWay(world: World, shopper: Shopper): MoneyUnderWay {
  const own = paymentsOf(world, shopper).map(({ id }) => id);
  const failed = world.failedAfterProcessing.filter((id) => own.includes(id)).length;
  return { inHand: paymentsInHand(world, shopper), failed };
}

/** The next payment stays in processing for a while, like a bank debit. */
export function delayPayment(world: World): void {
  const { random } = world;
  const outcome = random.chance(0.5) ? ("succeeded" as const) : ("failed" as const);
  const settleAfterMs = random.chance(0.3) ? null : 1000 * (1 + random.below(1800));
  world.sandbox.controls.arm({ kind: "payment_processing", outcome, settleAfterMs });
}

/**
 * Submits the card form, or what a wallet hands over: its card and the postal address. True if money has moved or is
 * moving.
 */
export function payForm(
  world: World,
  shopper: Shopper,
  intentId: string,
  card: string,
  walletShipping?: WalletShipping,
): boolean {
  world.isDirty = true;
  const before = world.sandbox.controls.payments().find(({ id }) => id === intentId);
  const hadFailed = before?.last_payment_error != null;
  const wasProcessed =
    world.sandbox.controls.charges(intentId).some(({ failure_code }) => failure_code === "card_declined") &&
    hadFailed;
  try {
    world.sandbox.controls.pay(intentId, card, walletShipping);
  } catch (error) {
    // The shop has told the provider an address itself, so no wallet could ever pay.
    if (errorCode(error) === "payment_intent_invalid_parameter")
      throw new Violation("C3", `${shopper.name} can't pay ${intentId} by wallet`);
    world.say(`${shopper.name} can't pay ${intentId.slice(-6)}: ${errorCode(error)}`);
    return false;
  }
  const after = world.sandbox.controls.payments().find(({ id }) => id === intentId)!;
  world.say(`${shopper.name} pays ${intentId.slice(-6)} with ${card.slice(-4)} → ${after.status}`);
  const isMoving = after.status === "succeeded" || after.status === "processing";
  const tab = shopper.tabs.find((form) => form.intentId === intentId);
  if (isMoving && tab && world.now - tab.since > HOLD_MINUTES * 60_000)
    world.count("paid after the hold ran out");
  if (isMoving && world.failedAfterProcessing.includes(intentId))
    world.count("processing, failed, then paid");
  if (isMoving && wasProcessed) world.count("declined, then paid with another card");
  return isMoving;
}

function errorCode(error: unknown): string {
  const known = error as { error?: { code?: string } };
  if (!known.error) throw error;
  return known.error.code ?? "refused";
}

function askedForms(world: World, shopper: Shopper): string[] {
  const asked = paymentsOf(world, shopper).filter(({ status }) => status === "requires_action");
  return asked.map(({ id }) => id);
}

export const isAsked = (world: World, shopper: Shopper): boolean => askedForms(world, shopper).length > 0;

export function answerBank(world: World, shopper: Shopper): void {
  const intentId = world.random.pick(askedForms(world, shopper));
  const passes = world.random.chance(0.7);
  world.isDirty = true;
  world.count(passes ? "3-D Secure passed" : "3-D Secure failed");
  world.sandbox.controls.authenticate(intentId, passes);
  world.say(`${shopper.name} ${passes ? "passes" : "fails"} the bank's question for ${intentId.slice(-6)}`);
}
