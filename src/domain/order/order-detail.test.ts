import { expect, test } from "vitest";
import {
  canCancelPaid,
  canRefund,
  canTakeOut,
  hasChargeback,
  orderTimeline,
  refundable,
} from "./order-detail.ts";

const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString();

const shipped = {
  ...{
    to: "shipped" as const,
    carrier: "UPS",
    trackingNumber: "1",
    isCorrection: false,
    reason: null,
    restocked: [],
    shipmentId: null,
  },
  ...{ actor: "owner@example.com", at: at(3) },
};

test("[OD-2] the timeline holds statuses, shipments, refunds, notes, and emails, the latest first", () => {
  const entries = orderTimeline({
    events: [
      { from: null, to: "pending", source: "webhook", at: at(0) },
      { from: "pending", to: "paid", source: "webhook", at: at(0) },
    ],
    extraPayments: [],
    shipmentEvents: [shipped],
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
  expect(entries.map(({ kind }) => kind)).toEqual(["refund", "note", "shipment", "mail", "status", "status"]);
  expect(entries.flatMap((entry) => (entry.kind === "status" ? [entry.event.to] : []))).toEqual([
    "paid",
    "pending",
  ]);
});

test("[RF-3] [RF-4] a paid order can be canceled until its first shipment has left", () => {
  const order = { status: "paid" as const, fulfillment: "unfulfilled" as const, disputes: [] };
  expect(canCancelPaid({ ...order, shipments: [] })).toBe(true);
  const shipment = { way: "letter" as const, carrier: "", trackingNumber: "" };
  const shipments = [{ ...shipment, id: "one", number: 1, isCorrected: false, at: at(3), lines: [] }];
  expect(canCancelPaid({ ...order, shipments })).toBe(false);
  for (const fulfillment of ["shipped", "canceled"] as const)
    expect(canCancelPaid({ ...order, shipments: [], fulfillment })).toBe(false);
});

test("[OD-2] an inquiry has taken no money, so its order can be refunded and canceled; a chargeback not", () => {
  const under = (...statuses: string[]) => {
    const disputes = statuses.map((status) => ({
      ...{ id: status, amount: 6999, status, reason: "fraudulent", dueAt: null, at: at(1) },
    }));
    const money = { status: "disputed" as const, received: 6999, refunded: 0, disputes };
    return {
      chargeback: hasChargeback({ disputes }),
      refund: canRefund(money),
      cancel: canCancelPaid({ ...money, fulfillment: "unfulfilled", shipments: [] }),
    };
  };
  const free = { chargeback: false, refund: true, cancel: true };
  const bound = { chargeback: true, refund: false, cancel: false };
  expect(under("warning_needs_response")).toEqual(free);
  expect(under("warning_under_review", "won")).toEqual(free);
  expect(under("needs_response")).toEqual(bound);
  expect(under("warning_needs_response", "under_review")).toEqual(bound);
});

test("[OD-2] only money that was received and not yet refunded can be refunded", () => {
  const order = { received: 6999, refunded: 1000, disputes: [] };
  expect(canRefund({ ...order, status: "partially_refunded" })).toBe(true);
  expect(canRefund({ ...order, refunded: 6999, status: "paid" })).toBe(false);
  expect(canRefund({ ...order, refunded: 6999, status: "refunded" })).toBe(false);
  expect(canRefund({ ...order, status: "processing" })).toBe(false);
});

test("[RF-1] units can be taken out of an order whose money is all back, until each of them is", () => {
  const items = [{ quantity: 2, refunded: 1 }];
  const order = { status: "refunded", fulfillment: "unfulfilled", items } as const;
  const takes = (change: object) => canTakeOut({ ...order, disputes: [], refunds: [], ...change });
  expect(takes({})).toBe(true);
  expect(takes({ items: [{ quantity: 2, refunded: 2 }] })).toBe(false);
  expect(takes({ status: "canceled" })).toBe(false);
  expect(takes({ fulfillment: "canceled" })).toBe(false);
  expect(takes({ disputes: [{ status: "needs_response" }] })).toBe(false);
  // It is not known yet which units it was for.
  expect(takes({ refunds: [{ goods: null, state: "succeeded" }] })).toBe(false);
});

test("[OD-2] no more can be refunded than is left", () => {
  expect(refundable({ received: 6999, refunded: 1000 })).toBe(5999);
  expect(refundable({ received: 0, refunded: 1000 })).toBe(0);
});
