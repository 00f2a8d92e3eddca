import { expect, test } from "vitest";
import { currentShipment, orderTimeline, refundable } from "./order-detail.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();

const shipped = {
  ...{
    to: "shipped" as const,
    carrier: "UPS",
    trackingNumber: "1",
    isCorrection: false,
    reason: null,
    restocked: [],
  },
  ...{ actor: "owner@example.com", at: at(3) },
};

test("[OD-2] the timeline holds statuses, parcels, refunds, notes and mails, the latest first", () => {
  const entries = orderTimeline({
    events: [
      { from: null, to: "pending", source: "webhook", at: at(0) },
      { from: "pending", to: "paid", source: "webhook", at: at(0) },
    ],
    parcel: [shipped],
    refunds: [
      {
        ...{ id: "refund", amount: 1, state: "succeeded" as const, reason: null, source: "admin", at: at(5) },
        ...{ goods: 0, tax: 0, shipping: 0, adjustment: 1, lines: [], restocked: [] },
      },
    ],
    notes: [{ author: "owner@example.com", note: "Called", at: at(4) }],
    mails: [{ kind: "order_confirmation", state: "sent", at: at(1) }],
  });
  expect(entries.map(({ kind }) => kind)).toEqual(["refund", "note", "parcel", "mail", "status", "status"]);
  expect(entries.flatMap((entry) => (entry.kind === "status" ? [entry.event.to] : []))).toEqual([
    "paid",
    "pending",
  ]);
});

test("[OD-2] a parcel is followed by what was written down last, also after it arrived", () => {
  const corrected = { ...shipped, trackingNumber: "2", isCorrection: true };
  const delivered = { ...shipped, to: "delivered" as const, carrier: "", trackingNumber: "" };
  expect(currentShipment({ parcel: [shipped, corrected, delivered] })).toEqual({
    carrier: "UPS",
    trackingNumber: "2",
  });
  expect(currentShipment({ parcel: [] })).toBeNull();
});

test("[OD-2] no more can be given back than is left", () => {
  expect(refundable({ received: 6999, refunded: 1000 })).toBe(5999);
  expect(refundable({ received: 0, refunded: 1000 })).toBe(0);
});
