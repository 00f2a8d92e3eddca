import fc from "fast-check";
import { expect, test } from "vitest";
import { deliveryPromise, deliveryWindow, tellDeliveryWindow } from "./delivery.ts";

const arrival = (year: number, month: number, date: number) =>
  tellDeliveryWindow(deliveryWindow({ year, month, date }));

test("an order of a Monday arrives from Thursday to the next Monday", () => {
  expect(arrival(2026, 6, 8)).toBe("Jun 11-15");
});

test("an order of a weekend counts from Monday", () => {
  expect(arrival(2026, 6, 6)).toBe("Jun 10-12");
  expect(arrival(2026, 6, 7)).toBe("Jun 10-12");
});

test("nothing arrives on Thanksgiving, Christmas or New Year", () => {
  expect(arrival(2026, 11, 23)).toBe("Nov 27-Dec 1");
  expect(arrival(2026, 12, 22)).toBe("Dec 28-30");
  expect(arrival(2026, 12, 30)).toBe("Jan 5-7");
  expect(arrival(2026, 5, 21)).toBe("May 27-29");
  expect(arrival(2026, 9, 3)).toBe("Sep 9-11");
});

test("whatever the day, the window is two delivery days wide and begins after three", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
      const today = new Date(Date.UTC(2020, 0, 1) + days * 86_400_000);
      const { from, to } = deliveryWindow({
        year: today.getUTCFullYear(),
        month: today.getUTCMonth() + 1,
        date: today.getUTCDate(),
      });
      const time = (day: typeof from) => Date.UTC(day.year, day.month - 1, day.date);
      const ahead = (time(from) - today.getTime()) / 86_400_000;
      expect(ahead).toBeGreaterThanOrEqual(3);
      expect(ahead).toBeLessThanOrEqual(7);
      expect(time(to)).toBeGreaterThan(time(from));
      for (const day of [from, to]) expect([1, 2, 3, 4, 5]).toContain(new Date(time(day)).getUTCDay());
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
