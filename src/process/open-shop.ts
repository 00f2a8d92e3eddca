// The only composition root: the running shop, the command line, the tests and the simulation all put their shop
// together here. What a caller does not hand over is opened from the environment, in order, and closed in reverse,
// even when a later step fails. So no two programs can disagree about which mailer, provider, file store or channel
// the settings mean.
import { randomUUID } from "node:crypto";
import path from "node:path";
import { createAuth, type PasswordHashing } from "#server/auth/auth.ts";
import { KeptCatalog } from "#server/catalog/kept-catalog.ts";
import { CHANGE_CHANNEL } from "#server/catalog/shown/change.ts";
import { createVisitorHash } from "#server/checkout/visitors/hash-visitor.ts";
import { checkFolder } from "#server/core/disk/check-folder.ts";
import type { Environment } from "#server/core/env.ts";
import { createLogger } from "#server/core/log.ts";
import type { OperatorError } from "#server/core/operator-error.ts";
import { loadSecrets, type Secrets } from "#server/core/secrets.ts";
import type { Shop } from "#server/core/shop.ts";
import { type Database, openEmbeddedDatabase, openPostgresDatabase } from "#server/db/database.ts";
import { lockFolder } from "#server/db/folder-lock.ts";
import { migrate } from "#server/db/migrate.ts";
import { holdForCommand, holdPresence } from "#server/db/presence.ts";
import { migrateAsOwner } from "#server/db/roles.ts";
import type { FileStore } from "#server/files/file-store.ts";
import { createLocalStore } from "#server/files/local-store.ts";
import { drawAvif } from "#server/files/pictures/apart/draw-avif.ts";
import { createS3Store } from "#server/files/s3-store.ts";
import { createMailboxMailer } from "#server/mail/mailbox-mailer.ts";
import type { Mailer } from "#server/mail/mailer.ts";
import { createSmtpMailer } from "#server/mail/smtp-mailer.ts";
import { finishRestore, isUnfinished } from "#server/operations/backups/restore/finish-restore.ts";
import type { PaymentProvider } from "#server/payments/payment-provider.ts";
import { createStripeProvider } from "#server/payments/stripe/stripe-provider.ts";
import {
  reachSandbox,
  SANDBOX_PUBLISHABLE_KEY,
  type SandboxService,
  startSandbox,
} from "./sandbox/sandbox-service.ts";
import { undo } from "./undo.ts";

/** command: a command of the owner, which may run next to the shop if the database is PostgreSQL. */
export type Role = "shop" | "command";

/** What a caller may hand over instead of having it opened. */
export type ShopParts = Pick<Shop, "payments" | "mailer" | "files" | "log" | "clock" | "newId"> & {
  database: Database;
  secrets: Secrets;
};

type Options = Partial<ShopParts> & {
  /** Left out: the shop. */
  role?: Role;
  /** Left out: a database that is opened here is brought up to date. */
  migrates?: boolean;
  /** Called for anything slow, such as creating an embedded database. */
  say?: (message: string) => void;
  /** Called when a restore has taken the database while this process had lost it (a command: may take it): it must exit. */
  onReplaced?: (why: OperatorError) => void;
  /** Where the sandbox rings the shop's webhook; null while the shop does not listen. */
  webhookUrl?: () => string | null;
  /** Only tests give it; see auth/auth.ts. */
  passwords?: PasswordHashing;
};

export type OpenShop = {
  shop: Shop;
  database: Database;
  /** Null with a real provider, and with one that was handed over. */
  sandbox: SandboxService | null;
  close: () => Promise<void>;
};

/**
 * Opens a shop on these settings. The caller connects `shop.wakeWorker` to a worker, if it runs one.
 * Throws an OperatorError for what the owner can fix; after any error nothing stays open.
 */
