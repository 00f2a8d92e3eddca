import { expect, test } from "vitest";
import { readForm } from "../form/form-saved.ts";
import { replyForm, savedAnswerForm } from "./answer-forms.ts";

test("[PE-1] a reply has text, and a greatest length", () => {
  expect(readForm(replyForm, { body: " \n " })).toMatchObject({ errors: { body: "Please enter a reply" } });
  expect(readForm(replyForm, { body: "x".repeat(5_001) }).ok).toBe(false);
  expect(readForm(replyForm, { body: "One\r\n\r\nTwo\u0007" })).toEqual({
    ok: true,
    value: { body: "One\n\nTwo" },
  });
});

test("[PE-1] a saved answer has a name and a text", () => {
  expect(readForm(savedAnswerForm, { name: "", body: "" })).toMatchObject({
    errors: { name: "Please enter a name", body: "Please enter the reply" },
  });
});
