// What shoppers do, each as one move: start to pay, click twice, change the cart, pay with a good or a bad card,
// answer their bank, look at the confirmation page, walk away and come back. A shopper wants one thing once, so
// whatever happens, at most one payment of one shopper may ever succeed.
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import type { CheckoutRefusal } from "#server/checkout/start-checkout.ts";
import { pickItems, totalOf } from "../world/catalogue.ts";
import { ConnectionLost, TryAgain } from "../world/faulty-database.ts";
import { ProcessDied, type Shopper, Violation, type World } from "../world/world.ts";
import { askForPage, usePage } from "./hosted-page.ts";
import {
  ASKING_CARDS,
  answerBank,
  BAD_CARDS,
  delayPayment,
  GOOD_CARDS,
  isAsked,
  type MoneyUnderWay,
  moneyUnderWay,
  payForm,
  paymentsInHand,
  SPECIAL_CARDS,
} from "./paying.ts";

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

export function addShopper(world: World): Shopper {
  const items = pickItems(world);
  const name = `shopper ${world.shoppers.length + 1}`;
  const shopper: Shopper = {
    name,
    items,
    amountSeen: totalOf(world, items),
    key: "",
    orderId: "",
    previous: null,
    generation: 0,
    form: null,
    tabs: [],
    page: null,
    tried: { card: new Set(), page: new Set() },
    orders: [],
    told: false,
    gone: false,
  };
  beginAnew(world, shopper);
  world.shoppers.push(shopper);
  return shopper;
}

/**
 * A new attempt with a new key. It replaces the last one that was answered: one whose request or answer got lost
 * may never have reached the shop, and then the one before it is still there to be paid in another tab.
 */
function beginAnew(world: World, shopper: Shopper): void {
  const wasAnswered = shopper.tabs.some(({ orderId }) => orderId === shopper.orderId);
  shopper.previous = wasAnswered ? shopper.orderId : (shopper.previous ?? (shopper.orderId || null));
  shopper.orderId = world.newId();
  shopper.key = `key-of-${shopper.orderId}`;
  shopper.orders.push(shopper.orderId);
  shopper.page = null;
  shopper.generation += 1;
  shopper.form = null;
}

/** Does one thing that this shopper can do now. */
export async function shopperMoves(world: World, shopper: Shopper): Promise<void> {
  const { random } = world;
  if (shopper.gone) return comeBack(world, shopper);
  const form = shopper.form;
  const move = random.weighted<(world: World, shopper: Shopper) => Promise<void> | void>([
    [shopper.told ? 0.5 : form ? 1.5 : 8, start],
    [shopper.told ? 0 : 1, doubleClick],
    [shopper.told ? 0 : form ? 2 : 1, changeCart],
    [form && !shopper.told ? 10 : 0, pay],
    [oldTabs(shopper).length > 0 ? 3 : 0, payInOldTab],
    [isAsked(world, shopper) ? 6 : 0, answerBank],
    [form && !shopper.told && !shopper.page ? 6 : 0, askForPage],
    [shopper.page && !shopper.told ? 12 : 0, usePage],
    [shopper.orders.length > 0 ? 2 : 0, verify],
    [form ? 0.7 : 0, keepHold],
    [0.6, walkAway],
  ]);
  await move(world, shopper);
}

/** Asks for the payment step. */
export function start(world: World, shopper: Shopper): Promise<void> {
  return world.scheduler.start(`${shopper.name} starts`, () => startOnce(world, shopper));
}

async function doubleClick(world: World, shopper: Shopper): Promise<void> {
  world.count("double click");
  if (world.random.chance(0.3))
    world.sandbox.controls.arm({ kind: "slow", times: 1, method: "POST", path: "/v1/payment_intents" });
  await start(world, shopper);
  await start(world, shopper);
}

async function startOnce(world: World, shopper: Shopper): Promise<void> {
  const { generation, orderId } = shopper;
  const request = requestOf(shopper);
  const before = moneyUnderWay(world, shopper);
  const result = await orFailure(() => world.callShop((shop) => world.uses.startCheckout(shop, { request })));
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

type Question = { generation: number; request: CheckoutRequest };

/** Answers get lost, and nobody hears one to what was given up or asked anew with another total meanwhile. */
export function isHeard(world: World, shopper: Shopper, { generation, request }: Question): boolean {
  const isLost = !world.plan.isScripted && world.random.chance(0.08);
  const isCurrent = generation === shopper.generation && request.amountSeen === shopper.amountSeen;
  return isCurrent && !shopper.gone && !isLost;
}

/** `before`: how the payments stood when the question was asked. */
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
    case "provider_unavailable":
      return;
    default:
      throw new Violation("C3", `${shopper.name} got ${result.reason}`);
  }
}

function changeItems(world: World, shopper: Shopper): void {
  shopper.items = pickItems(world);
  shopper.amountSeen = totalOf(world, shopper.items);
  beginAnew(world, shopper);
}

