// The world of one schedule: two web processes and two workers of a shop on one emptied database, the payment sandbox
// in this process, and a clock and ids that count up. Everything in it follows from the seed.
import { createHash } from "node:crypto";
import { createSandbox, type Sandbox } from "#sandbox/sandbox.ts";
import { KeptCatalog } from "#server/catalog/kept-catalog.ts";
import type { Shop } from "#server/core/shop.ts";
import { kyselyOver } from "#server/db/database.ts";
import { errorCode } from "#server/db/transaction.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { createStripeProvider } from "#server/payments/stripe/stripe-provider.ts";
import { type Random, seededRandom } from "../simulation/random.ts";
import { PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from "../simulation/shop-parts.ts";
import { callsTo } from "../simulation/world/provider-calls.ts";
import { Violation } from "../simulation/world/violation.ts";
import { type Connected, connectedNames, type Harness } from "./harness.ts";
import { HarnessError } from "./problems.ts";
import { checkCap, checkStock } from "./rules/books.ts";
import { OrderNumbers } from "./rules/order-numbers.ts";
import { isGivenUp, Repeats } from "./rules/repeats.ts";
import { StockHistory } from "./rules/stock-history.ts";
import { readCommitted } from "./rules/witness.ts";
import { WorkHistory } from "./rules/work-history.ts";
import { Conductor, type Ended, isEndOfTransaction } from "./turns/conductor.ts";
import { ShopPool } from "./turns/shop-pool.ts";
import type { Task } from "./turns/task.ts";

export const START_TIME = Date.UTC(2026, 5, 1, 12);

export type ShopName = Exclude<Connected, "operator">;
export const shopNames = ["web 1", "web 2", "worker 1", "worker 2"] as const satisfies ShopName[];

/** A process of the shop. */
export type ShopProcess = { name: ShopName; pool: ShopPool; shop: Shop };

export type Product = { id: string; price: number; options: string[] };

/** Requests to the shop with their times, in moments, which count up. */
export type Done<T> = { asked: number; answered: number; answer: T };

export type Webhook = { body: string };

export class World {
  readonly harness: Harness;
  readonly random: Random;
  readonly conductor: Conductor;
  readonly sandbox: Sandbox;
  readonly trace: string[] = [];
  readonly counts = new Map<string, number>();
  readonly mailbox: Mail[] = [];
  readonly stock = new StockHistory();
  readonly numbers = new OrderNumbers();
  readonly work: WorkHistory;
  readonly repeats = new Repeats();
  readonly shops = new Map<ShopName, ShopProcess>();
  readonly operator: ShopPool;
  readonly tasks: Task[] = [];
  /** Webhooks that the provider has sent and that nobody has received yet. */
  webhooks: Webhook[] = [];
  products: Product[] = [];
  /** State and payment of each checkout at the last check. */
  readonly finals = new Map<string, { state: string; status: string }>();
  crashes = 0;
  /** A lease may have expired while its email was being sent, or the mail server's response was lost. */
  mailMayRepeat = false;
  /** How often an email or a call to the provider fails. */
  readonly faults = { mail: 0.1, provider: 0 };
  /** In a schedule that sells nothing, holds from the start are checked against their limits. */
  isCapped = false;
  /** Some transactions run at a stricter isolation than the shop uses. */
  isStrict = false;
  /** Someone outside the shop locks rows in the wrong order. */
  isBackward = false;
  /** Statements that were rolled back. */
  undone = 0;
  /** What the owner was shown. */
  readonly owner = { notes: 0, shipped: new Set<string>(), replacedNames: new Set<string>() };
  moment = 0;
  now = START_TIME;
  error: Error | null = null;
  isDirty = false;
  #ids = 0;

  constructor(harness: Harness, seed: number) {
    this.harness = harness;
    this.work = new WorkHistory(harness.signatures);
    this.random = seededRandom(seed);
    this.conductor = new Conductor(harness.monitor, harness.stops, {
      say: (line) => this.say(line),
      moment: () => this.moment,
      count: (what) => this.count(what),
      ended: (ended, isCommitted) => this.#ended(ended, isCommitted),
    });
    const sandboxRandom = seededRandom(seed ^ 0x5bd1e995);
    this.sandbox = createSandbox({
      stateFile: ":memory:",
      secretKey: SECRET_KEY,
      publishableKey: PUBLISHABLE_KEY,
      webhookSecret: WEBHOOK_SECRET,
      clock: () => this.now,
      random: sandboxRandom.next,
      deliver: async (body) => {
        this.webhooks.push({ body });
        return 200;
      },
      sleep: async () => {},
    });
    this.operator = new ShopPool("operator", harness.backendsOf("operator"), this.conductor);
    for (const name of shopNames) this.shops.set(name, this.#startShop(name));
  }

  newId(): string {
    this.#ids += 1;
    return `00000000-0000-4000-8000-${this.#ids.toString(16).padStart(12, "0")}`;
  }

  say(line: string): void {
    this.moment += 1;
    this.trace.push(line);
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  hash(): string {
    return createHash("sha256").update(this.trace.join("\n")).digest("hex").slice(0, 16);
  }

  process(name: ShopName): ShopProcess {
    const found = this.shops.get(name);
    if (!found) throw new HarnessError(`no shop is called ${name}`);
    return found;
  }

  /**
   * Starts a task of a shop. `heard` gets its result and the time; a task whose process dies never reports. An error
   * that the database asks to repeat is the shop's mistake, unless the shop repeated it as often as it could.
   */
  async start<T>(
    name: string,
    process: ShopProcess,
    work: (shop: Shop) => Promise<T>,
    heard: (done: Done<T>) => void = () => {},
  ): Promise<void> {
    const asked = this.moment;
    await this.startTask(process.name, name, async (task) => {
      const answer = await work(process.shop);
      const told = JSON.stringify(answer) ?? "done";
      this.say(`  ${task.name} → ${told.slice(0, 160)}`);
      heard({ asked, answered: this.moment, answer });
    });
  }

  /** The same for someone who is not a shop. */
  async startTask(who: Connected, name: string, work: (task: Task) => Promise<unknown>): Promise<void> {
    const task: Task = { name: `${who}: ${name}`, waits: 0, isOver: false, isDead: false };
    this.tasks.push(task);
    await this.conductor.start(task, async () => {
      try {
        await work(task);
        if (who !== "operator") this.repeats.over(task);
      } catch (error) {
        this.#failed(task, error);
      }
    });
  }

  passTime(milliseconds: number): void {
    this.now += milliseconds;
    this.mailMayRepeat = true;
    this.say(`the clock moves by ${milliseconds / 1000} s`);
  }

  /** Aborts everything still in progress. */
  async end(): Promise<void> {
    this.sandbox.close();
    if (this.conductor.isFree) return;
    for (const { pool } of this.shops.values()) pool.isAlive = false;
    this.operator.isAlive = false;
    for (const name of connectedNames) await this.harness.reconnect(name);
  }

  /** All connections of a process end where they are; the next process takes its place. */
  async crash(name: ShopName): Promise<void> {
    const old = this.process(name);
    this.say(`CRASH of ${name}`);
    this.count("crash");
    this.crashes += 1;
    old.pool.isAlive = false;
    this.undone += this.conductor.forget(old.pool);
    for (const task of this.tasks) if (task.name.startsWith(`${name}:`) && !task.isOver) task.isDead = true;
    await this.harness.reconnect(name);
    await this.harness.stops.reacquire();
    await this.readCommitted("nobody", this.moment);
    await this.conductor.look();
    this.shops.set(name, this.#startShop(name));
  }

  #startShop(name: ShopName): ShopProcess {
    const pool = new ShopPool(name, this.harness.backendsOf(name), this.conductor);
    const pause = (point: string) =>
      pool.isAlive ? this.conductor.pause(pool, point) : new Promise<void>(() => {});
    const shop: Shop = {
      ...this.harness.parts,
      pool: pool.asPool(),
      db: kyselyOver(pool.asPool()),
      memory: { settings: null, catalog: new KeptCatalog({ isTold: false }) },
      payments: createStripeProvider({
        mode: "sandbox",
        publishableKey: PUBLISHABLE_KEY,
        secretKey: SECRET_KEY,
        webhookSecret: WEBHOOK_SECRET,
        retriesMax: 0,
        clock: () => this.now,
        fetch: callsTo(this.#provider(), {
          isAlive: () => pool.isAlive,
          retriesMax: 0,
          refuses: () => false,
          pause,
          answered: () => {},
        }),
      }),
      mailer: {
        send: async (mail) => {
          await pause("mail:sent");
          this.mailbox.push(mail);
          await pause("mail:answered");
          if (!this.conductor.isFree && this.random.chance(this.faults.mail)) {
            this.mailMayRepeat = true;
            throw new Error("421 try again later");
          }
        },
      },
      clock: () => this.now,
      newId: () => this.newId(),
      catalogChanged: async () => {},
    };
    return { name, pool, shop };
  }

  /** The sandbox, with responses that get lost on the way. */
  #provider(): Sandbox {
    const fetch: Sandbox["fetch"] = (request) => {
      const { provider } = this.faults;
      const isLost = provider > 0 && this.random.chance(provider);
      return isLost
        ? Promise.reject(new Error("no connection to the provider"))
        : this.sandbox.fetch(request);
    };
    return { ...this.sandbox, fetch };
  }

  /** Takes what was committed since the last look. `sentAt`: when the statement that did it was sent. */
  async readCommitted(by: string, sentAt: number): Promise<void> {
    const { stock, orders } = await readCommitted(this.harness.monitor);
    for (const version of stock) {
      const { productId, variation, onHand, held } = version;
      this.stock.committed(version, this.moment);
      this.say(`  stock of ${productId.slice(-3)}${variation}: ${onHand} on hand, ${held} held, by ${by}`);
    }
    if (stock.length > 0) await checkStock(this.harness.monitor);
    if (stock.length > 0 && this.isCapped) await checkCap(this.harness.monitor);
    for (const number of orders) {
      this.numbers.committed(number, sentAt, this.moment);
      this.say(`  order ${number}, by ${by}`);
    }
  }

  async #ended(ended: Ended, isCommitted: boolean): Promise<void> {
    const { text, values, task, lent, answer, sentAt } = ended;
    this.repeats.ended(ended);
    if (lent && isEndOfTransaction(text)) this.work.ended(lent, isCommitted);
    if (!answer.ok) {
      this.undone += 1;
      this.#mustBeForced(errorCode(answer.error), `${task.name} at "${text.trim()}"`);
      return;
    }
    this.work.heard({ text, values, rows: answer.result.rows }, isCommitted ? null : lent);
    if (!isCommitted) return;
    this.isDirty = true;
    await this.readCommitted(task.name, sentAt);
  }

  /** Throws for errors of the database that nobody outside the shop had a part in. */
  #mustBeForced(code: string, where: string): void {
    const isLocking = this.tasks.some(({ name, isOver }) => name.startsWith("operator:") && !isOver);
    if (code === "40P01" && !isLocking)
      throw new Violation("D1", `a deadlock of the shop's own making: ${where}`);
    if (code === "40001" && !this.isStrict)
      throw new Violation("D2", `a serialization failure of the shop's own making: ${where}`);
  }

  #failed(task: Task, error: unknown): void {
    const said = error instanceof Error ? error : new Error(String(error));
    this.say(`  ${task.name} failed: ${said.message}`);
    if (error instanceof HarnessError) this.conductor.broken ??= error;
    if (isGivenUp(error) && this.repeats.isTiredOf(task)) {
      this.count("given up after every try");
      return;
    }
    this.error ??= said instanceof Violation ? said : new Violation("error", `${task.name}: ${said.stack}`);
  }
}
