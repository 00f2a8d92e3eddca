// Everything a use case may touch, handed over as its first parameter. There are no module singletons, so a test,
// the simulation and the running shop build the same thing (process/open-shop.ts) from different parts: another
// clock, another provider, another mailer.
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Trouble } from "#domain/alerts/trouble.ts";
import type { Waiting } from "#domain/alerts/waiting.ts";
import type { Brand } from "#domain/brand/brand.ts";
import type { StoreSettings } from "#domain/settings/settings.ts";
import type { Auth } from "../auth/auth.ts";
import type { KeptCatalog } from "../catalog/kept-catalog.ts";
import type { Schema } from "../db/schema.ts";
import type { FileStore } from "../files/file-store.ts";
import type { AvifFile } from "../files/pictures/apart/avif-process.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { PaymentProvider } from "../payments/payment-provider.ts";
import type { KeptConfiguration } from "../settings/kept-configuration.ts";
import type { LoadedConfiguration } from "../settings/queries.ts";
import type { Environment } from "./env.ts";
import type { Logger } from "./log.ts";
import type { Keys } from "./secrets.ts";

export type Shop = {
  env: Environment;
  db: Kysely<Schema>;
  /** The driver's pool under `db`, for single hot statements. */
  pool: Pool;
  payments: PaymentProvider;
  mailer: Mailer;
  files: FileStore;
  /** See pictures/apart/draw-avif.ts. */
  drawAvif: (webp: Uint8Array, signal: AbortSignal) => Promise<AvifFile[]>;
  auth: Auth;
  /** What this process last read of the shop, for pages that are drawn while the database can't be read. */
  memory: ShopMemory;
  /** What the shop signs and seals with; see secrets.ts. */
  keys: Keys;
  log: Logger;
  /** A keyed hash that stands for a client's network or an account in logs and limits; see visitors/hash-visitor.ts. */
  hashClient: (text: string) => string;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** A new UUID. */
  newId: () => string;
  /** Something is waiting for the worker: that task need not wait for its next round. */
  wakeWorker: (task: WokenTask) => void;
  /**
   * After a commit of the owner: resolves when this process serves no page from before it, and has notified all others to serve
   * none. Of sales the database tells them (db/functions/tell-*.sql).
   */
  catalogChanged: () => Promise<void>;
  /** While a public page or a preview of the draft is rendered: data that its parts read once. */
  sharedPage?: { configuration?: Promise<LoadedConfiguration>; isPreview?: boolean };
};

/** Names of the worker's tasks (process/worker.ts) whose work begins somewhere else. */
export type WokenTask = "events" | "mails" | "calls" | "stock" | "backups" | "reconciliation";

export type ShopMemory = {
  settings: StoreSettings | null;
  brand?: Brand;
  /** See LoadedConfiguration. */
  icons?: string | null;
  timeZone?: string;
  /** For shared pages, in a process that serves them. */
  configuration?: KeptConfiguration;
  catalog: KeptCatalog;
  /** Ids of what sold most, with the time when they were read; see catalog/list-best-sellers.ts. */
  bestSellers?: { at: number; ids: string[] };
  /** With the time when they were looked for; see operations/alerts/find-troubles.ts. */
  troubles?: { at: number; found: Trouble[] };
  /** When this process last wrote down which mail server took an email; see mail/mail-setup.ts. */
  emailAccepted?: { host: string; at: number };
  /** The mail server refused the shop's password; milliseconds since 1970. */
  emailsPausedUntil?: number | undefined;
  /** See operations/alerts/count-waiting.ts. */
  waiting?: { at: number; counts: Waiting };
};

/** The current time as a Date, for columns of type timestamptz. */
export function nowOf(shop: Pick<Shop, "clock">): Date {
  return new Date(shop.clock());
}
