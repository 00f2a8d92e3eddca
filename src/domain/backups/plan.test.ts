import { expect, test } from "vitest";
import { type Backup, defaultBackupRules, keepingOf, type RestoreTest } from "./backup.ts";
import { isNightDue, isTestDue, outdated } from "./plan.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const timeZone = "America/Phoenix";
/** A Monday, five in the morning in the shop. */
const MONDAY = Date.UTC(2026, 5, 1, 12);

type Made = Pick<Backup, "kind" | "state" | "createdAt">;
const at = (time: number) => new Date(time).toISOString();
const night = (time: number, state: Made["state"] = "done"): Made => ({
  kind: "nightly",
  state,
  createdAt: at(time),
});
const rules = defaultBackupRules;
/** The last restore test ended then. */
const tested = (time: number, error: string | null = null): Pick<RestoreTest, "isUnderWay" | "last"> => ({
  isUnderWay: false,
  last: { endedAt: at(time), backupAt: null, error, tables: null, rows: null },
});
const untested = { isUnderWay: false, last: null };

test("[KN-6] sixty nights make sixty backups, of which seven days and four weeks stay, and nine restore tests", () => {
  let backups: Made[] = [];
  let test: Pick<RestoreTest, "isUnderWay" | "last"> = untested;
  let [made, tried] = [0, 0];
  for (let now = MONDAY; now < MONDAY + 60 * DAY_MS; now += HOUR_MS) {
    if (isNightDue({ backups, since: at(MONDAY), now, timeZone })) {
      backups = [night(now), ...backups];
      made += 1;
    }
    if (isTestDue({ backups, test, now })) {
      test = tested(now);
      tried += 1;
    }
    const { old } = outdated({ backups, rules, timeZone, now });
    backups = backups.filter((each) => !old.includes(each));
  }
  expect([made, tried]).toEqual([60, 9]);
  const moments = backups.map(({ createdAt }) => createdAt);
  const weekly = [...keepingOf(moments, rules, timeZone).values()].filter(({ isWeekly }) => isWeekly);
  expect(weekly).toHaveLength(4);
  expect(backups.length - weekly.length).toBeLessThanOrEqual(7);
});

test("[KN-6] a night that failed is tried again within hours, one that was slept through in the morning", () => {
  const due = (backups: Made[], now: number) => isNightDue({ backups, since: at(MONDAY), now, timeZone });
  const failed = night(MONDAY + DAY_MS, "failed");
  expect([0.5, 1, 2].map((hours) => due([failed], MONDAY + DAY_MS + hours * HOUR_MS))).toEqual([
    false,
    true,
    true,
  ]);
  expect(due([night(MONDAY + DAY_MS, "waiting")], MONDAY + 3 * DAY_MS)).toBe(false);
  expect(due([night(MONDAY)], MONDAY + DAY_MS + 8 * HOUR_MS)).toBe(true);
  // One that the owner asked for is no night's.
  expect(due([{ ...night(MONDAY + 20 * HOUR_MS), kind: "asked" }], MONDAY + DAY_MS)).toBe(true);
});

test("[KN-6] a restore test that failed is repeated with the next backup, or after a day", () => {
  const due = (backupAt: number, testedAt: number, now: number) =>
    isTestDue({ backups: [night(backupAt)], test: tested(testedAt, "it is damaged"), now });
  expect(due(MONDAY, MONDAY + HOUR_MS, MONDAY + 2 * HOUR_MS)).toBe(false);
  expect(due(MONDAY, MONDAY + HOUR_MS, MONDAY + 26 * HOUR_MS)).toBe(true);
  expect(due(MONDAY + 2 * HOUR_MS, MONDAY + HOUR_MS, MONDAY + 2 * HOUR_MS)).toBe(true);
  expect(isTestDue({ backups: [night(MONDAY, "failed")], test: untested, now: MONDAY })).toBe(false);
  const underWay = { isUnderWay: true, last: null };
  expect(isTestDue({ backups: [night(MONDAY)], test: underWay, now: MONDAY })).toBe(false);
});

test("[KN-6] what was made while the clock was a year ahead holds up no night and no restore test once it is set back", () => {
  const ahead = night(MONDAY + 365 * DAY_MS);
  const now = MONDAY + DAY_MS;
  const due = (backups: Made[]) => isNightDue({ backups, since: at(MONDAY - DAY_MS), now, timeZone });
  expect([due([ahead]), due([night(MONDAY), ahead]), due([night(now), ahead])]).toEqual([true, true, false]);
  const test = tested(MONDAY + 365 * DAY_MS);
  expect(isTestDue({ backups: [night(now), ahead], test, now })).toBe(true);
  expect(isTestDue({ backups: [ahead], test: untested, now })).toBe(false);
  const old = night(MONDAY - 60 * DAY_MS);
  expect(outdated({ backups: [old, ahead], rules, timeZone, now }).old).toEqual([]);
});

test("[KN-6] the newest good backup stays however old, and failures are forgotten after a month", () => {
  const backups = [
    night(MONDAY + 40 * DAY_MS, "failed"),
    night(MONDAY),
    night(MONDAY - DAY_MS),
    night(MONDAY - 2 * DAY_MS, "failed"),
  ];
  const { old, failures } = outdated({ backups, rules, timeZone, now: MONDAY + 50 * DAY_MS });
  expect([old, failures]).toEqual([[backups[2]], [backups[3]]]);
});
