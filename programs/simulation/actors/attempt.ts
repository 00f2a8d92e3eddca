// A shopper's attempt to buy: its key, the request for the payment step, and the reaction to a refusal. The card form
// and the provider's payment page both start here, and both return here when they fail.

import * as z from "zod/mini";
import { pat } from "#test/sales/people.ts";
import { type Answer, post } from "../world/browser.ts";
import { pickItems, totalOf } from "../world/catalogue.ts";
import { Violation } from "../world/violation.ts";
import type { Form, Shopper, World } from "../world/world.ts";
import { isAsked, type MoneyUnderWay, moneyUnderWay, paymentsInHand } from "./paying.ts";
import { confirmByWallet, HOME, hearRefusedAddress, isShippable } from "./wallet.ts";

const START = "/functions/v1/create-payment-intent";
const startedBody = z.object({
  ...{ paymentIntentId: z.string(), clientSecret: z.string(), orderId: z.string(), isHeld: z.boolean() },
});
const totals = z.object({ totals: z.object({ total: z.number() }) });

/**
 * A new attempt with a new key. It replaces the last attempt that got a response. If an attempt's request or response
 * was lost, the shop may never have received it, and the previous attempt can still be paid in another tab.
 */
export function beginAnew(world: World, shopper: Shopper): void {
  const wasAnswered = shopper.tabs.some(({ orderId }) => orderId === shopper.orderId);
  shopper.previous = wasAnswered ? shopper.orderId : (shopper.previous ?? (shopper.orderId || null));
  shopper.orderId = world.newId();
  shopper.key = `key-of-${shopper.orderId}`;
  shopper.orders.push(shopper.orderId);
  shopper.page = null;
  shopper.wallet = null;
  shopper.generation += 1;
  shopper.form = null;
}

/** In schedules where everyone has a separate email; otherwise all shoppers are Pat. */
export const ownEmail = (number: number): string => `shopper-${number}@example.com`;

/** Requests the payment step. A checkout on the provider's page has no card form, so a new one replaces it. */
export function start(world: World, shopper: Shopper): Promise<void> {
  if (shopper.pageOrder === shopper.orderId) {
    beginAnew(world, shopper);
    seeTotal(world, shopper);
  }
  return world.scheduler.start(`${shopper.name} starts`, () => startOnce(world, shopper));
}

async function startOnce(world: World, shopper: Shopper): Promise<void> {
  const question = { generation: shopper.generation, amountSeen: shopper.amountSeen };
  const { orderId, browser, wallet } = shopper;
  const before = moneyUnderWay(world, shopper);
  const answer = await post(world, START, { browser, body: requestOf(shopper) });
  const started = answer?.status === 200 ? startedBody.parse(answer.body) : null;
  if (started && wallet && !isShippable(wallet))
    throw new Violation("C3", `${shopper.name} may pay for an order that can't be shipped`);
  world.say(`  ${shopper.name} hears ${told(answer, started?.paymentIntentId)}`);
  if (!answer || !isHeard(world, shopper, question)) return;
  if (!started) return hearRefusal(world, shopper, { refusal: answer, before });
  const intentId = started.paymentIntentId;
  if (shopper.form?.intentId === intentId) world.count("same request retried");
  const { isHeld } = started;
  if (!isHeld) world.count("to be held at Pay");
  const form: Form = { orderId, intentId, since: world.now, isHeld };
  shopper.form = form;
  if (!shopper.tabs.some((tab) => tab.intentId === intentId)) shopper.tabs.push(form);
  if (!shopper.wallet) return;
  if (isHeld) return confirmByWallet(world, shopper, intentId);
  await pressPay(world, shopper, form, () => confirmByWallet(world, shopper, intentId));
}

const AT_PAY = "/functions/v1/hold-at-pay";

/** Stock that is not held yet is held before the card is confirmed; `confirm` runs once it is. */
export async function pressPay(
  world: World,
  shopper: Shopper,
  form: Form,
  confirm: () => void,
): Promise<void> {
  const { browser } = shopper;
  const answer = await post(world, AT_PAY, { browser, body: { order_id: form.orderId } });
  world.say(`  ${shopper.name} presses Pay and gets ${told(answer)}`);
  if (!answer || shopper.gone || shopper.form !== form) return;
  if (answer.status === 200) {
    world.count("held at Pay");
    form.isHeld = true;
    return confirm();
  }
  switch (answer.code) {
    case "out_of_stock":
      world.count("sold out at Pay");
      return changeItems(world, shopper);
    case "hold_expired":
      beginAnew(world, shopper);
      return seeTotal(world, shopper);
    case "hold_busy":
      return world.count("another hold at Pay is under way");
    case "rate_limited":
    case "unavailable":
      return;
    default:
      throw new Violation("C3", `${shopper.name} pressed Pay and got ${answer.status} ${answer.code}`);
  }
}

