import { expect, test } from "vitest";
import { type ReplyText, replyTextNow } from "./use-reply-text.ts";

const written: ReplyText = { text: "Take M.", sent: "", answer: undefined };

test("[PE-1] a half-written answer stays when another form of the page is answered, and when it was refused itself", () => {
  expect(replyTextNow(written, undefined)).toBe(written);
  const sent = { ...written, sent: written.text };
  for (const answer of [{}, { error: "Use at most 5,000 characters", text: written.text }, undefined])
    for (const held of [written, sent]) expect(replyTextNow(held, answer).text).toBe(written.text);
});

test("[PE-1] the field is empty once its answer was sent, but not over what was typed since", () => {
  const [sent, answer] = [{ ...written, sent: written.text }, { isSent: true }];
  const done = replyTextNow(sent, answer);
  expect(done.text).toBe("");
  const next = { ...done, text: "And one more thing" };
  expect(replyTextNow(next, answer)).toBe(next);
  const typed = { ...sent, text: "Take M. Or L." };
  expect(replyTextNow(typed, answer).text).toBe("Take M. Or L.");
});
