import { describe, expect, test } from "vitest";
import type { CancelResult } from "#server/orders/changes/cancel-order.ts";
import type { RefundRefusal } from "#server/orders/changes/refund-order.ts";
import type { CorrectResult } from "#server/orders/shipments/correct-shipment.ts";
import type { ShipmentEmailResend } from "#server/orders/shipments/resend-shipment-email.ts";
import type { RefundUnmade } from "#server/payments/refunds/send-stored.ts";
import { swapOutcome } from "./correction-outcomes.ts";
import { cancelOutcome, correctOutcome, refundOutcome, resendShipmentOutcome } from "./order-outcomes.ts";

/** One refusal per reason of a use case; a new reason does not compile until it stands here. */
type OneOfEach<Refusal extends { reason: string }> = {
  [Reason in Refusal["reason"]]: Extract<Refusal, { reason: Reason }> | (Refusal & { reason: Reason });
};
type Refused<Result> = Extract<Result, { ok: false }>;

const refunds: OneOfEach<RefundRefusal> = {
  not_found: { ok: false, reason: "not_found" },
  not_paid: { ok: false, reason: "not_paid" },
  nothing_left: { ok: false, reason: "nothing_left" },
  bad_amount: { ok: false, reason: "bad_amount" },
  bad_reason: { ok: false, reason: "bad_reason" },
  too_much: { ok: false, reason: "too_much", left: 1250 },
  disputed: { ok: false, reason: "disputed" },
  refused_by_provider: { ok: false, reason: "refused_by_provider", message: "No such charge." },
  shipped: { ok: false, reason: "shipped" },
  unclear: { ok: false, reason: "unclear" },
  too_many_units: { ok: false, reason: "too_many_units", itemId: "polo", left: 1 },
  too_much_shipping: { ok: false, reason: "too_much_shipping", left: 599 },
  unknown_line: { ok: false, reason: "unknown_line" },
};

const cancellations: OneOfEach<Refused<CancelResult>> = {
  not_found: { ok: false, reason: "not_found" },
  paid: { ok: false, reason: "paid" },
  underway: { ok: false, reason: "underway" },
  unavailable: { ok: false, reason: "unavailable" },
};

const corrections: OneOfEach<Refused<CorrectResult>> = {
  not_found: { ok: false, reason: "not_found" },
  not_shipped: { ok: false, reason: "not_shipped" },
  unchanged: { ok: false, reason: "unchanged" },
};

const unsent: OneOfEach<Refused<ShipmentEmailResend>> = {
  not_found: { ok: false, reason: "not_found" },
  not_shipped: { ok: false, reason: "not_shipped" },
  not_paid: { ok: false, reason: "not_paid", status: "failed" },
};

describe("each reason why an order is not changed has its own message", () => {
  test.each([
    ["refund", Object.values(refunds).map((refusal) => refundOutcome(refusal))],
    ["cancellation", Object.values(cancellations).map(cancelOutcome)],
    ["correction", Object.values(corrections).map(correctOutcome)],
    ["shipping email", Object.values(unsent).map(resendShipmentOutcome)],
  ])("%s", (_, outcomes) => {
    const texts = outcomes.map(({ notice }) => `${notice.title}: ${notice.description}`);
    expect(new Set(texts).size, texts.join("\n")).toBe(texts.length);
    for (const { notice, status } of outcomes) {
      expect(notice.tone).toBe("error");
      expect(status).toBeGreaterThanOrEqual(400);
    }
  });
});

test("a refund says whether its amount or its reason is wrong", () => {
  expect(refundOutcome(refunds.bad_amount).notice.description).toContain("amount");
  expect(refundOutcome(refunds.bad_reason).notice.description).toContain("500 characters");
  expect(refundOutcome(refunds.bad_amount).status).toBe(422);
});

test("[RF-1] items without a refund are not reported as a refund of nothing", () => {
  const made = {
    ok: true,
    refundId: "id",
    amount: 0,
    refused: 0,
    status: "succeeded",
    isSent: true,
  } as const;
  expect(refundOutcome(made).notice).toMatchObject({ tone: "success", title: "No money to refund" });
  expect(refundOutcome({ ...made, refused: 500 }).notice.description).toContain(
    "$5.00 more was not refunded",
  );
});

test("[RF-5] a difference that the provider refuses is not told as one that will still go", () => {
  const refund = { amount: 1500, isSent: false };
  const swapped = (refusal: RefundUnmade | null) =>
    swapOutcome({ ok: true, refund: { ...refund, refusal } }).notice;
  expect(swapped(null)).toMatchObject({
    tone: "success",
    description: "$15.00 will be refunded as soon as Stripe accepts it.",
  });
  expect(swapped(refunds.refused_by_provider)).toMatchObject({
    tone: "error",
    title: "Items swapped, but not refunded",
    description: "$15.00 still has to be refunded. No such charge.",
  });
});

test("[RF-5] the answer to a split refund says how much of it was refused, and that the customer was emailed", () => {
  const made = { ok: true, refundId: "id", amount: 1200, refused: 6599, status: "succeeded" } as const;
  const { title, description } = refundOutcome({ ...made, isSent: true }).notice;
  expect(title).toBe("Refund of $12.00 made");
  expect(description).toContain("We emailed the customer. $65.99 more was not refunded");
  // The email goes out once Stripe has the refund.
  const later = refundOutcome({ ...made, isSent: false }).notice.description;
  expect(later).not.toContain("emailed");
});
