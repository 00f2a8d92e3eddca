// What the worker does about backups at a moment: whether one is due, or a trial, and which were kept long enough. Lists come
// with the newest first, and at their end what was made while the clock was ahead.
import {
  type Backup,
  type BackupRules,
  type Drill,
  isAhead,
  isUnderWay,
  keptUntil,
  nightOf,
  weekOf,
} from "./backup.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A night that failed is tried again after this. */
const AGAIN_MS = HOUR_MS;
/** A week, less the time by which a night may begin earlier. */
const DRILL_AFTER_MS = 7 * DAY_MS - 12 * HOUR_MS;
/** A trial follows the backup of the night. */
const FRESH_MS = 2 * HOUR_MS;
export const FAILURES_KEPT_MS = 30 * DAY_MS;

/** `since`: ISO time since which the shop makes backups; its first night is the one after. */
export function isNightDue({
  backups,
  since,
  now,
  timeZone,
}: {
  backups: readonly Pick<Backup, "kind" | "state" | "createdAt">[];
  since: string;
  now: number;
  timeZone: string;
}): boolean {
  if (backups.some(isUnderWay)) return false;
  const nights = backups.filter((each) => each.kind === "nightly" && !isAhead(each, now));
  const last = nights.find(({ state }) => state === "done")?.createdAt ?? since;
  if (nightOf(now, timeZone) <= nightOf(Date.parse(last), timeZone)) return false;
  const [newest] = nights;
  return newest?.state !== "failed" || now - Date.parse(newest.createdAt) >= AGAIN_MS;
}

/** Whether one that is made at this moment is the first good one of its week, which is kept longer. */
export function isFirstOfWeek(
  backups: readonly Pick<Backup, "state" | "createdAt" | "isWeekly">[],
  { at, timeZone }: { at: number; timeZone: string },
): boolean {
  const week = (time: number) => weekOf(nightOf(time, timeZone));
  return !backups.some(
    ({ isWeekly, state, createdAt }) =>
      isWeekly && state === "done" && week(Date.parse(createdAt)) === week(at),
  );
}

/** The first backup is tried at once; one that failed is tried again with the next backup, or after a day. */
export function isDrillDue({
  backups,
  drills,
  now,
}: {
  backups: readonly Pick<Backup, "state" | "createdAt">[];
  drills: readonly Pick<Drill, "state" | "createdAt">[];
  now: number;
}): boolean {
  const newest = backups.find((each) => each.state === "done" && !isAhead(each, now));
  if (!newest || drills.some(isUnderWay)) return false;
  const last = drills.find((each) => !isAhead(each, now));
  if (!last) return true;
  const age = now - Date.parse(last.createdAt);
  if (last.state === "equal") {
    const isFresh = now - Date.parse(newest.createdAt) < FRESH_MS;
    return age >= 8 * DAY_MS || (isFresh && age >= DRILL_AFTER_MS);
  }
  return newest.createdAt > last.createdAt || age >= DAY_MS;
}

/** `old`: good ones that were kept long enough, never the newest. `failures`: tries nobody needs to know of any more. */
export function outdated<B extends Pick<Backup, "state" | "createdAt" | "isWeekly">>({
  backups,
  rules,
  now,
}: {
  backups: readonly B[];
  rules: BackupRules;
  now: number;
}): { old: B[]; failures: B[] } {
  const [, ...others] = backups.filter(({ state }) => state === "done");
  return {
    old: others.filter((each) => keptUntil(each, rules) < now),
    failures: backups.filter(
      ({ state, createdAt }) => state === "failed" && now - Date.parse(createdAt) > FAILURES_KEPT_MS,
    ),
  };
}
