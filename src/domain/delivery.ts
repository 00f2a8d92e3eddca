// When a parcel arrives. The promise is 3 to 5 days in which parcels travel: no weekends, and none of the
// holidays on which nothing is delivered in the United States. Days are calendar days without a time.

export const DELIVERY_DAYS_MIN = 3;
export const DELIVERY_DAYS_MAX = 5;

/** A day of the calendar; month 1 to 12. */
export type Day = { year: number; month: number; date: number };

type DeliveryWindow = { from: Day; to: Day };

const DAY_MS = 86_400_000;

/** The first and the last day on which an order of `today` arrives. */
export function deliveryWindow(today: Day): DeliveryWindow {
  return {
    from: afterDeliveryDays(today, DELIVERY_DAYS_MIN),
    to: afterDeliveryDays(today, DELIVERY_DAYS_MAX),
  };
}

function afterDeliveryDays(start: Day, count: number): Day {
  let time = timeOf(start);
  for (let left = count; left > 0; ) {
    time += DAY_MS;
    if (isDeliveryDay(time)) left -= 1;
  }
  return dayOf(time);
}

function isDeliveryDay(time: number): boolean {
  const weekday = new Date(time).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !isHoliday(dayOf(time), weekday);
}

const MONDAY = 1;
const THURSDAY = 4;

/** New Year, Memorial Day, Independence Day, Labor Day, Thanksgiving and Christmas. */
function isHoliday({ month, date }: Day, weekday: number): boolean {
  const isFixed = (month === 1 && date === 1) || (month === 7 && date === 4) || (month === 12 && date === 25);
  const isMemorialDay = month === 5 && weekday === MONDAY && date > 24;
  const isLaborDay = month === 9 && weekday === MONDAY && date < 8;
  const isThanksgiving = month === 11 && weekday === THURSDAY && date > 21 && date < 29;
  return isFixed || isMemorialDay || isLaborDay || isThanksgiving;
}

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Nov 25-27", or "Nov 30-Dec 2" across a month. */
export function tellDeliveryWindow({ from, to }: DeliveryWindow): string {
  const last = to.month === from.month ? to.date : `${months[to.month - 1]} ${to.date}`;
  return `${months[from.month - 1]} ${from.date}-${last}`;
}

function timeOf({ year, month, date }: Day): number {
  return Date.UTC(year, month - 1, date);
}

function dayOf(time: number): Day {
  const day = new Date(time);
  return { year: day.getUTCFullYear(), month: day.getUTCMonth() + 1, date: day.getUTCDate() };
}

/** Days begin and end where the store is: Phoenix, seven hours behind UTC all year. */
const STORE_OFFSET_MS = -7 * 3_600_000;

/** What a page says about arrival, and until when (milliseconds since 1970) it stays true. */
export type DeliveryPromise = { arrives: string; until: number };

/** The promise for an order at this very moment. */
export function deliveryPromise(nowMs: number): DeliveryPromise {
  const storeTime = nowMs + STORE_OFFSET_MS;
  const until = (Math.floor(storeTime / DAY_MS) + 1) * DAY_MS - STORE_OFFSET_MS;
  return { arrives: tellDeliveryWindow(deliveryWindow(dayOf(storeTime))), until };
}
