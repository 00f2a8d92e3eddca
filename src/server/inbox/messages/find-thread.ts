import type { ReplyMail, Thread } from "#domain/messages/thread.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Shop } from "../../core/shop.ts";
import { findThreadRow } from "./thread-queries.ts";

type EmailRow = {
  mailId: string | null;
  sentAt: string | null;
  isDead: boolean | null;
  isDismissed: boolean | null;
  tries: number | null;
  reason: string | null;
};

/** What the owner and the sender of this message (any text) wrote to each other; null: there is no such message. */
export async function findThread(shop: Shop, { id }: { id: string }): Promise<Thread | null> {
  const row = isUuid(id) ? await findThreadRow(shop.db, id) : null;
  if (!row) return null;
  const { messages, replies, ...thread } = row;
  const entries = [
    ...messages.map((message) => ({ kind: "message" as const, ...message })),
    ...replies.map(({ id: replyId, text, at, ...mail }) => ({
      kind: "reply" as const,
      ...{ id: replyId, text, at },
      mail: mailOf(mail),
    })),
  ];
  return { ...thread, entries: entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)) };
}

function mailOf({ mailId, sentAt, isDead, isDismissed, tries, reason }: EmailRow): ReplyMail {
  if (sentAt) return { is: "sent", at: sentAt };
  if (mailId === null || isDismissed) return { is: "dropped" };
  if (isDead) return { is: "failed", reason: reason ?? "", mailId };
  if (tries && reason) return { is: "refused", reason, tries };
  return { is: "waiting" };
}
