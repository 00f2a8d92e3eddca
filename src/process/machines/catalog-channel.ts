// How processes on one PostgreSQL tell each other that the catalog or the settings changed: NOTIFY on one channel. What
// can't be sent while the database is away is sent when it is back; a process that ends tries once more.
import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "#server/db/database.ts";

export const CATALOG_CHANNEL = "catalog";
const NOTIFY_DELAY_MS = 50;
const NOTIFY_AGAIN_MS = 1_000;

export type CatalogAnnouncement = {
  /** Returns at once; many calls within a moment become one message. */
  tell: () => Promise<void>;
  /** Sends what still waits. */
  finish: () => Promise<void>;
};

/** Nobody else listens to an embedded database, so there nothing is sent. */
export function announceCatalog({ kind, pool }: Pick<Database, "kind" | "pool">): CatalogAnnouncement {
  let waiting: NodeJS.Timeout | null = null;
  // The message is no part of the request that made the change: it may be of several, and be sent much later.
  const outsideRequest = AsyncLocalStorage.snapshot();
  const send = async (isLast = false) => {
    if (waiting === null) return;
    clearTimeout(waiting);
    waiting = null;
    await pool.query("select pg_notify($1, '')", [CATALOG_CHANNEL]).catch(() => {
      if (!isLast) waiting ??= setTimeout(send, NOTIFY_AGAIN_MS).unref();
    });
  };
  return {
    tell: async () => {
      if (kind === "postgres") waiting ??= outsideRequest(() => setTimeout(send, NOTIFY_DELAY_MS).unref());
    },
    finish: () => send(true),
  };
}
