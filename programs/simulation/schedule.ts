// One schedule: the shoppers, faults and order of events of one seed, step by step, with the invariants checked
// after each step. Then everything heals, and the rules for rest are checked.

import { extraPaymentMoves } from "./actors/after-sale/extra-payments.ts";
import { forgetEverybody, forgetSomebody } from "./actors/after-sale/forgetting.ts";
import { correctSomeOrder } from "./actors/corrections.ts";
import { dashboardMoves } from "./actors/dashboard.ts";
import { offerReminders, reminderMoves } from "./actors/mail-wishes/reminded-shoppers.ts";
import { fillLine, waitingShopperMoves } from "./actors/mail-wishes/waiting-shoppers.ts";
import { ownerMoves } from "./actors/owner.ts";
import { clearSomeRehearsals } from "./actors/rehearsals.ts";
import { returnMoves } from "./actors/returns.ts";
import { reviewMoves } from "./actors/reviewers.ts";
import { addShopper, raceForLastUse, raceOnOnePayment, shopperMoves } from "./actors/shoppers.ts";

import { checkAlways, checkAsDoctor, checkAtRest } from "./invariants/invariants.ts";
import { seededRandom } from "./random.ts";
import { fillShelf, offerDiscounts, setTaxes } from "./world/catalogue.ts";
import { crashChance } from "./world/crash-chances.ts";
import type { Engine } from "./world/engine.ts";
import { heal } from "./world/heal.ts";
import { bringOrders, liveThrough, sellBefore } from "./world/history.ts";
import {
  armFault,
  attackWebhook,
  deliverToDeadDatabase,
  deliverWebhooks,
  moveClock,
  settleByBank,
} from "./world/surroundings.ts";
import { activeTasks, runRound, weightOf } from "./world/tasks.ts";
import { Violation } from "./world/violation.ts";
import { type Plan, World } from "./world/world.ts";

const STEPS_MIN = 45;
const STEPS_SPREAD = 60;
const WAITING_MAX = 6;
/** How many of the schedules begin in a shop that has sold before. */
const WITH_PAST = 0.07;
/** And how many in one where somebody waits for an option. */
const WITH_LINE = 0.3;
/** And how many in one whose shipments have come: few sales of a schedule come as far as going back. */
const WITH_SHIPMENTS = 0.2;
/** And how many in one with orders that are still to ship, and often corrected before. */
const WITH_UNSENT = 0.3;
/** Decided apart from everything else, so that the other schedules stay what they were. */
const SHIPMENTS_SEED = 0x2c1b3c6d;
/** And in how many the owner clears rehearsals, which all orders of a simulated shop are. */
const WITH_CLEARING = 0.06;
const CLEARING_SEED = 0x51f15e3b;
const UNSENT_SEED = 0x5f3a17b9;
/** And in how many customers are asked to pay for dearer swaps. */
const WITH_EXTRA_PAYMENTS = 0.3;
const EXTRA_PAYMENTS_SEED = 0x3d7c05e1;
/** And in how many the owner forgets customers. */
const WITH_FORGETTING = 0.2;
const FORGETTING_SEED = 0x6a09e667;
/** And in how many two shoppers meet at the last use of a discount, where there is one. */
const WITH_RACE = 0.3;
const RACE_SEED = 0x3c6ef372;
/** And in how many shoppers may ask for a reminder of a checkout that they leave. */
const WITH_REMINDERS = 0.2;
const REMINDERS_SEED = 0x1f83d9ab;

export type ScheduleResult = {
  seed: number;
  steps: number;
  hash: string;
  violation: { rule: string; detail: string } | null;
  trace: string[];
};

