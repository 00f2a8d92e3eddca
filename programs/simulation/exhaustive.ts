// Dies everywhere: one shopper takes each path through the shop again and again. Each time the process dies in
// another gap (on the first path also in every pair of gaps), or another call to the provider loses its request
// or its answer. Callers that were cut off try again, as people and timers do; then everything heals and the
// books must balance.

import { start } from "./actors/attempt.ts";
import { askForPage, payOnPage } from "./actors/hosted-page.ts";
import { cancelSomeOrder } from "./actors/owner.ts";
import { payForm } from "./actors/paying.ts";
import { refundSomeOrder } from "./actors/refunds.ts";
import { addShopper, changeCart, verifyOrder } from "./actors/shoppers.ts";
import { Coverage } from "./coverage.ts";
import { checkAlways, checkAtRest } from "./invariants/invariants.ts";
import { fillShelf } from "./world/catalogue.ts";
import { isDeadly } from "./world/crash-chances.ts";
import type { Engine } from "./world/engine.ts";
import { heal } from "./world/heal.ts";
import { deliverWebhooks, HOLD_OVER_MS } from "./world/surroundings.ts";
import { runTask } from "./world/tasks.ts";
import { Violation } from "./world/violation.ts";
import { nets, type Shopper, World } from "./world/world.ts";

type Act = (world: World, shopper: Shopper) => Promise<void> | void;

const PIECES = 10;
const GOOD_CARD = "4242424242424242";
const DECLINED_CARD = "4000000000000002";
const pay: Act = (world, shopper) => {
  if (shopper.form) payForm(world, shopper, shopper.form.intentId, GOOD_CARD);
};
const verify: Act = (world, shopper) => verifyOrder(world, shopper, shopper.orderId);
const task =
  (name: string): Act =>
  (world) =>
    runTask(world, name);
const later: Act = (world) => {
  world.now += HOLD_OVER_MS;
};
const payPage: Act = (world, shopper) => {
  if (shopper.page) return payOnPage(world, shopper, GOOD_CARD);
};
const declinedOnPage: Act = (world, shopper) => {
  if (shopper.page) return payOnPage(world, shopper, DECLINED_CARD);
};
const bankFails: Act = (world) => {
  for (const { id, status } of world.sandbox.controls.payments())
    if (status === "processing") world.sandbox.controls.settlePayment(id, "failed");
  world.isDirty = true;
};
const payByBank: Act = (world, shopper) => {
  world.sandbox.controls.arm({ kind: "payment_processing", settleAfterMs: null });
  return pay(world, shopper);
};

const ways: { name: string; acts: Act[] }[] = [
  {
    name: "bought",
    acts: [start, pay, deliverWebhooks, verify, task("mails"), task("operations"), task("reconcile")],
  },
  { name: "cart changed", acts: [start, changeCart, start, pay, verify, task("mails"), deliverWebhooks] },
  { name: "walked away", acts: [start, later, task("holds"), task("operations"), deliverWebhooks] },
  {
    name: "bank refused, paid again",
    acts: [start, payByBank, deliverWebhooks, bankFails, task("events"), verify, pay, verify, task("mails")],
  },
  {
    name: "bank slow, hold over, bank refused, cart changed",
    acts: [start, payByBank, later, task("holds"), bankFails, changeCart, start, pay, verify, task("mails")],
  },
  {
    name: "paid on the provider's page",
    acts: [start, askForPage, payPage, deliverWebhooks, verify, task("operations"), task("mails")],
  },
  {
    name: "provider's page left open",
    acts: [start, askForPage, later, later, later, task("holds"), task("operations"), deliverWebhooks],
  },
  {
    name: "declined on the provider's page, cart changed",
    acts: [start, askForPage, declinedOnPage, changeCart, start, pay, verify, task("mails")],
  },
  {
    name: "bank refused, order canceled",
    acts: [start, payByBank, verify, bankFails, cancelSomeOrder, task("operations"), task("mails")],
  },
  {
    name: "refunded",
    acts: [
      start,
      pay,
      verify,
      refundSomeOrder,
      deliverWebhooks,
      task("operations"),
      task("reconcile-month"),
      task("mails"),
    ],
  },
];

type Trouble = { diesAt: readonly number[]; loses?: { call: number; what: "drop_request" | "drop_answer" } };
type Walked = { gaps: number; calls: number; broken: string | null };

export async function runExhaustive(
  engine: Engine,
  { say }: { say: (line: string) => void },
): Promise<{ ways: number; runs: number; broken: number }> {
  let [runs, broken] = [0, 0];
  const walkOnce = async (way: (typeof ways)[number], trouble: Trouble): Promise<Walked> => {
    const walked = await walk(engine, way.acts, trouble);
    runs += 1;
    if (walked.broken !== null) {
      broken += 1;
      say(`BROKEN ${way.name} ${JSON.stringify(trouble)}: ${walked.broken}`);
    }
    return walked;
  };
  for (const [index, way] of ways.entries()) {
    const before = runs;
    const { gaps, calls } = await walkOnce(way, { diesAt: [] });
    for (const gap of range(gaps)) await walkOnce(way, { diesAt: [gap] });
    for (const call of range(calls)) {
      await walkOnce(way, { diesAt: [], loses: { call, what: "drop_request" } });
      await walkOnce(way, { diesAt: [], loses: { call, what: "drop_answer" } });
    }
    if (index === 0) {
      for (const first of range(gaps))
        for (const second of range(gaps - first)) await walkOnce(way, { diesAt: [first, first + second] });
    }
    say(`${way.name}: ${gaps} gaps, ${calls} calls to the provider, ${runs - before} runs`);
  }
  return { ways: ways.length, runs, broken };
}

/** 1 … n */
function range(n: number): number[] {
  return Array.from({ length: n }, (_, index) => index + 1);
}

async function walk(engine: Engine, acts: Act[], { diesAt, loses }: Trouble): Promise<Walked> {
  await engine.empty();
  const world = new World(engine, {
    seed: 1,
    nets,
    mutant: null,
    coverage: new Coverage(),
    isScripted: true,
  });
  const walked: Walked = { gaps: 0, calls: 0, broken: null };
  const { waiting } = world.scheduler;
  /** False if the process died on the way. */
  const toTheEnd = async (): Promise<boolean> => {
    let isCutOff = false;
    while (waiting.length > 0) {
      const next = waiting[0]!;
      const mayDie = isDeadly(next.point) && next.callee === world.process;
      if (mayDie) walked.gaps += 1;
      if (next.point.startsWith("provider:") && next.point.endsWith(":sent")) {
        walked.calls += 1;
        // The client retries a lost call by itself, so it must be lost three times.
        if (loses?.call === walked.calls) world.sandbox.controls.arm({ kind: loses.what, times: 3 });
      }
      if (mayDie && diesAt.includes(walked.gaps)) {
        isCutOff = true;
        await world.crash(next.point);
      } else await world.scheduler.release(next);
      await checkAlways(world);
    }
    return !isCutOff;
  };
  try {
    await fillShelf(world, PIECES);
    const shopper = addShopper(world);
    for (const act of acts) {
      world.now += 1000;
      await act(world, shopper);
      if (await toTheEnd()) continue;
      await act(world, shopper);
      await toTheEnd();
    }
    await heal(world, { isWhole: true });
    await checkAtRest(world, { isWhole: true });
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    walked.broken = error.message;
  } finally {
    world.process.isAlive = false;
    world.sandbox.close();
  }
  return walked;
}
