import type { OrderStatus } from "#domain/order.ts";
import type { SyncJob } from "#domain/sync-progress.ts";
import type { Notice } from "./notices.ts";

type SyncResult =
  | { ok: true; updated: boolean; previousStatus: OrderStatus; status: OrderStatus }
  | { ok: false; reason: "no_payment_intent" | "not_found" | "unavailable" };

/** What a sync is answered with, as the page that asked for it shows it. */
export type SyncAnswer = { notice: Notice; orderId: string };

const failures: Record<Extract<SyncResult, { ok: false }>["reason"], { notice: Notice; status: number }> = {
  no_payment_intent: {
    notice: { tone: "error", title: "This order has no payment intent ID and cannot be synced" },
    status: 409,
  },
  not_found: {
    notice: { tone: "error", title: "Failed to sync order status", description: "No order found" },
    status: 404,
  },
  unavailable: {
    notice: {
      tone: "error",
      title: "Failed to sync order status",
      description: "The payment provider did not answer. Please try again.",
    },
    status: 503,
  },
};

/** The result of a sync → words and HTTP status. */
export function syncAnswer(orderId: string, result: SyncResult): { answer: SyncAnswer; status: number } {
  if (!result.ok) {
    const { notice, status } = failures[result.reason];
    return { answer: { orderId, notice }, status };
  }
  const title = result.updated
    ? `Order status updated from ${result.previousStatus} to ${result.status}`
    : "Order status is already up to date";
  return { answer: { orderId, notice: { tone: "success", title } }, status: 200 };
}

/** What is said when a sync of `chosen` orders was asked for. */
export function syncStartAnswer(
  chosen: number,
  isStarted: boolean,
): { answer: { notice: Notice }; status: number } {
  if (isStarted) {
    const title = chosen === 1 ? "Syncing 1 order" : `Syncing ${chosen} orders`;
    return { answer: { notice: { tone: "success", title } }, status: 200 };
  }
  const description =
    chosen === 0 ? "Select the orders to sync." : "A sync is under way. Stop it or wait for its end.";
  return {
    answer: { notice: { tone: "error", title: "Failed to sync order statuses", description } },
    status: chosen === 0 ? 422 : 409,
  };
}

/** What is said when 'Sync All Statuses' has come to its end. */
export function syncAllNotice({
  synced,
  failed,
  state,
}: Pick<SyncJob, "synced" | "failed" | "state">): Notice {
  if (state === "dead" || (synced === 0 && failed > 0)) {
    return { tone: "error", title: "Failed to sync order statuses" };
  }
  const title = `Successfully synced ${synced} orders`;
  if (failed > 0)
    return { tone: "error", title, description: `${failed} could not be synced. Please try again.` };
  if (state === "stopped") return { tone: "success", title, description: "The rest was not looked at." };
  return { tone: "success", title };
}
