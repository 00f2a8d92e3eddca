// What an order asks its owner to do next, in the two or three words that fit into a row of the list. Money that went
// wrong comes before what a customer waits for, and that before a shipment.
import type { ListedOrder } from "./order.ts";

export type NextStep = { text: string; isUrgent: boolean };

/** By flag; a flag that is missing here asks for a look. The first of them that an order has counts. */
const flagSteps: [flag: string, text: string][] = [
  ["fraud_warning", "Don’t ship"],
  ["disputed", "Answer dispute"],
  ["amount_mismatch", "Payment needs a look"],
  ["refund_failed", "Refund failed"],
  ["refund_unclear", "Refund needs a look"],
  ["refund_doubled", "Refunded twice?"],
  ["out_of_stock", "Restock or refund"],
  ["units_gone", "Restock or refund"],
  ["refund_lines", "Say what was refunded"],
  ["dispute_lost", "Dispute was lost"],
];

/** Null: nothing is left to do, or nothing can be done yet. */
export function nextStep(
  order: Pick<ListedOrder, "attention" | "hasReturn" | "isToShip" | "hasShipments" | "waitingFor">,
): NextStep | null {
  const { attention, hasReturn, isToShip, hasShipments, waitingFor } = order;
  if (attention.length > 0) {
    const known = flagSteps.find(([flag]) => attention.includes(flag));
    return { text: known?.[1] ?? "Needs a look", isUrgent: true };
  }
  if (hasReturn) return { text: "Answer return", isUrgent: false };
  // It may be another product that is to be packed.
  if (waitingFor !== null) return null;
  if (isToShip) return { text: hasShipments ? "Pack the rest" : "Pack", isUrgent: false };
  return null;
}