export async function changeCart(world: World, shopper: Shopper): Promise<void> {
  if (shopper.form) world.count("superseded before payment");
  changeItems(world, shopper);
  await start(world, shopper);
}

function pay(world: World, shopper: Shopper): void {
  const { random } = world;
  const card = random.weighted([
    [5, random.pick(GOOD_CARDS)],
    [2, random.pick(BAD_CARDS)],
    [2, random.pick(ASKING_CARDS)],
    [1, random.pick(SPECIAL_CARDS)],
  ]);
  if (random.chance(0.25)) delayPayment(world);
  payForm(world, shopper, shopper.form!.intentId, card);
  if (random.chance(0.15)) walkAway(world, shopper);
}

/** Open forms of what this browser has moved on from, answered or not. */
const oldTabs = (shopper: Shopper) => shopper.tabs.filter(({ orderId }) => orderId !== shopper.orderId);

function payInOldTab(world: World, shopper: Shopper): void {
  const tab = world.random.pick(oldTabs(shopper));
  if (payForm(world, shopper, tab.intentId, world.random.pick(GOOD_CARDS))) world.count("paid in an old tab");
}

/** The confirmation page: with both ids, or after a reload with one of them. */
export function verify(world: World, shopper: Shopper): Promise<void> {
  if (!world.has("verify")) return Promise.resolve();
  const orderId = world.random.pick(shopper.orders);
  return verifyOrder(world, shopper, orderId);
}

export function verifyOrder(world: World, shopper: Shopper, orderId: string): Promise<void> {
  const intentId = shopper.tabs.find((tab) => tab.orderId === orderId)?.intentId ?? null;
  const ids = intentId && world.random.chance(0.3) ? { orderId: null, intentId } : { orderId, intentId };
  return world.scheduler.start(`${shopper.name} verifies`, async () => {
    const seen = await orFailure(() => world.callShop((shop) => world.uses.verifyCheckout(shop, ids)));
    world.say(`  ${shopper.name} sees ${seen === null ? "500" : seen.ok ? seen.status : seen.reason}`);
    if (!seen?.ok) return;
    const isPaid = paymentsInHand(world, shopper) > 0;
    if (seen.status === "paid" && !isPaid)
      throw new Violation("C2", `${shopper.name} sees a paid order and nothing is paid`);
    const isOver = seen.status === "failed" || seen.status === "canceled";
    if (isOver && !isPaid) shopper.told = false;
    else if (!isOver) shopper.told = true;
  });
}

/**
 * Two ask about one payment: the first has its answer in hand when the payment is made, and the second, who sees
 * it made, is faster with the books. The first one's news is older and must change nothing.
 */
export async function raceOnOnePayment(world: World, shopper: Shopper): Promise<void> {
  const { scheduler } = world;
  if (!shopper.form || !world.has("verify") || scheduler.waiting.length > 0) return;
  const { orderId, intentId } = shopper.form;
  await verifyOrder(world, shopper, orderId);
  await untilPoint(world, "settle:retrieved");
  const slow = scheduler.waiting[0];
  if (!slow || !payForm(world, shopper, intentId, world.random.pick(GOOD_CARDS))) return;
  await verifyOrder(world, shopper, orderId);
  while (scheduler.waiting.length > 1) await scheduler.release(scheduler.waiting.at(-1)!);
  world.count("older answer arrives last");
}

async function untilPoint(world: World, point: string): Promise<void> {
  const { waiting } = world.scheduler;
  while (waiting.length > 0 && waiting[0]!.point !== point) await world.scheduler.release(waiting[0]!);
}

function keepHold(world: World, shopper: Shopper): Promise<void> {
  const { orderId } = shopper.form!;
  return world.scheduler.start(`${shopper.name} is still there`, async () => {
    await orFailure(() => world.callShop((shop) => world.uses.extendHold(shop, { orderId })));
  });
}

export function walkAway(world: World, shopper: Shopper): void {
  const isPaying = shopper.form && paymentsInHand(world, shopper) > 0;
  if (isPaying) world.count("browser closed after paying");
  if (isAsked(world, shopper)) world.count("3-D Secure abandoned");
  if (shopper.page && !isPaying) world.count("hosted abandoned");
  shopper.gone = true;
  world.say(`${shopper.name} closes the browser`);
}

/** With the page still open, or with nothing but the cart. */
function comeBack(world: World, shopper: Shopper): void {
  if (!world.random.chance(0.3)) return;
  shopper.gone = false;
  if (world.random.chance(0.4)) [shopper.form, shopper.page] = [null, null];
  world.say(`${shopper.name} comes back`);
}

/** null: the shop answered with an error or not at all, which its database or its death excuse. */
export async function orFailure<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ProcessDied || error instanceof ConnectionLost || error instanceof TryAgain)
      return null;
    throw error;
  }
}
