import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, weekdayOf } from "../text/dates.ts";
import { deliveryPromise, deliveryWindow, tellDeliveryWindow } from "./delivery.ts";

const arrival = (today: string) => tellDeliveryWindow(deliveryWindow(today));

test("an order of a Monday arrives from Thursday to the next Monday", () => {
  expect(arrival("2026-06-08")).toBe("Jun 11-15");
});

test("an order of a weekend counts from Monday", () => {
  expect(arrival("2026-06-06")).toBe("Jun 10-12");
  expect(arrival("2026-06-07")).toBe("Jun 10-12");
});

test("nothing arrives on Thanksgiving, Christmas or New Year", () => {
  expect(arrival("2026-11-23")).toBe("Nov 27-Dec 1");
  expect(arrival("2026-12-22")).toBe("Dec 28-30");
  expect(arrival("2026-12-30")).toBe("Jan 5-7");
  expect(arrival("2026-05-21")).toBe("May 27-29");
  expect(arrival("2026-09-03")).toBe("Sep 9-11");
});

test("whatever the day, the window is two delivery days wide and begins after three", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
      const today = addDays("2020-01-01", days);
      const { from, to } = deliveryWindow(today);
      const ahead = (Date.parse(from) - Date.parse(today)) / 86_400_000;
      expect(ahead).toBeGreaterThanOrEqual(3);
      expect(ahead).toBeLessThanOrEqual(7);
      expect(Date.parse(to)).toBeGreaterThan(Date.parse(from));
      for (const day of [from, to]) expect([1, 2, 3, 4, 5]).toContain(weekdayOf(day));
    }),
  );
});

test("a promise holds until midnight in Phoenix", () => {
  const evening = Date.UTC(2026, 5, 9, 6, 59);
  expect(deliveryPromise(evening)).toEqual({ arrives: "Jun 11-15", until: Date.UTC(2026, 5, 9, 7) });
  expect(deliveryPromise(evening + 60_000)).toEqual({
    arrives: "Jun 12-16",
    until: Date.UTC(2026, 5, 10, 7),
  });
});
