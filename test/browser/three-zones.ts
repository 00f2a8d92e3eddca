// The time and time zones of the browser tests: the server is half a day ahead of the shop's zone (Phoenix) and the
// browser half a day behind, at an hour when each of the three has a different date. A page that formats a date by its
// machine's zone then renders differently in the browser than on the server, which React reports as a console error,
// and that fails any test.

/** UTC+14. */
export const SERVER_ZONE = "Pacific/Kiritimati";
/** UTC-11. */
export const BROWSER_ZONE = "Pacific/Pago_Pago";

/** From 10:00 to 11:00 UTC it is past midnight for the server and before midnight in the browser. */
const THREE_DATES_FROM = { hours: 10, minutes: 2 };

const DAY_MS = 86_400_000;

/**
 * How far the clocks of shop and browser are set forward to show that hour. Only forward: a browser treats a response
 * dated in the past as stale.
 */
export const clockShiftMs = untilThreeDates(Date.now());

function untilThreeDates(now: number): number {
  const hour = new Date(now).setUTCHours(THREE_DATES_FROM.hours, THREE_DATES_FROM.minutes, 0, 0);
  return (hour - now + DAY_MS) % DAY_MS;
}

/** The time on the clocks of shop and browser. */
export function shopNow(): number {
  return Date.now() + clockShiftMs;
}

/** Sets the clock of a process or a page forward. It is sent to the browser as text, so it must be self-contained. */
export function shiftClock(shiftMs: number): void {
  const realNow = Date.now;
  Date.now = () => realNow() + shiftMs;
  globalThis.Date = new Proxy(Date, {
    construct: (date, values, target) =>
      Reflect.construct(date, values.length === 0 ? [Date.now()] : values, target),
    apply: () => new Date().toString(),
  });
}
