// Connects the caches of a process to the database's change notifications (server/catalog/shown/change.ts): those of this process come the
// same way as those of others, so there is one way for all, and a process that dies right after a commit has sent its notification.
import { randomUUID } from "node:crypto";
import { CHANGE_CHANNEL, readChange, type ShopChange } from "#server/catalog/shown/change.ts";
import type { Database } from "#server/db/database.ts";

/** Sent after the owner has saved something, and after the changes that this made. */
const SAVED = "saved";
/** How long an owner who has saved something waits for this process to hear of it. */
const HEAR_MS_MAX = 1_000;

/** Something that is kept until it changes: pages, or what they are drawn from. */
export type Keeper = {
  note: (change: ShopChange) => void;
  /** The owner has saved something: what changed until now may no longer be shown as it was, not even for a moment. */
  saved?: () => void;
};

export type Followed = {
  /** After a commit of the owner: resolves when its changes are known here and announced everywhere. Never throws. */
  saved: () => Promise<void>;
};

export async function followChanges(
  { listen, pool }: Pick<Database, "listen" | "pool">,
  keepers: readonly Keeper[],
): Promise<Followed> {
  const waiting = new Map<string, () => void>();
  const note = (change: ShopChange) => {
    for (const keeper of keepers) keeper.note(change);
  };
  const noteSaved = () => {
    for (const keeper of keepers) keeper.saved?.();
  };
  const missed = () => {
    note({ kind: "everything" });
    noteSaved();
  };
  await listen(CHANGE_CHANNEL, {
    heard: (payload) => {
      if (!payload.startsWith(SAVED)) return note(readChange(payload));
      noteSaved();
      waiting.get(payload)?.();
    },
    missed,
  });
  return {
    // Messages arrive in the order of the commits, so after this one nothing from before is missing.
    saved: async () => {
      const token = `${SAVED} ${randomUUID()}`;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.set(token, () => resolve(true));
      const limit = setTimeout(() => resolve(false), HEAR_MS_MAX);
      pool.query("select pg_notify($1, $2)", [CHANGE_CHANNEL, token]).catch(() => resolve(false));
      const isHeard = await promise;
      clearTimeout(limit);
      waiting.delete(token);
      if (!isHeard) missed();
    },
  };
}
