// When a shipment arrives. The promise counts delivery days from the day of the order in the store's time zone: no
// weekends, no holidays of the United States (those on which nobody delivers, or all federal ones), and none of the owner's
// days off. Days are calendar days without a time.

import { addDays, endOfShopDay, formatDay, shopDay, weekdayOf } from "../text/dates.ts";
import { formatDeliveryDays } from "./delivery-days.ts";

/** Days from the first to the last, both included, as "2026-06-01". */
export type DayRange = { from: string; to: string };

/** What the promise is counted by: the owner's time zone, delivery days, and days on which nothing moves. */
export type DeliveryRules = {
  timeZone: string;
  deliveryDaysMin: number;
  deliveryDaysMax: number;
  keepsFederalHolidays: boolean;
  daysOff: readonly DayRange[];
};

/** The first and the last day on which an order arrives. */
export type Arrival = DayRange;

/** When an order that is placed at this moment (milliseconds since 1970) arrives. */
export function arrivalOf(placedAtMs: number, rules: DeliveryRules): Arrival {
  const day = shopDay(placedAtMs, rules.timeZone);
  const after = (count: number) => afterDeliveryDays(day, count, rules);
  return { from: after(rules.deliveryDaysMin), to: after(rules.deliveryDaysMax) };
}

function afterDeliveryDays(start: string, count: number, rules: DeliveryRules): string {
  let day = start;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isDeliveryDay(day, rules)) left -= 1;
  }
  return day;
}

function isDeliveryDay(day: string, { keepsFederalHolidays, daysOff }: DeliveryRules): boolean {
  const weekday = weekdayOf(day);
  if (weekday === SUNDAY || weekday === SATURDAY || isHoliday(day, weekday)) return false;
  if (keepsFederalHolidays && isFederalHoliday(day, weekday)) return false;
  return !daysOff.some(({ from, to }) => day >= from && day <= to);
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

const partsOf = (day: string, weekday: number) => {
  const [, month, date = 0] = day.split("-").map(Number);
  /** One on a Sunday is kept on Monday. */
  const isOn = (fixed: number) => date === fixed || (weekday === MONDAY && date === fixed + 1);
  return { month, date, isOn };
};

/** New Year, Memorial Day, Independence Day, Labor Day, Thanksgiving and Christmas. */
function isHoliday(day: string, weekday: number): boolean {
  const { month, date, isOn } = partsOf(day, weekday);
  const isFixed = (month === 1 && isOn(1)) || (month === 7 && isOn(4)) || (month === 12 && isOn(25));
  const isMemorialDay = month === 5 && weekday === MONDAY && date > 24;
  const isLaborDay = month === 9 && weekday === MONDAY && date < 8;
  const isThanksgiving = month === 11 && weekday === THURSDAY && date > 21 && date < 29;
  return isFixed || isMemorialDay || isLaborDay || isThanksgiving;
}

/** The other five: the days of King, the presidents and Columbus, Juneteenth and Veterans Day. */
function isFederalHoliday(day: string, weekday: number): boolean {
  const { month, date, isOn } = partsOf(day, weekday);
  if ((month === 6 && isOn(19)) || (month === 11 && isOn(11))) return true;
  const isThirdMonday = weekday === MONDAY && date > 14 && date < 22;
  const isSecondMonday = weekday === MONDAY && date > 7 && date < 15;
  return ((month === 1 || month === 2) && isThirdMonday) || (month === 10 && isSecondMonday);
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

const formatDeliveryDay = (day: string) => `${weekdays[weekdayOf(day)]}, ${formatDay(day)}`;

/** "Wed, Nov 25 – Mon, Nov 30"; "Wed, Nov 25" when it is the same day twice. */
export function formatArrival({ from, to }: Arrival): string {
  return from === to ? formatDeliveryDay(from) : `${formatDeliveryDay(from)} – ${formatDeliveryDay(to)}`;
}

/**
 * When an order arrives, in words; how long that stays true (milliseconds since 1970); and what stays true after it: in
 * how many delivery days ("3-5").
 */
export type DeliveryPromise = { arrives: string; days: string; until: number };

/** The promise for an order placed at this moment. */
export function deliveryPromise(nowMs: number, rules: DeliveryRules): DeliveryPromise {
  return {
    arrives: formatArrival(arrivalOf(nowMs, rules)),
    days: formatDeliveryDays(rules),
    until: endOfShopDay(nowMs, rules.timeZone),
  };
}
