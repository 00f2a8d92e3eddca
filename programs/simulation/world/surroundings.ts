// Everything except shoppers and owner: the provider's webhooks, the shop's own tasks, the clock, and faults.

import type { Fault } from "#sandbox/sandbox.ts";
import { signWebhook } from "#sandbox/webhooks.ts";
import { WEBHOOK_SECRET } from "../shop-parts.ts";
import { postWebhook } from "./browser.ts";
import { Violation } from "./violation.ts";
import type { World } from "./world.ts";

const MINUTE_MS = 60_000;
export const HOLD_OVER_MS = 16 * MINUTE_MS;
export const DAY_OVER_MS = 25 * 60 * MINUTE_MS;

/** The provider does what is due: it settles payments and sends webhooks. */
export function deliverWebhooks(world: World): Promise<void> {
  return world.scheduler.start("webhooks", async () => {
    world.isDirty = true;
    const before = processing(world);
    const pending = pendingRefunds(world);
    await world.sandbox.deliverDue();
    noteSettled(world, before);
    noteFailedRefunds(world, pending);
  });
}

export function processing(world: World): string[] {
  return world.sandbox.controls
    .payments()
    .filter(({ status }) => status === "processing")
    .map(({ id }) => id);
}

const pendingRefunds = (world: World) =>
  world.sandbox.controls.refunds().filter(({ status }) => status === "pending");

function noteFailedRefunds(world: World, pending: { id: string }[]): void {
  for (const { id, status } of world.sandbox.controls.refunds())
    if (status === "failed" && pending.some((refund) => refund.id === id))
      world.count("refund pending, then failed");
}

/** The bank settles a payment that was processing. */
export function settleByBank(world: World): void {
  const waiting = processing(world);
  if (waiting.length === 0) return;
  const id = world.random.pick(waiting);
  const outcome = world.random.chance(0.5) ? "succeeded" : "failed";
  world.isDirty = true;
  world.sandbox.controls.settlePayment(id, outcome);
  world.say(`the bank ends ${id.slice(-6)}: ${outcome}`);
  noteSettled(world, [id]);
}

export function noteSettled(world: World, ids: string[]): void {
  for (const intent of world.sandbox.controls.payments().filter(({ id }) => ids.includes(id))) {
    if (intent.status === "requires_payment_method") {
      world.failedAfterProcessing.push(intent.id);
      world.count("processing, then failed");
    }
    if (intent.status !== "succeeded") continue;
    world.count("processing, then paid");
  }
}

export function moveClock(world: World): void {
  const { random } = world;
  // No call takes a day, since the client gives up after seconds.
  const isCalm = world.scheduler.waiting.length === 0;
  const step = random.weighted([
    [10, 1000 * (1 + random.below(90))],
    [4, HOLD_OVER_MS],
    [isCalm ? 1 : 0, DAY_OVER_MS],
    [0.8, -MINUTE_MS * (1 + random.below(10))],
  ]);
  world.now += step;
  if (step < 0) world.count("clock set back");
  if (step === DAY_OVER_MS) world.count("key older than a day");
  world.say(`the clock moves by ${step / 1000} s`);
}

export function armFault(world: World): void {
  const { random } = world;
  const kind = random.weighted<() => void>([
    [6, () => armAtProvider(world)],
    [4, () => armWebhookFault(world)],
    [3, () => armDatabaseFault(world)],
    [1.5, () => armMailFault(world)],
  ]);
  kind();
}

function armAtProvider(world: World): void {
  const { random } = world;
  const times = 1 + random.below(3);
  const fault = random.weighted<Fault>([
    [4, { kind: "drop_request", times }],
    [4, { kind: "drop_answer", times }],
    [1.5, { kind: "server_error", times: 1, method: "POST" }],
    [1.5, { kind: "server_error", times: 1, executed: true, method: "POST" }],
    [1.5, { kind: "rate_limited", times }],
    [3, { kind: "slow", times: 1, method: "POST" }],
  ]);
  if (random.chance(0.35)) {
    armRefusal(world);
    return;
  }
  if (fault.kind === "drop_request") world.count("request lost");
  if (fault.kind === "drop_answer") world.count("answer lost");
  world.sandbox.controls.arm(fault);
  world.say(`fault: ${JSON.stringify(fault)}`);
}

