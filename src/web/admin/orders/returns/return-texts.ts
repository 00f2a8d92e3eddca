import type { ReturnState } from "#domain/returns/return-request.ts";

export const returnStateLabels: Record<ReturnState, string> = {
  requested: "To answer",
  approved: "Approved",
  received: "Partly back",
  refunded: "Refunded",
  exchanged: "Exchanged",
  declined: "Declined",
  closed: "Closed",
};
