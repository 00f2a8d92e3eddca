// The owner's side of the arrival date (domain/checkout/delivery.ts): the store's time zone, how many delivery days a
// shipment takes, and the days on which nothing moves, as the settings form holds them.
import type { DayRange, DeliveryRules } from "../checkout/delivery.ts";
import { addDays } from "../text/dates.ts";
import { defaultStoreSettings, type ShippingSettings } from "./settings.ts";
import { defaultStoreProfile, type StoreProfile } from "./store-profile.ts";

export const DELIVERY_DAYS_MAX = 30;
/** More than a year of single days off. */
export const DAYS_OFF_MAX = 400;
/** A shipment that waits longer than this for its store is no delivery. */
export const DAYS_OFF_LENGTH_MAX = 60;

/** What the arrival date is counted by. */
export function deliveryRules(
  shipping: ShippingSettings,
  { timeZone }: Pick<StoreProfile, "timeZone">,
): DeliveryRules {
  const { deliveryDaysMin, deliveryDaysMax, keepsFederalHolidays, daysOff } = shipping;
  return { timeZone, deliveryDaysMin, deliveryDaysMax, keepsFederalHolidays, daysOff };
}

/** The rules of a store that has set nothing. */
export const defaultDeliveryRules = deliveryRules(defaultStoreSettings.shipping, defaultStoreProfile);

/** One line for each: "2026-12-24", or "2026-12-24 to 2027-01-02". */
export function formatDaysOff(daysOff: readonly DayRange[]): string {
  return daysOff.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)).join("\n");
}

/** Days off as they are typed, one line for each, in order of their days; or the first line that is none. */
export function parseDaysOff(
  text: string,
): { ok: true; value: DayRange[] } | { ok: false; line: string; reason: "no_day" | "too_long" } {
  const ranges: DayRange[] = [];
  for (const line of text.split("\n").map((line) => line.trim())) {
    if (line === "") continue;
    const [from, to = from, ...more] = line.split(/\s+(?:to|-|–)\s+/i).map(dayOf);
    if (!from || !to || more.length > 0 || from > to) return { ok: false, line, reason: "no_day" };
    if (to > addDays(from, DAYS_OFF_LENGTH_MAX)) return { ok: false, line, reason: "too_long" };
    ranges.push({ from, to });
  }
  return { ok: true, value: ranges.sort((one, other) => one.from.localeCompare(other.from)) };
}

/** "2026-12-24" and "12/24/2026" → "2026-12-24"; null for a day that no calendar has. */
function dayOf(text: string): string | null {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [, month = "", date = "", year = ""] = american ?? [];
  const day = american ? `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}` : text;
  return isDay(day) ? day : null;
}

/** A stored range that is sound; a restored row may hold anything. */
export function isDayRange(value: unknown): value is DayRange {
  const { from, to } = (value ?? {}) as Partial<Record<keyof DayRange, unknown>>;
  return typeof from === "string" && typeof to === "string" && isDay(from) && isDay(to) && from <= to;
}

function isDay(day: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
