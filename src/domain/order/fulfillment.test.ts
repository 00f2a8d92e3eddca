import { expect, test } from "vitest";
import {
  changeSince,
  fulfillmentTransitions,
  NOTE_LENGTH_MAX,
  orderStamp,
  parseNote,
  refuseFulfillment,
} from "./fulfillment.ts";
import { fulfillmentStatuses, orderStatuses } from "./order.ts";

test("[OD-2] only an order whose money is the shop's is shipped", () => {
  const shippable = orderStatuses.filter(
    (status) => refuseFulfillment({ status, fulfillment: "unfulfilled" }, "shipped") === null,
  );
  expect(shippable).toEqual(["paid", "partially_refunded"]);
  expect(refuseFulfillment({ status: "processing", fulfillment: "unfulfilled" }, "shipped")).toBe("not_paid");
});

test("[OD-2] a shipment goes forwards only, and every refusal says why", () => {
  const from = (fulfillment: (typeof fulfillmentStatuses)[number]) => ({
    status: "paid" as const,
    fulfillment,
  });
  expect(refuseFulfillment(from("shipped"), "shipped")).toBe("already_done");
  expect(refuseFulfillment(from("unfulfilled"), "delivered")).toBe("not_shipped");
  expect(refuseFulfillment(from("unfulfilled"), "returned")).toBe("not_shipped");
  expect(refuseFulfillment(from("returned"), "delivered")).toBe("too_late");
  expect(refuseFulfillment(from("delivered"), "shipped")).toBe("too_late");
  for (const status of fulfillmentStatuses) {
    for (const to of fulfillmentTransitions[status]) {
      if (to !== "unfulfilled" && to !== "canceled") expect(refuseFulfillment(from(status), to)).toBeNull();
    }
  }
});

test("[OD-2] a shipment that is under way can arrive or come back no matter what happened to the payment", () => {
  expect(refuseFulfillment({ status: "refunded", fulfillment: "shipped" }, "returned")).toBeNull();
  expect(refuseFulfillment({ status: "disputed", fulfillment: "shipped" }, "delivered")).toBeNull();
});

test("[OD-2] a note keeps its lines and loses what can't be printed", () => {
  expect(parseNote(" Call\r\nback\u0007 ")).toBe("Call\nback");
  expect(parseNote(" \n ")).toBeNull();
  expect(parseNote(null)).toBeNull();
  expect(parseNote("x".repeat(NOTE_LENGTH_MAX + 1))).toBeNull();
});

test("a form that was opened before the order changed shows what changed", () => {
  const known = { status: "paid", fulfillment: "unfulfilled", refunded: 0, shipments: [] } as const;
  const order = { ...known, items: [{ refunded: 0 }, { refunded: 1 }], corrections: [], returns: [] };
  const stamp = orderStamp(order);
  expect(changeSince(stamp, order)).toBeNull();
  expect(changeSince(stamp, { ...order, status: "partially_refunded", refunded: 500 })).toBe("refund");
  expect(changeSince(stamp, { ...order, items: [{ refunded: 1 }, { refunded: 1 }] })).toBe("refund");
  expect(changeSince(stamp, { ...order, fulfillment: "shipped" })).toBe("shipment");
  expect(changeSince(stamp, { ...order, shipments: [{}] })).toBe("shipment");
  expect(changeSince(stamp, { ...order, status: "disputed" })).toBe("status");
  expect(changeSince(stamp, { ...order, corrections: [{}] })).toBe("correction");
  const returns = [{ lines: [{ received: 1 }] }];
  expect(changeSince(stamp, { ...order, returns })).toBe("return");
  expect(changeSince("", order)).not.toBeNull();
});
