// Every date that the shop shows or counts. A moment has another date in another zone, so the same page would
// read differently on the server and in a browser: nothing here asks for the zone of the machine it runs on.
// What people read is in the zone of the store's settings; days that are counted are in SHOP_TIME_ZONE.

/**
 * Where the shop is by default (Phoenix, as its return address and its hours in MST say), and the zone that
 * days are counted in. The database counts the days of its reports in it, too, so it is not a setting. It has
 * no daylight time.
 */
export const SHOP_TIME_ZONE = "America/Phoenix";
const SHOP_UTC_OFFSET = "-07:00";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The shop's day of a moment in milliseconds: "2026-06-01". */
export function shopDay(time: number): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: SHOP_TIME_ZONE,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(time);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** When the shop's day of this moment is over; both in milliseconds. */
export function endOfShopDay(time: number): number {
  return Date.parse(`${addDays(shopDay(time), 1)}T00:00:00${SHOP_UTC_OFFSET}`);
}

export function shopYear(time: number): number {
  return Number(shopDay(time).slice(0, 4));
}

/** The day so many days later (or earlier, below zero). */
export function addDays(day: string, days: number): string {
  return new Date(startInUtc(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(startInUtc(day)).getUTCDay();
}

/** A day has no zone: it is read where it is written, in UTC. */
function startInUtc(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

const shortDay = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" });

/** "2026-06-01" → "Jun 1", and nothing for no day. */
export function tellDay(day: string): string {
  return day === "" ? "" : shortDay.format(startInUtc(day));
}

export type MomentStyle = "date" | "long date" | "date and time";

const momentStyles = {
  date: { dateStyle: "medium" },
  "long date": { dateStyle: "long" },
  "date and time": { dateStyle: "medium", timeStyle: "short" },
} as const satisfies Record<MomentStyle, Intl.DateTimeFormatOptions>;

/** A moment (ISO) in a zone: "Jun 1, 2026", "June 1, 2026" or "Jun 1, 2026, 9:30 PM". */
export function tellMoment(at: string, timeZone: string, style: MomentStyle): string {
  return new Intl.DateTimeFormat("en-US", { timeZone, ...momentStyles[style] }).format(new Date(at));
}

/** What a zone is called at a moment: "MST"; New York is "EST" in January and "EDT" in July. */
export function zoneNameAt(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "short" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}
