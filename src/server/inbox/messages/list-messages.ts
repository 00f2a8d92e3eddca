import type { MessageSearch, VisitorMessage } from "#domain/messages/message-search.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../../core/shop.ts";
import { listMessagesAfter } from "./queries.ts";

export const MESSAGES_PER_PAGE = 20;

export type MessagePage = { messages: VisitorMessage[]; next: Cursor | null };

/** One page of messages from the contact form, newest first. */
export async function listMessages(shop: Shop, search: MessageSearch): Promise<MessagePage> {
  const found = await listMessagesAfter(shop.db, search, MESSAGES_PER_PAGE + 1);
  const shown = found.slice(0, MESSAGES_PER_PAGE);
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { messages: shown.map(({ message }) => message), next };
}
