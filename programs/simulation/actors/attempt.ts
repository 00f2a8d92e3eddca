// One attempt of a shopper to buy: its key, the request for the payment step, and what follows a refusal. The card
// form and the provider's payment page both start here, and both come back here when they fail.
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import type { CheckoutAsked, CheckoutRefusal } from "#server/checkout/start-checkout.ts";
import { pickItems, totalOf } from "../world/catalogue.ts";
import { orFailure } from "../world/faulty-database.ts";
import { type Shopper, Violation, type World } from "../world/world.ts";
import { isAsked, type MoneyUnderWay, moneyUnderWay, paymentsInHand } from "./paying.ts";

const address = {
  name: "Pat Example",
  email: "pat@example.com",
  phone: "",
  address1: "1 Fairway Lane",
  address2: "",
  city: "Phoenix",
  state: "AZ",
  postalCode: "85001",
  country: "US" as const,
};

/**
 * A new attempt with a new key. It replaces the last attempt that was answered. An attempt whose request or
 * answer got lost may never have reached the shop, and then the one before it can still be paid in another tab.
 */
export function beginAnew(world: World, shopper: Shopper): void {
  const wasAnswered = shopper.tabs.some(({ orderId }) => orderId === shopper.orderId);
  shopper.previous = wasAnswered ? shopper.orderId : (shopper.previous ?? (shopper.orderId || null));
  shopper.orderId = world.newId();
  shopper.key = `key-of-${shopper.orderId}`;
  shopper.orders.push(shopper.orderId);
  shopper.page = null;
  shopper.generation += 1;
  shopper.form = null;
}

/** Asks for the payment step. */
export function start(world: World, shopper: Shopper): Promise<void> {
  return world.scheduler.start(`${shopper.name} starts`, () => startOnce(world, shopper));
}

async function startOnce(world: World, shopper: Shopper): Promise<void> {
  const { generation, orderId } = shopper;
  const request = requestOf(shopper);
  const before = moneyUnderWay(world, shopper);
  const result = await orFailure(() =>
    world.callShop((shop) => world.uses.startCheckout(shop, askedBy(shopper))),
  );
  world.say(
    `  ${shopper.name} hears ${result === null ? "500" : result.ok ? result.intentId.slice(-6) : result.reason}`,
  );
  if (result === null || !isHeard(world, shopper, { generation, request })) return;
  if (result.ok) {
    if (shopper.form?.intentId === result.intentId) world.count("same request retried");
    shopper.form = { orderId, intentId: result.intentId, since: world.now };
    if (!shopper.tabs.some(({ intentId }) => intentId === result.intentId)) shopper.tabs.push(shopper.form);
    return;
  }
  hearRefusal(world, shopper, { refusal: result, before });
}

export function requestOf(shopper: Shopper): CheckoutRequest {
  return {
    idempotencyKey: shopper.key,
    orderId: shopper.orderId,
    items: shopper.items,
    shipping: address,
    amountSeen: shopper.amountSeen,
    supersedes: shopper.previous,
  };
}

/** The request and who asks: two shoppers each share a network. */
export function askedBy(shopper: Shopper): CheckoutAsked {
  const network = Math.floor(Number(shopper.name.split(" ")[1]) / 2);
  return {
    request: requestOf(shopper),
    client: { key: `network ${network}`, isCapped: true, hasPaid: false },
  };
}

type Question = { generation: number; request: CheckoutRequest };

/** An answer may get lost, and it has no listener if the attempt was given up or its total has changed. */
export function isHeard(world: World, shopper: Shopper, { generation, request }: Question): boolean {
  const isLost = !world.plan.isScripted && world.random.chance(0.08);
  const isCurrent = generation === shopper.generation && request.amountSeen === shopper.amountSeen;
  return isCurrent && !shopper.gone && !isLost;
}

/** `before`: the state of the payments when the request was sent. */
export function hearRefusal(
  world: World,
  shopper: Shopper,
  { refusal: result, before }: { refusal: CheckoutRefusal; before: MoneyUnderWay },
): void {
  switch (result.reason) {
    case "already_paid": {
      const now = moneyUnderWay(world, shopper);
      if (before.inHand + now.inHand === 0 && before.failed === now.failed)
        throw new Violation("C2", `${shopper.name} was told that ${result.orderId} is paid, and nothing is`);
      if (result.orderId !== shopper.orderId) world.count("superseded but paid");
      shopper.told = true;
      return;
    }
    case "hold_expired":
    case "provider_refused":
      shopper.amountSeen = totalOf(world, shopper.items);
      beginAnew(world, shopper);
      return;
    case "total_changed":
      world.count("price changed under the shopper");
      shopper.amountSeen = result.totals.total;
      return;
    case "out_of_stock":
      world.count("last piece refused");
      changeItems(world, shopper);
      return;
    case "too_many_at_once":
      world.count("too many at once refused");
      changeItems(world, shopper);
      return;
    case "slowed_down":
    case "puzzle_required":
    case "payments_closed":
      world.count(`braked: ${result.reason}`);
      return;
    case "provider_unavailable":
      return;
    default:
      throw new Violation("C3", `${shopper.name} got ${result.reason}`);
  }
}

export function changeItems(world: World, shopper: Shopper): void {
  shopper.items = pickItems(world);
  shopper.amountSeen = totalOf(world, shopper.items);
  beginAnew(world, shopper);
}

export function walkAway(world: World, shopper: Shopper): void {
  const isPaying = shopper.form && paymentsInHand(world, shopper) > 0;
  if (isPaying) world.count("browser closed after paying");
  if (isAsked(world, shopper)) world.count("3-D Secure abandoned");
  if (shopper.page && !isPaying) world.count("hosted abandoned");
  shopper.gone = true;
  world.say(`${shopper.name} closes the browser`);
}