/** For the trace: what was made, the refusal's code, or that no response came. */
export function told(answer: Answer | null, made = ""): string {
  return answer === null ? "nothing" : answer.code || `${answer.status} ${made.slice(-6)}`;
}

/** What the page shows now. The order ships to the wallet's address, or to the form's. */
export function seeTotal(world: World, shopper: Shopper): void {
  shopper.amountSeen = totalOf(world, { ...shopper, shipTo: (shopper.wallet ?? pat).state });
}

/** As the checkout page sends it. */
export function requestOf(shopper: Shopper): Record<string, unknown> {
  return {
    amount: shopper.amountSeen,
    currency: "usd",
    customer_email: shopper.email,
    idempotency_key: shopper.key,
    order_id: shopper.orderId,
    supersedes: shopper.previous,
    cart_items: shopper.items.map(({ productId, variation, quantity }) => ({
      product_id: productId,
      quantity,
      selectedOption: variation || null,
    })),
    shipping_details: { ...(shopper.wallet ?? pat), email: shopper.email },
    ...(shopper.wallet ? { by_wallet: true } : {}),
    discount_code: shopper.code,
    ...(shopper.wantsReminder === null ? {} : { remind: shopper.wantsReminder }),
  };
}

type Question = { generation: number; amountSeen: number };

/** A response may get lost, and nobody reads it if the attempt was abandoned or its total has changed. */
export function isHeard(world: World, shopper: Shopper, { generation, amountSeen }: Question): boolean {
  const isLost = world.random.chance(0.08);
  const isCurrent = generation === shopper.generation && amountSeen === shopper.amountSeen;
  return isCurrent && !shopper.gone && !isLost;
}

/** `before`: the state of the payments when the request was sent. */
export function hearRefusal(
  world: World,
  shopper: Shopper,
  { refusal: { code, status, details }, before }: { refusal: Answer; before: MoneyUnderWay },
): void {
  switch (code) {
    case "already_paid": {
      const now = moneyUnderWay(world, shopper);
      if (before.inHand + now.inHand === 0 && before.failed === now.failed)
        throw new Violation("C2", `${shopper.name} sees ${details.orderId} as paid, and nothing is`);
      if (details.orderId !== shopper.orderId) world.count("superseded but paid");
      shopper.told = true;
      return;
    }
    case "idempotency_mismatch":
      // Erasing removes the content of a finished checkout; a tab that returns to it takes another key.
      if (!world.maybeForgotten.has(shopper.email))
        throw new Violation("C3", `${shopper.name} sent one content under one key and got ${code}`);
      world.count("checkout of an erased shopper requested again");
      beginAnew(world, shopper);
      seeTotal(world, shopper);
      return;
    case "hold_expired":
    case "payment_provider_refused":
      beginAnew(world, shopper);
      seeTotal(world, shopper);
      return;
    case "total_changed":
      world.count("price changed under the shopper");
      shopper.amountSeen = totals.parse(details).totals.total;
      // Like the checkout page: other content, another key.
      beginAnew(world, shopper);
      return;
    case "discount_refused":
      world.count(`code refused: ${String(details.why)}`);
      shopper.code = null;
      shopper.amountSeen = totals.parse(details).totals.total;
      beginAnew(world, shopper);
      return;
    case "out_of_stock":
      world.count("last unit refused");
      changeItems(world, shopper);
      return;
    case "invalid_shipping":
      hearRefusedAddress(world, shopper);
      // The shopper picks another address in the sheet: other content, another key.
      beginAnew(world, shopper);
      shopper.wallet = HOME;
      seeTotal(world, shopper);
      world.count("wallet's address changed");
      return;
    case "rate_limited":
      return;
    case "payments_closed":
      world.count("payments closed");
      return;
    case "payment_provider_unavailable":
    case "unavailable":
      return;
    default:
      throw new Violation("C3", `${shopper.name} got ${status} ${code}`);
  }
}

export function changeItems(world: World, shopper: Shopper): void {
  shopper.items = pickItems(world);
  beginAnew(world, shopper);
  seeTotal(world, shopper);
}

export function walkAway(world: World, shopper: Shopper): void {
  const isPaying = shopper.form && paymentsInHand(world, shopper) > 0;
  if (isPaying) world.count("browser closed after paying");
  if (isAsked(world, shopper)) world.count("3-D Secure abandoned");
  if (shopper.page && !isPaying) world.count("hosted abandoned");
  shopper.gone = true;
  world.say(`${shopper.name} closes the browser`);
}
