import fc from "fast-check";
import { expect, test } from "vitest";
import { type Cursor, cursorText, isExactTime, parseCursor } from "./cursor.ts";

const cursors: fc.Arbitrary<Cursor> = fc.record({
  at: fc
    .tuple(
      fc.date({ min: new Date(1_000), max: new Date("2199-12-31T23:59:59Z"), noInvalidDate: true }),
      fc.nat(999),
    )
    .map(([date, micros]) => `${date.toISOString().slice(0, 23)}${String(micros).padStart(3, "0")}Z`),
  id: fc.uuid(),
});

test("a place in a list survives the way through the address", () => {
  fc.assert(
    fc.property(cursors, (cursor) => {
      expect(parseCursor(cursorText(cursor))).toEqual(cursor);
    }),
  );
});

test("no text throws, and any parsed value is written the same", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.anything()), (sent) => {
      const cursor = parseCursor(sent);
      if (cursor) expect(cursorText(cursor)).toBe(sent);
    }),
  );
});

test.each([
  "",
  "2026-02-30T10:00:00.000000Z_00000000-0000-4000-8000-000000000001",
  "0000-01-01T00:00:00.000000Z_00000000-0000-4000-8000-000000000001",
  "2026-05-31T24:00:00.000000Z_00000000-0000-4000-8000-000000000001",
  "2026-05-31T10:00:00.000Z_00000000-0000-4000-8000-000000000001",
  "2026-05-31T10:00:00.000000Z_1",
  "2026-05-31T10:00:00.000000Z_00000000-0000-4000-8000-00000000000A",
])("a place that the database would refuse counts as none: %j", (text) => {
  expect(parseCursor(text)).toBeNull();
});

test("a time without its microseconds is not exact", () => {
  expect(isExactTime("2026-05-31T10:00:00.000123Z")).toBe(true);
  expect(isExactTime("2026-05-31T10:00:00Z")).toBe(false);
});
