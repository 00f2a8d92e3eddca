import { expect, test } from "vitest";
import { bulkLine, bulkNotice, linesSoFar } from "./bulk-lines.ts";

const first = { id: "00000000-0000-4000-8000-000000000001", number: 1 };
const second = { id: "00000000-0000-4000-8000-000000000002", number: 2 };

test("[OD-2] each of several orders has its own result, with the reason where it was refused", () => {
  expect(bulkLine("shipped", first, { ok: true, number: 1, left: 0 })).toEqual({
    ...first,
    ok: true,
    text: "Order shipped",
  });
  const refused = { ok: false, reason: "not_paid", status: "refunded", fulfillment: "unfulfilled" } as const;
  expect(bulkLine("shipped", second, refused)).toMatchObject({
    ok: false,
    text: expect.stringMatching(/^Not marked as shipped: An order that is refunded can't be shipped/),
  });
  expect(bulkLine("delivered", second, { ok: false, reason: "failed" })).toMatchObject({
    ok: false,
    text: expect.stringContaining("Nothing was changed"),
  });
});

test("[OD-2] the sum says how many were done and names those that were not", () => {
  const done = { ...first, ok: true, text: "" };
  const refused = { ...second, ok: false, text: "" };
  expect(bulkNotice("delivered", [done])).toEqual({ tone: "success", title: "1 order marked as delivered" });
  expect(bulkNotice("shipped", [done, refused])).toEqual({
    tone: "error",
    title: "1 order marked as shipped",
    description: "Not: ORD-002.",
  });
});

test("[OD-2] an order that is done stays done when a later answer tells of others only", () => {
  const done = { ...first, ok: true, text: "Order shipped" };
  const refused = { ...second, ok: false, text: "Not marked as shipped" };
  const corrected = { ...second, ok: true, text: "Order shipped" };
  const both = linesSoFar([], [done, refused]);
  expect(linesSoFar(both, [])).toEqual([done, refused]);
  expect(linesSoFar(both, [corrected])).toEqual([done, corrected]);
});
