// The outcome of one step for several orders: a line for each.
import { formatMoney } from "#domain/money/money.ts";
import { orderNumber } from "#domain/order/order.ts";
import type { StepOfOrder } from "#server/orders/shipments/fulfill-orders.ts";
import type { FormAnswer } from "../../forms/form-outcome.ts";
import { failure, type Notice, success } from "../../frame/notices.ts";
import { ordersText } from "../order-texts.ts";
import { shipmentOutcome } from "../outcomes/order-outcomes.ts";

export const bulkSteps = ["shipped", "delivered"] as const;
export type BulkStep = (typeof bulkSteps)[number];

export type BulkLine = { id: string; number: number; ok: boolean; text: string };

export type BulkAnswer = FormAnswer & { lines?: BulkLine[] };

type Named = Pick<BulkLine, "id" | "number">;

/** One order's result → a line for the owner. */
export function bulkLine(to: BulkStep, order: Named, result: StepOfOrder["result"]): BulkLine {
  if (!result.ok && result.reason === "failed") {
    const text = "An unexpected error occurred. Nothing was changed; please try again.";
    return { ...order, ok: false, text };
  }
  if (!result.ok && result.reason === "corrected") {
    const text =
      "Not marked as shipped: the order has changed. Compare label and shipment, then ship it on the order's page.";
    return { ...order, ok: false, text };
  }
  if (!result.ok && result.reason === "waiting") {
    const text = `Not shipped: waiting for ${formatMoney(result.waitingFor)} from the customer. Ship it on the order's page.`;
    return { ...order, ok: false, text };
  }
  const { notice } = shipmentOutcome(to, result);
  const text = result.ok ? notice.title : `${notice.title}: ${notice.description ?? ""}`;
  return { ...order, ok: result.ok, text };
}

/** What happened so far, a line for each order: that of the later answer counts. */
export function linesSoFar(before: readonly BulkLine[], lines: readonly BulkLine[]): BulkLine[] {
  return [...before.filter(({ id }) => !lines.some((line) => line.id === id)), ...lines];
}

export function bulkNotice(to: BulkStep, lines: readonly BulkLine[]): Notice {
  const done = lines.filter(({ ok }) => ok).length;
  const title = `${ordersText(done)} marked as ${to}`;
  if (done === lines.length) return success(title);
  const numbers = lines.filter(({ ok }) => !ok).map(({ number }) => orderNumber(number));
  return failure(title, `Not: ${numbers.join(", ")}.`);
}
