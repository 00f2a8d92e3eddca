import { expect, test } from "vitest";
import {
  POLL_FOR_MS,
  pollOrder,
  readVerification,
  unreachable,
  VERIFY_PAUSE_MS,
  type Verification,
  verifyOrder,
} from "./verification.ts";

const order = { id: "o1", number: 7 };
const paid = readVerification(200, { success: true, order_id: "o1", status: "paid", order });
const processing = readVerification(200, { success: true, order_id: "o1", status: "processing", order });
const lost = unreachable("no answer");

function asking(answers: Verification[]) {
  const waits: number[] = [];
  let asked = 0;
  return {
    waits,
    asked: () => asked,
    ask: async () => answers[Math.min(asked++, answers.length - 1)] ?? lost,
    wait: async (ms: number) => {
      waits.push(ms);
    },
  };
}

test("[PY-4] asks three times, a second apart, and no more", async () => {
  const shop = asking([lost]);
  expect(await verifyOrder(shop)).toBe(lost);
  expect(shop.asked()).toBe(3);
  expect(shop.waits).toEqual([VERIFY_PAUSE_MS, VERIFY_PAUSE_MS]);
});

test("stops asking when the order is there", async () => {
  const shop = asking([lost, paid]);
  expect(await verifyOrder(shop)).toBe(paid);
  expect(shop.asked()).toBe(2);
  const bankIsSlow = asking([processing]);
  expect(await verifyOrder(bankIsSlow)).toBe(processing);
  expect(bankIsSlow.asked()).toBe(1);
});

test("[CF-2] goes on for up to a minute while the payment is processing", async () => {
  const shop = asking([processing]);
  const seen: Verification[] = [];
  expect((await pollOrder(shop, processing, (answer) => seen.push(answer))).standing).toBe("processing");
  expect(shop.waits.reduce((sum, ms) => sum + ms, 0)).toBe(POLL_FOR_MS);
  expect(seen).toHaveLength(shop.asked());
});

test("stops as soon as the payment is done, or cannot be", async () => {
  const done = asking([processing, paid]);
  expect(await pollOrder(done, processing, () => {})).toBe(paid);
  expect(done.asked()).toBe(2);
  const failed = asking([readVerification(200, { success: false, status: "failed" })]);
  expect((await pollOrder(failed, processing, () => {})).standing).toBe("payable");
  expect(failed.asked()).toBe(1);
});

test.each([
  [200, { success: true, status: "paid" }, "paid"],
  [200, { success: true }, "paid"],
  [200, { success: true, status: "refunded" }, "paid"],
  [202, { success: true, status: "processing" }, "processing"],
  [200, { success: false, status: "pending" }, "payable"],
  [200, { success: false, status: "requires_payment_method" }, "payable"],
  [200, { success: false, status: "failed" }, "payable"],
  [200, { success: false, status: "expired" }, "gone"],
  [404, { error: { code: "not_found", message: "No order information found" } }, "gone"],
  [500, { error: { code: "internal", message: "x" } }, "unknown"],
  [503, null, "unknown"],
] as const)("answer %s %j means %s", (httpStatus, body, standing) => {
  expect(readVerification(httpStatus, body).standing).toBe(standing);
});

test("an answer without success is never read as paid", () => {
  expect(readVerification(200, {}).standing).toBe("unknown");
  expect(readVerification(200, { success: "true" }).standing).toBe("unknown");
});

test("keeps the words of an error for support", () => {
  const body = { error: { code: "not_found", message: "No order information found" } };
  expect(readVerification(404, body)).toMatchObject({
    message: "No order information found",
    detail: "HTTP 404 · not_found",
  });
});
