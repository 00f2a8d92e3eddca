// One schedule: a setting, races in which the seed picks every next move, and then rest. The rules that always hold are
// checked at commits, the others at the end.

import { EXTRA_PAYMENT_DAYS } from "#domain/extra-payment/extra-payment.ts";
import { tasks } from "#process/worker.ts";
import { signWebhook } from "#sandbox/webhooks.ts";
import { receiveEvent } from "#server/checkout/provider-events/receive-event.ts";
import { LEFT_TO_DO } from "../simulation/invariants/invariants-sql.ts";
import { WEBHOOK_SECRET } from "../simulation/shop-parts.ts";
import { Violation } from "../simulation/world/violation.ts";
import { connectedNames, type Harness } from "./harness.ts";
import { HarnessError } from "./problems.ts";
import { operatorMoves, type Start, type Starts, type Theme, themes } from "./races/themes.ts";
import { checkAlways, checkAtRest } from "./rules/books.ts";
import { pickStrategy, type Strategy } from "./turns/strategy.ts";
import { shopNames, World } from "./world.ts";

export type ScheduleResult = {
  seed: number;
  theme: string;
  hash: string;
  violation: { rule: string; detail: string } | null;
  trace: string[];
  counts: Map<string, number>;
};

const STARTS_MIN = 5;
const STARTS_SPREAD = 5;
const RUNNING_MAX = 6;
const MOVES_MAX = 3_000;
const CHECK_CHANCE = 0.2;
const STRICT_CHANCE = 0.18;

const SETTINGS = `select set_config('weave.stops', $1, false),
  set_config('default_transaction_isolation', $2, false), set_config('enable_seqscan', $3, false),
  set_config('enable_hashjoin', $4, false), set_config('enable_mergejoin', $4, false)`;

/**
 * What a shop throws, in a task or while all is made ready or heals, is a broken rule. What the harness can't do, whatever
 * the shop made of it, and a server that is gone say nothing about the shop: a HarnessError.
 */
export async function runSchedule(
  harness: Harness,
  seed: number,
  among: readonly Theme[] = themes,
): Promise<ScheduleResult> {
  await harness.server.empty(harness.monitor);
  const world = new World(harness, seed);
  const theme = world.random.weighted(among.map((each) => [each.weight, each] as const));
  world.count(`theme ${theme.name}`);
  const error = await play(world, theme).catch((thrown: unknown) => thrown);
  await harness.mustAnswer();
  await world.end();
  world.conductor.mustGoOn();
  const violation = error === undefined ? null : brokenRule(error);
  for (const line of violation ? [violation.detail] : []) world.say(`BROKEN ${line}`);
  return { seed, theme: theme.name, hash: world.hash(), violation, trace: world.trace, counts: world.counts };
}

async function play(world: World, theme: Theme): Promise<void> {
  const starts = await theme.prepare(world);
  await world.readCommitted("the setting", world.moment);
  world.isBackward = world.random.chance(0.2);
  if (world.isBackward) world.count("with rows locked in the wrong order");
  const all = world.isBackward ? [...starts, ...operatorMoves(world)] : starts;
  const storm = new Storm(world, all, theme.strict ?? STRICT_CHANCE);
  await storm.run();
  await heal(world);
  await world.readCommitted("the healing", world.moment);
  await checkAtRest(world);
}

function brokenRule(error: unknown): { rule: string; detail: string } {
  if (error instanceof HarnessError) throw error;
  if (error instanceof Violation) return { rule: error.rule, detail: error.message };
  return { rule: "error", detail: `error: ${error instanceof Error ? error.stack : String(error)}` };
}

class Storm {
  readonly #world: World;
  readonly #starts: Starts;
  readonly #strategy: Strategy;
  readonly #mayCrash: boolean;
  readonly #strictChance: number;
  #left: number;

  constructor(world: World, starts: Starts, strictChance: number) {
    this.#strictChance = strictChance;
    this.#world = world;
    this.#starts = starts;
    this.#strategy = pickStrategy(world.random);
    this.#mayCrash = world.random.chance(0.25);
    this.#left = STARTS_MIN + world.random.below(STARTS_SPREAD);
    world.say(`strategy ${this.#strategy.name}`);
  }

