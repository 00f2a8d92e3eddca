// How far 'Sync All Statuses' has come. It is saved with the job after every batch, so it survives the tab,
// the browser and the process.

import { type Cursor, parseCursor } from "../text/cursor.ts";
import { fieldsOf } from "../text/fields-of.ts";
import type { OrderStatus } from "./order.ts";

export type SyncCounts = {
  synced: number;
  /** Of those, how many had a different status than at the provider. */
  updated: number;
  failed: number;
  /** Orders with a payment when the job began; null before the first batch. */
  total: number | null;
};

/** An order whose status was different. */
type SyncChange = { id: string; number: number; from: OrderStatus; to: OrderStatus };
type SyncFailure = { id: string; number: number; reason: SyncFailureReason };
export type SyncFailureReason = "no_payment_intent" | "not_found" | "unavailable";

/** The first ones of each kind, at most SYNC_LISTED_MAX. */
export type SyncList = { changed: SyncChange[]; failures: SyncFailure[] };

/** The counts include all; only this many of each kind are listed. */
export const SYNC_LISTED_MAX = 50;

/** `isSelection`: chosen orders instead of all. */
export type SyncJob = SyncCounts &
  SyncList & { id: string; isSelection: boolean; state: "under_way" | "done" | "stopped" | "dead" };

export const syncStart: SyncCounts & SyncList & { after: string | null } = {
  changed: [],
  failures: [],
  synced: 0,
  updated: 0,
  failed: 0,
  total: null,
  after: null,
};

/** The saved progress of a job. A value that makes no sense counts as not started. */
export function parseSyncProgress(kept: unknown): SyncCounts &
  SyncList & {
    after: Cursor | null;
    /** The chosen orders that remain; null for all orders from `after` on. */
    ids: string[] | null;
    stopped: boolean;
  } {
  const fields = fieldsOf(kept);
  const count = (name: string) => (Number.isSafeInteger(fields[name]) ? Number(fields[name]) : 0);
  return {
    synced: count("synced"),
    updated: count("updated"),
    failed: count("failed"),
    total: Number.isSafeInteger(fields.total) ? Number(fields.total) : null,
    changed: listIn(fields.changed),
    failures: listIn(fields.failures),
    ids: Array.isArray(fields.ids) ? fields.ids.filter((id) => typeof id === "string") : null,
    after: parseCursor(fields.after),
    stopped: fields.stopped === true,
  };
}

/** Only the job writes these entries, so they are not checked again. */
function listIn<Entry>(kept: unknown): Entry[] {
  return Array.isArray(kept) ? kept : [];
}
