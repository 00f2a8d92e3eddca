// A whole shop for tests: real migrations on a real engine, the payment sandbox in this process behind the
// official client, a mailbox in an array, a clock moved by hand, ids that count up.

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { constants } from "node:os";
import Stripe from "stripe";
import { openShop } from "#process/open-shop.ts";
import { createSandbox, type Sandbox } from "#sandbox/sandbox.ts";
import type { Environment } from "#server/core/env.ts";
import { parseEnvironment } from "#server/core/env.ts";
import { createLogger } from "#server/core/log.ts";
import type { Secrets } from "#server/core/secrets.ts";
import type { Shop } from "#server/core/shop.ts";
import type { Database } from "#server/db/database.ts";
import type { FileStore } from "#server/files/file-store.ts";
import { drawAvif } from "#server/files/pictures/draw-avif.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { createStripeProvider } from "#server/payments/stripe/stripe-provider.ts";
import { openSharedDatabase } from "#test/database/test-database.ts";
import { OWNER } from "#test/sales/people.ts";
import { cheapPasswords } from "./cheap-passwords.ts";
import { rehearseStories } from "./rehearse-stories.ts";

export type TestShop = {
  shop: Shop;
  database: Database;
  sandbox: Sandbox;
  /** Emails that were sent. */
  mailbox: Mail[];
  /** Bytes of stored files by key. */
  files: Map<string, Uint8Array>;
  /** Log lines as objects. */
  logs: Record<string, unknown>[];
  clock: { now: () => number; advance: (milliseconds: number) => void };
  /** Webhooks that the sandbox tried to deliver; set `onWebhook` to receive them. */
  onWebhook: (receive: (body: string, signature: string) => Promise<number>) => void;
  close: () => Promise<void>;
};

export const TEST_TIME = Date.UTC(2026, 5, 1, 12);
const WEBHOOK_SECRET = "whsec_testtesttesttesttest";

const TEST_SECRETS: Secrets = {
  session: { current: "s".repeat(43), old: [] },
  orderLinks: { current: "o".repeat(43), old: [] },
  secondFactor: { current: "f".repeat(43), old: [] },
  knownDevice: { current: "d".repeat(43), old: [] },
  sandboxSecretKey: "sk_test_sandbox",
  sandboxWebhook: WEBHOOK_SECRET,
};

/** The client waits in real time before it repeats a dropped call; nothing else in a test does. */
function repeatWithoutPauses() {
  for (const pause of ["getInitialNetworkRetryDelay", "getMaxNetworkRetryDelay"]) {
    if (!(pause in Stripe.prototype)) throw new Error(`Stripe's client has no ${pause} anymore`);
    Object.assign(Stripe.prototype, { [pause]: () => 0 });
  }
}
repeatWithoutPauses();

/** Machines that share a database must not make the same ids. */
let secondMachines = 0;

export type TestShopOptions = {
  env?: Record<string, string>;
  secrets?: Secrets;
  /** The database of another shop, to become its second machine. */
  database?: Database;
};

/** The migrated, empty database of this worker's tests. */
export function openTestDatabase(): Promise<Database> {
  return openSharedDatabase(async (database) => {
    const store = await createTestShop({ database });
    await rehearseStories(store);
    await store.close();
  });
}

export async function createTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const database = options.database ?? (await openTestDatabase());
  let now = TEST_TIME;
  const clock = () => now;
  let ids = options.database ? ++secondMachines * 1_000_000 : 0;
  const newId = () => countedUuid(++ids);
  let receive: (body: string, signature: string) => Promise<number> = async () => 200;
  const sandbox = createSandbox({
    stateFile: ":memory:",
    secretKey: "sk_test_sandbox",
    publishableKey: "pk_test_sandbox",
    webhookSecret: WEBHOOK_SECRET,
    clock,
    random: seededRandom(7),
    deliver: (body, signature) => receive(body, signature),
  });
  const mailbox: Mail[] = [];
  const files = new Map<string, Uint8Array>();
  const logs: Record<string, unknown>[] = [];
  const { shop } = await openShop(testEnvironment(options.env ?? {}), {
    database,
    secrets: options.secrets ?? TEST_SECRETS,
    payments: createStripeProvider({
      mode: "sandbox",
      publishableKey: "pk_test_sandbox",
      secretKey: "sk_test_sandbox",
      webhookSecret: WEBHOOK_SECRET,
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      clock,
    }),
    mailer: { send: async (mail) => void mailbox.push(mail) },
    files: memoryFiles(files),
    log: createLogger("debug", clock, (line) => logs.push(JSON.parse(line))),
    clock,
    newId,
    passwords: cheapPasswords,
  });
  // At the lowest priority, a picture would wait for the other tests.
  shop.drawAvif = (webp, signal) => drawAvif(webp, signal, constants.priority.PRIORITY_NORMAL);
  return {
    shop,
    database,
    sandbox,
    mailbox,
    files,
    logs,
    clock: {
      now: clock,
      advance: (milliseconds) => {
        now += milliseconds;
      },
    },
    onWebhook: (handler) => {
      receive = handler;
    },
    close: async () => {
      sandbox.close();
      if (!options.database) await database.close();
    },
  };
}

export function testEnvironment(variables: Record<string, string>): Environment {
  const parsed = parseEnvironment({
    ADMIN_EMAIL: OWNER,
    LOG_LEVEL: "debug",
    ...(variables.PUBLIC_URL?.startsWith("https:") && { PUBLIC_DEMO: "on" }),
    ...variables,
  });
  if (!parsed.ok) throw new Error(parsed.problems.join("; "));
  return parsed.value;
}

/** 1 → "00000000-0000-4000-8000-000000000001": readable in a failure, valid everywhere. */
export function countedUuid(count: number): string {
  return `00000000-0000-4000-8000-${count.toString(16).padStart(12, "0")}`;
}

/** Numbers that look random and are the same in every run. */
export function seededRandom(seed: number): () => number {
  let count = 0;
  return () => createHash("sha256").update(`${seed}:${++count}`).digest().readUInt32BE(0) / 2 ** 32;
}

function memoryFiles(files: Map<string, Uint8Array>): FileStore {
  return {
    put: async (key, bytes) => void files.set(key, Buffer.from(bytes)),
    get: async (key) => files.get(key) ?? null,
    delete: async (key) => void files.delete(key),
    url: (key) => `/storage/${key}`,
  };
}
