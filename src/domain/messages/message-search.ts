// The owner's inbox of messages from the contact form.

import { type Cursor, cursorText, parseCursor } from "../text/cursor.ts";
import { oneLine } from "../text/one-line.ts";
import { queryText } from "../text/query-text.ts";
import type { ContactMessage } from "./contact-message.ts";

export type VisitorMessage = ContactMessage & {
  id: string;
  /** The order on whose page it was written; null: written in the contact form. */
  orderId: string | null;
  /** ISO times; readAt is null until somebody reads it. */
  at: string;
  readAt: string | null;
  isAnswered: boolean;
};

/** suspected: came in while too many did, or the owner put them there. They are in no other list. */
export const messageLists = ["all", "unread", "to-answer", "suspected"] as const;
export type MessageListName = (typeof messageLists)[number];

const QUERY_LENGTH_MAX = 100;

/** `query`: words to look for. `after`: the message after which a page begins. */
export type MessageSearch = { show: MessageListName; query: string; after: Cursor | null };

export function parseMessageSearch(params: URLSearchParams): MessageSearch {
  const show = messageLists.find((list) => list === params.get("show")) ?? "all";
  return { show, query: oneLine(params.get("q"), QUERY_LENGTH_MAX), after: parseCursor(params.get("after")) };
}

export function messageSearchText({ show, query, after }: MessageSearch): string {
  return queryText({ show: show !== "all" && show, q: query, after: after && cursorText(after) });
}
