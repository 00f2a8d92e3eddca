// Every date that the shop shows or counts. One moment has different dates in different time zones, so a page
// could read differently on the server and in a browser. Therefore nothing here uses the time zone of the
// machine it runs on. Dates on screen are in the zone of the store's settings; days that are counted are days
// of SHOP_TIME_ZONE.

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const SHOP_UTC_OFFSET_MS = -7 * HOUR_MS;

/** The shop's day of a moment in milliseconds: "2026-06-01". */
export function shopDay(time: number): string {
  return new Date(time + SHOP_UTC_OFFSET_MS).toISOString().slice(0, 10);
}

/** When the shop's day of this moment ends; both in milliseconds. */
export function endOfShopDay(time: number): number {
  return startInUtc(shopDay(time)) + DAY_MS - SHOP_UTC_OFFSET_MS;
}

export function shopYear(time: number): number {
  return Number(shopDay(time).slice(0, 4));
}

/** The day that is `days` later; earlier if negative. */
export function addDays(day: string, days: number): string {
  return new Date(startInUtc(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(startInUtc(day)).getUTCDay();
}

/** A day has no time zone, so it is both read and written in UTC. */
function startInUtc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

const shortDay = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });

/** "2026-06-01" → "Jun 1"; "" → "". */
export function tellDay(day: string): string {
  return day === "" ? "" : shortDay.format(startInUtc(day));
}

const momentStyles = {
  date: { dateStyle: "medium" },
  "date and time": { dateStyle: "medium", timeStyle: "short" },
} as const;

export type MomentStyle = keyof typeof momentStyles;

/** A moment (ISO) in a time zone: "Jun 1, 2026" or "Jun 1, 2026, 9:30 PM". */
export function tellMoment(at: string, timeZone: string, style: MomentStyle): string {
  return new Intl.DateTimeFormat("en-US", { timeZone, ...momentStyles[style] }).format(new Date(at));
}

/** The name of a time zone at a moment: "MST"; New York is "EST" in January and "EDT" in July. */
export function zoneNameAt(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
