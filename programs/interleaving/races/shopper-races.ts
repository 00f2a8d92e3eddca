// What shoppers and the provider do, each as one task on one web process.

import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { signWebhook } from "#sandbox/webhooks.ts";
import { countUse } from "#server/auth/limits/count-use.ts";
import { extendHold } from "#server/checkout/extend-hold.ts";
import { holdAtPay } from "#server/checkout/hold-at-pay.ts";
import { startHostedCheckout } from "#server/checkout/host-checkout.ts";
import { receiveEvent } from "#server/checkout/provider-events/receive-event.ts";
import { startCheckout } from "#server/checkout/start-checkout.ts";
import { verifyCheckout } from "#server/orders/verify-checkout.ts";
import { WEBHOOK_SECRET } from "../../simulation/shop-parts.ts";
import { Violation } from "../../simulation/world/violation.ts";
import type { ShopProcess, World } from "../world.ts";
import { type Known, pay, pickItems, requestFor } from "./setting.ts";

export function someWeb(world: World): ShopProcess {
  return world.process(world.random.pick(["web 1", "web 2"] as const));
}

/** Reasons that a shopper may hear without anything being wrong. */
const REFUSALS = new Set([
  "out_of_stock",
  "hold_expired",
  "already_paid",
  "discount_refused",
  "provider_unavailable",
]);

export function buy(
  world: World,
  request: CheckoutRequest = requestFor(world, pickItems(world)),
  isCounted: boolean = world.random.chance(0.3),
) {
  const key = `network ${world.random.pick([1, 2])}`;
  const asks = isCounted ? { request, visitor: { key, isCapped: true, hasPaid: false } } : { request };
  return world.start(
    "buys",
    someWeb(world),
    (shop) => startCheckout(shop, asks),
    (done) => {
      const { answer, asked, answered } = done;
      if (answer.ok) {
        for (const { productId, variation, quantity } of answer.started.isHeld ? request.items : [])
          world.stock.mustHaveBeen(
            `${quantity} of ${productId.slice(-3)}${variation} were held`,
            { productId, variation, asked, answered },
            ({ held }) => held >= quantity,
          );
        return;
      }
      if (!REFUSALS.has(answer.reason)) throw new Violation("C3", `a shopper heard ${answer.reason}`);
      if (answer.reason !== "out_of_stock") return;
      for (const { productId, selectedOption, quantity, available } of answer.lines) {
        const variation = selectedOption ?? "";
        const what = `${productId.slice(-3)}${variation}`;
        if (available >= quantity)
          throw new Violation("L1", `${quantity} of ${what} were refused with ${available} left`);
        world.stock.mustHaveBeen(
          `${quantity} of ${what} were refused with ${available} left`,
          { productId, variation, asked, answered },
          ({ onHand, held }) => onHand - held === available,
        );
      }
    },
  );
}

/** The same request again: a double click, or a second tab. */
export const buyAgain = (world: World, { request }: Known) => buy(world, request);

/** The shopper changes the cart: the new checkout replaces the old one. */
export const changeCart = (world: World, { orderId }: Known) =>
  buy(world, requestFor(world, pickItems(world), { supersedes: orderId }));

/** The same goods again, by a wallet from another tab, while the card form may be paying. */
export const takeWallet = (world: World, { orderId, request }: Known) =>
  buy(world, { ...requestFor(world, request.items, { supersedes: orderId }), byWallet: true });

/** The shopper wants something else instead, and the old checkout releases what it holds. */
export const giveUp = (world: World, { orderId }: Known) => {
  const [product] = world.products;
  const items = product ? [{ productId: product.id, variation: "", quantity: 1 }] : pickItems(world);
  return buy(world, requestFor(world, items, { supersedes: orderId }));
};

export function payNow(world: World, known: Known): Promise<void> {
  pay(world, known);
  return Promise.resolve();
}

export const confirm = (world: World, known: Known) =>
  world.start(
    "opens the confirmation",
    someWeb(world),
    (shop) => verifyCheckout(shop, known),
    ({ answer }) => {
      if (!answer.ok && !["unpaid", "canceled"].includes(answer.reason))
        throw new Violation("C3", `the confirmation said ${answer.reason}`);
    },
  );

/** The card form did not load: the shopper pays on the provider's own page. */
export const goToPage = (world: World, request: CheckoutRequest) =>
  world.start(
    "goes to the provider's page",
    someWeb(world),
    (shop) => startHostedCheckout(shop, { request }),
    ({ answer }) => {
      if (!answer.ok && !REFUSALS.has(answer.reason))
        throw new Violation("C3", `a shopper on the way to the page heard ${answer.reason}`);
    },
  );

/** Presses Pay for what is not held yet. */
export const pressPay = (world: World, { orderId, request }: Known) =>
  world.start(
    "presses Pay",
    someWeb(world),
    (shop) => holdAtPay(shop, { orderId, isCapped: true }),
    ({ answer, asked, answered }) => {
      if (answer.ok)
        for (const { productId, variation, quantity } of request.items)
          world.stock.mustHaveBeen(
            `${quantity} of ${productId.slice(-3)}${variation} were held at Pay`,
            { productId, variation, asked, answered },
            ({ held }) => held >= quantity,
          );
      if (answer.ok || answer.reason !== "short") return;
      for (const { productId, selectedOption, quantity, available } of answer.lines) {
        const variation = selectedOption ?? "";
        if (available >= quantity)
          throw new Violation("L1", `${quantity} of ${productId.slice(-3)}${variation} were refused at Pay`);
        world.stock.mustHaveBeen(
          `${quantity} of ${productId.slice(-3)}${variation} were refused at Pay with ${available} left`,
          { productId, variation, asked, answered },
          ({ onHand, held }) => onHand - held === available,
        );
      }
    },
  );

export const stayOn = (world: World, { orderId }: Known) =>
  world.start("stays on the payment step", someWeb(world), (shop) =>
    extendHold(shop, { orderId, source: "browser" }),
  );

/** The provider sends what is due; each webhook is a task of its own. */
export async function ring(world: World): Promise<void> {
  await world.sandbox.deliverDue();
  const sent = world.webhooks;
  world.webhooks = [];
  for (const webhook of sent.slice(0, WEBHOOKS_MAX)) {
    const { type } = JSON.parse(webhook.body) as { type: string };
    world.webhooks.push(webhook);
    await world.start(`webhook ${type}`, someWeb(world), async (shop) => {
      const signature = signWebhook(webhook.body, WEBHOOK_SECRET, Math.floor(world.now / 1000));
      const answer = await receiveEvent(shop, { rawBody: webhook.body, signature });
      world.webhooks = world.webhooks.filter((each) => each !== webhook);
      if (answer !== "received") throw new Violation("W1", `a webhook was ${answer}`);
      return answer;
    });
  }
  world.webhooks.push(...sent.slice(WEBHOOKS_MAX));
}

const WEBHOOKS_MAX = 3;

/** Everybody counts under one key, so each number comes once. */
export const use = (world: World) =>
  world.start(
    "counts a use",
    someWeb(world),
    (shop) => countUse(shop.db, { key: "a key", now: shop.clock(), windowMs: 24 * 3_600_000 }),
    ({ answer }) => world.work.counted("a key", answer),
  );
