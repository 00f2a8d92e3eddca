// What races with what. A theme makes its setting and names the moves that may begin, each as often as it is likely. A
// schedule picks from them.

import { foldSales } from "#server/dashboard/load-dashboard.ts";
import { startSync } from "#server/orders/sync-orders.ts";
import type { World } from "../world.ts";
import * as owner from "./owner-races.ts";
import {
  allItems,
  fillShelf,
  type Known,
  openCheckout,
  openOrder,
  pay,
  pickItems,
  requestFor,
} from "./setting.ts";
import * as shopper from "./shopper-races.ts";
import { lockBackward, runTask } from "./worker-races.ts";

export type Start = () => Promise<void>;
/** Weight and what begins. */
export type Starts = (readonly [number, Start])[];
/** `weight`: how likely it is. */
export type Theme = { name: string; weight: number; prepare: (world: World) => Promise<Starts> };

async function lastPieces(world: World): Promise<Starts> {
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
    [1, () => runTask(world, "holds")],
    ...withKnown(known, (each) => [
      [2, () => shopper.buyAgain(world, each)],
      [3, () => shopper.changeCart(world, each)],
      [1, () => shopper.payNow(world, each)],
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
    [2, () => runTask(world, "operations")],
    [2, () => runTask(world, "reconcile")],
  ];
}

/** Everybody settles the same payment. */
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
      [1, () => shopper.buyAgain(world, each)],
      [1, () => shopper.stayOn(world, each)],
    ]),
    ...withKnown(other, (each) => [[1, () => shopper.confirm(world, each)]]),
    [4, () => shopper.ring(world)],
    [4, () => runTask(world, "holds")],
    [3, () => runTask(world, "reconcile")],
    [2, () => runTask(world, "events")],
    [2, () => runTask(world, "reconcile-month")],
    [1, () => runTask(world, "operations")],
    [2, () => shopper.buy(world)],
  ];
}

/** Money and goods go back. */
async function refunds(world: World): Promise<Starts> {
  await fillShelf(world);
  const known = await openOrder(world);
  const other = await openOrder(world);
  await world.sandbox.deliverDue();
  const form = world.newId();
  return [
    ...withKnown(known, (each) => [
      [4, () => owner.refund(world, each)],
      [3, () => owner.refund(world, each, form)],
      [3, () => owner.refundAtProvider(world, each)],
      [2, () => owner.sync(world, each)],
      [1, () => owner.ship(world, each)],
      [1, () => owner.cancel(world, each)],
    ]),
    ...withKnown(other, (each) => [[2, () => owner.refund(world, each)]]),
    [4, () => shopper.ring(world)],
    [3, () => runTask(world, "reconcile-refunds")],
    [2, () => runTask(world, "operations")],
    [2, () => owner.countShelf(world)],
    [2, () => shopper.buy(world)],
    [1, () => runTask(world, "sales")],
  ];
}

/** Everybody wants, gives back, or counts everything, so each transaction locks several rows. */
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
  // The figures of another day have been summed up before.
  if (world.random.chance(0.5)) {
    await foldSales(world.process("worker 1").shop);
    world.now += 24 * 60 * 60_000;
  }
  await openOrder(world);
  await openCheckout(world);
  await startSync(world.process("web 1").shop, { actor: "owner@example.com" });
  return [
    [3, async () => world.passTime(LEASE_OVER_MS)],
    [8, () => runTask(world, "mails")],
    [5, () => runTask(world, "jobs")],
    [2, () => owner.syncAll(world)],
    [2, () => runTask(world, "operations")],
    [3, () => runTask(world, "reconcile")],
    [2, () => runTask(world, "holds")],
    [2, () => runTask(world, "sales")],
    [2, () => runTask(world, "limits")],
    [3, () => shopper.use(world)],
    ...withKnown(known, (each) => [[1, () => owner.ship(world, each)]]),
  ];
}

/** Workers that are slower than their leases. */
async function slowWorkers(world: World): Promise<Starts> {
  await fillShelf(world, 6);
  await openOrder(world, allItems(world));
  await openOrder(world, allItems(world));
  await startSync(world.process("web 1").shop, { actor: "owner@example.com" });
  return [
    [5, () => runTask(world, "mails")],
    [3, () => runTask(world, "jobs")],
    [4, async () => world.passTime(LEASE_OVER_MS)],
  ];
}

/** The owner's desk: parcels, notes, products, stock. */
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
    [1, () => runTask(world, "sales")],
  ];
}

function withKnown(known: Known | null, starts: (each: Known) => Starts): Starts {
  return known ? starts(known) : [];
}

const HOLD_OVER_MS = 16 * 60_000;
const LEASE_OVER_MS = 190_000;

export const themes: Theme[] = [
  { name: "last pieces", weight: 3, prepare: lastPieces },
  { name: "double click", weight: 2, prepare: doubleClick },
  { name: "one payment", weight: 4, prepare: onePayment },
  { name: "refunds", weight: 4, prepare: refunds },
  { name: "every row", weight: 3, prepare: everyRow },
  { name: "leases", weight: 4, prepare: leases },
  { name: "slow workers", weight: 3, prepare: slowWorkers },
  { name: "desk", weight: 2, prepare: desk },
];

/** Deadlocks: beside any theme. */
export const operatorMoves = (world: World): Starts => [[12, () => lockBackward(world)]];
