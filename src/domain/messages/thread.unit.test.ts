import { expect, test } from "vitest";
import { answerFor, parseReply, parseSavedAnswer, replySubject } from "./thread.ts";

test("[PE-1] a reply has text, and a greatest length", () => {
  expect(parseReply(" \n ")).toEqual({ ok: false, error: "Please enter a reply" });
  expect(parseReply("x".repeat(5_001)).ok).toBe(false);
  expect(parseReply("One\r\n\r\nTwo\u0007")).toEqual({ ok: true, value: "One\n\nTwo" });
});

test("[PE-1] a saved answer greets by the first name", () => {
  expect(answerFor("Hi {name},\nyes.", "Pat Example")).toBe("Hi Pat,\nyes.");
  expect(parseSavedAnswer({ name: "", body: "" })).toEqual({
    ok: false,
    errors: { name: "Please enter a name", body: "Please enter the reply" },
  });
});

test("[PE-1] an answer's subject says Re: once", () => {
  expect(replySubject("Size")).toBe("Re: Size");
  expect(replySubject("RE: Size")).toBe("RE: Size");
});
