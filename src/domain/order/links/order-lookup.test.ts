import { expect, test } from "vitest";
import { parseOrderLookup } from "./order-lookup.ts";

test.each([
  "ORD-007",
  "ord-007",
  "#7",
  " 7 ",
  "ORD 007",
  "ord - 7",
  "ORD -7",
  "ord7",
  "007",
  "ORD–007",
  "ＯＲＤ-007",
  "ord-007\u200b",
  "Order #7",
  "order number 7",
])("[kind: numbers as people write them] '%s' is order number 7", (number) => {
  expect(parseOrderLookup({ number, email: "Pat@Example.com " })).toEqual({
    ok: true,
    value: { number: "7", email: "pat@example.com" },
  });
});

test.each(["", "ORD-", "seven", "7; drop table", "-7", "1".repeat(16), null, 7.5])(
  "%j is not an order number",
  (number) => {
    expect(parseOrderLookup({ number, email: "pat@example.com" })).toEqual({
      ok: false,
      errors: { number: "Please enter the order number, for example ORD-001" },
    });
  },
);

test("[TR-7] a long row of blanks is no number, and is refused right away", () => {
  const started = performance.now();
  const number = `ord${" ".repeat(64_000)}x`;
  expect(parseOrderLookup({ number, email: "pat@example.com" }).ok).toBe(false);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test("both fields show their errors together", () => {
  expect(parseOrderLookup({ number: "", email: "pat" })).toEqual({
    ok: false,
    errors: {
      number: "Please enter the order number, for example ORD-001",
      email: "Invalid email address",
    },
  });
  expect(parseOrderLookup({ number: "1", email: undefined })).toMatchObject({
    errors: { email: "Please enter your email" },
  });
});
