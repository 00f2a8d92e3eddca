// The storm is over: faults are cleared, waiting tasks continue, banks decide, and the shop's own tasks run while the
// clock advances, until nothing is left to do or it is clear that something will never be done.

import { closeDispute } from "../actors/dashboard.ts";
import { reviewMoves } from "../actors/reviewers.ts";
import { verifyOrder } from "../actors/shoppers.ts";
import { checkAlways, checkAtRest } from "../invariants/invariants.ts";
import { LEFT_TO_DO } from "../invariants/invariants-sql.ts";
import { allMoneyMatches, checkAllMoney } from "../invariants/money-rules.ts";
import { crashChance } from "./crash-chances.ts";
import { DAY_OVER_MS, deliverWebhooks, HOLD_OVER_MS, settleByBank } from "./surroundings.ts";
import { activeTasks, isSlow, runRound } from "./tasks.ts";
import { Violation } from "./violation.ts";
import type { World } from "./world.ts";

/** A sync of all orders handles five per round, and a shop with a history has more than a hundred. */
const ROUNDS_MAX = 40;
/** Most holds expire and most payments settle now, so processes still die for a while to cover those gaps. */
const ROUNDS_OF_CRASHES = 3;
const ROUNDS_OF_REVIEWS = 4;
const REVIEW_MOVES = 3;
/** The provider remembers refused calls for a day, so some rounds wait longer. */
const DAY_ROUNDS = [3, 6, 9, 11];

/** Throws a Violation if all safety nets together do not come to rest. */
export async function heal(world: World, { isWhole }: { isWhole: boolean }): Promise<void> {
  world.sandbox.controls.clearFaults();
  world.databaseFault = null;
  world.refusals = 0;
  world.mailFaults = [];
  await letAllGoOn(world, { mayDie: false });
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    world.now += DAY_ROUNDS.includes(round) ? DAY_OVER_MS : HOLD_OVER_MS;
    const mayDie = round < ROUNDS_OF_CRASHES;
    const died = world.plan.coverage.crashes;
    for (let bank = 0; bank < 3; bank += 1) settleByBank(world);
    closeDispute(world);
    await toTheEnd(world, { begin: () => deliverWebhooks(world), mayDie });
    if (!isWhole && world.has("verify")) await verifyAll(world);
    // Reviews come weeks after a sale, when everything else is long done.
    if (isWhole && round < ROUNDS_OF_REVIEWS) {
      for (let move = 0; move < REVIEW_MOVES; move += 1)
        await toTheEnd(world, { begin: () => reviewMoves(world), mayDie });
    }
    for (const task of activeTasks(world)) {
      const isAwaited = world.reminds && task.name === "follow-ups";
      if (isSlow(task) && !isAwaited && round % 4 !== 3 && isWhole) continue;
      await toTheEnd(world, { begin: () => runRound(world, task), mayDie });
    }
    await checkAlways(world);
    // An interrupted task runs again, even if nothing seems to be left.
    const isComplete = world.plan.coverage.crashes === died;
    if (isWhole && isComplete && (await isQuiet(world))) {
      await toTheEnd(world, { begin: () => checkAllMoney(world), mayDie: false });
      return allMoneyMatches(world);
    }
    if (!isWhole && round >= 7) return;
  }
  // The rules for rest name what is left, if they cover it.
  await checkAtRest(world, { isWhole });
  throw new Violation("I9", `not quiet after ${ROUNDS_MAX} rounds`);
}

async function verifyAll(world: World): Promise<void> {
  for (const shopper of world.shoppers) {
    for (const orderId of shopper.orders)
      await toTheEnd(world, { begin: () => verifyOrder(world, shopper, orderId), mayDie: false });
  }
}

type Healing = { begin: () => Promise<void>; mayDie: boolean };

/** Starts something, and lets it and everything that waits finish. */
export async function toTheEnd(world: World, { begin, mayDie }: Healing): Promise<void> {
  await begin();
  await letAllGoOn(world, { mayDie });
}

async function letAllGoOn(world: World, { mayDie }: { mayDie: boolean }): Promise<void> {
  const { waiting } = world.scheduler;
  while (waiting.length > 0) {
    const { callee, point } = waiting[0]!;
    const isShop = callee === world.process;
    if (mayDie && isShop && world.random.chance(crashChance(point))) await world.crash(point);
    else await world.scheduler.release(waiting[0]!);
    if (world.error) throw world.error;
  }
  const [stuck] = world.scheduler.stuck;
  if (stuck) throw new Violation("stuck", `${stuck.label} waits for something that never comes`);
}

async function isQuiet(world: World): Promise<boolean> {
  if (world.sandbox.nextDueAt() !== null) return false;
  const { rows } = await world.engine.pool.query<{ left: string }>(LEFT_TO_DO);
  return rows[0]?.left === "0";
}
