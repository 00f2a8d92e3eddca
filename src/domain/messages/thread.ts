// What the owner and one email address wrote to each other, and what the owner may write.
import type { FormErrors } from "../form/form-saved.ts";
import type { Cents } from "../money/money.ts";
import type { OrderStatus } from "../order/order.ts";

export const REPLY_MAX = 5_000;
/** A thread shows so many of the newest messages and replies each. */
export const THREAD_MAX = 50;
export const SAVED_ANSWERS_MAX = 50;

/** The outcome of the email of a reply. `reason`: the mail server's words. */
export type ReplyMail =
  | { is: "sent"; at: string }
  | { is: "waiting" }
  | { is: "refused"; reason: string; tries: number }
  /** `mailId`: by which it is sent again. */
  | { is: "failed"; reason: string; mailId: string }
  /** The owner dismissed it, or it was dropped. */
  | { is: "dropped" };

/** Times are ISO. */
export type ThreadEntry =
  | { kind: "message"; id: string; subject: string; text: string; orderId: string | null; at: string }
  | { kind: "reply"; id: string; text: string; at: string; mail: ReplyMail };

export type SenderOrder = { id: string; number: number; status: OrderStatus; total: Cents; at: string };

export type Thread = {
  /** The message that it was opened by; a reply answers it. */
  id: string;
  name: string;
  email: string;
  subject: string;
  isAnswered: boolean;
  isSuspected: boolean;
  /** Oldest first. */
  entries: ThreadEntry[];
  /** The sender's newest orders, and what all of them came to, less refunds. */
  orders: SenderOrder[];
  orderCount: number;
  spent: Cents;
  savedAnswers: SavedAnswer[];
};

/** When the newest message was written that the thread shows: what came later was not seen. */
export function newestMessageAt({ entries }: Pick<Thread, "entries">): string {
  return entries.findLast(({ kind }) => kind === "message")?.at ?? "";
}

export type SavedAnswer = { id: string; name: string; body: string };

export type ReplyOutcome =
  | { ok: true; isNew: boolean }
  | { ok: false; reason: "invalid"; errors: FormErrors }
  | { ok: false; reason: "not_found" };

/** A saved answer for somebody: "{name}" becomes the first name. */
export function answerFor(body: string, name: string): string {
  return body.replaceAll("{name}", name.trim().split(/\s+/)[0] ?? "");
}

/** "Re: Which size?", and no second "Re:". */
export function replySubject(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}
