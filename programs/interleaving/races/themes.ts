// What races with what. A theme makes its setting and names the possible moves with their weights. A schedule picks
// from them.

import { startHostedCheckout } from "#server/checkout/host-checkout.ts";
import { refundOrder } from "#server/orders/changes/refund-order.ts";
import { startSync } from "#server/orders/sync-orders.ts";
import type { World } from "../world.ts";
import { clearOne } from "./clearing-races.ts";
import * as extraPayment from "./extra-payment-races.ts";
import * as owner from "./owner-races.ts";
import * as restock from "./restock-races.ts";
import * as back from "./return-races.ts";
import {
  allItems,
  fillShelf,
  type Known,
  offerCode,
  oneOption,
  openCheckout,
  openOrder,
  openUnheld,
  pay,
  pickItems,
  requestFor,
} from "./setting.ts";
import * as shopper from "./shopper-races.ts";
import { lockBackward, runTask } from "./worker-races.ts";

export type Start = () => Promise<void>;
/** Weight, and what starts. */
export type Starts = (readonly [number, Start])[];
/**
 * `weight`: how likely it is. `strict`: how likely a transaction in it runs at a stricter isolation than the shop uses.
 */
export type Theme = {
  name: string;
  weight: number;
  strict?: number;
  prepare: (world: World) => Promise<Starts>;
};

async function lastUnits(world: World): Promise<Starts> {
  await fillShelf(world, 3);
  // Half of the time all want one shirt, each in some size.
  const [, shirt] = world.random.chance(0.5) ? world.products : [];
  const wanted = () =>
    shirt
      ? [{ productId: shirt.id, variation: world.random.pick(shirt.options), quantity: 1 }]
      : pickItems(world);
  const known = await openCheckout(world, wanted());
  return [
    [10, () => shopper.buy(world, requestFor(world, wanted()))],
    [2, () => owner.countShelf(world)],
    [1, () => shopper.use(world)],
    [1, () => runTask(world, "stock")],
    ...withKnown(known, (each) => [
      [2, () => shopper.buyAgain(world, each)],
      [3, () => shopper.changeCart(world, each)],
      [1, () => shopper.payNow(world, each)],
    ]),
  ];
}

/** Many want the last use of a code, some hold it, and in the meantime it is released or taken. */
async function lastUse(world: World): Promise<Starts> {
  await fillShelf(world, 6);
  const code = await offerCode(world, 1 + world.random.below(2));
  const known = await openCheckout(world, pickItems(world), world.random.chance(0.7) ? code : null);
  if (known && world.random.chance(0.4)) pay(world, known);
  if (world.random.chance(0.5)) world.now += HOLD_OVER_MS;
  return [
    [10, () => shopper.buy(world, requestFor(world, pickItems(world), { code }))],
    [2, () => shopper.buy(world)],
    [2, () => owner.switchCode(world, code)],
    [3, () => runTask(world, "stock")],
    [1, () => runTask(world, "reconcile")],
    ...withKnown(known, (each) => [
      [3, () => shopper.confirm(world, each)],
      [3, () => shopper.buy(world, requestFor(world, pickItems(world), { code, supersedes: each.orderId }))],
      [2, () => shopper.payNow(world, each)],
    ]),
  ];
}

/** Two tabs send the same new request. */
async function doubleClick(world: World): Promise<Starts> {
  await fillShelf(world, 3);
  const request = requestFor(world, pickItems(world));
  return [
    [6, () => shopper.buy(world, request)],
    [2, () => shopper.buy(world)],
    [1, () => shopper.stayOn(world, { orderId: request.orderId ?? "", intentId: "", request })],
    [2, () => runTask(world, "calls")],
    [2, () => runTask(world, "reconcile")],
  ];
}

