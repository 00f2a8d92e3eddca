// Moves of a shopper: start to pay, double-click, change the cart, pay with a good or a bad card, pass the bank's
// check, look at the confirmation page, leave and come back. A shopper wants one purchase, so at most one payment per
// shopper may ever succeed.

import * as z from "zod/mini";
import { pat } from "#test/sales/people.ts";
import { post } from "../world/browser.ts";
import { pickItems, totalOf } from "../world/catalogue.ts";
import type { Task } from "../world/scheduler.ts";
import { deliverWebhooks } from "../world/surroundings.ts";
import { Violation } from "../world/violation.ts";
import type { Shopper, World } from "../world/world.ts";
import { beginAnew, changeItems, ownEmail, pressPay, seeTotal, start, told, walkAway } from "./attempt.ts";
import { askForPage, usePage } from "./hosted-page.ts";
import {
  ASKING_CARDS,
  answerBank,
  BAD_CARDS,
  delayPayment,
  GOOD_CARDS,
  isAsked,
  payForm,
  paymentsInHand,
  SPECIAL_CARDS,
} from "./paying.ts";
import { pickWallet } from "./wallet.ts";

/** The shop accepts twenty checkouts per network in ten minutes. */
const PRESSES = 24;
const verified = z.object({ success: z.boolean(), status: z.string() });

export function addShopper(world: World): Shopper {
  const items = pickItems(world);
  const code = world.random.chance(0.6) ? (world.discounts[0]?.code ?? null) : null;
  const number = world.shoppers.length + 1;
  const shopper: Shopper = {
    name: `shopper ${number}`,
    browser: { ip: addressOf(number), cookies: new Map() },
    email: world.reminds ? ownEmail(number) : pat.email,
    wantsReminder: world.reminds ? world.random.chance(0.7) : null,
    items,
    code,
    amountSeen: 0,
    key: "",
    orderId: "",
    wallet: null,
    previous: null,
    generation: 0,
    form: null,
    tabs: [],
    page: null,
    pageOrder: null,
    orders: [],
    told: false,
    gone: false,
  };
  beginAnew(world, shopper);
  seeTotal(world, shopper);
  world.shoppers.push(shopper);
  return shopper;
}

/** Two shoppers share each network; every other network uses IPv6. */
function addressOf(number: number): string {
  const network = Math.floor(number / 2);
  return network % 2 === 0 ? `203.0.113.${network + 1}` : `2001:db8:0:${network}::${number}`;
}

/** Makes one of this shopper's possible moves. */
export async function shopperMoves(world: World, shopper: Shopper): Promise<void> {
  const { random } = world;
  if (shopper.gone) return comeBack(world, shopper);
  const form = shopper.form;
  const move = random.weighted<(world: World, shopper: Shopper) => Promise<void> | void>([
    [shopper.told ? 0.5 : form ? 1.5 : 8, start],
    [shopper.told ? 0 : 1, doubleClick],
    [form && !shopper.told ? 0.15 : 0, hammer],
    [shopper.told ? 0 : form ? 2 : 1, changeCart],
    [shopper.told ? 0 : form ? 1 : 2, tapWallet],
    [form && !shopper.told ? 10 : 0, pay],
    [form && !shopper.told ? 2 : 0, tryCards],
    [oldTabs(shopper).length > 0 ? 3 : 0, payInOldTab],
    [isAsked(world, shopper) ? 6 : 0, answerBank],
    [form && !shopper.told && !shopper.page ? 12 : 0, askForPage],
    [shopper.page && !shopper.told ? 16 : 0, usePage],
    [shopper.orders.length > 0 ? 2 : 0, verify],
    [form ? 1.2 : 0, keepHold],
    [0.6, walkAway],
  ]);
  await move(world, shopper);
}

async function doubleClick(world: World, shopper: Shopper): Promise<void> {
  world.count("double click");
  if (world.random.chance(0.3))
    world.sandbox.controls.arm({ kind: "slow", times: 1, method: "POST", path: "/v1/payment_intents" });
  await start(world, shopper);
  await start(world, shopper);
}

/** Presses the button more often than a network may. Accepted requests keep their results. */
async function hammer(world: World, shopper: Shopper): Promise<void> {
  const { waiting } = world.scheduler;
  for (let press = 0; press < PRESSES; press += 1) {
    await start(world, shopper);
    // Every other press gets its response before the next one.
    for (let last = waiting.at(-1); last && press % 2 === 0; last = waiting.at(-1))
      await world.scheduler.release(last);
  }
}

export async function changeCart(world: World, shopper: Shopper): Promise<void> {
  if (shopper.form) world.count("superseded before payment");
  changeItems(world, shopper);
  await start(world, shopper);
}

/** Sends the total of another state to get its tax. */
function cheatOnTax(world: World, shopper: Shopper): void {
  const seen = shopper.amountSeen;
  shopper.amountSeen = totalOf(world, { ...shopper, shipTo: "MT" });
  if (shopper.amountSeen !== seen) world.count("total of another state");
}

/** From the product's page or the cart, or at the top of the checkout when a card form is already open. */
async function tapWallet(world: World, shopper: Shopper): Promise<void> {
  if (shopper.form && !shopper.wallet) world.count("wallet instead of the form");
  beginAnew(world, shopper);
  shopper.wallet = pickWallet(world);
  seeTotal(world, shopper);
  if (world.random.chance(0.1)) cheatOnTax(world, shopper);
  await start(world, shopper);
}

