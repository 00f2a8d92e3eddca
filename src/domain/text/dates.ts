// Every date that the shop shows or counts. One moment has different dates in different time zones, so a page
// could read differently on the server and in a browser. Therefore nothing here uses the time zone of the
// machine it runs on: dates on screen and days that are counted are those of the zone of the store's settings.

const DAY_MS = 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Of a time zone, by a name for the options. Making one takes a browser longer than asking it a hundred times, so none is
 * made before it is asked, nor twice.
 */
function formatOf(timeZone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${timeZone}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat("en-US", { timeZone, ...options });
  formats.set(key, format);
  return format;
}

const clock = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

/** What the clocks of a time zone show at a moment in milliseconds: "2026-06-01 21:30:05". */
export function wallTime(time: number, timeZone: string): string {
  const parts = formatOf(timeZone, "clock", clock).formatToParts(time);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? "";
  const day = `${part("year")}-${part("month")}-${part("day")}`;
  return `${day} ${part("hour")}:${part("minute")}:${part("second")}`;
}

/** The day of a moment in milliseconds in the shop's time zone: "2026-06-01". */
export function shopDay(time: number, timeZone: string): string {
  return wallTime(time, timeZone).slice(0, 10);
}

/** From the beginning of the first of some shop days to the end of the last one. */
export function spanOfDays(
  { from, to }: { from: string; to: string },
  timeZone: string,
): { from: Date; to: Date } {
  return { from: endOfDay(addDays(from, -1), timeZone), to: endOfDay(to, timeZone) };
}

function endOfDay(day: string, timeZone: string): Date {
  const noon = Date.parse(`${day}T12:00:00Z`);
  // Where it is a day later at noon in London, it is still this day six hours before.
  const within = shopDay(noon, timeZone) === day ? noon : noon - 6 * 60 * 60_000;
  return new Date(endOfShopDay(within, timeZone));
}

/** When the shop's day of this moment ends; both in milliseconds. */
export function endOfShopDay(time: number, timeZone: string): number {
  const midnight = startInUtc(addDays(shopDay(time, timeZone), 1));
  const offsetAt = (at: number) => Date.parse(`${wallTime(at, timeZone).replace(" ", "T")}Z`) - at;
  // Clocks may be changed between now and midnight, never at midnight itself.
  return midnight - offsetAt(midnight - offsetAt(time));
}

export function shopYear(time: number, timeZone: string): number {
  return Number(shopDay(time, timeZone).slice(0, 4));
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

const shortDay = { month: "short", day: "numeric" } as const;

/** "2026-06-01" → "Jun 1"; "" → "". */
export function formatDay(day: string): string {
  return day === "" ? "" : formatOf("UTC", "short day", shortDay).format(startInUtc(day));
}

const momentStyles = {
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  "date and time": { dateStyle: "medium", timeStyle: "short" },
} as const;

export type MomentStyle = keyof typeof momentStyles;

/** A moment (ISO) in a time zone: "Jun 1, 2026", "9:30 PM", or "Jun 1, 2026, 9:30 PM". */
export function formatMoment(at: string, timeZone: string, style: MomentStyle): string {
  return formatOf(timeZone, style, momentStyles[style]).format(new Date(at));
}

/** The name of a time zone at a moment: "MST"; New York is "EST" in January and "EDT" in July. */
export function zoneNameAt(timeZone: string, at: Date): string {
  const parts = formatOf(timeZone, "zone", { timeZoneName: "short" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

const wholeMonth = { month: "long", year: "numeric" } as const;

/** The month of a day: "June 2026". */
export function formatMonth(day: string): string {
  return formatOf("UTC", "whole month", wholeMonth).format(startInUtc(day));
}