/** Everyone settles the same payment. */
async function onePayment(world: World): Promise<Starts> {
  await fillShelf(world);
  const known = await openCheckout(world);
  const other = await openCheckout(world);
  if (known && world.random.chance(0.35)) pay(world, known);
  if (world.random.chance(0.5)) world.now += HOLD_OVER_MS;
  return [
    ...withKnown(known, (each) => [
      [7, () => shopper.confirm(world, each)],
      [4, () => shopper.payNow(world, each)],
      [2, () => owner.cancel(world, each)],
      [2, () => owner.sync(world, each)],
      [2, () => shopper.changeCart(world, each)],
      [2, () => shopper.takeWallet(world, each)],
      [1, () => shopper.buyAgain(world, each)],
      [1, () => shopper.stayOn(world, each)],
    ]),
    ...withKnown(other, (each) => [[1, () => shopper.confirm(world, each)]]),
    [4, () => shopper.ring(world)],
    [4, () => runTask(world, "stock")],
    [3, () => runTask(world, "reconcile")],
    [2, () => runTask(world, "events")],
    [2, () => runTask(world, "catch-up")],
    [1, () => runTask(world, "calls")],
    [2, () => shopper.buy(world)],
  ];
}

/** Refunds and restocking. */
async function refunds(world: World): Promise<Starts> {
  await fillShelf(world);
  const known = await openOrder(world);
  const other = await openOrder(world);
  await world.sandbox.deliverDue();
  const form = world.newId();
  return [
    ...withKnown(known, (each) => [
      [3, () => owner.refund(world, each)],
      [4, () => clearOne(world, each)],
      [4, () => owner.refundUnits(world, each)],
      [3, () => owner.refund(world, each, form)],
      [3, () => owner.refundAtProvider(world, each)],
      [2, () => owner.sync(world, each)],
      [2, () => owner.ship(world, each)],
      [1, () => owner.cancel(world, each)],
      [2, () => owner.cancelPaid(world, each)],
    ]),
    ...withKnown(other, (each) => [[2, () => owner.refund(world, each)]]),
    [4, () => shopper.ring(world)],
    [3, () => runTask(world, "catch-up")],
    [2, () => runTask(world, "calls")],
    [2, () => owner.countShelf(world)],
    [2, () => shopper.buy(world)],
  ];
}

/** Units are swapped while they are shipped, refunded, canceled, or bought as the last ones. */
async function swaps(world: World): Promise<Starts> {
  await fillShelf(world, 2);
  const known = await openOrder(world);
  const other = await openOrder(world);
  return [
    ...withKnown(known, (each) => [
      [8, () => owner.swap(world, each)],
      [2, () => owner.ship(world, each)],
      [3, () => owner.refundUnits(world, each)],
      [1, () => owner.refund(world, each)],
      [1, () => owner.cancelPaid(world, each)],
    ]),
    ...withKnown(other, (each) => [[3, () => owner.swap(world, each)]]),
    [4, () => shopper.buy(world)],
    [2, () => runTask(world, "calls")],
    [2, () => owner.countShelf(world)],
  ];
}

/**
 * An extra payment for a dearer swap is made while the order ships, is canceled or refunded, or the owner withdraws it.
 */
async function extraPayments(world: World): Promise<Starts> {
  await fillShelf(world, 2);
  const known = await openOrder(world);
  if (known) await extraPayment.openExtraPayment(world, known);
  return [
    ...withKnown(known, (each) => [
      [2, () => extraPayment.askAgain(world, each)],
      [2, () => owner.ship(world, each)],
      [2, () => owner.refundUnits(world, each)],
      [1, () => owner.refund(world, each)],
      [2, () => owner.cancelPaid(world, each)],
      [2, () => owner.swap(world, each)],
    ]),
    [2, () => extraPayment.payIt(world)],
    [7, () => extraPayment.settle(world)],
    [2, () => extraPayment.withdraw(world)],
    [3, () => shopper.buy(world)],
    [2, () => runTask(world, "stock")],
    [2, () => runTask(world, "calls")],
    [1, () => runTask(world, "reconcile")],
  ];
}

/** Returns are received twice, refunded another way, and exchanged for the last units, which others buy. */
async function returns(world: World): Promise<Starts> {
  await fillShelf(world, world.random.pick([2, 3]));
  const asked = await back.openReturns(world);
  return [
    ...asked.flatMap<Starts[number]>((each) => [
      [4, () => back.approve(world, each)],
      [7, () => back.receive(world, each)],
      [1, () => back.end(world, each)],
      [2, () => owner.refundUnits(world, each)],
      [2, () => owner.ship(world, each)],
    ]),
    [4, () => shopper.buy(world)],
    [2, () => runTask(world, "calls")],
    [1, () => owner.countShelf(world)],
    [1, () => runTask(world, "mails")],
  ];
}