function pay(world: World, shopper: Shopper): Promise<void> | void {
  const { random } = world;
  const card = random.weighted([
    [5, random.pick(GOOD_CARDS)],
    [2, random.pick(BAD_CARDS)],
    [2, random.pick(ASKING_CARDS)],
    [1, random.pick(SPECIAL_CARDS)],
  ]);
  const form = shopper.form!;
  const confirm = () => {
    if (random.chance(0.25)) delayPayment(world);
    payForm(world, shopper, form.intentId, card);
    if (random.chance(0.15)) walkAway(world, shopper);
  };
  // Someone with a modified page confirms anyway.
  if (form.isHeld || random.chance(0.1)) return confirm();
  return world.scheduler.start(`${shopper.name} presses Pay`, () => pressPay(world, shopper, form, confirm));
}

/** Declined repeatedly: a desperate shopper, or someone who tests stolen cards. */
async function tryCards(world: World, shopper: Shopper): Promise<void> {
  const { random } = world;
  const tries = 4 + random.below(6);
  for (let count = 0; count < tries; count += 1) {
    payForm(world, shopper, shopper.form!.intentId, random.pick(BAD_CARDS));
    if (random.chance(0.3)) await deliverWebhooks(world);
  }
  if (random.chance(0.3)) payForm(world, shopper, shopper.form!.intentId, random.pick(GOOD_CARDS));
}

/** Open forms of attempts that this browser has since replaced. */
const oldTabs = (shopper: Shopper) => shopper.tabs.filter(({ orderId }) => orderId !== shopper.orderId);

function payInOldTab(world: World, shopper: Shopper): void {
  const tab = world.random.pick(oldTabs(shopper));
  if (payForm(world, shopper, tab.intentId, world.random.pick(GOOD_CARDS))) world.count("paid in an old tab");
}

/** The confirmation page, with both ids or, after a reload, with one of them. */
export function verify(world: World, shopper: Shopper): Promise<void> {
  if (!world.has("verify")) return Promise.resolve();
  const orderId = world.random.pick(shopper.orders);
  return verifyOrder(world, shopper, orderId);
}

export function verifyOrder(world: World, shopper: Shopper, orderId: string): Promise<void> {
  const intentId = shopper.tabs.find((tab) => tab.orderId === orderId)?.intentId ?? null;
  const ids = intentId && world.random.chance(0.3) ? { orderId: null, intentId } : { orderId, intentId };
  return world.scheduler.start(`${shopper.name} verifies`, async () => {
    const { browser } = shopper;
    const body = { order_id: ids.orderId, payment_intent_id: ids.intentId };
    const answer = await post(world, "/functions/v1/verify-checkout-session", { browser, body });
    const seen = answer?.status === 200 ? verified.parse(answer.body) : null;
    world.say(`  ${shopper.name} sees ${seen?.status ?? told(answer)}`);
    if (seen?.status === "declined_out") world.count("declined out");
    if (!seen?.success) return;
    const isPaid = paymentsInHand(world, shopper) > 0;
    if (seen.status === "paid" && !isPaid)
      throw new Violation("C2", `${shopper.name} sees a paid order and nothing is paid`);
    const isOver = seen.status === "failed" || seen.status === "canceled";
    if (isOver && !isPaid) shopper.told = false;
    else if (!isOver) shopper.told = true;
  });
}

/**
 * Two requests read one payment. The first gets its response before the payment is made; the second sees the payment
 * and writes first. The first response is older and must change nothing.
 */
export async function raceOnOnePayment(world: World, shopper: Shopper): Promise<void> {
  const { scheduler } = world;
  if (!shopper.form || !world.has("verify") || scheduler.waiting.length > 0) return;
  const { orderId, intentId } = shopper.form;
  await verifyOrder(world, shopper, orderId);
  await untilPoint(world, "provider:retrieve:answered");
  const slow = scheduler.waiting[0];
  if (!slow || !payForm(world, shopper, intentId, world.random.pick(GOOD_CARDS))) return;
  await verifyOrder(world, shopper, orderId);
  while (scheduler.waiting.length > 1) await scheduler.release(scheduler.waiting.at(-1)!);
  world.count("older answer arrives last");
}

/** Two shoppers both see a discount with uses left before either of them takes one. */
export async function raceForLastUse(world: World): Promise<void> {
  const { scheduler, shoppers } = world;
  const { waiting } = scheduler;
  const [discount] = world.discounts;
  const racers = shoppers.filter(
    ({ form, gone, told, code }) => !form && !gone && !told && code === discount?.code,
  );
  if (racers.length < 2) return;
  const others = waiting.length;
  for (const [at, shopper] of racers.slice(0, 2).entries()) {
    await start(world, shopper);
    await untilPoint(world, "read checkout_facts", others + at);
  }
  const asking = waiting.slice(others).map(({ task }) => task);
  if (asking.length === 2) world.count("two at the last uses of a discount");
  const nextOf = (task: Task) => waiting.find((one) => one.task === task);
  for (const task of asking)
    for (let next = nextOf(task); next; next = nextOf(task)) await scheduler.release(next);
}

async function untilPoint(world: World, point: string, at = 0): Promise<void> {
  const { waiting } = world.scheduler;
  for (let next = waiting[at]; next && next.point !== point; next = waiting[at])
    await world.scheduler.release(next);
}

function keepHold(world: World, shopper: Shopper): Promise<void> {
  const { orderId } = shopper.form!;
  return world.scheduler.start(`${shopper.name} is still there`, async () => {
    const { browser } = shopper;
    const held = await post(world, "/functions/v1/extend-hold", { browser, body: { order_id: orderId } });
    if (held?.status === 200) world.count("hold extended");
    if (held?.status === 409) world.count("hold not extended");
  });
}

/** The page is still open, or only the cart is left. */
function comeBack(world: World, shopper: Shopper): void {
  if (!world.random.chance(0.3)) return;
  shopper.gone = false;
  if (world.random.chance(0.4)) [shopper.form, shopper.page] = [null, null];
  world.say(`${shopper.name} comes back`);
}
