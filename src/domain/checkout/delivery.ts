// When a parcel arrives. The promise is 3 to 5 delivery days: no weekends, and no holidays on which nothing is
// delivered in the United States. Days are calendar days without a time.
import { addDays, endOfShopDay, shopDay, tellWeekday, weekdayOf } from "../text/dates.ts";

export const DELIVERY_DAYS_MIN = 3;
export const DELIVERY_DAYS_MAX = 5;

/** The first and the last day on which an order arrives, as "2026-06-01". */
export type Arrival = { from: string; to: string };

/** When an order that is placed at this moment (milliseconds since 1970) arrives. */
export function arrivalOf(placedAtMs: number): Arrival {
  const day = shopDay(placedAtMs);
  return { from: afterDeliveryDays(day, DELIVERY_DAYS_MIN), to: afterDeliveryDays(day, DELIVERY_DAYS_MAX) };
}

function afterDeliveryDays(start: string, count: number): string {
  let day = start;
  for (let left = count; left > 0; ) {
    day = addDays(day, 1);
    if (isDeliveryDay(day)) left -= 1;
  }
  return day;
}

function isDeliveryDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== SUNDAY && weekday !== SATURDAY && !isHoliday(day, weekday);
}

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** New Year, Memorial Day, Independence Day, Labor Day, Thanksgiving and Christmas. */
function isHoliday(day: string, weekday: number): boolean {
  const [, month, date = 0] = day.split("-").map(Number);
  const isFixed = (month === 1 && date === 1) || (month === 7 && date === 4) || (month === 12 && date === 25);
  const isMemorialDay = month === 5 && weekday === MONDAY && date > 24;
  const isLaborDay = month === 9 && weekday === MONDAY && date < 8;
  const isThanksgiving = month === 11 && weekday === THURSDAY && date > 21 && date < 29;
  return isFixed || isMemorialDay || isLaborDay || isThanksgiving;
}

/** "Wed, Nov 25 – Mon, Nov 30". */
export function tellArrival({ from, to }: Arrival): string {
  return `${tellWeekday(from)} – ${tellWeekday(to)}`;
}

/** When an order arrives, in words, and how long that stays true (milliseconds since 1970). */
export type DeliveryPromise = { arrives: string; until: number };

/** The promise for an order placed at this moment. */
export function deliveryPromise(nowMs: number): DeliveryPromise {
  return { arrives: tellArrival(arrivalOf(nowMs)), until: endOfShopDay(nowMs) };
}
