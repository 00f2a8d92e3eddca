// The world of one schedule: a shop on the engine's emptied database, the payment sandbox in this process, a clock,
// sequential ids, shoppers, and faults. Everything in it follows from the seed. The shop's process can be killed at any
// gap; the next one starts on the same database and the same sandbox, as after a crash.
import { createHash } from "node:crypto";
import type { CheckoutRequest } from "#domain/checkout/checkout.ts";
import type { Discount } from "#domain/discount/discount.ts";
import { defaultStoreSettings, type StoreSettings } from "#domain/settings/settings.ts";
import { createSandbox, type Sandbox } from "#sandbox/sandbox.ts";
import type { Mail } from "#server/mail/mailer.ts";
import type { Wallet } from "../actors/wallet.ts";
import type { Coverage, RareCase } from "../coverage.ts";
import { RestockHistory } from "../invariants/restock-rules.ts";
import type { Check } from "../invariants/rule-book.ts";
import type { Mutant } from "../mutants/mutants.ts";
import { type Random, seededRandom } from "../random.ts";
import { PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from "../shop-parts.ts";
import { type Browser, postWebhook } from "./browser.ts";
import type { Engine } from "./engine.ts";
import { type DatabaseFault, ProcessDied } from "./faulty-database.ts";
import { Scheduler, type Task, type Waiting } from "./scheduler.ts";
import { type ShopProcess, startProcess } from "./shop-process.ts";
import { Violation } from "./violation.ts";

/** The safety nets that record a paid order; all of them unless a run tests one alone. */
export const nets = ["webhook", "verify", "reconciler", "sweep"] as const;
export type Net = (typeof nets)[number];

export type Plan = {
  seed: number;
  nets: readonly Net[];
  mutant: Mutant | null;
  coverage: Coverage;
};

export type Product = { id: string; price: number; options: string[] };

/** A payment form that is open in a browser. */
/** `isHeld`: false until its units are held at Pay. */
export type Form = { orderId: string; intentId: string; since: number; isHeld: boolean };

/** `since` as in the form. */
export type PaymentPage = { orderId: string; sessionId: string; url: string };

export type Shopper = {
  name: string;
  browser: Browser;
  email: string;
  /** The checkbox for a reminder; null: the checkout has none. */
  wantsReminder: boolean | null;
  items: CheckoutRequest["items"];
  /** The typed discount code. */
  code: string | null;
  /** The total on the screen. */
  amountSeen: number;
  key: string;
  orderId: string;
  /** The wallet that pays for the current checkout, with its address; null: the card form. */
  wallet: Wallet | null;
  /** The checkout that the current one replaces. */
  previous: string | null;
  /** Responses to an older generation are ignored. */
  generation: number;
  form: Form | null;
  tabs: Form[];
  /** The provider's own page, open in a tab of this browser. */
  page: PaymentPage | null;
  /** The order of the last attempt that requested the provider's page. */
  pageOrder: string | null;
  /** Every order id that this browser has made. */
  orders: string[];
  told: boolean;
  gone: boolean;
};

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
  products: Product[] = [];
  /** As the pages know them. */
  rules: StoreSettings = defaultStoreSettings;
  discounts: Discount[] = [];
  shoppers: Shopper[] = [];
  /** Bodies and signatures of webhooks that arrived, for replay attacks. */
  webhooks: { body: string; signature: string; sentAt: number }[] = [];
  databaseFault: { kind: DatabaseFault; after: number; times: number; isOfCommits?: boolean } | null = null;
  /** Tasks that met a database fault. */
  readonly struck = new WeakSet<Task>();
  mailFaults: ("refused" | "answer lost")[] = [];
  process: ShopProcess;
  readonly failedAfterProcessing: string[] = [];
  /** Payments whose amount was changed at the provider, with the amount before. */
  readonly tampered = new Map<string, number>();
  /** Checkouts whose hold was released by hand in the database. */
  readonly releasedByHand = new Set<string>();
  /** Emails whose erasure began; a crash may hide whether it finished. */
  readonly maybeForgotten = new Set<string>();
  /** Orders whose emails were sent before the schedule began. */
  readonly mailedBefore = new Set<string>();
  /** Keys of calls that the provider refuses, and all keys that it has seen. */
  readonly refusedKeys = new Set<string>();
  readonly seenKeys = new Set<string>();
  /** How many of the next creating calls are permanently refused. */
  refusals = 0;
  readonly seenCheckouts = new Set<string>();
  readonly restock = new RestockHistory();
  /** Whether the checkout offers a reminder. */
  reminds = false;
  /** Checks the rules that always hold. */
  readonly check: Check;
  /** Whether something may have changed since the invariants were checked. */
  isDirty = true;
  now = START_TIME;
  error: Error | null = null;
  #ids = 0;

  constructor(engine: Engine, plan: Plan) {
    this.engine = engine;
    this.check = engine.rules.begin();
    this.plan = plan;
    this.random = seededRandom(plan.seed);
    this.scheduler = new Scheduler(
      (error, task) => this.#hear(error, task.label),
      (line) => this.say(line),
    );
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
    this.process = startProcess(this);
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

  /** Calls the shop; rejects with ProcessDied if it crashes in the meantime. */
  callShop<T>(work: (process: ShopProcess) => Promise<T>): Promise<T> {
    const { process } = this;
    const task = this.scheduler.current;
    task.callee = process;
    return new Promise<T>((resolve, reject) => {
      task.abort = () => reject(new ProcessDied("the shop's process died"));
      work(process).then(resolve, reject);
    }).finally(() => {
      task.callee = null;
      task.abort = null;
    });
  }

  /** A gap: others may go first, or the process may die. */
  pause(point: string): Promise<void> {
    this.plan.coverage.count("reached", point);
    return this.scheduler.wait(point);
  }

  async crash(point: string): Promise<void> {
    const old = this.process;
    old.isAlive = false;
    this.process = startProcess(this);
    this.plan.coverage.crashes += 1;
    this.plan.coverage.count("crashed", point);
    this.count("crash");
    const slow = this.scheduler.waiting.filter(({ callee, point }) => callee === old && point === SLOW_POINT);
    const victims = await this.scheduler.kill(old);
    await this.#finishAtProvider(slow);
    this.say(`CRASH: ${victims.join(", ")}`);
  }

  /** The provider does not die with its caller, and completes a slow call. */
  async #finishAtProvider(slow: Waiting[]): Promise<void> {
    if (slow.length === 0) return;
    this.isDirty = true;
    for (const { goOn } of slow) goOn();
    await new Promise((done) => setImmediate(done));
  }

  async #deliver(body: string, signature: string): Promise<number> {
    if (!this.has("webhook")) return 200;
    this.webhooks.push({ body, signature, sentAt: this.now });
    const { id, type } = JSON.parse(body) as { id: string; type: string };
    const status = await postWebhook(this, body, signature);
    this.say(`  webhook ${type} ${id.slice(-6)} → ${status}`);
    return status;
  }

  #hear(error: unknown, label: string): void {
    if (error instanceof ProcessDied) return;
    if (this.error) return;
    const known = error instanceof Error ? error : new Error(String(error));
    this.error = known instanceof Violation ? known : new Violation("error", `${label}: ${known.stack}`);
  }
}