export async function openShop(env: Environment, options: Options = {}): Promise<OpenShop> {
  const { role = "shop", say = () => {}, clock = Date.now, newId = randomUUID } = options;
  const cleanUp: (() => Promise<void>)[] = [];
  const close = () => undo(cleanUp);
  try {
    const log = options.log ?? createLogger(env.logLevel, clock);
    const database = options.database ?? (await openDatabase(env, { ...options, role, say }));
    cleanUp.push(database.close);
    const { migrates = !options.database } = options;
    if (migrates && env.databaseUrlOwner !== null)
      await migrateAsOwner(env.databaseUrlOwner, database.db, { say });
    else if (migrates) await migrate(database.db, { say });
    database.limitSilence();
    const secrets = options.secrets ?? loadSecrets(env);

    const openSandbox = () => {
      if (env.sandboxUrl) return reachSandbox(env.sandboxUrl);
      const { webhookUrl = () => null } = options;
      return startSandbox({ env, secrets, webhookUrl, clock });
    };
    const sandbox = options.payments || env.stripe ? null : await openSandbox();
    if (sandbox) cleanUp.push(sandbox.stop);

    const mailer = options.mailer ?? openMailer(env, clock, cleanUp);
    const { db, pool } = database;
    const { passwords } = options;
    const shop: Shop = {
      env,
      db,
      pool,
      payments: options.payments ?? openPayments(env, secrets, sandbox, clock),
      mailer,
      files: options.files ?? openFiles(env, clock),
      drawAvif,
      auth: createAuth({ db, env, secrets: secrets.session, log, newId, passwords }),
      keys: secrets,
      log,
      hashClient: createVisitorHash(secrets.orderLinks.current),
      clock,
      newId,
      wakeWorker: () => {},
      // The database notifies processes that cache pages; a process that caches pages waits for that (start-shop.ts).
      catalogChanged: async () => {},
      memory: { settings: null, catalog: new KeptCatalog({ isTold: false }) },
    };
    return { shop, database, sandbox, close };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/**
 * The embedded database belongs to one process. With PostgreSQL each copy of the shop locks a DATA_DIR of its own, where
 * pictures, secrets and the sandbox's books may be; commands run next to it.
 */
export async function openDatabase(
  env: Environment,
  {
    role,
    say,
    onReplaced = () => {},
  }: Pick<Options, "onReplaced"> & { role: Role; say: (message: string) => void },
): Promise<Database> {
  const folder = path.resolve(env.dataDir);
  checkFolder(folder);
  const ownsFolder = role === "shop";
  const cleanUp: (() => Promise<void>)[] = [];
  try {
    if (env.databaseUrl === null) {
      const embedded = await openEmbeddedDatabase(folder, say);
      cleanUp.push(embedded.close);
      await finishRestore(embedded.db, folder);
      return embedded;
    }
    if (ownsFolder) {
      const unlock = lockFolder(folder);
      cleanUp.push(async () => unlock());
    }
    const database = await openPostgresDatabase(env.databaseUrl, {
      directUrl: env.databaseUrlDirect ?? env.databaseUrl,
    });
    cleanUp.push(database.close);
    if (role === "command") {
      cleanUp.push(await holdForCommand(database, onReplaced));
      if (await isUnfinished(database.db, folder)) await finishAlone(database, folder);
    } else {
      await holdPresence(database, { channel: CHANGE_CHANNEL, ownParts: ownPartsOf(env), onReplaced });
    }
    if (ownsFolder) await finishRestore(database.db, folder);
    return { ...database, close: () => undo(cleanUp) };
  } catch (error) {
    await undo(cleanUp).catch(() => {});
    throw error;
  }
}

/** For a command, which runs next to a shop and locks nothing. */
async function finishAlone({ db }: Database, folder: string): Promise<void> {
  const unlock = lockFolder(folder);
  try {
    await finishRestore(db, folder);
  } finally {
    unlock();
  }
}

/** What this copy keeps in its own DATA_DIR although each copy needs it, by what would have to be set instead. */
function ownPartsOf(env: Environment): string[] {
  const isSandboxOwn = env.stripe === null && env.sandboxUrl === null;
  return [
    ...(env.s3 ? [] : ["S3_… for the pictures"]),
    ...(env.shopSecret ? [] : ["SHOP_SECRET for sessions and links"]),
    ...(isSandboxOwn ? ["the provider's keys (the payment sandbox is this copy's own)"] : []),
  ];
}

function openPayments(
  env: Environment,
  secrets: Secrets,
  sandbox: SandboxService | null,
  clock: () => number,
): PaymentProvider {
  if (env.stripe) return createStripeProvider({ mode: "live", ...env.stripe, clock });
  return createStripeProvider({
    mode: "sandbox",
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    secretKey: secrets.sandboxSecretKey,
    webhookSecret: secrets.sandboxWebhook,
    host: { host: sandbox?.host ?? "127.0.0.1", port: sandbox?.port ?? 0, protocol: "http" },
    clock,
  });
}

function openMailer(env: Environment, clock: () => number, cleanUp: (() => Promise<void>)[]): Mailer {
  if (!env.smtpUrl) return createMailboxMailer({ folder: mailboxFolderOf(env), clock });
  const mailer = createSmtpMailer({ smtpUrl: env.smtpUrl, from: env.mailFrom ?? "" });
  cleanUp.push(async () => mailer.close());
  return mailer;
}

/** The folder of the dev mailbox. */
export function mailboxFolderOf(env: Environment): string {
  return path.join(env.dataDir, "mailbox");
}

function openFiles(env: Environment, clock: () => number): FileStore {
  return env.s3
    ? createS3Store({ settings: env.s3, clock })
    : createLocalStore({ folder: path.join(env.dataDir, "files") });
}
