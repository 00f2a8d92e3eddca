import { isAllBack, type ReturnRequest, type ReturnState } from "#domain/returns/return-request.ts";

export const returnStateLabels: Record<ReturnState, string> = {
  requested: "To answer",
  approved: "Approved",
  received: "Partly back",
  refunded: "Refunded",
  exchanged: "Exchanged",
  declined: "Declined",
  closed: "Closed",
};

/** How far a return is. */
export function formatReturnState(request: Pick<ReturnRequest, "state" | "lines">): string {
  return request.state === "received" && isAllBack(request)
    ? "Back, to settle"
    : returnStateLabels[request.state];
}