/** Everyone wants, returns, or counts everything, so each transaction locks several rows. */
async function everyRow(world: World): Promise<Starts> {
  await fillShelf(world, 6);
  const [paid, open, sold] = [
    await openCheckout(world, allItems(world)),
    await openCheckout(world, allItems(world)),
    await openOrder(world, allItems(world)),
  ];
  if (paid) pay(world, paid);
  return [
    [6, () => shopper.buy(world, requestFor(world, allItems(world)))],
    // Only one size: its row, then its product, while others hold the product and want the row.
    [5, () => shopper.buy(world, requestFor(world, oneOption(world)))],
    [1, () => owner.countShelf(world)],
    ...withKnown(paid, (each) => [[4, () => shopper.confirm(world, each)]]),
    ...withKnown(open, (each) => [[4, () => shopper.giveUp(world, each)]]),
    ...withKnown(sold, (each) => [[4, () => owner.refund(world, each, world.newId(), true)]]),
  ];
}

/** Work that is leased. */
async function leases(world: World): Promise<Starts> {
  await fillShelf(world);
  const known = await openOrder(world);
  if (world.random.chance(0.5)) world.now += 24 * 60 * 60_000;
  await openOrder(world);
  await openCheckout(world);
  await startSync(world.process("web 1").shop, { actor: "owner@example.com" });
  return [
    [3, async () => world.passTime(LEASE_OVER_MS)],
    [8, () => runTask(world, "mails")],
    [7, () => runTask(world, "calls")],
    [2, () => owner.syncAll(world)],
    [3, () => runTask(world, "reconcile")],
    [2, () => runTask(world, "stock")],
    [2, () => runTask(world, "cleaning")],
    [3, () => shopper.use(world)],
    ...withKnown(known, (each) => [[1, () => owner.ship(world, each)]]),
  ];
}

/** Workers that are slower than their leases, with a mail server that often refuses. */
async function slowWorkers(world: World): Promise<Starts> {
  world.faults.mail = 0.5;
  await fillShelf(world, 6);
  await openOrder(world, allItems(world));
  await openOrder(world, allItems(world));
  await startSync(world.process("web 1").shop, { actor: "owner@example.com" });
  return [
    [5, () => runTask(world, "mails")],
    [3, () => runTask(world, "calls")],
    [4, async () => world.passTime(LEASE_OVER_MS)],
  ];
}

/** Stored calls to the provider that never got a response. */
async function storedCalls(world: World): Promise<Starts> {
  await fillShelf(world, 6);
  const sold = await openOrder(world, allItems(world));
  world.faults.provider = 1;
  for (let count = 0; count < 2; count += 1) await openCheckout(world);
  if (sold) await refundOrder(world.process("web 1").shop, owner.refundOf(world, sold));
  world.faults.provider = world.random.pick([0, 0.4]);
  world.now += OPERATION_DUE_MS;
  return [
    [8, () => runTask(world, "calls")],
    [3, async () => world.passTime(LEASE_OVER_MS)],
    ...withKnown(sold, (each) => [[2, () => owner.refund(world, each)]]),
    [2, () => runTask(world, "reconcile")],
  ];
}

/** First-time visitors want more than they may hold together, and press Pay for the rest. */
async function unpaidHolds(world: World): Promise<Starts> {
  await fillShelf(world, 6);
  world.isCapped = true;
  const unheld = await openUnheld(
    world,
    allItems(world).map((line) => ({ ...line, quantity: 4 })),
  );
  const other = await openUnheld(
    world,
    oneOption(world).map((line) => ({ ...line, quantity: 4 })),
  );
  return [
    [6, () => shopper.buy(world, requestFor(world, oneOption(world)), true)],
    [3, () => shopper.buy(world, requestFor(world, pickItems(world)), true)],
    ...withKnown(unheld, (each) => [
      [4, () => shopper.pressPay(world, each)],
      [2, () => shopper.changeCart(world, each)],
    ]),
    ...withKnown(other, (each) => [[4, () => shopper.pressPay(world, each)]]),
    [2, () => runTask(world, "stock")],
  ];
}

