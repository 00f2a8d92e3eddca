// Connects what a process keeps of shared pages to what the database tells of changes (server/shown/change.ts): those of this process come the
// same way as those of others, so there is one way for all, and a process that dies right after a commit has told it.
import { randomUUID } from "node:crypto";
import type { Database } from "#server/db/database.ts";
import { CHANGE_CHANNEL, readChange, type ShownChange } from "#server/shown/change.ts";

const CAUGHT_UP = "caught up ";
/** An owner who has saved something waits no longer for the process to hear of it: it then takes all its pages for old. */
const CATCH_UP_MS_MAX = 1_000;

/** Something that is kept until it changes: pages, or what they are drawn from. */
export type Keeper = {
  note: (change: ShownChange) => void;
};

export type Followed = {
  /** Resolves when everything that was committed before is known to the keepers. Never throws. */
  catchUp: () => Promise<void>;
};

export async function followChanges(
  { listen, pool }: Pick<Database, "listen" | "pool">,
  keepers: readonly Keeper[],
): Promise<Followed> {
  const waiting = new Map<string, () => void>();
  const note = (change: ShownChange) => {
    for (const keeper of keepers) keeper.note(change);
  };
  const everything = () => note({ kind: "everything" });
  await listen(CHANGE_CHANNEL, {
    heard: (payload) => {
      if (payload.startsWith(CAUGHT_UP)) waiting.get(payload)?.();
      else note(readChange(payload));
    },
    missed: everything,
  });
  return {
    // Messages arrive in the order of the commits, so after this one nothing from before is missing.
    catchUp: async () => {
      const token = CAUGHT_UP + randomUUID();
      const { promise, resolve } = Promise.withResolvers<"heard" | "silent" | "unsent">();
      waiting.set(token, () => resolve("heard"));
      const limit = setTimeout(() => resolve("silent"), CATCH_UP_MS_MAX);
      pool.query("select pg_notify($1, $2)", [CHANGE_CHANNEL, token]).catch(() => resolve("unsent"));
      const outcome = await promise;
      clearTimeout(limit);
      waiting.delete(token);
      if (outcome !== "heard") everything();
    },
  };
}
