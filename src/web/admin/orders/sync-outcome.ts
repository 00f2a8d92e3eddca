import type { SyncJob } from "#domain/order/sync-progress.ts";
import type { SyncResult } from "#server/payments/refunds/sync-order.ts";
import { done, failure, type Notice, type Outcome, refused, success } from "../frame/notices.ts";
import { ordersText } from "./order-texts.ts";

const NOT_SYNCED = "Failed to sync order status";

const failures: Record<Extract<SyncResult, { ok: false }>["reason"], Outcome> = {
  no_payment_intent: refused(409, "This order has no payment intent ID and cannot be synced"),
  not_found: refused(404, NOT_SYNCED, "No order found"),
  unavailable: refused(503, NOT_SYNCED, "The payment provider did not answer. Please try again."),
};

export function syncOutcome(result: SyncResult): Outcome {
  if (!result.ok) return failures[result.reason];
  return done(
    result.updated
      ? `Order status updated from ${result.previousStatus} to ${result.status}`
      : "Order status is already up to date",
  );
}

/** For a sync of `chosen` selected orders. */
export function syncStartOutcome(chosen: number, isStarted: boolean): Outcome {
  if (isStarted) return done(`Syncing ${ordersText(chosen)}`);
  const title = "Failed to sync order statuses";
  return chosen === 0
    ? refused(422, title, "Select the orders to sync.")
    : refused(409, title, "A sync is already running. Stop it, or wait until it finishes.");
}

type SyncEnd = Pick<SyncJob, "synced" | "failed" | "state">;

/** The notice when 'Sync All Statuses' has ended. */
export function syncAllNotice({ synced, failed, state }: SyncEnd): Notice {
  if (state === "dead" || (synced === 0 && failed > 0)) return failure("Failed to sync order statuses");
  const title = `Successfully synced ${synced} orders`;
  if (failed > 0) return failure(title, `${failed} could not be synced. Please try again.`);
  return success(title, state === "stopped" ? "The remaining orders were not checked." : undefined);
}
