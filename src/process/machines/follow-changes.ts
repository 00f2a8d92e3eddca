// Connects a page cache to what the database tells of changes (server/shown/change.ts): those of this process come the
// same way as those of others, so there is one way for all, and a process that dies right after a commit has told it.
import { randomUUID } from "node:crypto";
import type { Database } from "#server/db/database.ts";
import type { PageCache } from "#server/http/pages/page-cache.ts";
import { CHANGE_CHANNEL, readChange } from "#server/shown/change.ts";

const CAUGHT_UP = "caught up ";
/**
 * An owner who has saved something waits no longer for the process to hear of it: it then takes all its pages for old, and
 * doubts that it hears at all. A connection that died without a word would otherwise be noticed at its next proof only.
 */
const CATCH_UP_MS_MAX = 1_000;

export type Followed = {
  hears: () => boolean;
  /** Resolves when everything that was committed before is known to the cache. Never throws. */
  catchUp: () => Promise<void>;
};

/** `changed`: told each time that it begins or stops to hear. */
export async function followChanges(
  { listen, pool }: Pick<Database, "listen" | "pool">,
  cache: Pick<PageCache, "note" | "hears">,
  changed: (hears: boolean) => void = () => {},
): Promise<Followed> {
  const waiting = new Map<string, () => void>();
  const everything = () => cache.note({ kind: "everything" });
  const { hears, doubt } = await listen(CHANGE_CHANNEL, {
    heard: (payload) => {
      if (payload.startsWith(CAUGHT_UP)) waiting.get(payload)?.();
      else cache.note(readChange(payload));
    },
    missed: everything,
    changed: (nowHears) => {
      cache.hears(nowHears);
      changed(nowHears);
    },
  });
  cache.hears(hears());
  return {
    hears,
    // Messages arrive in the order of the commits, so after this one nothing from before is missing.
    catchUp: async () => {
      if (!hears()) return everything();
      const token = CAUGHT_UP + randomUUID();
      const { promise, resolve } = Promise.withResolvers<"heard" | "silent" | "unsent">();
      waiting.set(token, () => resolve("heard"));
      const limit = setTimeout(() => resolve("silent"), CATCH_UP_MS_MAX);
      pool.query("select pg_notify($1, $2)", [CHANGE_CHANNEL, token]).catch(() => resolve("unsent"));
      const outcome = await promise;
      clearTimeout(limit);
      waiting.delete(token);
      if (outcome === "silent") doubt();
      if (outcome !== "heard") everything();
    },
  };
}
