// The owner's list of returns.
import { type Cursor, cursorText, parseCursor } from "../text/cursor.ts";
import { queryText } from "../text/query-text.ts";
import type { ReturnRequest } from "./return-request.ts";

/** waiting: the owner has not answered. open: approved, and not all is done. */
export const returnLists = ["waiting", "open", "all"] as const;
export type ReturnList = (typeof returnLists)[number];

export type OwnersReturn = ReturnRequest & { orderId: string; orderNumber: number; customerName: string };

/** `after`: the request after which a page begins. */
export type ReturnSearch = { show: ReturnList; after: Cursor | null };

export function parseReturnSearch(params: URLSearchParams): ReturnSearch {
  const show = returnLists.find((list) => list === params.get("show")) ?? "waiting";
  return { show, after: parseCursor(params.get("after")) };
}

export function returnSearchText({ show, after }: ReturnSearch): string {
  return queryText({ show: show !== "waiting" && show, after: after && cursorText(after) });
}
