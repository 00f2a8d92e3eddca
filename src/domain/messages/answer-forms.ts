import * as z from "zod";
import { labeled, textField } from "../form/form-fields.ts";
import { oneLine } from "../text/one-line.ts";
import { paragraphs } from "../text/paragraphs.ts";
import { REPLY_MAX } from "./thread.ts";

export const ANSWER_NAME_MAX = 60;

const letter = (missing: string) =>
  textField()
    .transform((text) => paragraphs(text))
    .pipe(z.string().min(1, missing).max(REPLY_MAX, "Use at most 5,000 characters"));

/** The answer to a shopper's message. */
export const replyForm = z.object({ body: labeled("Your answer", letter("Please enter a reply")) });

/** An answer that the owner gives again and again. */
export const savedAnswerForm = z.object({
  name: labeled(
    "Name",
    textField()
      .transform((text) => oneLine(text))
      .pipe(
        z
          .string()
          .min(1, "Please enter a name")
          .max(ANSWER_NAME_MAX, `Use at most ${ANSWER_NAME_MAX} characters`),
      ),
  ),
  body: labeled("Answer", letter("Please enter the reply")),
});
