import { expect, test } from "vitest";
import { syncAllNotice, syncOutcome } from "./sync-outcome.ts";

const titleOf = (result: Parameters<typeof syncOutcome>[0]) => syncOutcome(result).notice.title;

test("[AO-5] a sync reports the old and the new status, or why it failed", () => {
  const known = { ok: true, previousStatus: "pending", status: "paid" } as const;
  expect(titleOf({ ...known, updated: true })).toBe("Order status updated from pending to paid");
  expect(titleOf({ ...known, updated: false })).toBe("Order status is already up to date");
  expect(titleOf({ ok: false, reason: "no_payment_intent" })).toBe(
    "This order has no payment intent ID and cannot be synced",
  );
  expect(titleOf({ ok: false, reason: "not_found" })).toBe("Failed to sync order status");
  expect(syncOutcome({ ok: false, reason: "unavailable" })).toMatchObject({
    status: 503,
    notice: { tone: "error", title: "Failed to sync order status" },
  });
});

test("[AO-5] syncing all orders ends with how many were synced, and never hides a failure", () => {
  const done = { state: "done" as const };
  expect(syncAllNotice({ ...done, synced: 7, failed: 0 })).toEqual({
    tone: "success",
    title: "Successfully synced 7 orders",
  });
  expect(syncAllNotice({ ...done, synced: 0, failed: 7 }).title).toBe("Failed to sync order statuses");
  expect(syncAllNotice({ ...done, synced: 6, failed: 1 })).toMatchObject({
    tone: "error",
    description: "1 could not be synced. Please try again.",
  });
  expect(syncAllNotice({ state: "dead", synced: 5, failed: 0 }).title).toBe("Failed to sync order statuses");
  expect(syncAllNotice({ state: "stopped", synced: 5, failed: 0 })).toEqual({
    tone: "success",
    title: "Successfully synced 5 orders",
    description: "The remaining orders were not checked.",
  });
});
