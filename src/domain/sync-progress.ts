// How far 'Sync All Statuses' has come. It is kept with the job after every batch, so it survives the tab,
// the browser and the process.
import { type OrderCursor, parseOrderCursor } from "./order-search.ts";

export type SyncCounts = {
  synced: number;
  /** Of those, how many had another status than the provider. */
  updated: number;
  failed: number;
  /** Orders with a payment, when it began; null before the first batch. */
  total: number | null;
};

export type SyncJob = SyncCounts & { id: string; state: "under_way" | "done" | "stopped" | "dead" };

export const syncStart: SyncCounts & { after: string | null } = {
  synced: 0,
  updated: 0,
  failed: 0,
  total: null,
  after: null,
};

/** What a job of this kind has kept; whatever is not as it should be counts as the beginning. */
export function parseSyncProgress(
  kept: unknown,
): SyncCounts & { after: OrderCursor | null; stopped: boolean } {
  const fields = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const count = (name: string) => (Number.isSafeInteger(fields[name]) ? Number(fields[name]) : 0);
  return {
    synced: count("synced"),
    updated: count("updated"),
    failed: count("failed"),
    total: Number.isSafeInteger(fields.total) ? Number(fields.total) : null,
    after: parseOrderCursor(typeof fields.after === "string" ? fields.after : null),
    stopped: fields.stopped === true,
  };
}
