// How long the owner stays signed in: without using the shop, and at all. Both are choices of the owner between bounds
// that a shop's back office can answer for.

export type SessionRules = { idleMinutes: number; absoluteMinutes: number };

const HOUR = 60;
const DAY = 24 * HOUR;

export const defaultSessionRules: SessionRules = { idleMinutes: 8 * HOUR, absoluteMinutes: 7 * DAY };

export const idleChoices = [15, 30, HOUR, 2 * HOUR, 8 * HOUR, DAY];
/** A working day on a shared device, or a week on one's own. */
export const absoluteChoices = [12 * HOUR, 7 * DAY];

/** The longest that any session can last. */
export const SESSION_DAYS_MAX = 7;

/** 30 → "30 minutes", 480 → "8 hours", 10080 → "7 days". */
export function spanText(minutes: number): string {
  const [count, unit] =
    minutes % DAY === 0
      ? [minutes / DAY, "day"]
      : minutes % HOUR === 0
        ? [minutes / HOUR, "hour"]
        : [minutes, "minute"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
