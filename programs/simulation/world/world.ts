// The world of one schedule: a shop on the engine's emptied database, the payment sandbox in this process,
// a clock, sequential ids, shoppers and faults. Everything in it follows from the seed. The shop's process
// can be killed at any gap; the next one starts on the same database and the same sandbox, as after a crash.
import { createHash } from "node:crypto";
import { Kysely, PostgresDialect } from "kysely";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import { createSandbox, type Sandbox } from "#sandbox/sandbox.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { createStripeProvider } from "#server/payments/stripe/stripe-provider.ts";
import type { Shop } from "#server/shop.ts";
import type { Coverage, RareCase } from "../coverage.ts";
import type { Mutant } from "../mutants/mutants.ts";
import { type Random, seededRandom } from "../random.ts";
import { type UseCases, useCases } from "../use-cases.ts";
import { type Engine, PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from "./engine.ts";
import { type DatabaseFault, faultyPool, ProcessDied } from "./faulty-database.ts";
import { callsTo } from "./provider-calls.ts";
import { Scheduler, type Waiting } from "./scheduler.ts";

/** The nets that record a paid order; all of them unless a run tests one alone. */
export const nets = ["webhook", "verify", "reconciler", "sweep"] as const;
export type Net = (typeof nets)[number];

export type Plan = {
  seed: number;
  nets: readonly Net[];
  mutant: Mutant | null;
  coverage: Coverage;
  /** A script decides what happens when, so no answer gets lost on its way to the browser. */
  isScripted?: boolean;
};

export type Product = { id: string; price: number; options: string[] };

/** A payment form that is open in a browser. */
export type Form = { orderId: string; intentId: string; since: number };

/** `since` as of the form. */
export type PaymentPage = { orderId: string; sessionId: string; url: string };

export type Shopper = {
  name: string;
  items: CheckoutRequest["items"];
  /** The total on the screen. */
  amountSeen: number;
  key: string;
  orderId: string;
  /** The checkout that the current one replaces. */
  previous: string | null;
  /** Answers to an older generation are ignored. */
  generation: number;
  form: Form | null;
  tabs: Form[];
  /** The provider's own page, open in a tab of this browser. */
  page: PaymentPage | null;
  /** Ids of orders with an attempt to pay by the card form, and on the provider's page. */
  tried: { card: Set<string>; page: Set<string> };
  /** Every order id that this browser has made. */
  orders: string[];
  told: boolean;
  gone: boolean;
};

export type ShopProcess = { shop: Shop; isAlive: boolean };

export class Violation extends Error {
  readonly rule: string;
  constructor(rule: string, detail: string) {
    super(`${rule}: ${detail}`);
    this.rule = rule;
  }
}

const SLOW_POINT = "provider:slow";
export const START_TIME = Date.UTC(2026, 5, 1, 12);

export class World {
  readonly engine: Engine;
  readonly plan: Plan;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly sandbox: Sandbox;
  readonly mailbox: Mail[] = [];
  readonly trace: string[] = [];
  readonly uses: UseCases;
  products: Product[] = [];
  shoppers: Shopper[] = [];
  /** Bodies and signatures of webhooks that arrived, for replay attacks. */
  webhooks: { body: string; signature: string; sentAt: number }[] = [];
  databaseFault: { kind: DatabaseFault; after: number } | null = null;
  mailFaults: ("refused" | "answer lost")[] = [];
  process: ShopProcess;
  readonly failedAfterProcessing: string[] = [];
  /** Payments whose amount somebody changed at the provider, with the amount before. */
  readonly tampered = new Map<string, number>();
  /** Checkouts whose hold somebody released by hand in the database. */
  readonly releasedByHand = new Set<string>();
  /** Keys of calls that the provider refuses, and all keys that it has seen. */
  readonly refusedKeys = new Set<string>();
  readonly seenKeys = new Set<string>();
  /** How many of the next creating calls are permanently refused. */
  refusals = 0;
  readonly seenCheckouts = new Set<string>();
  /** Whether something may have changed since the invariants were checked. */
  isDirty = true;
  now = START_TIME;
  error: Error | null = null;
  #ids = 0;

  constructor(engine: Engine, plan: Plan) {
    this.engine = engine;
    this.plan = plan;
    this.random = seededRandom(plan.seed);
    this.scheduler = new Scheduler(
      (error, task) => this.#hear(error, task.label),
      (line) => this.say(line),
    );
    this.uses = { ...useCases, ...plan.mutant?.uses };
    const sandboxRandom = seededRandom(plan.seed ^ 0x5bd1e995);
    this.sandbox = createSandbox({
      stateFile: ":memory:",
      secretKey: SECRET_KEY,
      publishableKey: PUBLISHABLE_KEY,
      webhookSecret: WEBHOOK_SECRET,
      clock: () => this.now,
      random: sandboxRandom.next,
      deliver: (body, signature) => this.#deliver(body, signature),
      sleep: () => this.scheduler.wait(SLOW_POINT),
    });
    this.process = this.#startProcess();
  }

  newId(): string {
    this.#ids += 1;
    return `00000000-0000-4000-8000-${this.#ids.toString(16).padStart(12, "0")}`;
  }

  say(line: string): void {
    this.trace.push(line);
  }

  count(name: RareCase | (string & {})): void {
    this.plan.coverage.count("cases", name);
  }

  hash(): string {
    return createHash("sha256").update(this.trace.join("\n")).digest("hex").slice(0, 16);
  }

  has(net: Net): boolean {
    return this.plan.nets.includes(net);
  }

  /** Calls the shop from outside; rejects with ProcessDied if it crashes meanwhile. */
  callShop<T>(work: (shop: Shop) => Promise<T>): Promise<T> {
    const { process } = this;
    const task = this.scheduler.current;
    task.callee = process;
    return new Promise<T>((resolve, reject) => {
      task.abort = () => reject(new ProcessDied("the shop's process died"));
      work(process.shop).then(resolve, reject);
    }).finally(() => {
      task.callee = null;
      task.abort = null;
    });
  }

  async crash(point: string): Promise<void> {
    const old = this.process;
    old.isAlive = false;
    this.process = this.#startProcess();
    this.plan.coverage.crashes += 1;
    this.plan.coverage.count("crashed", point);
    this.count("crash");
    const slow = this.scheduler.waiting.filter(
      ({ task, point }) => task.callee === old && point === SLOW_POINT,
    );
    const victims = await this.scheduler.kill(old);
    await this.#finishAtProvider(slow);
    this.say(`CRASH: ${victims.join(", ")}`);
  }

  /** The provider does not die with its caller and completes a slow call. */
  async #finishAtProvider(slow: Waiting[]): Promise<void> {
    if (slow.length === 0) return;
    this.isDirty = true;
    for (const { goOn } of slow) goOn();
    await new Promise((done) => setImmediate(done));
  }

  #startProcess(): ShopProcess {
    const process: ShopProcess = { isAlive: true, shop: this.engine.parts };
    const isAlive = () => process.isAlive;
    const pool = faultyPool(this.engine.pool, {
      isAlive,
      strike: (statement) => this.#strike(statement),
      wrote: () => {
        this.isDirty = true;
      },
    });
    const pause = (point: string) => this.#pause(point);
    const shop: Shop = {
      ...this.engine.parts,
      pool,
      db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
      payments: createStripeProvider({
        mode: "sandbox",
        publishableKey: PUBLISHABLE_KEY,
        secretKey: SECRET_KEY,
        webhookSecret: WEBHOOK_SECRET,
        retriesMax: 0,
        clock: () => this.now,
        fetch: callsTo(this.sandbox, {
          isAlive,
          retriesMax: this.random.below(3),
          refuses: (key) => this.#refuses(key),
          pause: (point) => (process.isAlive ? pause(point) : Promise.resolve()),
          answered: (name, response) => this.#noteAnswer(name, response),
        }),
      }),
      mailer: { send: (mail) => this.#send(mail) },
      clock: () => this.now,
      newId: () => (process.isAlive ? this.newId() : ""),
      reached: (point) => (process.isAlive ? pause(point) : new Promise(() => {})),
    };
    process.shop = this.plan.mutant?.shop ? this.plan.mutant.shop(shop, this) : shop;
    return process;
  }

  /** A refused key is refused every time, and an accepted key is never refused later. */
  #refuses(key: string): boolean {
    if (this.refusals > 0 && !this.seenKeys.has(key)) {
      this.refusals -= 1;
      this.refusedKeys.add(key);
      this.count("refused by the provider");
    }
    this.seenKeys.add(key);
    return this.refusedKeys.has(key);
  }

  #pause(point: string): Promise<void> {
    this.plan.coverage.count("reached", point);
    return this.scheduler.wait(point);
  }

  #strike(statement: string): DatabaseFault | null {
    const fault = this.databaseFault;
    if (!fault) return null;
    fault.after -= 1;
    if (fault.after >= 0) return null;
    this.databaseFault = null;
    const isCommit = /^\s*commit/i.test(statement) || /settle_payment/.test(statement);
    this.count(fault.kind === "after" && isCommit ? "commit unknown" : "database gone");
    this.say(`  database fault "${fault.kind}" at ${statement.trim().slice(0, 30).replace(/\s+/g, " ")}`);
    return fault.kind;
  }

  async #send(mail: Mail): Promise<void> {
    const fault = this.mailFaults.shift();
    if (fault === "refused") {
      this.count("mail refused");
      throw new Error("421 try again later");
    }
    this.mailbox.push(mail);
    if (fault !== "answer lost") return;
    this.count("mail sent, answer lost");
    throw new Error("connection lost");
  }

  async #deliver(body: string, signature: string): Promise<number> {
    if (!this.has("webhook")) return 200;
    this.webhooks.push({ body, signature, sentAt: this.now });
    const { id, type } = JSON.parse(body) as { id: string; type: string };
    const status = await this.postWebhook(body, signature);
    this.say(`  webhook ${type} ${id.slice(-6)} → ${status}`);
    return status;
  }

  /** The route's answer to a webhook: 200 received, 400 refused, 503 not stored; rejects when the shop dies. */
  async postWebhook(body: string, signature: string): Promise<number> {
    try {
      const outcome = await this.callShop((shop) =>
        this.uses.receiveEvent(shop, { rawBody: body, signature }),
      );
      if (outcome === "refused") return 400;
      await this.#mustBeStored(body);
      return 200;
    } catch (error) {
      if (error instanceof ProcessDied || error instanceof Violation) throw error;
      this.count("webhook refused by a dead database");
      return 503;
    }
  }

  /** An event that was answered with success must be in the inbox, since the provider never sends it again. */
  async #mustBeStored(body: string): Promise<void> {
    const { id } = JSON.parse(body) as { id: string };
    const { rows } = await this.engine.pool.query("select 1 from payment_events where id = $1", [id]);
    if (rows.length > 0) return;
    this.error ??= new Violation("W1", `event ${id} was answered with 200 and is not stored`);
  }

  #noteAnswer(name: string, { status, headers }: Response): void {
    if (name !== "retrieve" && name !== "list") this.isDirty = true;
    if (status === 409) this.count("same key still in use (409)");
    if (status === 429) this.count("rate limited (429)");
    if (status === 500 && headers.get("idempotent-replayed")) this.count("kept 500 replayed");
    if (name === "create" && status === 200 && headers.get("idempotent-replayed"))
      this.count("intent found again after a crash");
  }

  #hear(error: unknown, label: string): void {
    if (error instanceof ProcessDied) return;
    if (this.error) return;
    const known = error instanceof Error ? error : new Error(String(error));
    this.error = known instanceof Violation ? known : new Violation("error", `${label}: ${known.stack}`);
  }
}
