import { expect, test } from "vitest";
import { canCancelPaid, orderTimeline, refundable } from "./order-detail.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();

const shipped = {
  ...{
    to: "shipped" as const,
    carrier: "UPS",
    trackingNumber: "1",
    isCorrection: false,
    reason: null,
    restocked: [],
    parcelId: null,
  },
  ...{ actor: "owner@example.com", at: at(3) },
};

test("[OD-2] the timeline holds statuses, parcels, refunds, notes and mails, the latest first", () => {
  const entries = orderTimeline({
    events: [
      { from: null, to: "pending", source: "webhook", at: at(0) },
      { from: "pending", to: "paid", source: "webhook", at: at(0) },
    ],
    topUps: [],
    parcel: [shipped],
    corrections: [],
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

test("[RF-3] [RF-4] a paid order can be canceled until its first parcel has left", () => {
  const order = { status: "paid", fulfillment: "unfulfilled", parcels: [] } as const;
  expect(canCancelPaid({ ...order, parcels: [] })).toBe(true);
  const parcel = { way: "letter" as const, carrier: "", trackingNumber: "" };
  const parcels = [{ ...parcel, id: "one", number: 1, isCorrected: false, at: at(3), lines: [] }];
  expect(canCancelPaid({ ...order, parcels })).toBe(false);
  for (const fulfillment of ["shipped", "canceled"] as const)
    expect(canCancelPaid({ ...order, parcels: [], fulfillment })).toBe(false);
  expect(canCancelPaid({ ...order, parcels: [], status: "disputed" })).toBe(false);
});

test("[OD-2] no more can be given back than is left", () => {
  expect(refundable({ received: 6999, refunded: 1000 })).toBe(5999);
  expect(refundable({ received: 0, refunded: 1000 })).toBe(0);
});
