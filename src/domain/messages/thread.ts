// What the owner and one email address wrote to each other, and what the owner may write.
import type { Cents } from "../money/money.ts";
import type { OrderStatus } from "../order/order.ts";
import { collectErrors, type FieldParse } from "../text/fields.ts";
import { fieldsOf } from "../text/fields-of.ts";
import { oneLine } from "../text/one-line.ts";
import { paragraphs } from "../text/paragraphs.ts";

export const REPLY_MAX = 5_000;
/** A thread shows so many of the newest messages and replies each. */
export const THREAD_MAX = 50;
export const SAVED_ANSWERS_MAX = 50;
const ANSWER_NAME_MAX = 60;

/** What became of the email of a reply. `reason`: the mail server's words. */
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
  | { ok: false; reason: "invalid"; error: string }
  | { ok: false; reason: "not_found" };

/** The text of a reply, or what is wrong with it. */
export function parseReply(value: unknown): { ok: true; value: string } | { ok: false; error: string } {
  const text = paragraphs(value);
  if (text === "") return { ok: false, error: "Please enter a reply" };
  if (text.length > REPLY_MAX) return { ok: false, error: "Use at most 5,000 characters" };
  return { ok: true, value: text };
}

export type SavedAnswerFields = Omit<SavedAnswer, "id">;

export function parseSavedAnswer(input: unknown): FieldParse<SavedAnswerFields> {
  const source = fieldsOf(input);
  const value = { name: oneLine(source.name), body: paragraphs(source.body) };
  const { errors, say, hasErrors } = collectErrors<keyof SavedAnswerFields>();
  say("name", value.name === "", "Please enter a name");
  say("name", value.name.length > ANSWER_NAME_MAX, `Use at most ${ANSWER_NAME_MAX} characters`);
  say("body", value.body === "", "Please enter the reply");
  say("body", value.body.length > REPLY_MAX, "Use at most 5,000 characters");
  return hasErrors() ? { ok: false, errors } : { ok: true, value };
}

/** A saved answer for somebody: "{name}" becomes the first name. */
export function answerFor(body: string, name: string): string {
  return body.replaceAll("{name}", name.trim().split(/\s+/)[0] ?? "");
}

/** "Re: Which size?", and no second "Re:". */
export function replySubject(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`;
}
