// What the worker does about backups at a moment: whether one is due, or a restore test, and which were kept long enough.
// Lists come with the newest first, and at their end what was made while the clock was ahead.
import {
  type Backup,
  type BackupRules,
  CLOCK_AHEAD_MS,
  isAhead,
  isUnderWay,
  keepingOf,
  nightOf,
  type RestoreTest,
} from "./backup.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A night that failed is tried again after this. */
const AGAIN_MS = HOUR_MS;
/** A week, less the time by which a night may begin earlier. */
const TEST_AFTER_MS = 7 * DAY_MS - 12 * HOUR_MS;
/** A test follows the backup of the night. */
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

/** The first backup is tested right away; a test that failed is repeated with the next backup, or after a day. */
export function isTestDue({
  backups,
  test: { isUnderWay: isTesting, last },
  now,
}: {
  backups: readonly Pick<Backup, "state" | "createdAt">[];
  test: Pick<RestoreTest, "isUnderWay" | "last">;
  now: number;
}): boolean {
  const newest = backups.find((each) => each.state === "done" && !isAhead(each, now));
  if (!newest || isTesting) return false;
  if (last === null || Date.parse(last.endedAt) > now + CLOCK_AHEAD_MS) return true;
  const age = now - Date.parse(last.endedAt);
  if (last.error !== null) return newest.createdAt > last.endedAt || age >= DAY_MS;
  const isFresh = now - Date.parse(newest.createdAt) < FRESH_MS;
  return age >= 8 * DAY_MS || (isFresh && age >= TEST_AFTER_MS);
}

/** `old`: good ones that were kept long enough, never the newest. `failures`: attempts that no longer matter. */
export function outdated<B extends Pick<Backup, "state" | "createdAt">>({
  backups,
  rules,
  timeZone,
  now,
}: {
  backups: readonly B[];
  rules: BackupRules;
  timeZone: string;
  now: number;
}): { old: B[]; failures: B[] } {
  const good = backups.filter(({ state }) => state === "done");
  const keeping = keepingOf(
    good.map(({ createdAt }) => createdAt),
    rules,
    timeZone,
  );
  return {
    old: good.slice(1).filter(({ createdAt }) => (keeping.get(createdAt)?.until ?? now) < now),
    failures: backups.filter(
      ({ state, createdAt }) => state === "failed" && now - Date.parse(createdAt) > FAILURES_KEPT_MS,
    ),
  };
}
