import { expect, test } from "vitest";
import {
  addressWithoutSecret,
  confirmationOf,
  confirmationTexts,
  confirmationToast,
  formatConfirmation,
  orderIdsOf,
} from "./confirmation-flow.ts";
import { readVerification, unreachable } from "./verification.ts";

const order = { id: "o1", number: 7 };
const paid = readVerification(200, { success: true, order_id: "o1", status: "paid", order });
const ids = { orderId: "o1", paymentIntentId: "pi_1", sessionId: null };

test("[CF-3] an order whose payment failed after all is not called confirmed", () => {
  for (const standing of ["payable", "gone"] as const)
    expect(confirmationOf({ ...paid, standing }, true)).toMatchObject({ step: "failed", canReturn: true });
});

test("[CF-3] a paid order is shown", () => {
  expect(confirmationOf(paid, false)).toEqual({ step: "shown", order, own: null, isProcessing: false });
});

test("[CF-3] an order that was refunded is not called confirmed, and no shopper is sent back to pay", () => {
  const own = { page: "/orders/abc", email: "p…@example.com" };
  const body = { success: true, order_id: "o1", own };
  const told = (status: string) => {
    const state = confirmationOf(
      readVerification(200, { ...body, status, order: { ...order, status } }),
      true,
    );
    return state.step === "shown" ? formatConfirmation(state) : state;
  };
  expect(told("paid")).toEqual({
    title: "Order confirmed",
    lead: "Thank you for your order. A confirmation is on its way to p…@example.com.",
  });
  expect(told("refunded")).toEqual({
    title: "Your order was refunded",
    lead: "We're refunding the full amount to your original payment method, usually within 5 to 10 business days. See your order page for details.",
  });
  const refunded = readVerification(200, {
    ...body,
    status: "refunded",
    order: { ...order, status: "refunded" },
  });
  const first = { wasSeen: false, isReload: false, wasWaitedFor: true };
  expect(confirmationToast(refunded, ids, first)).toBe("Order found in database");
});

test("[CF-2] a processing payment is received, whether or not its order is there", () => {
  const processing = readVerification(200, { success: true, status: "processing", order });
  expect(confirmationOf(processing, true)).toMatchObject({ step: "shown", isProcessing: true });
  const without = readVerification(202, { success: true, status: "processing" });
  expect(confirmationOf(without, true)).toEqual({ step: "received", isProcessing: true });
});

test("a received payment whose order is late is never called a failure", () => {
  const late = readVerification(200, { success: true, status: "paid" });
  expect(confirmationOf(late, true)).toEqual({ step: "received", isProcessing: false });
});

test("[CF-5] only an unpaid checkout leads back to the checkout", () => {
  const unpaid = readVerification(200, { success: false, status: "pending" });
  expect(confirmationOf(unpaid, false)).toMatchObject({
    step: "failed",
    message: confirmationTexts.failed,
    canReturn: true,
  });
  const expired = readVerification(200, { success: false, status: "expired" });
  expect(confirmationOf(expired, true)).toMatchObject({ canReturn: true });
});

test("[CF-5] while it is unknown whether the card was charged, no shopper is sent back to pay", () => {
  const broken = readVerification(500, { error: { code: "internal", message: "x" } });
  expect(confirmationOf(broken, false)).toEqual({ step: "working" });
  expect(confirmationOf(broken, true)).toMatchObject({
    canReturn: false,
    message: confirmationTexts.failed,
  });
  expect(confirmationOf(unreachable("no answer"), true)).toMatchObject({
    canReturn: false,
    message: confirmationTexts.unexpected,
  });
});

test("[CF-5] unknown ids find nothing", () => {
  const unknown = readVerification(404, {
    error: { code: "not_found", message: "No order information found" },
  });
  expect(confirmationOf(unknown, true)).toMatchObject({
    step: "failed",
    message: "No order information found",
    canReturn: true,
  });
});

test("[CF-3][CF-4] the toast says how the order came to be there", () => {
  const first = { wasSeen: false, isReload: false, wasWaitedFor: false };
  expect(confirmationToast({ ...paid, duplicate: true }, ids, first)).toBe("Order found in database");
  expect(confirmationToast(paid, ids, first)).toBe("Order created successfully");
  expect(confirmationToast(paid, { ...ids, paymentIntentId: null }, first)).toBe("Order confirmed!");
  expect(confirmationToast({ ...paid, duplicate: true }, ids, { ...first, wasWaitedFor: true })).toBe(
    "Order confirmed!",
  );
});

test("[CF-3] a confirmation that is opened again later says that the order was found, a reload says nothing", () => {
  const again = { wasSeen: true, isReload: false, wasWaitedFor: false };
  expect(confirmationToast(paid, ids, again)).toBe("Order found in database");
  expect(confirmationToast(paid, ids, { ...again, isReload: true })).toBeNull();
});

test("[AS-1] the link to the order's page is read as the shop's own path, and nothing else", () => {
  const own = { page: "/orders/abc", email: "p…@example.com" };
  const answered = (value: unknown) => readVerification(200, { success: true, order, own: value }).own;
  expect(answered(own)).toEqual(own);
  for (const other of [null, "x", { ...own, page: "https://evil.example/" }, { page: own.page }])
    expect(answered(other)).toBeNull();
});

test("[CF-1] reads the shop's names and Stripe's", () => {
  expect(orderIdsOf(new URLSearchParams("order_id=o1&payment_intent_id=pi_1"))).toEqual(ids);
  expect(orderIdsOf(new URLSearchParams("payment_intent=pi_1"))).toMatchObject({ paymentIntentId: "pi_1" });
  expect(orderIdsOf(new URLSearchParams("session_id=cs_1"))).toMatchObject({ sessionId: "cs_1" });
  expect(orderIdsOf(new URLSearchParams("order_id=&utm_source=x"))).toBeNull();
});

test("the client secret leaves the address, the ids stay", () => {
  const query = new URLSearchParams("order_id=o1&payment_intent_client_secret=s&redirect_status=succeeded");
  expect(addressWithoutSecret("/checkout/confirmation", query)).toBe("/checkout/confirmation?order_id=o1");
  expect(addressWithoutSecret("/checkout/confirmation", new URLSearchParams("order_id=o1"))).toBeNull();
});
