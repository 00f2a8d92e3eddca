import { expect, test } from "vitest";
import { orderTimeline, refundable } from "./order-detail.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();

test("[OD-2] the timeline holds statuses, parcels, refunds, notes and mails, the latest first", () => {
  const entries = orderTimeline({
    events: [
      { from: null, to: "pending", source: "webhook", at: at(0) },
      { from: "pending", to: "paid", source: "webhook", at: at(0) },
    ],
    parcel: [{ to: "shipped", carrier: "UPS", trackingNumber: "1", actor: "owner@example.com", at: at(3) }],
    refunds: [{ amount: 1, state: "succeeded", reason: null, source: "admin", at: at(5) }],
    notes: [{ author: "owner@example.com", note: "Called", at: at(4) }],
    mails: [{ kind: "order_confirmation", state: "sent", at: at(1) }],
  });
  expect(entries.map(({ kind }) => kind)).toEqual(["refund", "note", "parcel", "mail", "status", "status"]);
  expect(entries.flatMap((entry) => (entry.kind === "status" ? [entry.event.to] : []))).toEqual([
    "paid",
    "pending",
  ]);
});

test("[OD-2] no more can be given back than is left", () => {
  expect(refundable({ received: 6999, refunded: 1000 })).toBe(5999);
  expect(refundable({ received: 0, refunded: 1000 })).toBe(0);
});
