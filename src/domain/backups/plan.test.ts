import { expect, test } from "vitest";
import { type Backup, defaultBackupRules } from "./backup.ts";
import { isDrillDue, isFirstOfWeek, isNightDue, outdated } from "./plan.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const timeZone = "America/Phoenix";
/** A Monday, five in the morning in the shop. */
const MONDAY = Date.UTC(2026, 5, 1, 12);

type Made = Pick<Backup, "kind" | "state" | "createdAt" | "isWeekly">;
const at = (time: number) => new Date(time).toISOString();
const night = (time: number, state: Made["state"] = "done"): Made => ({
  kind: "nightly",
  state,
  createdAt: at(time),
  isWeekly: false,
});

test("[KN-6] sixty nights make sixty backups, of which seven days and four weeks stay, and nine drills", () => {
  let backups: Made[] = [];
  let drills: { state: "equal"; createdAt: string }[] = [];
  let [made, tried] = [0, 0];
  for (let now = MONDAY; now < MONDAY + 60 * DAY_MS; now += HOUR_MS) {
    if (isNightDue({ backups, since: at(MONDAY), now, timeZone })) {
      backups = [{ ...night(now), isWeekly: isFirstOfWeek(backups, { at: now, timeZone }) }, ...backups];
      made += 1;
    }
    if (isDrillDue({ backups, drills, now })) {
      drills = [{ state: "equal", createdAt: at(now) }, ...drills];
      tried += 1;
    }
    const { old } = outdated({ backups, rules: defaultBackupRules, now });
    backups = backups.filter((each) => !old.includes(each));
  }
  expect([made, tried]).toEqual([60, 9]);
  expect(backups.filter(({ isWeekly }) => !isWeekly).length).toBeLessThanOrEqual(7);
  expect(backups.filter(({ isWeekly }) => isWeekly)).toHaveLength(4);
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

test("[KN-6] a drill that failed is repeated with the next backup, or after a day", () => {
  const due = (backupAt: number, drillAt: number, now: number) =>
    isDrillDue({ backups: [night(backupAt)], drills: [{ state: "failed", createdAt: at(drillAt) }], now });
  expect(due(MONDAY, MONDAY + HOUR_MS, MONDAY + 2 * HOUR_MS)).toBe(false);
  expect(due(MONDAY, MONDAY + HOUR_MS, MONDAY + 26 * HOUR_MS)).toBe(true);
  expect(due(MONDAY + 2 * HOUR_MS, MONDAY + HOUR_MS, MONDAY + 2 * HOUR_MS)).toBe(true);
  expect(isDrillDue({ backups: [night(MONDAY, "failed")], drills: [], now: MONDAY })).toBe(false);
});

test("[KN-6] what was made while the clock was a year ahead holds up no night and no drill once it is set back", () => {
  const ahead = night(MONDAY + 365 * DAY_MS);
  const now = MONDAY + DAY_MS;
  const due = (backups: Made[]) => isNightDue({ backups, since: at(MONDAY - DAY_MS), now, timeZone });
  expect([due([ahead]), due([night(MONDAY), ahead]), due([night(now), ahead])]).toEqual([true, true, false]);
  const drills = [{ state: "equal" as const, createdAt: ahead.createdAt }];
  expect(isDrillDue({ backups: [night(now), ahead], drills, now })).toBe(true);
  expect(isDrillDue({ backups: [ahead], drills: [], now })).toBe(false);
  const old = night(MONDAY - 60 * DAY_MS);
  expect(outdated({ backups: [old, ahead], rules: defaultBackupRules, now }).old).toEqual([]);
});

test("[KN-6] the newest good backup stays however old, and failures are forgotten after a month", () => {
  const backups = [
    night(MONDAY + 40 * DAY_MS, "failed"),
    night(MONDAY),
    night(MONDAY - DAY_MS),
    night(MONDAY - 2 * DAY_MS, "failed"),
  ];
  const { old, failures } = outdated({ backups, rules: defaultBackupRules, now: MONDAY + 50 * DAY_MS });
  expect([old, failures]).toEqual([[backups[2]], [backups[3]]]);
});
