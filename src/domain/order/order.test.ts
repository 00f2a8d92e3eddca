import { expect, test } from "vitest";
import { orderNumber, orderStatuses, orderTransitions, shortOrderId, statusTone } from "./order.ts";

test("[AO-2] an order's number has at least three digits", () => {
  expect([1, 42, 999, 1000].map(orderNumber)).toEqual(["ORD-001", "ORD-042", "ORD-999", "ORD-1000"]);
});

test("[CF-3] an order id is shown by its first 22 characters and three dots", () => {
  expect(shortOrderId("0d9ff4d4-6c9c-4c6e-9d4f-2f6f0f7f8f9f")).toBe("0d9ff4d4-6c9c-4c6e-9d4...");
  expect(shortOrderId("short")).toBe("short");
});

test("every status can be reached from pending, and none leads to itself or back to pending", () => {
  const reached = new Set<string>(["pending"]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const from of [...reached]) {
      for (const to of orderTransitions[from as keyof typeof orderTransitions]) reached.add(to);
    }
  }
  expect([...reached].sort()).toEqual([...orderStatuses].sort());
  for (const status of orderStatuses) {
    expect(orderTransitions[status]).not.toContain(status);
    expect(orderTransitions[status]).not.toContain("pending");
  }
});

test("money that came in is never forgotten: a paid order cannot become failed, canceled or unpaid", () => {
  for (const to of ["pending", "processing", "failed", "canceled"] as const)
    expect(orderTransitions.paid).not.toContain(to);
});

test("[OD-1] paid is green, processing yellow, failed red, everything else blue", () => {
  expect(orderStatuses.map((status) => `${status} ${statusTone(status)}`)).toEqual([
    "pending blue",
    "processing yellow",
    "paid green",
    "failed red",
    "canceled blue",
    "partially_refunded blue",
    "refunded blue",
    "disputed blue",
  ]);
});
