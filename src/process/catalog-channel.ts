// How processes on one PostgreSQL tell each other that the catalog or the settings changed: NOTIFY on one channel. A
// lost message only costs other processes the freshness of their caches.
import type { Database } from "#server/db/database.ts";

export const CATALOG_CHANNEL = "catalog";
const NOTIFY_DELAY_MS = 50;

export type CatalogAnnouncement = {
  /** Returns at once; many calls within a moment become one message. */
  tell: () => Promise<void>;
  /** Sends what still waits. */
  finish: () => Promise<void>;
};

/** Nobody else listens to an embedded database, so there nothing is sent. */
export function announceCatalog({ kind, pool }: Pick<Database, "kind" | "pool">): CatalogAnnouncement {
  let waiting: NodeJS.Timeout | null = null;
  const send = async () => {
    if (waiting === null) return;
    clearTimeout(waiting);
    waiting = null;
    await pool.query("select pg_notify($1, '')", [CATALOG_CHANNEL]).catch(() => {});
  };
  return {
    tell: async () => {
      if (kind === "postgres") waiting ??= setTimeout(send, NOTIFY_DELAY_MS).unref();
    },
    finish: send,
  };
}
