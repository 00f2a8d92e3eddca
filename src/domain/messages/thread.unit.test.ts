import { expect, test } from "vitest";
import { answerFor, replySubject } from "./thread.ts";

test("[PE-1] a saved answer greets by the first name", () => {
  expect(answerFor("Hi {name},\nyes.", "Pat Example")).toBe("Hi Pat,\nyes.");
});

test("[PE-1] an answer's subject says Re: once", () => {
  expect(replySubject("Size")).toBe("Re: Size");
  expect(replySubject("RE: Size")).toBe("RE: Size");
});
