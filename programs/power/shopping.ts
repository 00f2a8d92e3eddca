// A shop on the embedded database whose folder is recorded, and shoppers who buy in it. The payment provider lives
// outside the folder and remembers everything. Each promise that the shop makes is noted with the number of steps that
// had been recorded by then: whatever the folder holds after a later cut must keep it.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type OpenShop, openShop } from "#process/open-shop.ts";
import { createSandbox, type Sandbox } from "#sandbox/sandbox.ts";
import { startCheckout } from "#server/checkout/start-checkout.ts";
import { type Database, embeddedDatabase } from "#server/db/database.ts";
import { openEmbedded } from "#server/db/embedded.ts";
import { lockFolder } from "#server/db/folder-lock.ts";
import { parseEnvironment } from "#server/env.ts";
import { settlePayment } from "#server/payments/settle-payment.ts";
import { createStripeProvider } from "#server/payments/stripe/stripe-provider.ts";
import type { Shop } from "#server/shop.ts";
import { pat } from "#test/people.ts";
import { addProduct } from "#test/products.ts";
import { countedUuid } from "#test/shop.ts";
import { type Random, seededRandom } from "../simulation/random.ts";

export type Promised =
  | { kind: "order"; orderId: string; intentId: string; total: number }
  /** The shopper has paid, and the shop has not heard of it yet. */
  | { kind: "payment"; intentId: string }
  | { kind: "product"; productId: string }
  | { kind: "picture"; key: string; bytes: Buffer }
  | { kind: "keys"; text: string };
export type Note = { after: number; promised: Promised };

const GOOD_CARD = "4242424242424242";
const PRICE = 3_200;
const SHIPPING = 599;
const SECRETS = { secretKey: "sk_test_sandbox", webhookSecret: "whsec_powerpowerpowerpower" };
const STOCK = 100_000;
const PICTURE_BYTES = 9_000;
const START = Date.UTC(2026, 5, 1, 12);
const STEP_MS = 20;

/** Ids that count up and a clock that moves on whenever it is read, so that a seed gives the same life again. */
let ids = 0;
let reads = 0;
const newId = () => countedUuid(++ids);
const clock = () => START + STEP_MS * ++reads;

export function createProvider(): Sandbox {
  return createSandbox({
    ...SECRETS,
    stateFile: ":memory:",
    publishableKey: "pk_test_sandbox",
    clock,
    random: seededRandom(1).next,
    deliver: async () => 503,
  });
}

/** Opens a shop in `folder` as a start of the process does. `database` left out: it opens its own. */
export function openShopIn(folder: string, provider: Sandbox, database?: Database): Promise<OpenShop> {
  const env = parseEnvironment({ DATA_DIR: folder, ADMIN_EMAIL: "owner@example.com", LOG_LEVEL: "silent" });
  if (!env.ok) throw new Error(env.problems.join("; "));
  const payments = createStripeProvider({
    ...SECRETS,
    mode: "sandbox",
    publishableKey: "pk_test_sandbox",
    fetch: (input, init) => provider.fetch(new Request(input, init)),
    clock,
  });
  return openShop(env.value, {
    database,
    migrates: true,
    payments,
    mailer: { send: async () => {} },
    clock,
    newId,
  });
}

export class Shopping {
  readonly notes: Note[] = [];
  readonly #folder: string;
  readonly #provider: Sandbox;
  readonly #count: () => number;
  #open: OpenShop | null = null;
  #unlock = () => {};
  #productId = "";

  /** `count`: the steps recorded so far. */
  constructor(folder: string, provider: Sandbox, count: () => number) {
    this.#folder = folder;
    this.#provider = provider;
    this.#count = count;
  }

  get #shop(): Shop {
    if (!this.#open) throw new Error("the shop is closed");
    return this.#open.shop;
  }

  #note(promised: Promised): void {
    this.notes.push({ after: this.#count(), promised });
  }

  /** The first start makes the database and the keys, and the owner puts one cap on the shelf. */
  async open(): Promise<void> {
    this.#unlock = lockFolder(this.#folder);
    const database = embeddedDatabase(await openEmbedded(this.#folder, () => {}), this.#unlock);
    this.#open = await openShopIn(this.#folder, this.#provider, database);
    this.#note({ kind: "keys", text: readFileSync(path.join(this.#folder, "secrets.json"), "utf8") });
    if (this.#productId !== "") return;
    this.#productId = await addProduct(this.#shop, { price: PRICE, stock: { "": STOCK } });
    this.#note({ kind: "product", productId: this.#productId });
  }

  async close(): Promise<void> {
    await this.#open?.database.close();
    this.#open = null;
  }

  /** As after kill -9: nobody closed the database, and only the lock of its folder goes. */
  die(): void {
    this.#open = null;
    this.#unlock();
  }

  async query(text: string): Promise<void> {
    await this.#shop.pool.query(text);
  }

  /** Some shoppers buy, and some pay without coming back. */
  async buy(visits: number, random: Random): Promise<void> {
    for (let visit = 0; visit < visits; visit += 1) {
      const { orderId, intentId } = await startSale(this.#shop, this.#productId);
      if (random.chance(0.15)) continue;
      if (this.#provider.controls.pay(intentId, GOOD_CARD).status !== 200)
        throw new Error("the card was refused");
      this.#note({ kind: "payment", intentId });
      if (random.chance(0.15)) continue;
      const settled = await settlePayment(this.#shop, { intentId, source: "browser" });
      if (!settled.ok) throw new Error(`the payment was not settled: ${settled.reason}`);
      this.#note({ kind: "order", orderId, intentId, total: PRICE + SHIPPING });
    }
  }

  async savePicture(random: Random): Promise<void> {
    const key = `product-images/${newId()}.webp`;
    const bytes = Buffer.from(Array.from({ length: PICTURE_BYTES }, () => random.below(256)));
    await this.#shop.files.put(key, bytes, "image/webp");
    this.#note({ kind: "picture", key, bytes });
  }
}

export async function startSale(
  shop: Shop,
  productId: string,
): Promise<{ orderId: string; intentId: string }> {
  const orderId = newId();
  const request = {
    idempotencyKey: newId(),
    orderId,
    items: [{ productId, variation: "", quantity: 1 }],
    shipping: pat,
    amountSeen: PRICE + SHIPPING,
    supersedes: null,
  };
  const result = await startCheckout(shop, { request });
  if (!result.ok) throw new Error(`the checkout was refused: ${result.reason}`);
  return { orderId, intentId: result.intentId };
}
