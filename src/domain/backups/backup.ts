// Automatic backups: when they run, how long each is kept, and how that is worded.
import { addDays, shopDay, weekdayOf } from "../text/dates.ts";

export type Backup = {
  id: string;
  kind: "nightly" | "asked";
  state: "waiting" | "running" | "done" | "failed";
  /** ISO times. */
  createdAt: string;
  endedAt: string | null;
  /** What it does right now; null unless it is under way. */
  step: string | null;
  /** Why it failed. */
  error: string | null;
  fileName: string | null;
  /** The machine where its file is. */
  host: string | null;
  bytes: number | null;
  tables: number | null;
  rows: number | null;
  /** In the S3 store: `none` without one. */
  store: "none" | "waiting" | "there";
  storeError: string | null;
};

/** The newest backup is restored next to the shop, its rows are compared, and it is deleted. */
export type RestoreTest = {
  /** Whether one waits or runs right now, and then what it does. */
  isUnderWay: boolean;
  step: string | null;
  /** The last one that ended; null: none did. */
  last: {
    /** ISO times. */
    endedAt: string;
    /** When the backup was made. */
    backupAt: string | null;
    /** Why it failed; null: it passed. */
    error: string | null;
    tables: number | null;
    rows: number | null;
  } | null;
};

/** How long backups are kept: each for days, the first of each week for weeks. */
export type BackupRules = { days: number; weeks: number };

export const defaultBackupRules: BackupRules = { days: 7, weeks: 4 };
export const BACKUP_DAYS_MAX = 90;
export const BACKUP_WEEKS_MAX = 52;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Backups are made at this hour of the shop's day. */
export const BACKUP_HOUR = 3;
/** After this long without a good backup, every page of the back office warns the owner. */
export const BACKUP_LATE_MS = 3 * DAY_MS;

/** What is dated later than so long after now was made while the clock was wrong: nothing follows from its age. */
export const CLOCK_AHEAD_MS = DAY_MS;

export function isAhead({ createdAt }: Pick<Backup, "createdAt">, now: number): boolean {
  return Date.parse(createdAt) > now + CLOCK_AHEAD_MS;
}

/** The night to which a moment belongs, as the day on which it began: it begins when backups are due. */
export function nightOf(time: number, timeZone: string): string {
  return shopDay(time - BACKUP_HOUR * HOUR_MS, timeZone);
}

/** The Monday of the week of this night. */
export function weekOf(night: string): string {
  return addDays(night, -((weekdayOf(night) + 6) % 7));
}

/** `until`: in milliseconds. `isWeekly`: it is kept longer, as the first of its week. */
export type Keeping = { until: number; isWeekly: boolean };

/** How long good backups that were made at these moments are kept. The newest one is kept even longer. */
export function keepingOf(
  moments: readonly string[],
  { days, weeks }: BackupRules,
  timeZone: string,
): Map<string, Keeping> {
  const week = (at: string) => weekOf(nightOf(Date.parse(at), timeZone));
  const firsts = new Map(
    moments
      .toSorted()
      .reverse()
      .map((at) => [week(at), at]),
  );
  return new Map(
    moments.map((at) => {
      const isWeekly = firsts.get(week(at)) === at;
      return [at, { isWeekly, until: Date.parse(at) + Math.max(days, isWeekly ? weeks * 7 : 0) * DAY_MS }];
    }),
  );
}

export function isUnderWay({ state }: Pick<Backup, "state">): boolean {
  return state === "waiting" || state === "running";
}

const units = ["B", "KB", "MB", "GB"] as const;

/** "24 MB", "1.3 GB". */
export function formatBytes(bytes: number): string {
  let at = 0;
  let value = bytes;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return `${value < 10 && at > 0 ? value.toFixed(1) : Math.round(value)} ${units[at]}`;
}

/** What came of a restore test, in one sentence. */
export function formatRestoreTest({ error, tables, rows }: NonNullable<RestoreTest["last"]>): string {
  return error === null
    ? `Fully restored: ${(rows ?? 0).toLocaleString("en-US")} rows in ${tables} tables, the same as in the shop.`
    : `It could not be restored: ${error}.`;
}
