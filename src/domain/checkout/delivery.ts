// When a parcel arrives. The promise is 3 to 5 delivery days: no weekends, and no holidays on which nothing is
// delivered in the United States. Days are calendar days without a time.
import { addDays, endOfShopDay, shopDay, tellDay, weekdayOf } from "../text/dates.ts";

export const DELIVERY_DAYS_MIN = 3;
export const DELIVERY_DAYS_MAX = 5;

/** Days as "2026-06-01". */
type DeliveryWindow = { from: string; to: string };

/** The first and the last day on which an order of `today` arrives. */
export function deliveryWindow(today: string): DeliveryWindow {
  return {
    from: afterDeliveryDays(today, DELIVERY_DAYS_MIN),
    to: afterDeliveryDays(today, DELIVERY_DAYS_MAX),
  };
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

/** "Nov 25-27", or "Nov 30-Dec 2" across a month. */
export function tellDeliveryWindow({ from, to }: DeliveryWindow): string {
  const [fromMonth] = tellDay(from).split(" ");
  const [toMonth, toDate] = tellDay(to).split(" ");
  return `${tellDay(from)}-${fromMonth === toMonth ? toDate : tellDay(to)}`;
}

/** When an order arrives, in words, and how long that stays true (milliseconds since 1970). */
export type DeliveryPromise = { arrives: string; until: number };

/** The promise for an order placed at this moment. */
export function deliveryPromise(nowMs: number): DeliveryPromise {
  const arrives = tellDeliveryWindow(deliveryWindow(shopDay(nowMs)));
  return { arrives, until: endOfShopDay(nowMs) };
}