/** The provider permanently refuses the next new payment or payment page. */
function armRefusal(world: World): void {
  world.refusals = 1;
  world.say("fault: the provider refuses the next payment");
}

function armWebhookFault(world: World): void {
  if (!world.has("webhook")) return;
  const isAlone = world.plan.nets.length === 1;
  const fault = world.random.weighted<Fault>([
    [isAlone ? 0 : 3, { kind: "webhook_lost" }],
    [2, { kind: "webhook_late", delayMs: 1000 * (1 + world.random.below(3000)) }],
    [2, { kind: "webhook_twice" }],
    [2, { kind: "webhook_out_of_order" }],
  ]);
  world.count(fault.kind.replaceAll("_", " "));
  if (fault.kind === "webhook_lost") world.count("event never generated");
  world.sandbox.controls.arm({ ...fault, times: 1 + world.random.below(3) });
  world.say(`fault: ${fault.kind}`);
}

function armDatabaseFault(world: World): void {
  const kind = world.random.pick(["before", "after", "after", "again"] as const);
  // Occasionally it is down for a while.
  const times = kind === "before" && world.random.chance(0.3) ? 2 + world.random.below(20) : 1;
  // One statement in twenty commits, and losing that response is the hardest to recover from.
  const isOfCommits = kind === "after" && world.random.chance(0.3);
  const after = world.random.below(isOfCommits ? 3 : 12);
  world.databaseFault = { kind, after, times, isOfCommits };
  world.say(
    `fault: database, ${kind} ${after} more ${isOfCommits ? "commits" : "statements"}, ${times} times`,
  );
}

/** The database is down just as the provider's webhooks arrive. */
export async function deliverToDeadDatabase(world: World): Promise<void> {
  const kind = world.random.chance(0.6) ? "before" : "after";
  world.databaseFault = { kind, after: world.random.below(2), times: 1 };
  await deliverWebhooks(world);
}

function armMailFault(world: World): void {
  world.mailFaults.push(world.random.pick(["refused", "answer lost"] as const));
  world.say(`fault: mail ${world.mailFaults.at(-1)}`);
}

/** A forged or replayed webhook. It must be refused and change nothing. */
export async function attackWebhook(world: World): Promise<void> {
  const { random } = world;
  const sent = world.webhooks.length > 0 ? random.pick(world.webhooks) : null;
  if (!sent) return;
  const seconds = Math.floor(world.now / 1000);
  const attack = random.pick(["forged", "future", "replayed"] as const);
  const [body, signature] = {
    forged: [sent.body, signWebhook(sent.body, "whsec_somebodyelse", seconds)] as const,
    future: [sent.body, signWebhook(sent.body, WEBHOOK_SECRET, seconds + 301)] as const,
    replayed: [sent.body, sent.signature] as const,
  }[attack];
  const isOld = Math.abs(world.now - sent.sentAt) > 302_000;
  await world.scheduler.start(`${attack} webhook`, async () => {
    const status = await postWebhook(world, body, signature).catch(unlessBroken);
    world.count(
      { forged: "webhook forged", future: "webhook from the future", replayed: "webhook replayed" }[attack],
    );
    const mustRefuse = attack !== "replayed" || isOld;
    if (mustRefuse && status < 300 && status > 0)
      throw new Violation("W2", `a ${attack} webhook was accepted`);
  });
}

/** 0: no response. */
function unlessBroken(error: unknown): number {
  if (error instanceof Violation) throw error;
  return 0;
}