/** The shopper goes to the provider's own page, and everything ends there. */
async function ownPage(world: World): Promise<Starts> {
  await fillShelf(world);
  const known = await openCheckout(world);
  const page = known && requestFor(world, known.request.items, { supersedes: known.orderId });
  if (page && world.random.chance(0.5))
    await startHostedCheckout(world.process("web 1").shop, { request: page });
  return [
    ...withKnown(known, (each) => [
      [5, () => shopper.goToPage(world, page ?? each.request)],
      [2, () => shopper.payNow(world, each)],
      [2, () => shopper.confirm(world, each)],
      [2, () => owner.cancel(world, each)],
      [2, () => shopper.changeCart(world, each)],
    ]),
    [2, async () => world.passTime(PAGE_OVER_MS)],
    [5, () => runTask(world, "stock")],
    [3, () => shopper.ring(world)],
    [2, () => runTask(world, "calls")],
    [2, () => runTask(world, "reconcile")],
  ];
}

/** Shoppers wait for a restocked item: either the worker comes first, or the one who unsubscribes. */
async function waitingLines(world: World): Promise<Starts> {
  await fillShelf(world, world.random.pick([1, 2, 3]));
  const ids = await restock.fillLines(world);
  const known = await openCheckout(world);
  if (known) pay(world, known);
  return [
    [7, () => runTask(world, "stock")],
    [4, () => runTask(world, "mails")],
    [4, () => restock.unsubscribe(world, ids)],
    [1, () => restock.confirm(world, ids)],
    [2, () => restock.ask(world)],
    [2, () => owner.countShelf(world)],
    [2, () => shopper.buy(world)],
    ...withKnown(known, (each) => [[3, () => shopper.confirm(world, each)]]),
    [1, async () => world.passTime(TURN_OVER_MS)],
  ];
}

/** The owner's work: shipments, notes, products, stock. */
async function desk(world: World): Promise<Starts> {
  await fillShelf(world);
  const known = await openOrder(world);
  return [
    ...withKnown(known, (each) => [
      [4, () => owner.ship(world, each)],
      [2, () => owner.note(world, each)],
      [2, () => owner.refund(world, each)],
      [1, () => owner.cancel(world, each)],
    ]),
    [4, () => owner.saveName(world)],
    [4, () => owner.countShelf(world)],
    [4, () => shopper.buy(world)],
    [1, () => runTask(world, "mails")],
  ];
}

function withKnown(known: Known | null, starts: (each: Known) => Starts): Starts {
  return known ? starts(known) : [];
}

const HOLD_OVER_MS = 16 * 60_000;
const PAGE_OVER_MS = 45 * 60_000;
const TURN_OVER_MS = 25 * 60 * 60_000;
const LEASE_OVER_MS = 190_000;
const OPERATION_DUE_MS = 90_000;

export const themes: Theme[] = [
  { name: "last units", weight: 3, prepare: lastUnits },
  { name: "last use", weight: 3, prepare: lastUse },
  { name: "double click", weight: 2, prepare: doubleClick },
  { name: "one payment", weight: 4, prepare: onePayment },
  { name: "refunds", weight: 4, prepare: refunds },
  { name: "swaps", weight: 3, prepare: swaps },
  { name: "extra-payments", weight: 3, prepare: extraPayments },
  { name: "returns", weight: 3, prepare: returns },
  { name: "every row", weight: 3, prepare: everyRow },
  { name: "leases", weight: 4, strict: 0.4, prepare: leases },
  { name: "slow workers", weight: 3, prepare: slowWorkers },
  { name: "desk", weight: 2, prepare: desk },
  { name: "stored calls", weight: 2, prepare: storedCalls },
  { name: "unpaid holds", weight: 2, prepare: unpaidHolds },
  { name: "waiting lines", weight: 3, prepare: waitingLines },
  { name: "own page", weight: 2, prepare: ownPage },
];

/** Deadlocks, combined with any theme. */
export const operatorMoves = (world: World): Starts => [[12, () => lockBackward(world)]];