  async run(): Promise<void> {
    const world = this.#world;
    await this.#arm();
    for (let made = 0; ; made += 1) {
      if (made > MOVES_MAX) throw new HarnessError(`a schedule made more than ${MOVES_MAX} moves`);
      if (!(await this.#next())) break;
      world.conductor.mustGoOn();
      if (world.error) throw world.error;
      if (world.isDirty && world.random.chance(CHECK_CHANCE)) {
        world.isDirty = false;
        await checkAlways(world);
      }
    }
    if (world.error) throw world.error;
    await this.#disarm();
  }

  /** Which functions stop this time, and which process runs its transactions how. */
  async #arm(): Promise<void> {
    const { random, harness } = this.#world;
    const share = random.pick([0, 0.3, 0.6, 1]);
    const stops = harness.server.stops.filter(() => random.chance(share));
    const level = random.chance(this.#strictChance)
      ? random.pick(["serializable", "repeatable read"])
      : "read committed";
    const strict = level === "read committed" || random.chance(0.5) ? null : random.pick(shopNames);
    this.#world.isStrict = level !== "read committed";
    if (this.#world.isStrict) this.#world.count(`at ${level}`);
    for (const name of connectedNames) {
      const isStrict = strict === null || name === strict;
      await this.#set(name, stops, isStrict ? level : "read committed");
    }
    this.#world.say(`${strict ?? "everybody"} is at ${level}`);
    await harness.stops.reacquire();
    this.#world.conductor.isFree = false;
  }

  async #disarm(): Promise<void> {
    this.#world.conductor.isFree = true;
    for (const name of connectedNames) await this.#set(name, [], "read committed");
  }

  async #set(name: (typeof connectedNames)[number], stops: string[], level: string): Promise<void> {
    const { random } = this.#world;
    // Statistics differ, and so do plans; one without "order by" locks rows in any order.
    const plans = stops.length > 0 ? [random.pick(["on", "off"]), random.pick(["on", "off"])] : ["on", "on"];
    const values = [` ${stops.join(" ")} `, level, ...plans];
    const backends = this.#world.harness.backendsOf(name);
    await Promise.all(backends.map(({ client }) => client.query(SETTINGS, values)));
  }

  /** False when nothing is left to do. */
  async #next(): Promise<boolean> {
    const world = this.#world;
    const { random, conductor } = world;
    const ready = conductor.moves.filter((move) => move.isReady());
    const running = world.tasks.filter(({ isOver, isDead }) => !isOver && !isDead).length;
    if (this.#left > 0 && (ready.length === 0 || (running < RUNNING_MAX && random.chance(0.25)))) {
      this.#left -= 1;
      world.now += random.below(2_000);
      await random.weighted<Start>(this.#starts)();
      return true;
    }
    if (ready.length === 0) {
      if (running === 0) return false;
      const stuck = world.tasks.filter(({ isOver, isDead }) => !isOver && !isDead).map(({ name }) => name);
      throw new Violation("P1", `nothing can go on: ${stuck.join(", ")} wait for each other`);
    }
    if (this.#mayCrash && random.chance(0.01)) {
      await world.crash(random.pick(shopNames));
      return true;
    }
    if (random.chance(0.01)) world.passTime(random.pick([LEASE_OVER_MS, HOLD_OVER_MS]));
    await conductor.make(this.#strategy.pick(ready));
    return true;
  }
}

const MINUTE_MS = 60_000;
const LEASE_OVER_MS = 3.1 * MINUTE_MS;
const HOLD_OVER_MS = 16 * MINUTE_MS;
const DAY_OVER_MS = 25 * 60 * MINUTE_MS;
/** What nobody pays of an extra payment keeps its units for so long. */
const EXTRA_PAYMENT_OVER_MS = EXTRA_PAYMENT_DAYS * DAY_OVER_MS;
const ROUNDS_MAX = 12;
/** What a worker does once a day or less often has no part in a schedule of minutes. */
const RARE_MS = 60 * MINUTE_MS;

/** Everything that waits is done, in peace. */
export async function heal(world: World): Promise<void> {
  world.say("— everything heals —");
  world.faults.provider = 0;
  const { shop } = world.process("worker 1");
  const { signal } = new AbortController();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    world.now += round === 5 ? DAY_OVER_MS : round === 6 ? EXTRA_PAYMENT_OVER_MS : HOLD_OVER_MS;
    await world.sandbox.deliverDue();
    for (const { body } of world.webhooks.splice(0)) {
      const signature = signWebhook(body, WEBHOOK_SECRET, Math.floor(world.now / 1000));
      await receiveEvent(world.process("web 1").shop, { rawBody: body, signature });
    }
    for (const task of tasks.filter(
      ({ everyMs, name, isOfMachine }) => everyMs <= RARE_MS && name !== "reconciliation" && !isOfMachine,
    ))
      if (task.isWanted?.(shop) ?? true) await task.run(shop, signal);
    world.conductor.mustGoOn();
    if (await isQuiet(world)) return;
  }
  throw new Violation("I9", `something is left to do after ${ROUNDS_MAX} rounds of every task`);
}

async function isQuiet(world: World): Promise<boolean> {
  if (world.sandbox.nextDueAt() !== null) return false;
  const { rows } = await world.harness.monitor.query<{ left: string }>(LEFT_TO_DO);
  return rows[0]?.left === "0";
}