export async function runSchedule(engine: Engine, plan: Plan): Promise<ScheduleResult> {
  await engine.empty();
  const world = new World(engine, plan);
  let steps = 0;
  let violation: ScheduleResult["violation"] = null;
  try {
    await fillShelf(world);
    await setTaxes(world);
    await offerDiscounts(world);
    // A net that is tested alone without the reconciler can't find what was lost before.
    if (world.has("reconciler") && world.random.chance(WITH_PAST)) await liveThrough(world);
    if (world.random.chance(WITH_LINE)) await fillLine(world);
    const isAmong = (seed: number, part: number) =>
      plan.nets.length > 1 && seededRandom(plan.seed ^ seed).chance(part);
    const hasShipments = isAmong(SHIPMENTS_SEED, WITH_SHIPMENTS);
    if (hasShipments) await bringOrders(world);
    const isClearing = isAmong(CLEARING_SEED, WITH_CLEARING);
    const hasUnsent = isAmong(UNSENT_SEED, WITH_UNSENT);
    const hasExtraPayments = isAmong(EXTRA_PAYMENTS_SEED, WITH_EXTRA_PAYMENTS);
    const isForgetting = isAmong(FORGETTING_SEED, WITH_FORGETTING);
    const hasRace = isAmong(RACE_SEED, WITH_RACE) && world.discounts.length > 0;
    if (hasUnsent || hasExtraPayments) await sellBefore(world);
    if (isAmong(REMINDERS_SEED, WITH_REMINDERS)) await offerReminders(world);
    const shoppers = 2 + world.random.below(3);
    for (let count = 0; count < shoppers; count += 1) addShopper(world);
    const length = STEPS_MIN + world.random.below(STEPS_SPREAD);
    for (; steps < length; steps += 1) {
      await step(world, { hasShipments, hasUnsent, hasExtraPayments, isClearing, isForgetting, hasRace });
      await checkAlways(world);
    }
    await checkAlways(world, { asksAll: true });
    await checkAsDoctor(world, { atRest: false });
    world.say("— everything heals —");
    const isWhole = plan.nets.length > 1;
    await heal(world, { isWhole });
    await checkAtRest(world, { isWhole });
    if (isForgetting) {
      await forgetEverybody(world);
      await checkAtRest(world, { isWhole });
    }
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    violation = { rule: error.rule, detail: error.message };
  } finally {
    world.process.isAlive = false;
    world.sandbox.close();
  }
  plan.coverage.schedules += 1;
  plan.coverage.steps += steps;
  return { seed: plan.seed, steps, hash: world.hash(), violation, trace: world.trace };
}

type Mood = {
  hasShipments: boolean;
  hasUnsent: boolean;
  hasExtraPayments: boolean;
  isClearing: boolean;
  isForgetting: boolean;
  hasRace: boolean;
};

async function step(world: World, mood: Mood): Promise<void> {
  const { hasShipments, hasUnsent, hasExtraPayments, isClearing, isForgetting, hasRace } = mood;
  const { random, scheduler } = world;
  const { waiting } = scheduler;
  if (waiting.length > 0 && (waiting.length >= WAITING_MAX || random.chance(0.62))) {
    const chosen = random.pick(waiting);
    // Mostly more than one gap at a time, or a schedule would cover too little of a shop's day.
    const gaps = random.pick([1, 3, 8, 40, 160]);
    for (let gap = 0; gap < gaps; gap += 1) {
      const next = gap === 0 ? chosen : waiting.find(({ task }) => task === chosen.task);
      if (!next) break;
      if (next.callee === world.process && random.chance(crashChance(next.point))) {
        await world.crash(next.point);
        return;
      }
      world.say(`${next.task.label} goes on from ${next.point}`);
      await scheduler.release(next);
      await checkAlways(world);
    }
    return;
  }
  world.now += random.below(3000);
  const move = random.weighted<() => unknown>([
    [20, () => shopperMoves(world, random.pick(world.shoppers))],
    [3, () => deliverWebhooks(world)],
    ...activeTasks(world).map((task) => [weightOf(task), () => runRound(world, task)] as const),
    [1, () => settleByBank(world)],
    [7, () => ownerMoves(world)],
    [hasUnsent ? 14 : 0, () => correctSomeOrder(world)],
    [hasExtraPayments ? 110 : 0, () => extraPaymentMoves(world)],
    [1.5, () => dashboardMoves(world)],
    [isClearing ? 3 : 0, () => clearSomeRehearsals(world)],
    [isForgetting ? 2 : 0, () => forgetSomebody(world)],
    [world.reminds ? 30 : 0, () => reminderMoves(world)],
    [1.5, () => reviewMoves(world)],
    [hasShipments ? 24 : 5, () => returnMoves(world)],
    [world.restock.isAsked ? 6 : 1, () => waitingShopperMoves(world)],
    [2, () => moveClock(world)],
    [3, () => armFault(world)],
    [0.5, () => attackWebhook(world)],
    [0.5, () => deliverToDeadDatabase(world)],
    [hasRace ? 8 : 0, () => raceForLastUse(world)],
    [1.2, () => raceOnOnePayment(world, random.pick(world.shoppers))],
  ]);
  await move();
}
