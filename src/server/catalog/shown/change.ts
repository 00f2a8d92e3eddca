// The database's notification of a change that pages show: db/functions/tell-*.sql sends it with the commit of the
// change, to every process (process/machines/follow-changes.ts).
import { isUuid } from "#domain/text/uuid.ts";

export const CHANGE_CHANNEL = "catalog";

/** everything: also for unknown changes, such as missed messages. */
export type ShopChange = { kind: "product"; id: string } | { kind: "settings" } | { kind: "everything" };

/** Never throws: a message that can't be parsed may have changed everything. */
export function readChange(payload: string): ShopChange {
  if (payload === "settings") return { kind: "settings" };
  const id = payload.startsWith("product ") ? payload.slice("product ".length) : "";
  return isUuid(id) ? { kind: "product", id } : { kind: "everything" };
}
