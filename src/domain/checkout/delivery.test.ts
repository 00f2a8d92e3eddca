import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, weekdayOf } from "../text/dates.ts";
import { arrivalOf, deliveryPromise, formatArrival } from "./delivery.ts";
import { formatBusinessDays } from "./delivery-days.ts";

const rules = {
  timeZone: "America/Phoenix",
  deliveryDaysMin: 3,
  deliveryDaysMax: 5,
  keepsFederalHolidays: true,
  daysOff: [],
};

/** Noon of that day in Phoenix. */
const noonOf = (day: string) => Date.parse(`${day}T19:00:00Z`);
const arrival = (day: string) => formatArrival(arrivalOf(noonOf(day), rules));

test("[PA-1] an order of a Monday arrives from Thursday to the next Monday", () => {
  expect(arrivalOf(noonOf("2026-06-08"), rules)).toEqual({ from: "2026-06-11", to: "2026-06-15" });
  expect(arrival("2026-06-08")).toBe("Thu, Jun 11 – Mon, Jun 15");
});

test("[PA-1] an order of a weekend counts from Monday", () => {
  expect(arrival("2026-06-06")).toBe("Wed, Jun 10 – Fri, Jun 12");
  expect(arrival("2026-06-07")).toBe("Wed, Jun 10 – Fri, Jun 12");
});

test("[PA-1] nothing arrives on Thanksgiving, Christmas or New Year", () => {
  expect(arrival("2026-11-22")).toBe("Wed, Nov 25 – Mon, Nov 30");
  expect(arrival("2026-11-23")).toBe("Fri, Nov 27 – Tue, Dec 1");
  expect(arrival("2026-12-22")).toBe("Mon, Dec 28 – Wed, Dec 30");
  expect(arrival("2026-12-30")).toBe("Tue, Jan 5 – Thu, Jan 7");
  expect(arrival("2026-05-21")).toBe("Wed, May 27 – Fri, May 29");
  expect(arrival("2026-09-03")).toBe("Wed, Sep 9 – Fri, Sep 11");
});

test("[PA-1] a holiday on a Sunday is kept on Monday", () => {
  expect(arrival("2027-07-01")).toBe("Wed, Jul 7 – Fri, Jul 9");
  expect(arrival("2022-12-23")).toBe("Thu, Dec 29 – Tue, Jan 3");
});

test("[PA-1] where the owner keeps federal holidays, nothing arrives on any of the eleven", () => {
  const own = { ...rules, deliveryDaysMin: 1, deliveryDaysMax: 1 };
  const dayAfter = (day: string, keepsFederalHolidays: boolean) =>
    arrivalOf(noonOf(day), { ...own, keepsFederalHolidays }).from;
  const holidays = ["2026-01-19", "2026-02-16", "2026-06-19", "2026-10-12", "2026-11-11"];
  const evenCarriers = ["2026-01-01", "2026-05-25", "2027-07-05", "2026-09-07", "2026-11-26", "2026-12-25"];
  for (const day of [...holidays, ...evenCarriers]) {
    expect(dayAfter(addDays(day, -1), true), day).not.toBe(day);
    expect(dayAfter(addDays(day, -1), false) === day, day).toBe(holidays.includes(day));
  }
  // Juneteenth of 2022 was a Sunday.
  expect(dayAfter("2022-06-18", true)).toBe("2022-06-21");
});

test("[PA-1] on any day, the window is two delivery days wide and starts after three", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
      const today = addDays("2020-01-01", days);
      const { from, to } = arrivalOf(noonOf(today), rules);
      const ahead = (Date.parse(from) - Date.parse(today)) / 86_400_000;
      expect(ahead).toBeGreaterThanOrEqual(3);
      expect(ahead).toBeLessThanOrEqual(7);
      expect(Date.parse(to)).toBeGreaterThan(Date.parse(from));
      for (const day of [from, to]) expect([1, 2, 3, 4, 5]).toContain(weekdayOf(day));
    }),
  );
});

test("[PA-1] the owner's delivery days and days off count, in the owner's time zone", () => {
  const own = { ...rules, deliveryDaysMin: 1, deliveryDaysMax: 2 };
  expect(formatArrival(arrivalOf(noonOf("2026-06-08"), own))).toBe("Tue, Jun 9 – Wed, Jun 10");
  const daysOff = [{ from: "2026-06-09", to: "2026-06-11" }];
  expect(formatArrival(arrivalOf(noonOf("2026-06-08"), { ...own, daysOff }))).toBe(
    "Fri, Jun 12 – Mon, Jun 15",
  );
  // Half past nine in the evening of Monday in Phoenix is Tuesday in New York.
  const late = Date.parse("2026-06-09T04:30:00Z");
  expect(arrivalOf(late, own).from).toBe("2026-06-09");
  expect(arrivalOf(late, { ...own, timeZone: "America/New_York" }).from).toBe("2026-06-10");
});

test("[PA-1] an arrival on one day is named once", () => {
  const own = { ...rules, deliveryDaysMax: 3 };
  expect(formatArrival(arrivalOf(noonOf("2026-06-08"), own))).toBe("Thu, Jun 11");
});

test("[PA-1] one business day is no days", () => {
  expect(["1", "4", "1-2", "11"].map(formatBusinessDays)).toEqual([
    "1 business day",
    "4 business days",
    "1-2 business days",
    "11 business days",
  ]);
});

test("[PA-1] a promise holds until midnight in the shop's time zone", () => {
  const evening = Date.UTC(2026, 5, 9, 6, 59);
  expect(deliveryPromise(evening, rules)).toEqual({
    arrives: "Thu, Jun 11 – Mon, Jun 15",
    days: "3-5",
    until: Date.UTC(2026, 5, 9, 7),
  });
  expect(deliveryPromise(evening + 60_000, rules)).toEqual({
    arrives: "Fri, Jun 12 – Tue, Jun 16",
    days: "3-5",
    until: Date.UTC(2026, 5, 10, 7),
  });
});
