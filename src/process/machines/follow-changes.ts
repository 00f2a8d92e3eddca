// Connects what a process keeps to what the database tells of changes (server/shown/change.ts): those of this process come the
// same way as those of others, so there is one way for all, and a process that dies right after a commit has told it.
import { randomUUID } from "node:crypto";
import type { Database } from "#server/db/database.ts";
import { CHANGE_CHANNEL, readChange, type ShopChange } from "#server/shown/change.ts";

/** Sent after the owner has saved something, and after the changes that this made. */
const SAVED = "saved";
/**
 * How long an owner who has saved something waits for this process to hear of it. A connection that died without a word would
 * otherwise be noticed at its next proof only.
 */
const HEAR_MS_MAX = 1_000;

/** Something that is kept until it changes: pages, or what they are drawn from. */
export type Keeper = {
  note: (change: ShopChange) => void;
  /** Whether changes are heard. */
  hears: (hears: boolean) => void;
  /** The owner has saved something: what changed until now may no longer be shown as it was, not even for a moment. */
  saved?: () => void;
};

export type Followed = {
  hears: () => boolean;
  /** After a commit of the owner: resolves when its changes are known here, and have been told everywhere. Never throws. */
  saved: () => Promise<void>;
};

/** `changed`: told each time that it begins or stops to hear. */
export async function followChanges(
  { listen, pool }: Pick<Database, "listen" | "pool">,
  keepers: readonly Keeper[],
  changed: (hears: boolean) => void = () => {},
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
  const tellWhether = (nowHears: boolean) => {
    for (const keeper of keepers) keeper.hears(nowHears);
  };
  const { hears, doubt } = await listen(CHANGE_CHANNEL, {
    heard: (payload) => {
      if (!payload.startsWith(SAVED)) return note(readChange(payload));
      noteSaved();
      waiting.get(payload)?.();
    },
    missed,
    changed: (nowHears) => {
      tellWhether(nowHears);
      changed(nowHears);
    },
  });
  tellWhether(hears());
  return {
    hears,
    // Messages arrive in the order of the commits, so after this one nothing from before is missing.
    saved: async () => {
      const token = `${SAVED} ${randomUUID()}`;
      const { promise, resolve } = Promise.withResolvers<"heard" | "silent" | "unsent">();
      waiting.set(token, () => resolve("heard"));
      const limit = setTimeout(() => resolve("silent"), HEAR_MS_MAX);
      const sent = pool.query("select pg_notify($1, $2)", [CHANGE_CHANNEL, token]);
      sent.then(
        () => hears() || resolve("silent"),
        () => resolve("unsent"),
      );
      const outcome = await promise;
      clearTimeout(limit);
      waiting.delete(token);
      if (outcome === "silent") doubt();
      if (outcome !== "heard") missed();
    },
  };
}
