import { createAuth } from "./auth/auth.ts";
import type { Database } from "./db/database.ts";
import type { Environment } from "./env.ts";
import { drawAvif } from "./files/draw-avif.ts";
import type { FileStore } from "./files/file-store.ts";
import type { Logger } from "./log.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { PaymentProvider } from "./payments/payment-provider.ts";
import type { Secrets } from "./secrets.ts";
import type { Shop } from "./shop.ts";

export type ShopParts = {
  env: Environment;
  database: Database;
  secrets: Secrets;
  payments: PaymentProvider;
  mailer: Mailer;
  files: FileStore;
  log: Logger;
  clock: () => number;
  newId: () => string;
};

/** Puts a shop together. Who runs it connects `wakeWorker` and `catalogChanged` to its worker and its cache. */
export function createShop(parts: ShopParts): Shop {
  const { env, database, secrets, log, newId } = parts;
  return {
    ...parts,
    db: database.db,
    pool: database.pool,
    auth: createAuth({ db: database.db, env, secret: secrets.session, log, newId }),
    orderLinkSecret: secrets.orderLinks,
    secondFactorSecret: secrets.secondFactor,
    memory: { settings: null, lists: new Map() },
    drawAvif: (webp, signal) => drawAvif(webp, signal),
    wakeWorker: () => {},
    catalogChanged: async () => {},
  };
}
