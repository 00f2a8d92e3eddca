// The owner's inbox of messages from the contact form.

import { type Cursor, cursorText, parseCursor } from "../text/cursor.ts";
import { queryText } from "../text/query-text.ts";
import type { ContactMessage } from "./contact-message.ts";

export type VisitorMessage = ContactMessage & {
  id: string;
  /** The order on whose page it was written; null: written in the contact form. */
  orderId: string | null;
  /** ISO times; readAt is null until somebody reads it. */
  at: string;
  readAt: string | null;
};

/** suspected: came in while too many did. They are in no other list. */
export const messageLists = ["all", "unread", "suspected"] as const;
export type MessageListName = (typeof messageLists)[number];

/** `after`: the message after which a page begins. */
export type MessageSearch = { show: MessageListName; after: Cursor | null };

export function parseMessageSearch(params: URLSearchParams): MessageSearch {
  const show = messageLists.find((list) => list === params.get("show")) ?? "all";
  return { show, after: parseCursor(params.get("after")) };
}

export function messageSearchText({ show, after }: MessageSearch): string {
  return queryText({ show: show !== "all" && show, after: after && cursorText(after) });
}

/** A mailto link that answers a message: recipient, subject and the quoted message. */
export function replyAddress({ name, email, subject, message }: ContactMessage): string {
  const quote = message
    .slice(0, QUOTE_LENGTH_MAX)
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\r\n");
  const body = `\r\n\r\n${name} wrote:\r\n${quote}`;
  const subjectLine = /^re:/i.test(subject) ? subject : `Re: ${subject}`;
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subjectLine)}&body=${encodeURIComponent(body)}`;
}

/** Mail programs cut or refuse very long links. */
const QUOTE_LENGTH_MAX = 1_000;
