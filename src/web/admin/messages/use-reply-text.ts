// The page of a thread is loaded anew whenever one of its forms was answered. What is half-written stays over that.
import { useState } from "react";

/** Of any form of the page. `text`: what was refused of an answer. */
export type ReplyAnswer = { error?: string; text?: string; isSent?: boolean };

export type ReplyText = { text: string; sent: string; answer: ReplyAnswer | undefined };

/** The field is empty once its text was sent, but what was typed since stays whole. */
export function replyTextNow(held: ReplyText, answer: ReplyAnswer | undefined): ReplyText {
  if (answer === held.answer) return held;
  const isDone = answer?.isSent === true && held.text === held.sent;
  return { ...held, answer, text: isDone ? "" : held.text };
}

/** What is written. `send`: it is being sent. */
export function useReplyText(answer: ReplyAnswer | undefined) {
  const [held, setHeld] = useState<ReplyText>({ text: answer?.text ?? "", sent: "", answer });
  const now = replyTextNow(held, answer);
  if (now !== held) setHeld(now);
  return {
    text: now.text,
    change: (to: (text: string) => string) => setHeld((before) => ({ ...before, text: to(before.text) })),
    send: () => setHeld((before) => ({ ...before, sent: before.text })),
  };
}
