import type { InboxMessage, InboxSearch } from "#domain/messages/inbox.ts";
import type { Cursor } from "#domain/text/cursor.ts";
import type { Shop } from "../shop.ts";
import { listInbox } from "./inbox-queries.ts";

export const MESSAGES_PER_PAGE = 20;

export type InboxPage = { messages: InboxMessage[]; next: Cursor | null };

/** One page of messages from the contact form, newest first. */
export async function listMessages(shop: Shop, search: InboxSearch): Promise<InboxPage> {
  const found = await listInbox(shop.db, search, MESSAGES_PER_PAGE + 1);
  const shown = found.slice(0, MESSAGES_PER_PAGE);
  const next = found.length > shown.length ? (shown.at(-1)?.cursor ?? null) : null;
  return { messages: shown.map(({ message }) => message), next };
}
