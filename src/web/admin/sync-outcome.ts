import type { SyncJob } from "#domain/sync-progress.ts";
import type { SyncResult } from "#server/checkout/sync-order.ts";
import { failure, type Notice, type Outcome, success } from "./notices.ts";

const NOT_SYNCED = "Failed to sync order status";

const failures: Record<Extract<SyncResult, { ok: false }>["reason"], Outcome> = {
  no_payment_intent: {
    notice: failure("This order has no payment intent ID and cannot be synced"),
    status: 409,
  },
  not_found: { notice: failure(NOT_SYNCED, "No order found"), status: 404 },
  unavailable: {
    notice: failure(NOT_SYNCED, "The payment provider did not answer. Please try again."),
    status: 503,
  },
};

export function syncOutcome(result: SyncResult): Outcome {
  if (!result.ok) return failures[result.reason];
  const title = result.updated
    ? `Order status updated from ${result.previousStatus} to ${result.status}`
    : "Order status is already up to date";
  return { notice: success(title), status: 200 };
}

/** For a sync of `chosen` orders. */
export function syncStartOutcome(chosen: number, isStarted: boolean): Outcome {
  if (isStarted) {
    return { notice: success(chosen === 1 ? "Syncing 1 order" : `Syncing ${chosen} orders`), status: 200 };
  }
  const title = "Failed to sync order statuses";
  return chosen === 0
    ? { notice: failure(title, "Select the orders to sync."), status: 422 }
    : { notice: failure(title, "A sync is under way. Stop it or wait for its end."), status: 409 };
}

type SyncEnd = Pick<SyncJob, "synced" | "failed" | "state">;

/** What is said when 'Sync All Statuses' has come to its end. */
export function syncAllNotice({ synced, failed, state }: SyncEnd): Notice {
  if (state === "dead" || (synced === 0 && failed > 0)) return failure("Failed to sync order statuses");
  const title = `Successfully synced ${synced} orders`;
  if (failed > 0) return failure(title, `${failed} could not be synced. Please try again.`);
  return success(title, state === "stopped" ? "The rest was not looked at." : undefined);
}
